import { afterEach, beforeEach, expect, it } from '#jest';
import type { Session, SessionStore } from '../../src/commands/people/peopleStore.js';
import { openSessions } from '../../src/app/stores.js';
import { onBothStores } from './support/bothStores.js';

const NOW = 1_780_000_000_000;
const HOUR_MS = 3_600_000;
const session = (id: string, changes: Partial<Session> = {}): Session => ({
  id,
  personId: 'ana',
  clientId: 1,
  csrfToken: `token of ${id}`,
  roles: '[]',
  draft: null,
  startedAtMs: NOW,
  seenAtMs: NOW,
  endsAtMs: NOW + 8 * HOUR_MS,
  ...changes,
});

onBothStores('Sessions contract', (places) => {
  let sessions: SessionStore;
  let other: SessionStore;

  beforeEach(() => {
    [sessions, other] = [openSessions(...places.here()), openSessions(...places.here())];
  });
  afterEach(async () => {
    await sessions.close();
    await other.close();
  });

  it('finds a session in another process, with everything it was opened with', async () => {
    const one = session('a', { roles: null, draft: '{"page":"/console"}' });
    await sessions.open(one);
    expect(await other.find('a')).toEqual(one);
    expect(await other.find('b')).toBeNull();
  });

  it('opens no more sessions of one person than are asked for, and again once some are deleted', async () => {
    const ofNobody = (id: string) => session(id, { personId: '', endsAtMs: NOW + 1 });
    await sessions.open(session('a'));
    expect(await sessions.openOneOf(ofNobody('b'), 2)).toBe(true);
    expect(await other.openOneOf(ofNobody('c'), 2)).toBe(true);
    expect(await sessions.openOneOf(ofNobody('d'), 2)).toBe(false);
    expect([(await other.find('c'))?.id, await other.find('d')]).toEqual(['c', null]);
    await other.purge({ endsAtMs: NOW + 2, seenAtMs: 0, triedAtMs: 0, futureMs: NOW + 9 });
    expect(await sessions.openOneOf(ofNobody('d'), 2)).toBe(true);
    expect((await sessions.find('a'))?.id).toBe('a');
  });

  it('changes the last use, the end and the draft, and nothing of an unknown session', async () => {
    await sessions.open(session('a'));
    await other.change('a', { seenAtMs: NOW + 1, endsAtMs: NOW + 2, draft: 'x' });
    expect(await sessions.find('a')).toEqual(session('a', { seenAtMs: NOW + 1, endsAtMs: NOW + 2, draft: 'x' }));
    await sessions.change('a', { draft: null });
    await sessions.change('b', { draft: 'x' });
    await sessions.change('a', {});
    expect((await other.find('a'))?.draft).toBeNull();
    expect(await other.find('b')).toBeNull();
  });

  it('ends one session, or all of a person, also twice', async () => {
    for (const id of ['a', 'b', 'c']) await sessions.open(session(id));
    await sessions.open(session('d', { personId: 'bia' }));
    await other.end('a');
    await other.end('a');
    expect(await sessions.find('a')).toBeNull();
    expect(await other.endAllOf('ana')).toBe(2);
    expect(await other.endAllOf('ana')).toBe(0);
    expect([await sessions.find('b'), (await sessions.find('d'))?.id]).toEqual([null, 'd']);
  });

  it('deletes sessions that ended, were left, or are of a later time, and old attempts, but none at the bound', async () => {
    await sessions.open(session('ended', { endsAtMs: NOW - 1 }));
    await sessions.open(session('left', { seenAtMs: NOW - 1 }));
    await sessions.open(session('ahead', { seenAtMs: NOW + 2 }));
    await sessions.open(session('kept', { endsAtMs: NOW, seenAtMs: NOW }));
    await sessions.open(session('kept too', { seenAtMs: NOW + 1 }));
    for (let failed = 0; failed < 5; failed++) await sessions.attempt('x', NOW);
    const before = { endsAtMs: NOW, seenAtMs: NOW, triedAtMs: NOW, futureMs: NOW + 1 };
    await sessions.purge(before);
    const left = ['ended', 'left', 'ahead', 'kept', 'kept too'].map(async (id) => (await other.find(id))?.id);
    expect(await Promise.all(left)).toEqual([undefined, undefined, undefined, 'kept', 'kept too']);
    expect(await sessions.attempt('x', NOW)).toBe(false);
    await sessions.purge({ ...before, triedAtMs: NOW + 1 });
    expect(await sessions.attempt('x', NOW)).toBe(true);
  });

  it('lets five attempts fail at once, then each after double the delay, up to 15 minutes', async () => {
    let at = NOW;
    for (let failed = 0; failed < 5; failed++)
      expect(await (failed % 2 ? sessions : other).attempt('x', at)).toBe(true);
    for (const seconds of [30, 60, 120, 240, 480, 900, 900]) {
      expect(await sessions.attempt('x', at + seconds * 1_000 - 1)).toBe(false);
      at += seconds * 1_000;
      expect(await other.attempt('x', at)).toBe(true);
    }
    expect(await sessions.attempt('y', NOW)).toBe(true);
  });

  it('lets an account that failed before the clock was set back wait from now, not until then', async () => {
    for (let failed = 0; failed < 5; failed++) await sessions.attempt('x', NOW + 24 * HOUR_MS);
    expect([await sessions.attempt('x', NOW), await other.attempt('x', NOW + 29_999)]).toEqual([false, false]);
    expect(await other.attempt('x', NOW + 30_000)).toBe(true);
  });

  it('begins anew after a success', async () => {
    for (let failed = 0; failed < 5; failed++) await sessions.attempt('x', NOW);
    await other.noteSuccess('x');
    expect(await sessions.attempt('x', NOW)).toBe(true);
  });

  it('lets no more than five of twenty attempts at once through', async () => {
    const race = Array.from({ length: 20 }, (_, at) => (at % 2 ? sessions : other).attempt('x', NOW));
    expect((await Promise.all(race)).filter((isTried) => isTried)).toHaveLength(5);
  });

  it('counts by minute, in all processes together', async () => {
    const minute = Math.ceil(NOW / 60_000) * 60_000;
    const counts = await Promise.all([sessions.count('a', minute), other.count('a', minute + 59_999)]);
    expect(Math.max(...counts)).toBe(2);
    expect(await sessions.count('a', minute + 60_000)).toBe(1);
    expect(await sessions.count('b', minute)).toBe(1);
  });
});
