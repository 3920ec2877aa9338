// From facts to deliveries: who gets what as of when, each once, and never again by accident.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { systemClock } from '../../../src/commands/kernel/context.js';
import { randomUUID } from 'node:crypto';
import { partsHash, writeParts } from '../../../src/commands/kernel/parts.js';
import type { Competence } from '../../../src/domain/kernel/competence.js';
import { EventUnreadable } from '../../../src/domain/kernel/log.js';
import type { ReconciliationsMoved, TrialBalanceReleased } from '../../../src/domain/reconciliation/events.js';
import type { ReconciliationStatus } from '../../../src/domain/reconciliation/states.js';
import { encodeReleased, type ReleasedItem } from '../../../src/domain/reconciliation/parts/releasedParts.js';
import { until } from '../../support/until.js';
import { fannedOut, fanOutOnce, openOffice, type Office, type ProcessOptions } from '../support/office.js';

const NOWHERE = 'http://127.0.0.1:9/eventos';
const OPERATOR = { kind: 'operator', id: 'operator', name: 'Operador' } as const;

describe('the fan-out', () => {
  let office: Office;
  beforeEach(async () => {
    office = await openOffice();
  });
  afterEach(() => office.close());

  const run = (options?: ProcessOptions) => fanOutOnce(office, options);
  /** As if nothing had been noted since the start. */
  const forget = async () => {
    const stored = await office.queue.fanOutCheckpoint();
    if (stored !== null) await office.queue.beginFanOut({ ...stored, position: 0 });
  };

  it('makes one delivery per webhook that wants the type, of its own client, from its registration on', async () => {
    await office.imported(1);
    const first = await office.register(1, NOWHERE, ['import.completed']);
    const second = await office.register(1, NOWHERE, ['import.failed', 'import.completed']);
    await office.register(1, NOWHERE, ['import.failed']);
    await office.register(2, NOWHERE, ['import.completed']);
    await office.imported(1);
    await run();
    const rows = await office.rows(1);
    expect(rows.map(({ webhookId }) => webhookId).sort()).toEqual([first.webhookId, second.webhookId].sort());
    expect(new Set(rows.map(({ eventId }) => eventId)).size).toBe(1);
    expect(new Set(rows.map(({ deliveryId }) => deliveryId)).size).toBe(2);
    expect(await office.rows(2)).toEqual([]);
  });

  it('knows what a webhook wanted as of each event, not as of now', async () => {
    const { webhookId } = await office.register(1, NOWHERE, ['import.completed']);
    await office.imported(1);
    const changed = { webhookId, clientId: 1, url: NOWHERE, events: ['import.failed'] } as const;
    await office.webhookFact(1, { type: 'WebhookChanged', data: changed });
    await office.imported(1);
    await office.refused(1);
    await run();
    expect((await office.rows(1)).map(({ type }) => type).sort()).toEqual(['import.completed', 'import.failed']);
  });

  it('run twice, or by two processes at once, schedules once', async () => {
    await office.register(1, NOWHERE, ['import.completed', 'import.failed']);
    for (let at = 0; at < 20; at++) await office.imported(1);
    await office.refused(1);
    await run();
    const before = await office.rows(1);
    expect(before).toHaveLength(21);
    await forget();
    await Promise.all([run(), run({ queue: office.openQueue() })]);
    expect(await office.rows(1)).toEqual(before);
  });

  it('that was cut short between the rows and its checkpoint goes on without a gap and without a repeat', async () => {
    await office.register(1, NOWHERE, ['import.completed']);
    await office.imported(1);
    let cut = true;
    const failPoints = () => {
      if (cut) throw new Error('cut short');
    };
    const process = office.start({ only: 'fanOut', failPoints });
    await until(() => process.errors.length > 1, 'cut short');
    await office.imported(1);
    cut = false;
    await fannedOut(office, process);
    expect(await office.statuses(1)).toEqual(['PENDING', 'PENDING']);
  });

  it('records what happens while a webhook is inactive as skipped, and skips what was waiting', async () => {
    const webhook = await office.register(1, NOWHERE, ['import.completed']);
    await office.imported(1);
    await office.change(webhook, 'WebhookDeactivated');
    await office.imported(1);
    await run();
    expect(await office.statuses(1)).toEqual(['SKIPPED', 'SKIPPED']);
    await office.change(webhook, 'WebhookActivated');
    await office.imported(1);
    await run();
    expect(await office.statuses(1)).toEqual(['PENDING', 'SKIPPED', 'SKIPPED']);
    await forget(); // the deactivation, met again, leaves alone what came after it
    await run();
    expect(await office.statuses(1)).toEqual(['PENDING', 'SKIPPED', 'SKIPPED']);
  });

  it('cancels what a removed webhook was still to get, and makes nothing more for it', async () => {
    const webhook = await office.register(1, NOWHERE, ['import.completed']);
    await office.imported(1);
    await office.change(webhook, 'WebhookRemoved');
    await office.imported(1);
    await run();
    expect(await office.statuses(1)).toEqual(['CANCELLED']);
  });

  it('tells of 20,000 reconciliations of one release, each once, with the parts’ contents', async () => {
    await office.register(1, NOWHERE, ['reconciliation.created']);
    await released(office, 20_000);
    await run();
    const rows = await office.rows(1);
    expect(rows).toHaveLength(20_000);
    expect(new Set(rows.map(({ eventId }) => eventId)).size).toBe(20_000);
    const [claimed] = await office.queue.claim(Date.now(), [{ webhookId: rows[0]?.webhookId ?? '', count: 1 }]);
    const { data } = JSON.parse(claimed?.body?.toString() ?? '{}') as { data: Record<string, unknown> };
    expect(data).toEqual({
      reconciliationId: expect.stringMatching(
        /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      ),
      accountCode: expect.stringMatching(/^1\.1\.\d+$/),
      accountName: expect.stringMatching(/^Conta \d+$/),
      period: '2026-08',
      status: 'pending',
      companyId: 1,
      bookBalance: 12.34,
      dueAt: '2026-09-09T02:59:59.999Z',
    });
  });

  it('tells of an automatic approval that it was created, then that Sistema approved it', async () => {
    await office.register(1, NOWHERE, ['reconciliation.created', 'reconciliation.approved']);
    await released(office, 1, { status: 'AUTO_APPROVED' });
    await released(office, 1, { created: false, status: 'AUTO_APPROVED' });
    await run();
    const rows = await office.rows(1);
    expect(rows.map(({ type }) => type).sort()).toEqual(['reconciliation.approved', 'reconciliation.created']);
    const claimed = await office.queue.claim(Date.now(), [{ webhookId: rows[0]?.webhookId ?? '', count: 2 }]);
    const told = claimed.map(({ type, body }) => {
      const { data } = JSON.parse(body?.toString() ?? '{}') as { data: Record<string, unknown> };
      return [type, data['status'], data['approvedBy'] ?? null, data['reconciliationId']] as const;
    });
    const [id] = told.map(([, , , reconciliationId]) => reconciliationId);
    expect(told.toSorted()).toEqual([
      ['reconciliation.approved', 'approved', 'Sistema', id],
      ['reconciliation.created', 'auto_approved', null, id],
    ]);
  });

  it('tells nothing of those a release refreshed', async () => {
    await office.register(1, NOWHERE, ['reconciliation.created']);
    await released(office, 10, { created: false });
    await run();
    expect(await office.rows(1)).toEqual([]);
  });

  it('tells of approvals and rejections with the person’s name', async () => {
    const { webhookId } = await office.register(1, NOWHERE, [
      'reconciliation.approved',
      'reconciliation.rejected',
    ]);
    await office.append('reconciliations-1.2026-08', moved('approve', null), { kind: 'person', id: 'p1' });
    await office.append('reconciliations-1.2026-08', moved('reject', 'faltou nota'), { kind: 'person', id: 'p2' });
    await office.append('reconciliations-1.2026-08', moved('submit', null), { kind: 'person', id: 'p3' });
    await run();
    const claimed = await office.queue.claim(Date.now(), [{ webhookId, count: 10 }]);
    const bodies = claimed.map(({ body }) => JSON.parse(body?.toString() ?? '') as { type: string; data: object });
    const common = {
      reconciliationId: '0a8c5f0e-8d4c-5ae1-8a2f-8ff0d0a1a9b7',
      accountCode: '1.1.01',
      accountName: 'Caixa',
      period: '2026-08',
    };
    const id = expect.any(String) as unknown as string;
    const time = expect.stringMatching(/Z$/) as unknown as string;
    expect(bodies.find(({ type }) => type === 'reconciliation.approved')?.data).toEqual({
      ...{ ...common, reconciliationId: id, status: 'approved', approvedBy: 'Pessoa p1', approvedAt: time },
    });
    expect(bodies.find(({ type }) => type === 'reconciliation.rejected')?.data).toEqual({
      ...{ ...common, reconciliationId: id, status: 'rejected', rejectedBy: 'Pessoa p2', rejectedAt: time },
      reason: 'faltou nota',
    });
    expect(bodies).toHaveLength(2);
  });

  it('stops loudly at parts that are missing', async () => {
    await office.register(1, NOWHERE, ['reconciliation.created']);
    await released(office, 10, { written: false });
    const process = office.start({ only: 'fanOut' });
    await until(() => process.state().phase === 'failed', 'failed');
    expect(process.errors[0]).toBeInstanceOf(EventUnreadable);
  });
});

async function released(
  { log, append }: Office,
  count: number,
  made: Readonly<{ created?: boolean; written?: boolean; status?: ReconciliationStatus }> = {},
) {
  const { created = true, written = true, status = 'PENDING' } = made;
  const items = Array.from({ length: count }, (_, at): ReleasedItem => ({
    ...{
      reconciliationId: at + 1,
      created,
      accountId: at + 1,
      accountCode: `1.1.${at}`,
      accountName: `Conta ${at}`,
    },
    ...{ department: '', sector: '', bookBalanceCents: 1_234, status, ownerId: null },
  }));
  const parts = encodeReleased(items);
  const stream = `released-1-${randomUUID()}`;
  const context = { actor: OPERATOR, requestId: null };
  if (written) await writeParts({ log, clock: systemClock }, context, stream, 'ReconciliationsListed', parts);
  const dueAt = '2026-09-09T02:59:59.999Z';
  const data: TrialBalanceReleased['data'] = {
    ...{
      trialBalanceId: 1,
      companyId: 1,
      clientId: 1,
      competence: '2026-08' as Competence,
      version: 1,
      chartId: 5,
    },
    ...{ convention: 'A', linesStream: 'lines-1', replaces: null, dueAt },
    deadlines: { preparer: dueAt, reviewer: '2026-09-11T02:59:59.999Z', approver: '2026-09-12T02:59:59.999Z' },
    items: { stream, count: parts.length, lines: count, hash: partsHash(parts) },
    created: created ? count : 0,
  };
  await append('reconciliations-1.2026-08', { type: 'TrialBalanceReleased', data }, OPERATOR);
}

function moved(move: ReconciliationsMoved['data']['move'], comment: string | null): ReconciliationsMoved {
  const status = move === 'approve' ? 'APPROVED' : 'REJECTED';
  const items = {
    ...{ reconciliationId: [7], accountCode: ['1.1.01'], accountName: ['Caixa'] },
    ...{ from: ['IN_APPROVAL' as const], status: [status as 'APPROVED'], ownerId: [null] },
  };
  const due = '2026-09-09T02:59:59.999Z';
  const deadlines = { preparer: due, reviewer: due, approver: due };
  const competence = '2026-08' as Competence;
  return {
    type: 'ReconciliationsMoved',
    data: { companyId: 1, clientId: 1, competence, items, parts: null, move, comment, deadlines },
  };
}
