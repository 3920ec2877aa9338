// What an attempt to sign in costs and when it is refused unseen, on the stores, with a clock that the test sets.
import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { createPasswords, type Passwords } from '../../../src/console/session/passwords.js';
import { signIn, type SignInOutcome } from '../../../src/console/session/signIn.js';
import { noWorkflowSettings } from '../../../src/domain/clients/workflowSettings.js';
import { openPeople, openSessions } from '../../../src/app/stores.js';
import { removeDir, temporaryDir } from '../../support/service.js';

const PASSWORD = 'um cavalo correto e uma bateria';
const ana = { personId: 'ana', clientId: 1, email: 'ana@cliente.com.br', name: 'Ana' };
/** Without a password. */
const bia = { personId: 'bia', clientId: 1, email: 'bia@cliente.com.br', name: 'Bia' };
const NOW = 1_780_000_000_000;

let folder: string;
let passwords: Passwords;
let checks: number;
let attempt: (email: string, password: string, address: string) => Promise<SignInOutcome>;
let closing: () => Promise<void>;

beforeEach(async () => {
  folder = await temporaryDir();
  const { people, credentials } = openPeople({ dataDir: folder }, null);
  const sessions = openSessions({ dataDir: folder }, null);
  await people.add([ana, bia]);
  passwords = createPasswords();
  await credentials.add({ personId: 'ana', passwordHash: await passwords.hash(PASSWORD), accounts: [] });
  checks = 0;
  const counting: Passwords = {
    ...passwords,
    verify(password, hash) {
      checks++;
      return passwords.verify(password, hash);
    },
  };
  const users = new Map([ana, bia].map(({ personId }) => [personId, []]));
  const registers = { workflowOf: () => ({ ...noWorkflowSettings(), users }) };
  const clock = { now: () => new Date(NOW), monotonicMs: () => performance.now() };
  const deps = { people, sessions, credentials, passwords: counting, registers, clock };
  attempt = (email, password, address) => signIn(deps, { email, password, address });
  closing = async () => {
    await people.close();
    await sessions.close();
  };
});
afterEach(async () => {
  await closing();
  await removeDir(folder);
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
    const [before, startedMs] = [checks, performance.now()];
    expect(await attempt(who, password, '10.0.0.2')).toEqual({ refused: 'Wrong' });
    expect(checks - before).toBe(1);
    expect(performance.now() - startedMs).toBeGreaterThan(298);
  }
});

it('A check costs as much processor time where there is no password', async () => {
  const hash = await passwords.hash(PASSWORD);
  /** The least of ten: what else the process does in the meantime only adds. */
  const costOf = async (stored: string | null): Promise<number> => {
    const costs: number[] = [];
    while (costs.length < 10) {
      const before = process.cpuUsage();
      expect(await passwords.verify('errada', stored)).toBe(false);
      const { user, system } = process.cpuUsage(before);
      costs.push(user + system);
    }
    return Math.min(...costs);
  };
  expect(await costOf(null)).toBeGreaterThan((await costOf(hash)) / 2);
});

describe('The attempts of an address', () => {
  const refusals = async (addresses: readonly string[]): Promise<number> => {
    const outcomes = await Promise.all(addresses.map((address, at) => attempt(`n${at}@x.com`, 'x', address)));
    return outcomes.filter((outcome) => 'refused' in outcome && outcome.refused === 'TooMany').length;
  };

  it('are those of its /64 where it is one of IPv6', async () => {
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
