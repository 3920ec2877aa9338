import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { Deadline } from '../../../src/commands/kernel/context.js';
import { hashSecret, issueKey, revokeKey, rotateKey } from '../../../src/commands/keys/apiKeys.js';
import type { Environment } from '../../../src/domain/deployment.js';
import { asOperator, openCommandDeps, type CommandDeps } from '../support/commandDeps.js';
import { recordedAll } from '../../support/given.js';
import { temporaryDir } from '../../support/service.js';
import { readAll } from '../../support/logEvents.js';

let folder: string;
let deps: CommandDeps;

beforeEach(async () => {
  folder = await temporaryDir();
  deps = await openCommandDeps(folder);
  const [registered] = recordedAll([{ type: 'ClientRegistered', data: { clientId: 4, ref: 'acme' } }], 'clients');
  if (registered) await deps.log.append([{ stream: 'clients', events: [registered], expectedRevision: -1 }]);
});
afterEach(() => deps.close());

const command = { clientRef: 'acme', name: ' ERP ', scopes: ['companies:read', 'trial_balances:write'] } as const;
const issue = (environment: Environment = 'staging') => issueKey({ ...deps, environment }, command, asOperator);

describe('Issuing a key', () => {
  it('shows a secret of its environment once, and stores nothing of it but its SHA-256', async () => {
    const test = await issue();
    const live = await issue('production');
    expect(test).toMatchObject({ keyId: 1, name: 'ERP', clientRef: 'acme', scopes: command.scopes });
    expect(test.secret).toMatch(/^service_test_[0-9A-Za-z]{43}$/);
    expect(live.secret).toMatch(/^service_live_[0-9A-Za-z]{43}$/);
    const events = await readAll(deps.log, 'apiKeys');
    expect(events.map(({ type, data }) => ({ type, data }))).toEqual([
      {
        type: 'ApiKeyIssued',
        data: {
          keyId: 1,
          clientId: 4,
          name: 'ERP',
          environment: 'staging',
          scopes: command.scopes,
          secretHash: hashSecret(test.secret),
        },
      },
      { type: 'ApiKeyIssued', data: expect.objectContaining({ keyId: 2, secretHash: hashSecret(live.secret) }) },
    ]);
    expect(JSON.stringify(events)).not.toContain(test.secret.slice('service_test_'.length));
    await deps.registers.refresh();
    expect(deps.registers.registers.keyByHash(hashSecret(test.secret))).toMatchObject({
      keyId: 1,
      revokedAt: null,
    });
  });

  it('issues another key each time, also concurrently', async () => {
    // On a busy machine twenty at once take longer than the time of one command.
    const context = () => ({ ...asOperator, deadline: new Deadline(deps.clock, 120_000) });
    const keys = await Promise.all(
      Array.from({ length: 20 }, () => issueKey({ ...deps, environment: 'staging' }, command, context())),
    );
    expect(new Set(keys.map(({ secret }) => secret)).size).toBe(20);
    expect(keys.map(({ keyId }) => keyId).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, n) => n + 1),
    );
    expect(await readAll(deps.log, 'apiKeys')).toHaveLength(20);
  });

  it('is refused for an unknown client, without scopes, and with an invalid name', async () => {
    const refusal = (wrong: object) => issueKey(deps, { ...command, ...wrong }, asOperator);
    await expect(refusal({ clientRef: 'nada' })).rejects.toMatchObject({
      problem: { is: 'ClientNotFound', ref: 'nada' },
    });
    await expect(refusal({ scopes: [], name: 'a\nb' })).rejects.toMatchObject({
      problem: { messages: [expect.stringContaining('nome'), expect.stringContaining('escopo')] },
    });
    await expect(refusal({ name: 'x'.repeat(101) })).rejects.toMatchObject({
      problem: { is: 'ParameterInvalid' },
    });
    expect(await readAll(deps.log, 'apiKeys')).toEqual([]);
  });
});

describe('Rotating a key', () => {
  it('shows another secret, with which the old one is accepted for the overlap and not longer', async () => {
    const old = await issue();
    const rotated = await rotateKey({ ...deps, environment: 'staging' }, '1', 3_600_000, asOperator);
    expect(rotated).toMatchObject({ newKeyId: 2, expiresAt: '2026-09-10T13:00:00.000Z' });
    expect(rotated.secret).toMatch(/^service_test_[0-9A-Za-z]{43}$/);
    const { registers } = deps.registers;
    expect(registers.keyByHash(hashSecret(rotated.secret))).toMatchObject({ name: 'ERP', scopes: command.scopes });
    expect(registers.keyByHash(hashSecret(old.secret))).toMatchObject({ expiresAt: rotated.expiresAt });
  });

  it('is refused a second time, naming the key that took its place', async () => {
    await issue();
    await rotateKey({ ...deps, environment: 'staging' }, '1', 0, asOperator);
    await expect(rotateKey({ ...deps, environment: 'staging' }, '1', 0, asOperator)).rejects.toMatchObject({
      problem: { is: 'KeyEnded', keyId: 1, newKeyId: 2 },
    });
  });
});

describe('Revoking a key', () => {
  it('is one event, however often it is asked for', async () => {
    const { keyId } = await issue();
    const first = await revokeKey(deps, String(keyId), asOperator);
    expect(first.position).not.toBeNull();
    expect(await revokeKey(deps, '01', asOperator)).toEqual({ position: null });
    expect((await readAll(deps.log, 'apiKeys')).map(({ type }) => type)).toEqual([
      'ApiKeyIssued',
      'ApiKeyRevoked',
    ]);
    await deps.registers.refresh();
    expect(deps.registers.registers.keyById(keyId)?.revokedAt).toBe('2026-09-10T12:00:00.000Z');
  });

  it.each(['9', 'abc', '', '-1', '1e3', '9'.repeat(30)])('%j that does not exist is refused', async (keyId) => {
    await issue();
    await expect(revokeKey(deps, keyId, asOperator)).rejects.toMatchObject({
      problem: { is: 'KeyNotFound', keyId },
    });
  });
});
