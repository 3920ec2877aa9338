// On the stores, with a clock that the test sets: how long a session lasts, and when it gets a new secret; how
// many forms wait while their people sign in at the provider, and how long; what an attempt to sign in costs and
// when it is refused unseen.
import { afterEach, beforeEach, describe, expect, it } from '#jest';
import type { CallContext } from '../../../src/api/call.js';
import { openPeople, openSessions } from '../../../src/app/stores.js';
import { keepDraft, takeDraft } from '../../../src/console/session/draft.js';
import { createPasswords, type Passwords } from '../../../src/console/session/passwords.js';
import { beginSession, sessionOf, type SignedIn } from '../../../src/console/session/sessions.js';
import { signIn, type SignInOutcome } from '../../../src/console/session/signIn.js';
import { roles, type RoleGrant } from '../../../src/domain/clients/roles.js';
import { noWorkflowSettings } from '../../../src/domain/clients/workflowSettings.js';
import { temporaryDir } from '../../support/service.js';

const MINUTE_MS = 60_000;
const PASSWORD = 'um cavalo correto e uma bateria';
const ana = { personId: 'ana', clientId: 1, email: 'ana@cliente.com.br', name: 'Ana' };
/** Without a password. */
const bia = { personId: 'bia', clientId: 1, email: 'bia@cliente.com.br', name: 'Bia' };
const passwords = createPasswords();
const hashed = passwords.hash(PASSWORD);

let folder: string;
let nowMs: number;
let users: Map<string, readonly RoleGrant[]>;
let deps: ReturnType<typeof openDeps>;
let checks: number;

beforeEach(async () => {
  folder = await temporaryDir();
  nowMs = 1_780_000_000_000;
  users = new Map([ana, bia].map(({ personId }) => [personId, [{ role: 'PREPARER', companyIds: null }]]));
  checks = 0;
  deps = openDeps();
  await deps.people.add([ana, bia]);
  await deps.credentials.add({ personId: 'ana', passwordHash: await hashed, accounts: [] });
});
afterEach(async () => {
  await deps.people.close();
  await deps.sessions.close();
});

function openDeps() {
  const { people, credentials } = openPeople({ dataDir: folder }, null);
  const counting: Passwords = {
    ...passwords,
    verify(password, hash) {
      checks++;
      return passwords.verify(password, hash);
    },
  };
  return {
    people,
    credentials,
    passwords: counting,
    sessions: openSessions({ dataDir: folder }, null),
    registers: { workflowOf: () => ({ ...noWorkflowSettings(), users }) },
    clock: { now: () => new Date(nowMs), monotonicMs: () => performance.now() },
  };
}
const rolesOf = (session: SignedIn | null) => roles.filter((role) => session?.access.has(role));
const attempt = (of: string, password: string, address: string): Promise<SignInOutcome> =>
  signIn(deps, { email: of, password, address });

/** One request of a browser: the cookies it sends, and those it is given. */
function request(cookie = ''): Readonly<{ context: CallContext; given(): string | null }> {
  const set: string[] = [];
  const [kept, secret] = cookie.split('=');
  const context = {
    cookies: { get: (name: string) => (name === kept ? secret : undefined) },
    append: (_name: string, value: string) => set.push(value),
  };
  return { context: context as unknown as CallContext, given: () => set.at(-1)?.split(';')[0] ?? null };
}

async function begun(): Promise<string> {
  const { context, given } = request();
  await beginSession(context, deps, ana);
  return given() ?? '';
}
const isSignedIn = async (cookie: string): Promise<boolean> =>
  (await sessionOf(request(cookie).context, deps)) !== null;

describe('A session', () => {
  it('ends after 30 minutes without use, and goes on with a use before', async () => {
    const cookie = await begun();
    nowMs += 30 * MINUTE_MS - 1;
    expect(await isSignedIn(cookie)).toBe(true);
    nowMs += 30 * MINUTE_MS - 1;
    expect(await isSignedIn(cookie)).toBe(true);
    nowMs += 30 * MINUTE_MS;
    expect(await isSignedIn(cookie)).toBe(false);
  });

  it('ends after 8 hours in all, however much it is used', async () => {
    const cookie = await begun();
    const endMs = nowMs + 8 * 60 * MINUTE_MS;
    for (; nowMs <= endMs - 20 * MINUTE_MS; nowMs += 20 * MINUTE_MS) expect(await isSignedIn(cookie)).toBe(true);
    nowMs = endMs - 1;
    expect(await isSignedIn(cookie)).toBe(true);
    nowMs = endMs;
    expect(await isSignedIn(cookie)).toBe(false);
  });

  it('ends when the clock is set back behind its last use, but not by what clocks may differ', async () => {
    const cookie = await begun();
    nowMs -= MINUTE_MS;
    expect(await isSignedIn(cookie)).toBe(true);
    nowMs -= 1;
    expect(await isSignedIn(cookie)).toBe(false);
    await begun(); // removes what is over
    nowMs += MINUTE_MS;
    expect(await isSignedIn(cookie)).toBe(false);
  });

  it('gets a new secret when the roles change; the former one lasts 10 seconds, with the new roles', async () => {
    const cookie = await begun();
    const before = await sessionOf(request(cookie).context, deps);
    users.set('ana', [{ role: 'AUDITOR', companyIds: [7] }]);
    const { context, given } = request(cookie);
    const after = await sessionOf(context, deps);
    expect([rolesOf(before), rolesOf(after)]).toEqual([['PREPARER'], ['AUDITOR']]);
    expect([after?.csrfToken, after?.sessionId === before?.sessionId]).toEqual([before?.csrfToken, false]);
    const renewed = given() ?? '';
    expect(renewed).not.toBe(cookie);
    const late = request(cookie);
    expect(rolesOf(await sessionOf(late.context, deps))).toEqual(['AUDITOR']);
    expect(late.given()).toBeNull();
    nowMs += 10_000;
    expect([await isSignedIn(cookie), await isSignedIn(renewed)]).toEqual([false, true]);
  });

  it('is none for a person who is no user any more', async () => {
    const cookie = await begun();
    users.delete('ana');
    expect(await isSignedIn(cookie)).toBe(false);
  });

  it('is none without the secret itself: what the store keeps opens nothing', async () => {
    const cookie = await begun();
    const id = (await sessionOf(request(cookie).context, deps))?.sessionId ?? '';
    expect(await isSignedIn(`__Host-sessao=${id}`)).toBe(false);
  });
});

describe('A form that waits for a sign-in', () => {
  const DRAFT = JSON.stringify({ page: '/console', action: '/console/tema', fields: {}, several: {} });
  const isKept = (of = request()): Promise<boolean> => keepDraft(of.context, deps, DRAFT);

  it('is one of at most 1,000, and goes after 10 minutes to make room for others', async () => {
    const first = request();
    expect(await isKept(first)).toBe(true);
    const times = { startedAtMs: nowMs, seenAtMs: nowMs, endsAtMs: nowMs + 600_000 };
    const nobodys = { personId: '', clientId: 0, csrfToken: '', roles: null, ...times, draft: null };
    for (let more = 2; more < 1_000; more++) await deps.sessions.open({ id: `more ${more}`, ...nobodys });
    expect(await isKept()).toBe(true);
    const refused = request();
    expect([await isKept(refused), refused.given()]).toEqual([false, null]);
    const back = request(first.given() ?? '');
    expect(await takeDraft(back.context, deps, '/console')).toBe(DRAFT);
    nowMs += 600_001;
    expect(await isKept()).toBe(true);
    expect(await deps.sessions.openOneOf({ id: '1', ...nobodys }, 2)).toBe(true); // the one, and no older
    expect(await deps.sessions.openOneOf({ id: '2', ...nobodys }, 2)).toBe(false);
  });
});

it('A wrong password, an unknown e-mail, none set and an account that waits cost one check and 300 ms each', async () => {
  for (const who of [ana.email, 'ninguem@cliente.com.br'])
    await Promise.all(Array.from({ length: 4 }, () => attempt(who, 'errada', '10.0.0.1')));
  const tries = [
    [ana.email, 'errada'],
    ['ninguem@cliente.com.br', 'errada'],
    [bia.email, 'errada'],
    [ana.email, PASSWORD], // waits
    ['ninguem@cliente.com.br', 'errada'], // waits
  ] as const;
  for (const [who, password] of tries) {
    const before = checks;
    const startedMs = performance.now();
    expect(await attempt(who, password, '10.0.0.2')).toEqual({ refused: 'Wrong' });
    expect(checks - before).toBe(1);
    expect(performance.now() - startedMs).toBeGreaterThan(298);
  }
});

it('A check costs as much processor time where there is no password', async () => {
  /** The least of five: what else the process does in the meantime only adds. */
  const costOf = async (stored: string | null): Promise<number> => {
    const costs: number[] = [];
    while (costs.length < 5) {
      const before = process.cpuUsage();
      expect(await passwords.verify('errada', stored)).toBe(false);
      const { user, system } = process.cpuUsage(before);
      costs.push(user + system);
    }
    return Math.min(...costs);
  };
  expect(await costOf(null)).toBeGreaterThan((await costOf(await hashed)) / 2);
});

describe('The attempts of an address', () => {
  const refusals = async (addresses: readonly string[]): Promise<number> => {
    const outcomes = await Promise.all(addresses.map((address, at) => attempt(`n${at}@x.com`, 'x', address)));
    return outcomes.filter((outcome) => 'refused' in outcome && outcome.refused === 'TooMany').length;
  };

  it('are those of its /64 where it is one of IPv6', async () => {
    // They count whatever a check costs.
    deps = { ...deps, passwords: { ...deps.passwords, verify: async () => false } };
    const inOne = Array.from({ length: 33 }, (_, at) => `2001:db8:0:7:${at.toString(16)}::${at.toString(16)}`);
    expect(await refusals(inOne)).toBe(3);
    expect(await refusals(['2001:db8:0:8::1', '10.0.0.1'])).toBe(0);
  });
});

describe('More attempts at once than wait for a check', () => {
  it('are refused at once, and do not count as failures of the account', async () => {
    const places = Array.from({ length: 22 }, (_, at) => attempt(ana.email, PASSWORD, `10.0.1.${at}`));
    const more = Array.from({ length: 20 }, () => attempt(ana.email, PASSWORD, '10.0.0.1'));
    for (const outcome of await Promise.all(more)) expect(outcome).toEqual({ refused: 'Busy' });
    await Promise.all(places);
    expect(await attempt(ana.email, PASSWORD, '10.0.0.1')).toEqual({ person: ana });
  });
});
