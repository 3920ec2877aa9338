// Hashes of passwords: Argon2id, at most two at a time, so that sign-ins leave a processor to everybody else.
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { DomainError } from '../../domain/problem.js';

/** OWASP's for Argon2id with one pass; `2` is Argon2id. */
const OPTIONS = { algorithm: 2, memoryCost: 47_104, timeCost: 1, parallelism: 1 } as const;
/** One where there are two processors. */
const AT_ONCE = Math.min(2, Math.max(1, availableParallelism() - 1));
/** Sign-ins that wait for a place; more are refused. A check takes 50 ms, more on a busy machine. */
const WAITING_MAX = 20;

export type Passwords = Readonly<ReturnType<typeof createPasswords>>;

export function createPasswords() {
  const limit = pLimit(AT_ONCE);
  let nobody: Promise<string> | null = null;
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> | null =>
    limit.pendingCount >= WAITING_MAX ? null : limit(work);
  return {
    /** Runs this once it has a place; null when so many wait that it is refused. */
    inTurn,
    /** Waits for a place. @throws DomainError Unavailable when too many wait */
    async hash(password: string): Promise<string> {
      const hashing = inTurn(() => hash(normalized(password), OPTIONS));
      if (hashing === null) throw new DomainError({ is: 'Unavailable' });
      return hashing;
    },
    /** Takes as long without a hash as with one. Call `inTurn`. */
    async verify(password: string, passwordHash: string | null): Promise<boolean> {
      nobody ??= hash(crypto.randomUUID(), OPTIONS);
      const isRight = await verify(passwordHash ?? (await nobody), normalized(password));
      return isRight && passwordHash !== null;
    },
  };
}

/** The same characters typed on another system. */
const normalized = (password: string): string => password.normalize('NFKC');
