// One attempt to sign in by e-mail and password. All failures look alike, and cost the same.
// Source: docs/spec/console.md#sign-in.
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { networkOf } from '../../api/http/connections/clientAddress.js';
import type { CredentialStore, PeopleStore, Person, SessionStore } from '../../commands/people/peopleStore.js';
import type { Clock } from '../../commands/kernel/context.js';
import { recordSignIn } from '../../commands/people/access.js';
import type { Registers } from '../../domain/registers.js';
import type { Passwords } from './passwords.js';

const ADDRESS_PER_MINUTE = 30;
/** No failure is answered sooner: what was read and written for it does not show. */
const FAILURE_MS = 300;

type SignInDependencies = Readonly<{
  people: Pick<PeopleStore, 'byEmail'>;
  sessions: Pick<SessionStore, 'attempt' | 'noteSuccess' | 'count'>;
  credentials: CredentialStore;
  passwords: Passwords;
  registers: Pick<Registers, 'workflowOf'>;
  clock: Clock;
}>;

type Attempt = Readonly<{ email: string; password: string; address: string }>;
export type SignInOutcome = Readonly<{ person: Person }> | Readonly<{ refused: 'Wrong' | 'TooMany' | 'Busy' }>;

export async function signIn(deps: SignInDependencies, attempt: Attempt): Promise<SignInOutcome> {
  const { sessions, passwords, clock } = deps;
  const startedMs = clock.monotonicMs();
  const email = attempt.email.trim().toLowerCase();
  if (await tooMany(deps, attempt.address)) return { refused: 'TooMany' };
  const checking = passwords.inTurn(() => check(deps, email, attempt.password));
  if (checking === null) return { refused: 'Busy' }; // which counts as no failure of the account
  const { person, isRight, mayTry } = await checking;
  if (person !== undefined && isRight && mayTry) {
    await sessions.noteSuccess(accountOf(email));
    await recordSignIn(deps, person, 'SIGNED_IN', attempt.address);
    return { person };
  }
  if (person !== undefined && mayTry) await recordSignIn(deps, person, 'FAILED', attempt.address);
  await pause(Math.max(0, FAILURE_MS - (clock.monotonicMs() - startedMs)));
  return { refused: 'Wrong' };
}

/** The password is checked whoever has the e-mail, and while the account waits: all cost the same. */
async function check(deps: SignInDependencies, email: string, password: string) {
  const { people, sessions, credentials, passwords, registers, clock } = deps;
  const mayTry = await sessions.attempt(accountOf(email), clock.now().getTime());
  const [person] = await people.byEmail([email]);
  const hash =
    person !== undefined && isUser(registers, person) ? await credentials.passwordOf(person.personId) : null;
  return { person, mayTry, isRight: await passwords.verify(password, hash) };
}

export function isUser(registers: Pick<Registers, 'workflowOf'>, { clientId, personId }: Person): boolean {
  return registers.workflowOf(clientId).users.has(personId);
}

/** What the failures of an e-mail are counted by, whether anybody has it or not. @param email in lower case */
export function accountOf(email: string): string {
  return createHash('sha256').update(`account ${email}`).digest('hex');
}

/** Whether an address, or the /64 of one, tried more than 30 times in this minute, whatever it tried. */
export async function tooMany(
  { sessions, clock }: Pick<SignInDependencies, 'sessions' | 'clock'>,
  address: string,
): Promise<boolean> {
  return (await sessions.count(`address ${networkOf(address)}`, clock.now().getTime())) > ADDRESS_PER_MINUTE;
}
