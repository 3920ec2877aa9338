// One attempt to sign in by e-mail and password. All failures look alike, and cost the same.
// Source: docs/spec/console.md#sign-in.
import { createHash } from 'node:crypto';
import type { CredentialStore } from '../../commands/people/credentialStore.js';
import type { Clock } from '../../commands/kernel/context.js';
import { recordSignIn } from '../../commands/people/invite.js';
import type { PeopleStore, Person } from '../../commands/people/peopleStore.js';
import type { SessionStore } from '../../commands/people/sessionStore.js';
import type { Registers } from '../../domain/registers.js';
import type { Passwords } from './passwords.js';

const ADDRESS_PER_MINUTE = 30;

export type SignInDependencies = Readonly<{
  people: Pick<PeopleStore, 'byEmail'>;
  sessions: Pick<SessionStore, 'attempt' | 'succeeded' | 'count'>;
  credentials: CredentialStore;
  passwords: Passwords;
  registers: Pick<Registers, 'workflowOf'>;
  clock: Clock;
}>;

export type Attempt = Readonly<{ email: string; password: string; address: string }>;
export type SignInOutcome = Readonly<{ person: Person }> | Readonly<{ refused: 'Wrong' | 'TooMany' }>;

export async function signIn(deps: SignInDependencies, attempt: Attempt): Promise<SignInOutcome> {
  const { people, sessions, credentials, passwords, registers, clock } = deps;
  const email = attempt.email.trim().toLowerCase();
  const nowMs = clock.now().getTime();
  if (await tooMany(deps, attempt.address)) return { refused: 'TooMany' };
  const account = createHash('sha256').update(`account ${email}`).digest('hex');
  if (!(await sessions.attempt(account, nowMs))) return { refused: 'Wrong' };
  const [person] = await people.byEmail([email]);
  const isUser = person !== undefined && registers.workflowOf(person.clientId).users.has(person.personId);
  const hash = person !== undefined && isUser ? await credentials.passwordOf(person.personId) : null;
  const isRight = await passwords.verify(attempt.password, hash);
  if (person === undefined || !isRight) {
    if (person !== undefined) await recordSignIn(deps, person, 'FAILED', attempt.address);
    return { refused: 'Wrong' };
  }
  await sessions.succeeded(account);
  await recordSignIn(deps, person, 'SIGNED_IN', attempt.address);
  return { person };
}

/** Whether an address tried more than 30 times in this minute, whatever it tried. */
export async function tooMany(
  { sessions, clock }: Pick<SignInDependencies, 'sessions' | 'clock'>,
  address: string,
): Promise<boolean> {
  return (await sessions.count(`address ${address}`, clock.now().getTime())) > ADDRESS_PER_MINUTE;
}
