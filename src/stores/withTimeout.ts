// A promise with a time limit.

/**
 * @param expired makes the error thrown when the time is over; the work goes on unobserved, a late error is swallowed
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
