// How long a session lasts, and when it gets a new secret; how many forms wait while their people sign in at the provider, and how
// long: on the store, with a clock that the test sets.
import { afterEach, beforeEach, describe, expect, it } from '#jest';
import type { CallContext } from '../../../src/api/call.js';
import type { SessionStore } from '../../../src/commands/people/peopleStore.js';
import { keepDraft, takeDraft } from '../../../src/console/session/draft.js';
import type { RoleGrant } from '../../../src/domain/clients/roles.js';
import { beginSession, sessionOf } from '../../../src/console/session/sessions.js';
import { openPeople, openSessions } from '../../../src/app/stores.js';
import { noWorkflowSettings } from '../../../src/domain/clients/workflowSettings.js';
import { removeDir, temporaryDir } from '../../support/service.js';

const MINUTE_MS = 60_000;
const ana = { personId: 'ana', clientId: 1, email: 'ana@cliente.com.br', name: 'Ana' };

let folder: string;
let nowMs: number;
let users: Map<string, readonly RoleGrant[]>;
let deps: Parameters<typeof sessionOf>[1] & Readonly<{ sessions: SessionStore }>;
let closing: () => Promise<void>;

beforeEach(async () => {
  folder = await temporaryDir();
  nowMs = 1_780_000_000_000;
  users = new Map([['ana', [{ role: 'PREPARER', companyIds: null }]]]);
  const { people } = openPeople({ dataDir: folder }, null);
  const store = openSessions({ dataDir: folder }, null);
  await people.add([ana]);
  const registers = { workflowOf: () => ({ ...noWorkflowSettings(), users }) };
  const clock = { now: () => new Date(nowMs), monotonicMs: () => nowMs };
  deps = { sessions: store, people, registers, clock };
  closing = async () => {
    await people.close();
    await store.close();
  };
});
afterEach(async () => {
  await closing();
  await removeDir(folder);
});

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
    expect([before?.access.roles, after?.access.roles]).toEqual([['PREPARER'], ['AUDITOR']]);
    expect([after?.csrfToken, after?.sessionId === before?.sessionId]).toEqual([before?.csrfToken, false]);
    const renewed = given() ?? '';
    expect(renewed).not.toBe(cookie);
    const late = request(cookie);
    expect((await sessionOf(late.context, deps))?.access.roles).toEqual(['AUDITOR']);
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
    for (let more = 1; more < 1_000; more++) await isKept();
    const refused = request();
    expect([await isKept(refused), refused.given()]).toEqual([false, null]);
    const back = request(first.given() ?? '');
    expect(await takeDraft(back.context, deps, '/console')).toBe(DRAFT);
    nowMs += 600_001;
    expect(await isKept()).toBe(true);
    const times = { startedAtMs: nowMs, seenAtMs: nowMs, endsAtMs: nowMs + 1 };
    const nobodys = { personId: '', clientId: 0, csrfToken: '', roles: null, ...times, draft: null };
    expect(await deps.sessions.openOneOf({ id: '1', ...nobodys }, 2)).toBe(true); // the one, and no older
    expect(await deps.sessions.openOneOf({ id: '2', ...nobodys }, 2)).toBe(false);
  });
});
