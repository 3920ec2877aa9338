// From facts to deliveries: who gets what as of when, each once, and never again by accident.
import { describe, expect, it } from '#jest';
import { systemClock } from '../../../src/commands/kernel/context.js';
import { randomUUID } from 'node:crypto';
import { partsAppends, partsHash } from '../../../src/commands/kernel/parts.js';
import type { Competence } from '../../../src/domain/kernel/competence.js';
import { EventUnreadable } from '../../../src/domain/kernel/log.js';
import type {
  ReconciliationsMoved,
  ReleasedItem,
  TrialBalanceReleased,
} from '../../../src/domain/reconciliation/events.js';
import type { ReconciliationStatus } from '../../../src/domain/reconciliation/states.js';
import { encodeReleased } from '../../../src/domain/reconciliation/parts.js';
import { until } from '../../support/until.js';
import { fannedOut, fanOutOnce, useHarness, type Harness, type ProcessOptions } from '../support/harness.js';

const NOWHERE = 'http://127.0.0.1:9/eventos';
const OPERATOR = { kind: 'operator', id: 'operator', name: 'Operador' } as const;

describe('The fan-out', () => {
  const harness = useHarness();

  const run = (options?: ProcessOptions) => fanOutOnce(harness, options);
  /** As if nothing had been noted since the start. */
  const forget = async () => {
    const stored = await harness.queue.fanOutCheckpoint();
    if (stored !== null) await harness.queue.beginFanOut({ ...stored, position: 0 });
  };

  it('makes one delivery per subscribed webhook of the client, from its registration on', async () => {
    await harness.imported(1);
    const first = await harness.register(1, NOWHERE, ['import.completed']);
    const second = await harness.register(1, NOWHERE, ['import.failed', 'import.completed']);
    await harness.register(1, NOWHERE, ['import.failed']);
    await harness.register(2, NOWHERE, ['import.completed']);
    await harness.imported(1);
    await run();
    const rows = await harness.rows(1);
    expect(rows.map(({ webhookId }) => webhookId).sort()).toEqual([first.webhookId, second.webhookId].sort());
    expect(new Set(rows.map(({ eventId }) => eventId)).size).toBe(1);
    expect(new Set(rows.map(({ deliveryId }) => deliveryId)).size).toBe(2);
    expect(await harness.rows(2)).toEqual([]);
  });

  it('uses the subscriptions at the time of each event, not the present ones', async () => {
    const { webhookId } = await harness.register(1, NOWHERE, ['import.completed']);
    await harness.imported(1);
    const changed = { webhookId, clientId: 1, url: NOWHERE, events: ['import.failed'] } as const;
    await harness.webhookFact(1, { type: 'WebhookChanged', data: changed });
    await harness.imported(1);
    await harness.refused(1);
    await run();
    expect((await harness.rows(1)).map(({ type }) => type).sort()).toEqual(['import.completed', 'import.failed']);
  });

  it('schedules a delivery once when it runs twice, or in two processes', async () => {
    await harness.register(1, NOWHERE, ['import.completed', 'import.failed']);
    for (let at = 0; at < 20; at++) await harness.imported(1);
    await harness.refused(1);
    await run();
    const before = await harness.rows(1);
    expect(before).toHaveLength(21);
    await forget();
    await Promise.all([run(), run({ queue: harness.openQueue() })]);
    expect(await harness.rows(1)).toEqual(before);
  });

  it('continues without gap or repetition when interrupted between the rows and the checkpoint', async () => {
    await harness.register(1, NOWHERE, ['import.completed']);
    await harness.imported(1);
    let cut = true;
    const failPoints = () => {
      if (cut) throw new Error('cut short');
    };
    const process = harness.start({ only: 'fanOut', failPoints });
    await until(() => process.errors.length > 1, 'cut short');
    await harness.imported(1);
    cut = false;
    await fannedOut(harness, process);
    expect(await harness.statuses(1)).toEqual(['PENDING', 'PENDING']);
  });

  it('skips the events of an inactive webhook, and its open deliveries', async () => {
    const webhook = await harness.register(1, NOWHERE, ['import.completed']);
    await harness.imported(1);
    await harness.change(webhook, 'WebhookDeactivated');
    await harness.imported(1);
    await run();
    expect(await harness.statuses(1)).toEqual(['SKIPPED', 'SKIPPED']);
    await harness.change(webhook, 'WebhookActivated');
    await harness.imported(1);
    await run();
    expect(await harness.statuses(1)).toEqual(['PENDING', 'SKIPPED', 'SKIPPED']);
    await forget(); // the deactivation, met again, leaves alone what came after it
    await run();
    expect(await harness.statuses(1)).toEqual(['PENDING', 'SKIPPED', 'SKIPPED']);
  });

  it('cancels the open deliveries of a removed webhook, and makes no more', async () => {
    const webhook = await harness.register(1, NOWHERE, ['import.completed']);
    await harness.imported(1);
    await harness.change(webhook, 'WebhookRemoved');
    await harness.imported(1);
    await run();
    expect(await harness.statuses(1)).toEqual(['CANCELLED']);
  });

  it('makes one event for each of 6,000 reconciliations of a release, from its parts', async () => {
    await harness.register(1, NOWHERE, ['reconciliation.created']);
    await released(harness, 6_000);
    await run();
    const rows = await harness.rows(1);
    expect(rows).toHaveLength(6_000);
    expect(new Set(rows.map(({ eventId }) => eventId)).size).toBe(6_000);
    const [claimed] = await harness.queue.claim(Date.now(), [{ webhookId: rows[0]?.webhookId ?? '', count: 1 }]);
    const { data } = JSON.parse(claimed?.body?.toString() ?? '{}') as { data: Record<string, unknown> };
    expect(data).toEqual({
      reconciliationId: expect.stringMatching(
        /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      ),
      accountCode: expect.stringMatching(/^1\.1\.\d+$/),
      accountName: expect.stringMatching(/^Conta \d+$/),
      period: '2026-08',
      status: 'pending',
      bookBalance: 12.34,
      dueAt: '2026-09-09T02:59:59.999Z',
      companyId: 1,
      cnpj: '11222333000181',
      id: 1,
      autoApproval: { applied: false, reason: null },
    });
  });

  it('makes a created and then an approved event, by Sistema, of an automatic approval', async () => {
    await harness.register(1, NOWHERE, ['reconciliation.created', 'reconciliation.approved']);
    await released(harness, 1, { status: 'AUTO_APPROVED' });
    await released(harness, 1, { created: false, status: 'AUTO_APPROVED' });
    await run();
    const rows = await harness.rows(1);
    expect(rows.map(({ type }) => type).sort()).toEqual(['reconciliation.approved', 'reconciliation.created']);
    const claimed = await harness.queue.claim(Date.now(), [{ webhookId: rows[0]?.webhookId ?? '', count: 2 }]);
    const events = claimed.map(({ type, body }) => {
      const { data } = JSON.parse(body?.toString() ?? '{}') as { data: Record<string, unknown> };
      return [type, data['status'], data['approvedBy'] ?? null, data['reconciliationId']] as const;
    });
    const [id] = events.map(([, , , reconciliationId]) => reconciliationId);
    expect(events.toSorted()).toEqual([
      ['reconciliation.approved', 'approved', 'Sistema', id],
      ['reconciliation.created', 'auto_approved', null, id],
    ]);
  });

  it('names the person in approvals and rejections', async () => {
    const { webhookId } = await harness.register(1, NOWHERE, [
      'reconciliation.approved',
      'reconciliation.rejected',
    ]);
    await harness.append('reconciliations-1.2026-08', moved('approve', null), { kind: 'person', id: 'p1' });
    await harness.append('reconciliations-1.2026-08', moved('reject', 'faltou nota'), {
      kind: 'person',
      id: 'p2',
    });
    await harness.append('reconciliations-1.2026-08', moved('submit', null), { kind: 'person', id: 'p3' });
    await run();
    const claimed = await harness.queue.claim(Date.now(), [{ webhookId, count: 10 }]);
    const bodies = claimed.map(({ body }) => JSON.parse(body?.toString() ?? '') as { type: string; data: object });
    const common = {
      reconciliationId: '0a8c5f0e-8d4c-5ae1-8a2f-8ff0d0a1a9b7',
      accountCode: '1.1.01',
      accountName: 'Caixa',
      period: '2026-08',
      companyId: 1,
      cnpj: '11222333000181',
      id: 7,
    };
    const id = expect.any(String) as unknown as string;
    const time = expect.stringMatching(/Z$/) as unknown as string;
    expect(bodies.find(({ type }) => type === 'reconciliation.approved')?.data).toEqual({
      ...common,
      reconciliationId: id,
      status: 'approved',
      approvedBy: 'Pessoa p1',
      approvedAt: time,
    });
    expect(bodies.find(({ type }) => type === 'reconciliation.rejected')?.data).toEqual({
      ...common,
      reconciliationId: id,
      status: 'rejected',
      rejectedBy: 'Pessoa p2',
      rejectedAt: time,
      reason: 'faltou nota',
    });
    expect(bodies).toHaveLength(2);
  });

  it('fails when parts are missing', async () => {
    await harness.register(1, NOWHERE, ['reconciliation.created']);
    await released(harness, 10, { written: false });
    const process = harness.start({ only: 'fanOut' });
    await until(() => process.state().phase === 'failed', 'failed');
    expect(process.errors[0]).toBeInstanceOf(EventUnreadable);
  });
});

async function released(
  { log, append }: Harness,
  count: number,
  made: Readonly<{ created?: boolean; written?: boolean; status?: ReconciliationStatus }> = {},
) {
  const { created = true, written = true, status = 'PENDING' } = made;
  const amounts = { bookBalanceCents: 1_234, bookBalanceDebitCents: 1_234 };
  const items = Array.from({ length: count }, (_, at): ReleasedItem => ({
    reconciliationId: at + 1,
    accountId: at + 1,
    accountCode: `1.1.${at}`,
    accountName: `Conta ${at}`,
    created,
    department: '',
    sector: '',
    ...amounts,
    status,
    ownerId: null,
  }));
  const parts = encodeReleased(items);
  const stream = `released-1-${randomUUID()}`;
  const context = { actor: OPERATOR, requestId: null };
  if (written) await log.append(partsAppends(systemClock, context, stream, 'ReconciliationsListed', parts));
  const dueAt = '2026-09-09T02:59:59.999Z';
  const data: TrialBalanceReleased['data'] = {
    trialBalanceId: 1,
    companyId: 1,
    clientId: 1,
    competence: '2026-08' as Competence,
    version: 1,
    chartId: 5,
    convention: 'A',
    linesStream: 'lines-1',
    replaces: null,
    dueAt,
    deadlines: { preparer: dueAt, reviewer: '2026-09-11T02:59:59.999Z', approver: '2026-09-12T02:59:59.999Z' },
    items: { stream, count: parts.length, lines: count, hash: partsHash(parts) },
    created: created ? count : 0,
  };
  await append('reconciliations-1.2026-08', { type: 'TrialBalanceReleased', data }, OPERATOR);
}

function moved(move: ReconciliationsMoved['data']['move'], comment: string | null): ReconciliationsMoved {
  const status = move === 'approve' ? 'APPROVED' : 'REJECTED';
  const items = {
    reconciliationId: [7],
    accountCode: ['1.1.01'],
    accountName: ['Caixa'],
    from: ['IN_APPROVAL' as const],
    status: [status as 'APPROVED'],
    ownerId: [null],
  };
  const due = '2026-09-09T02:59:59.999Z';
  const deadlines = { preparer: due, reviewer: due, approver: due };
  const competence = '2026-08' as Competence;
  return {
    type: 'ReconciliationsMoved',
    data: { companyId: 1, clientId: 1, competence, items, parts: null, move, comment, deadlines },
  };
}
