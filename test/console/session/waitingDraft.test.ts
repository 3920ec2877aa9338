// Forms that wait while their people sign in at the provider: how many, and how long.
import { afterEach, beforeEach, describe, expect, it } from '#jest';
import type { CallContext } from '../../../src/api/call.js';
import type { SessionStore } from '../../../src/commands/people/peopleStore.js';
import { keepDraft, takeDraft } from '../../../src/console/session/draft.js';
import { openSessions } from '../../../src/app/stores.js';
import { removeDir, temporaryDir } from '../../support/service.js';

const DRAFT = JSON.stringify({ page: '/console', action: '/console/tema', fields: {}, several: {} });

let folder: string;
let nowMs: number;
let sessions: SessionStore;

beforeEach(async () => {
  folder = await temporaryDir();
  nowMs = 1_780_000_000_000;
  sessions = openSessions({ dataDir: folder }, null);
});
afterEach(async () => {
  await sessions.close();
  await removeDir(folder);
});

const deps = () => ({ sessions, clock: { now: () => new Date(nowMs), monotonicMs: () => nowMs } });
const browser = (cookie = ''): Readonly<{ context: CallContext; cookie(): string }> => {
  const set: string[] = [];
  const [kept, secret] = cookie.split('=');
  const context = {
    cookies: { get: (name: string) => (name === kept ? secret : undefined) },
    append: (_name: string, value: string) => set.push(value),
  };
  return { context: context as unknown as CallContext, cookie: () => set[0]?.split(';')[0] ?? '' };
};

describe('A form that waits', () => {
  it('is one of at most 1,000, and goes after 10 minutes to make room for others', async () => {
    const first = browser();
    expect(await keepDraft(first.context, deps(), DRAFT)).toBe(true);
    for (let more = 1; more < 1_000; more++) expect(await keepDraft(browser().context, deps(), DRAFT)).toBe(true);
    const refused = browser();
    expect([await keepDraft(refused.context, deps(), DRAFT), refused.cookie()]).toEqual([false, '']);
    expect(await takeDraft(browser(first.cookie()).context, deps(), '/console')).toBe(DRAFT);
    nowMs += 600_001;
    expect(await keepDraft(browser().context, deps(), DRAFT)).toBe(true);
    expect(await sessions.openOneOf(waiting(), 2)).toBe(true); // the one, and no older
    expect(await sessions.openOneOf(waiting(), 2)).toBe(false);
  });
});

let ids = 0;
function waiting() {
  const times = { startedAtMs: nowMs, seenAtMs: nowMs, endsAtMs: nowMs + 1 };
  return { id: String(ids++), personId: '', clientId: 0, csrfToken: '', roles: null, ...times, draft: null };
}
