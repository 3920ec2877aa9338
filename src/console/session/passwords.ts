// Hashes of passwords: Argon2id, at most two at a time, so that sign-ins leave a processor to everybody else.
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { DomainError } from '../../domain/problem.js';

/** OWASP's for Argon2id with one pass; `2` is Argon2id. */
const OPTIONS = { algorithm: 2, memoryCost: 47_104, timeCost: 1, parallelism: 1 } as const;
/** One where there are two processors. */
const AT_ONCE = Math.min(2, Math.max(1, availableParallelism() - 1));
/** Sign-ins that wait for a place; more are refused, so that none waits longer than some two seconds. */
const WAITING_MAX = 40;

export type Passwords = Readonly<{
  /** Whether so many wait that another one is refused. */
  isFull(): boolean;
  /** @throws DomainError Unavailable when too many wait */
  hash(password: string): Promise<string>;
  /** Takes as long without a hash as with one. @throws DomainError Unavailable when too many wait */
  verify(password: string, passwordHash: string | null): Promise<boolean>;
}>;

export function createPasswords(): Passwords {
  const limit = pLimit(AT_ONCE);
  /** Of a password that nobody has. */
  let nobody: Promise<string> | null = null;
  const isFull = (): boolean => limit.pendingCount >= WAITING_MAX;
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (isFull()) throw new DomainError({ is: 'Unavailable' });
    return limit(work);
  };
  return {
    isFull,
    hash: async (password) => inTurn(() => hash(normalized(password), OPTIONS)),
    async verify(password, passwordHash) {
      nobody ??= inTurn(() => hash(crypto.randomUUID(), OPTIONS));
      const against = passwordHash ?? (await nobody);
      const isRight = await inTurn(() => verify(against, normalized(password)));
      return isRight && passwordHash !== null;
    },
  };
}

/** The same characters typed on another system. */
const normalized = (password: string): string => password.normalize('NFKC');
