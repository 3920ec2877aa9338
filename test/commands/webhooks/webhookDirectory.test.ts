// The webhooks of a client while the log answers nothing, as with a suspended leader (docs/spec/webhooks.md).
import { afterEach, beforeEach, expect, it } from '#jest';
import { createWebhookDirectory } from '../../../src/commands/webhooks/webhookDirectory.js';
import type { WebhookRegistered } from '../../../src/domain/webhooks/events.js';
import { webhooksStream } from '../../../src/domain/webhooks/fold.js';
import { recordedAll } from '../../support/given.js';
import { methodsOf } from '../../support/logEvents.js';
import { temporaryDir } from '../../support/service.js';
import { until } from '../../support/until.js';
import { openCommandDeps, type CommandDeps } from '../support/commandDeps.js';

let folder: string;
let writer: CommandDeps;
let reader: CommandDeps;
/** Resolves at the end of the test, so that everything can be closed. */
let silence: Promise<void> | null;
let endSilence: () => void = () => undefined;

beforeEach(async () => {
  folder = await temporaryDir();
  silence = null;
  writer = await openCommandDeps(folder);
  reader = await openCommandDeps(folder, {
    wrap: (log) => ({
      ...methodsOf(log),
      async *read(...args) {
        await silence;
        yield* log.read(...args);
      },
    }),
  });
});
afterEach(async () => {
  endSilence();
  await reader.close();
  await writer.close();
});

const fallSilent = (): void => void (silence = new Promise((resolve) => (endSilence = resolve)));

const registered: WebhookRegistered = {
  type: 'WebhookRegistered',
  data: {
    webhookId: '018f2c9a-0000-7000-8000-000000000001',
    clientId: 1,
    url: 'https://erp.example.com',
    events: ['import.completed'],
    secret: { iv: '', tag: '', sealed: '' } as never,
    idempotency: { key: 'a', bodyHash: '' },
  },
};

it('are the last known ones, also if nobody asked for them before, for all that ask meanwhile', async () => {
  await writer.log.append([
    { stream: webhooksStream(1), events: recordedAll([registered], webhooksStream(1)), expectedRevision: -1 },
  ]);
  await until(() => reader.registers.registers.webhooksOf(1).webhooks.length === 1, 'the registration');
  fallSilent();
  const { webhooksOf, webhookOf } = createWebhookDirectory(reader.folds, () => false, reader.registers);
  const first = webhooksOf(1);
  await new Promise((resolve) => setTimeout(resolve, 50)); // the read is under way
  const { webhookId } = registered.data;
  expect(await Promise.all([first, webhookOf(1, webhookId), webhooksOf(2)])).toEqual([
    [expect.objectContaining({ webhookId })],
    expect.objectContaining({ webhookId }),
    [],
  ]);
});

it('are unavailable while nothing is known yet', async () => {
  fallSilent();
  const unknown = { ...reader.registers, status: () => ({ position: 0, caughtUp: false, failing: true }) };
  const { webhooksOf } = createWebhookDirectory(reader.folds, () => false, unknown);
  await expect(webhooksOf(1)).rejects.toMatchObject({ problem: { is: 'Unavailable' } });
});
