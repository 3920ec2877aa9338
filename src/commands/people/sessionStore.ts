// Port: sessions of people signed in to the console, beside the store of people and never in the log.
// Written on documents: src/stores/documents.
import { DAY_MS } from '../../domain/kernel/calendarDate.js';

/** Times in ms since 1970. */
export type Session = Readonly<{
  /** SHA-256 of the secret in the cookie, in lower-case hexadecimal: the secret itself is stored nowhere. */
  id: string;
  personId: string;
  clientId: number;
  /** In every form of the session; kept when the session gets a new secret. */
  csrfToken: string;
  /** The roles at its begin, to notice a change; null: not known yet. */
  roles: string | null;
  startedAtMs: number;
  /** The last use, known to the minute. */
  seenAtMs: number;
  endsAtMs: number;
  /** A form sent after the session before had ended, as JSON; null without one. */
  draft: string | null;
}>;

/** Wrong passwords of an account that cost nothing; after them each doubles the delay (docs/spec/console.md#sign-in). */
const FREE_FAILURES = 5;
const DELAY_MIN_MS = 30_000;
const DELAY_MAX_MS = 15 * 60_000;

/** How long an account waits after so many failures in a row. */
export function delayAfter(failures: number): number {
  return failures < FREE_FAILURES
    ? 0
    : Math.min(DELAY_MAX_MS, DELAY_MIN_MS * 2 ** Math.min(failures - FREE_FAILURES, 20));
}

/** Failures of an account are forgotten this long after the last. */
export const FAILURES_KEPT_MS = DAY_MS;

export type SessionStore = Readonly<{
  /** A power loss may take it: the person signs in again. */
  open(session: Session): Promise<void>;
  /**
   * As `open`, unless this many sessions of the same `personId` are stored; over several processes a few more may be.
   * @returns whether it was opened
   */
  openOneOf(session: Session, most: number): Promise<boolean>;
  find(id: string): Promise<Session | null>;
  /** The fields that change; ignores unknown sessions. */
  change(id: string, changes: Partial<Pick<Session, 'seenAtMs' | 'endsAtMs' | 'draft'>>): Promise<void>;
  /** Durable once resolved. Ignores unknown sessions. */
  end(id: string): Promise<void>;
  /** All sessions of a person, durable once resolved. @returns how many there were */
  endAllOf(personId: string): Promise<number>;
  /**
   * Deletes sessions that ended, or were last used, before these times, attempts from before `triedAtMs`, and sessions last used
   * after `futureMs`: the clock was set back.
   */
  purge(
    before: Readonly<{ endsAtMs: number; seenAtMs: number; triedAtMs: number; futureMs: number }>,
  ): Promise<void>;
  /**
   * Counts an attempt to sign in as failed, before it is made; `succeeded` takes it back.
   * @param account opaque, also of an e-mail that nobody has
   * @param nowMs a failure after it, made before the clock was set back, counts as one of now
   * @returns false, and counts nothing, while the account has to wait (`delayAfter`)
   */
  attempt(account: string, nowMs: number): Promise<boolean>;
  succeeded(account: string): Promise<void>;
  /** Counts one more of these in a minute, as the attempts of an address. @returns its number; one above 200 is not stored */
  count(what: string, nowMs: number): Promise<number>;
  close(): Promise<void>;
}>;
