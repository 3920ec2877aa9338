import { afterEach, beforeEach, expect, it } from '#jest';
import {
  copyCredentials,
  type Credential,
  type CredentialStore,
  type Invitation,
  type SignInRecord,
} from '../../src/commands/people/peopleStore.js';
import { openPeople, type PeopleStores } from '../../src/app/stores.js';
import { recordSignIn } from '../../src/commands/people/access.js';
import { onBothStores } from './support/bothStores.js';

const NOW = 1_780_000_000_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const invitation = (id: string, personId = 'ana'): Invitation => ({
  id,
  personId,
  clientId: 1,
  kind: 'INVITE',
  expiresAtMs: NOW + 1,
});
const record = (atMs: number, personId = 'ana', clientId = 1): SignInRecord => ({
  atMs,
  personId,
  clientId,
  act: 'SIGNED_IN',
  address: '10.0.0.1',
});
const account = { issuer: 'https://entrada.exemplo.com.br', subject: 'ana-1' };

async function allOf<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

onBothStores('Credentials contract', (places) => {
  let opened: readonly Pick<PeopleStores, 'people'>[];
  let credentials: CredentialStore;
  let other: CredentialStore;
  let another: CredentialStore;

  beforeEach(async () => {
    const stores = [
      openPeople(...places.here()),
      openPeople(...places.here()),
      openPeople(...(await places.another())),
    ] as const;
    opened = stores;
    [credentials, other, another] = [stores[0].credentials, stores[1].credentials, stores[2].credentials];
  });
  afterEach(async () => {
    await Promise.all(opened.map(({ people }) => people.close()));
  });

  it('sets a password by an invitation, which is then used up', async () => {
    await credentials.invite(invitation('i'));
    expect(await other.invitation('i')).toEqual(invitation('i'));
    expect(await other.accept('i', NOW, { passwordHash: 'h1' })).toEqual(invitation('i'));
    expect(await credentials.passwordOf('ana')).toBe('h1');
    expect(await credentials.accept('i', NOW, { passwordHash: 'h2' })).toBeNull();
    expect([await credentials.invitation('i'), await credentials.passwordOf('ana')]).toEqual([null, 'h1']);
    expect(await credentials.passwordOf('bia')).toBeNull();
  });

  it('lets one of twenty uses at once through', async () => {
    await credentials.invite(invitation('i'));
    const race = Array.from({ length: 20 }, (_, at) =>
      (at % 2 ? credentials : other).accept('i', NOW, { passwordHash: `h${at}` }),
    );
    expect((await Promise.all(race)).filter((used) => used !== null)).toHaveLength(1);
  });

  it('finds an expired invitation, and accepts it no more', async () => {
    await credentials.invite(invitation('i'));
    expect(await credentials.accept('i', NOW + 1, { passwordHash: 'h' })).toBeNull();
    expect(await credentials.invitation('i')).toEqual(invitation('i'));
  });

  it('replaces the invitations of a person by the next', async () => {
    for (const id of ['i', 'j']) await credentials.invite(invitation(id));
    await credentials.invite(invitation('k', 'bia'));
    expect([await other.invitation('i'), await other.invitation('j'), await other.invitation('k')]).toEqual([
      null,
      invitation('j'),
      invitation('k', 'bia'),
    ]);
  });

  it('binds an account of a provider by its issuer and subject together', async () => {
    await credentials.invite(invitation('i'));
    await credentials.accept('i', NOW, account);
    expect(await other.personOfAccount(account)).toBe('ana');
    expect(await other.personOfAccount({ ...account, issuer: 'https://outro' })).toBeNull();
    expect(await other.personOfAccount({ ...account, subject: 'ana-2' })).toBeNull();
    expect(await other.passwordOf('ana')).toBeNull();
  });

  it('finds whose calendar a secret is of, until another one or none takes its place', async () => {
    const ana = { personId: 'ana', clientId: 1 };
    await credentials.setCalendar(ana, 'a');
    await credentials.setCalendar({ personId: 'bia', clientId: 2 }, 'b');
    expect([await other.personOfCalendar('a'), await other.hasCalendar('ana')]).toEqual([ana, true]);
    await credentials.setCalendar(ana, 'c');
    expect([await other.personOfCalendar('a'), await other.personOfCalendar('c')]).toEqual([null, ana]);
    await credentials.setCalendar(ana, null);
    await credentials.erase('bia');
    expect([await other.personOfCalendar('c'), await other.hasCalendar('ana')]).toEqual([null, false]);
    expect(await other.personOfCalendar('b')).toBeNull();
  });

  it('lists records of a client, newest first, and forgets them after 190 days', async () => {
    await credentials.record(record(NOW - 2));
    await credentials.record(record(NOW - 1, 'bia', 2));
    await credentials.record({ ...record(NOW, 'bia'), act: 'FAILED', address: null });
    expect(await other.records(1, 10)).toEqual([
      { ...record(NOW, 'bia'), act: 'FAILED', address: null },
      record(NOW - 2),
    ]);
    expect(await other.records(1, 1)).toHaveLength(1);
    for (const monotonicMs of [0, HOUR_MS])
      await credentials.forgetOldRecords({ wallMs: NOW + 190 * DAY_MS - HOUR_MS + monotonicMs, monotonicMs });
    expect((await other.records(1, 10)).map(({ atMs }) => atMs)).toEqual([NOW]);
  });

  it('forgets a record after 190 days, and none for a clock that is a year ahead for a while', async () => {
    let [wallMs, monotonicMs] = [NOW, 0];
    const clock = { now: () => new Date(wallMs), monotonicMs: () => monotonicMs };
    const signsInAfter = async (ms: number, setMs = 0) => {
      [wallMs, monotonicMs] = [wallMs + ms + setMs, monotonicMs + ms];
      await recordSignIn({ credentials, clock }, invitation('i'), 'SIGNED_IN', null);
      return (await other.records(1, 10)).length;
    };
    const counts: number[] = [];
    for (const setMs of [0, 365 * DAY_MS, -365 * DAY_MS]) counts.push(await signsInAfter(HOUR_MS, setMs));
    counts.push(await signsInAfter(189 * DAY_MS), await signsInAfter(2 * DAY_MS));
    expect(counts).toEqual([1, 2, 3, 4, 3]); // the one a year ahead stays
  });

  it('erases all of a person and nothing of another, also twice', async () => {
    for (const personId of ['ana', 'bia']) {
      await credentials.invite(invitation(`of ${personId}`, personId));
      await credentials.add({
        personId,
        passwordHash: `h ${personId}`,
        accounts: [{ ...account, subject: personId }],
      });
      await credentials.record(record(NOW, personId));
    }
    await credentials.erase('ana');
    await credentials.erase('ana');
    const left: Credential = {
      personId: 'bia',
      passwordHash: 'h bia',
      accounts: [{ ...account, subject: 'bia' }],
    };
    expect(await allOf(other.all())).toEqual([left]);
    expect(await other.invitation('of ana')).toBeNull();
    expect(await other.personOfAccount({ ...account, subject: 'ana' })).toBeNull();
    expect(await other.records(1, 10)).toEqual([record(NOW, 'bia')]);
  });

  it('is copied into another store without the erased, and keeps what is there', async () => {
    await credentials.add({ personId: 'ana', passwordHash: 'h1', accounts: [account] });
    await credentials.add({ personId: 'bia', passwordHash: 'h2', accounts: [] });
    await credentials.add({ personId: 'caio', passwordHash: null, accounts: [{ ...account, subject: 'c' }] });
    await credentials.record(record(NOW));
    await credentials.record(record(NOW, 'bia'));
    await another.add({ personId: 'ana', passwordHash: 'newer', accounts: [] });
    await copyCredentials(credentials, another, new Set(['bia']));
    expect(await allOf(another.all())).toEqual([
      { personId: 'ana', passwordHash: 'newer', accounts: [account] },
      { personId: 'caio', passwordHash: null, accounts: [{ ...account, subject: 'c' }] },
    ]);
    expect(await allOf(another.allRecords())).toEqual([record(NOW)]);
  });
});
