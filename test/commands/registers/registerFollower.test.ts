import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { issueKey, revokeKey } from '../../../src/commands/keys/apiKeys.js';
import { readChartParts } from '../../../src/commands/registers/charts.js';
import { ensureDeployment } from '../../../src/commands/log/deployment.js';
import { RegisterFollower } from '../../../src/commands/registers/registerFollower.js';
import { LogWentBack, type EventLog } from '../../../src/domain/kernel/log.js';
import { asOperator, openCommandDeps, type CommandDeps } from '../support/commandDeps.js';
import { recordedAll } from '../../support/given.js';
import { methodsOf } from '../../support/logEvents.js';
import { until } from '../../support/until.js';
import { removeDir, temporaryDir } from '../../support/service.js';

let folder: string;
const opened: Readonly<{ close(): Promise<void> }>[] = [];

beforeEach(async () => {
  folder = await temporaryDir();
});
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close();
});

async function open(wrap?: (log: EventLog) => EventLog): Promise<CommandDeps> {
  const deps = await openCommandDeps(folder, wrap ? { wrap } : {});
  opened.push(deps);
  return deps;
}
function follow(log: EventLog, onError: (error: unknown) => void = () => undefined) {
  const follower = new RegisterFollower(log, onError);
  opened.push({ close: () => follower.stop() });
  return follower;
}
async function withClient(): Promise<CommandDeps> {
  const deps = await open();
  const [registered] = recordedAll([{ type: 'ClientRegistered', data: { clientId: 1, ref: 'acme' } }], 'clients');
  if (registered) await deps.log.append([{ stream: 'clients', events: [registered], expectedRevision: -1 }]);
  return deps;
}
const issue = (deps: CommandDeps, name = 'ERP') =>
  issueKey(deps, { clientRef: 'acme', name, scopes: ['companies:read'] }, asOperator);

describe('The registers that follow the log', () => {
  it('are ready once they contain all events stored before the start', async () => {
    const writer = await withClient();
    await issue(writer);
    const other = await open();
    expect(other.registers.registers.keys()).toHaveLength(1);
    expect(other.registers.status()).toMatchObject({ caughtUp: true, failing: false });
  });

  it('contain keys issued and revoked by another process', async () => {
    const writer = await withClient();
    const other = await open();
    const { keyId } = await issue(writer);
    await until(() => other.registers.registers.keyById(keyId) !== null, 'the key');
    await revokeKey(writer, String(keyId), asOperator);
    await until(() => other.registers.registers.keyById(keyId)?.revokedAt !== null, 'the key');
  });

  it('are up to date within a second although the subscription delivers nothing', async () => {
    const writer = await withClient();
    let subscriptions = 0;
    const { log } = await open();
    /** The first subscription, the lasting one, never yields. */
    const other = follow({
      ...methodsOf(log),
      subscribe(position, prefixes, signal) {
        return subscriptions++ === 0 ? silence(signal) : log.subscribe(position, prefixes, signal);
      },
    });
    const { keyId } = await issue(writer);
    await until(() => other.registers.keyById(keyId) !== null, 'the key', 1_500);
  });

  it('are refreshed with everything stored before the call, by one read for concurrent calls', async () => {
    const writer = await withClient();
    let subscriptions = 0;
    const { log } = await open();
    const other = follow({
      ...methodsOf(log),
      subscribe(position, prefixes, signal) {
        subscriptions++;
        return subscriptions === 1 ? silence(signal) : log.subscribe(position, prefixes, signal);
      },
    });
    await other.refresh();
    const { keyId } = await issue(writer);
    const before = subscriptions;
    await Promise.all(Array.from({ length: 100 }, () => other.refresh()));
    expect(other.registers.keyById(keyId)).not.toBeNull();
    expect(subscriptions - before).toBeLessThanOrEqual(2);
  });

  it('serve the last known state while the log is unavailable, report it, and recover', async () => {
    const writer = await withClient();
    const first = await issue(writer, 'antes');
    const { log } = await open();
    let away = false;
    const errors: unknown[] = [];
    const other = follow(
      {
        ...methodsOf(log),
        head: async () => (away ? Promise.reject(new Error('away')) : log.head()),
        subscribe: (position, prefixes, signal) =>
          unlessAway(log.subscribe(position, prefixes, signal), () => away),
      },
      (error) => errors.push(error),
    );
    await other.ready();
    away = true;
    const second = await issue(writer, 'durante');
    await until(() => other.status().failing, 'the failure');
    expect(other.registers.keyById(first.keyId)).not.toBeNull();
    expect(other.registers.keyById(second.keyId)).toBeNull();
    await expect(other.refresh()).rejects.toThrow('away');
    expect(errors.length).toBeGreaterThan(0);
    away = false;
    await until(() => other.registers.keyById(second.keyId) !== null, 'the key');
    expect(other.status().failing).toBe(false);
  });

  it('are not called failing any more once the log answers, although nothing new is in it', async () => {
    const { log } = await withClient();
    let away = false;
    const head = async () => (away ? Promise.reject(new Error('away')) : log.head());
    const other = follow({ ...methodsOf(log), head });
    await other.ready();
    away = true;
    await until(() => other.status().failing, 'the failure');
    away = false;
    await until(() => !other.status().failing, 'the recovery');
  });

  it('applies nothing of a log that lost what it had applied, says so, and serves what it knew', async () => {
    const writer = await withClient();
    const issued = await issue(writer, 'antes');
    const emptied = await temporaryDir();
    const other = await openCommandDeps(emptied);
    let current = writer.log;
    const errors: unknown[] = [];
    const follower = follow(
      {
        ...methodsOf(writer.log),
        read: (...args) => current.read(...args),
        head: () => current.head(),
        subscribe: (position, prefixes, signal) =>
          unlessAway(current.subscribe(position, prefixes, signal), () => current === other.log),
      },
      (error) => errors.push(error),
    );
    await follower.ready();
    current = other.log;
    const [registered] = recordedAll(
      [{ type: 'ClientRegistered', data: { clientId: 7, ref: 'outro' } }],
      'clients',
    );
    if (registered) await other.log.append([{ stream: 'clients', events: [registered], expectedRevision: -1 }]);
    await expect(follower.refresh()).rejects.toThrow(LogWentBack);
    await until(() => errors.some((error) => error instanceof LogWentBack), 'the report');
    expect(follower.registers.keyById(issued.keyId)).not.toBeNull();
    expect(follower.registers.clientByRef('outro')).toBeNull();
    await follower.stop();
    await other.close();
    await removeDir(emptied);
  });

  it('are known not to be those of another log that is as long, by its deployment', async () => {
    const deployed = async () => {
      const ownFolder = await temporaryDir();
      const deps = await openCommandDeps(ownFolder);
      await ensureDeployment(deps.log, deps.clock, { environment: 'staging', secretsKeyFingerprint: 'f' });
      opened.push({ close: () => deps.close().then(() => removeDir(ownFolder)) });
      return deps.log;
    };
    const log = await deployed();
    const another = await deployed();
    expect(await another.head()).toBe(await log.head());
    let current = log;
    const errors: unknown[] = [];
    const reads = new Set<EventLog>();
    const other = follow(
      {
        ...methodsOf(log),
        read: (...args) => {
          reads.add(current);
          return current.read(...args);
        },
        head: () => current.head(),
      },
      (error) => errors.push(error),
    );
    await other.ready();
    await until(() => reads.has(log), 'the first look');
    await until(() => other.status().position === 1, 'the end of the log');
    current = another;
    await until(() => errors.length > 0, 'the report');
    expect((errors[0] as LogWentBack).lost).toMatchObject({ stream: 'deployment', revision: 0 });
  });

  it('are not read any more once stopped, even if the log was never reached', async () => {
    const { log } = await open();
    const other = new RegisterFollower(
      { ...methodsOf(log), subscribe: (_, __, signal) => silence(signal) },
      () => undefined,
    );
    const ready = other.ready();
    await other.stop();
    await expect(ready).rejects.toThrow('stopped');
  });
});

async function* silence(signal: AbortSignal): AsyncGenerator<never, void> {
  if (signal.aborted) return;
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  yield* [];
}

async function* unlessAway<Batch>(
  batches: AsyncIterable<Batch>,
  away: () => boolean,
): AsyncGenerator<Batch, void> {
  if (away()) throw new Error('away');
  for await (const batch of batches) {
    if (away()) throw new Error('away');
    yield batch;
  }
}

it('The accounts of a chart that the log no longer holds are those of a log that went back', async () => {
  const { log } = await withClient();
  const read = (chartId: number) =>
    readChartParts({ log }, { chartId, parts: [{ version: 1, fromRevision: 0, count: 1 }] });
  await expect(read(5)).rejects.toThrow(LogWentBack);
  const [other] = recordedAll([{ type: 'ChartVersioned', data: { chartId: 6 } }], 'chart-6');
  if (other) await log.append([{ stream: 'chart-6', events: [other], expectedRevision: -1 }]);
  await expect(read(6)).rejects.toThrow(LogWentBack);
});
