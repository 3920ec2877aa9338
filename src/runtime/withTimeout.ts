// A promise with a time limit.

/**
 * @param expired creates the error thrown at the time limit; the work continues, its late error is ignored
 */
export async function withTimeout<Result>(
  timeoutMs: number,
  work: Promise<Result>,
  expired: () => Error,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(expired()), timeoutMs);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
