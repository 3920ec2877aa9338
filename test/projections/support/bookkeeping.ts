// Facts as commands append them, for projections to show: parts first, then the event that names them.
import { randomUUID } from 'node:crypto';
import { partsHash } from '../../../src/commands/kernel/parts.js';
import type { LeftOutLine, SignConvention, TrialBalanceLine } from '../../../src/domain/books/events.js';
import type { Actor, DomainEvent } from '../../../src/domain/kernel/event.js';
import { NO_STREAM, type EventLog, type NewEvent } from '../../../src/domain/kernel/log.js';
import type { ReleasedColumns } from '../../../src/domain/reconciliation/events.js';
import { PART_ITEMS_MAX } from '../../../src/domain/kernel/parts.js';
import { encodeLeftOut, encodeParts } from '../../../src/domain/trialBalance/lines.js';
import type { CompanyFacts } from '../../../src/domain/clients/events.js';
import { natures, type ChartVersioned, type Account } from '../../../src/domain/charts/events.js';

export const AT = '2026-03-05T14:03:07.123Z';
const actor: Actor = { kind: 'key', id: '7', name: 'ERP — integração' };

export function event(type: string, data: unknown, at = AT): NewEvent & DomainEvent {
  return { id: randomUUID(), type, data, metadata: { schemaVersion: 1, at, actor, requestId: null } };
}

/** Appends at the end of a stream, whatever its revision. */
export async function append(log: EventLog, stream: string, events: readonly NewEvent[]): Promise<number> {
  let revision = NO_STREAM;
  for await (const { revision: found } of log.read(stream, 0)) revision = found;
  const appended = await log.append([{ stream, events, expectedRevision: revision }]);
  if (!appended.ok) throw new Error(`${stream} is at ${appended.actual}`);
  return appended.position;
}

export type Version = Readonly<{
  trialBalanceId: number;
  companyId?: number;
  clientId?: number;
  competence?: string;
  version?: number;
  supersedes?: number | null;
  lines: readonly TrialBalanceLine[];
  leftOut?: readonly LeftOutLine[];
  partLines?: number;
  /** Counted in the fact; differs from the lines only to test that nobody believes it. */
  lineCount?: number;
  convention?: SignConvention;
  /** Other facts of the event. */
  facts?: object;
}>;

export async function importVersion(log: EventLog, version: Version): Promise<number> {
  const { trialBalanceId, companyId = 1, clientId = 1, lines, partLines = PART_ITEMS_MAX } = version;
  const stream = `lines-${trialBalanceId}`;
  const bytes = partsOf(lines, partLines);
  for (const [index, data] of bytes.entries())
    await log.append([{ stream, events: [event('TrialBalanceLinesListed', data)], expectedRevision: index - 1 }]);
  const { leftOut = [] } = version;
  const beside = { stream: `${stream}-left-out`, bytes: encodeLeftOut(leftOut) };
  for (const [index, data] of beside.bytes.entries())
    await log.append([
      {
        stream: beside.stream,
        events: [event('TrialBalanceLinesLeftOut', data)],
        expectedRevision: index - 1,
      },
    ]);
  const reference = { count: beside.bytes.length, lines: leftOut.length, hash: partsHash(beside.bytes) };
  return append(log, `books-${companyId}`, [
    event('TrialBalanceVersioned', {
      trialBalanceId,
      companyId,
      clientId,
      cnpj: '12345678000195',
      competence: version.competence ?? '2026-02',
      version: version.version ?? 1,
      supersedes: version.supersedes ?? null,
      chartId: 1,
      chartName: 'Plano 2026',
      chartVersion: 1,
      contentHash: partsHash(bytes),
      lines: { stream, count: bytes.length, lines: lines.length, hash: partsHash(bytes) },
      ...(leftOut.length > 0 && { leftOut: { stream: beside.stream, ...reference } }),
      lineCount: version.lineCount ?? lines.length,
      received: lines.length + leftOut.length,
      ignoredNotInChart: 0,
      ignoredNotReconciled: 0,
      convention: version.convention ?? 'A',
      source: { kind: 'json' },
      ...version.facts,
    }),
  ]);
}

export type Release = Readonly<{
  trialBalanceId: number;
  companyId?: number;
  clientId?: number;
  competence?: string;
  replaces?: number | null;
  at?: string;
  convention?: SignConvention;
  items: Numbers & Partial<ReleasedColumns>;
}>;

type Numbers = Omit<ReleasedColumns, 'department' | 'sector' | 'status' | 'ownerId' | 'bookBalanceDebitCents'>;

/** One account each. */
export function releasedItems(
  ...rows: readonly (readonly [reconciliationId: number, accountId: number, cents: number, created: boolean])[]
): Numbers {
  return {
    reconciliationId: rows.map(([id]) => id),
    created: rows.map(([, , , created]) => created),
    accountId: rows.map(([, accountId]) => accountId),
    accountCode: rows.map(([, accountId]) => `1.1.${accountId}`),
    accountName: rows.map(([, accountId]) => `Conta ${accountId}`),
    bookBalanceCents: rows.map(([, , cents]) => cents),
  };
}

/** Nobody is set, everything is PENDING, and balances have debit positive, where the test does not say. */
function filled(items: Release['items']): ReleasedColumns {
  const each = <Value>(value: Value) => items.reconciliationId.map(() => value);
  const { bookBalanceCents: bookBalanceDebitCents } = items;
  const nobody = {
    department: each(''),
    sector: each(''),
    status: each('PENDING' as const),
    ownerId: each(null),
  } as const;
  return { ...nobody, bookBalanceDebitCents, ...items };
}

/** Of every release here: a competence's first release settles them. */
export const DEADLINES = {
  preparer: '2026-03-07T02:59:59.999Z',
  reviewer: '2026-03-10T02:59:59.999Z',
  approver: '2026-03-11T02:59:59.999Z',
} as const;

export async function release(log: EventLog, { items, ...facts }: Release): Promise<number> {
  const { trialBalanceId, companyId = 1, clientId = 1, competence = '2026-02' } = facts;
  const stream = `released-${trialBalanceId}-${randomUUID()}`;
  const bytes = Buffer.from(JSON.stringify(filled(items)));
  await log.append([
    { stream, events: [event('ReconciliationsListed', new Uint8Array(bytes))], expectedRevision: NO_STREAM },
  ]);
  const released = {
    trialBalanceId,
    companyId,
    clientId,
    competence,
    version: 1,
    chartId: 1,
    convention: facts.convention ?? 'A',
    linesStream: `lines-${trialBalanceId}`,
    replaces: facts.replaces ?? null,
    dueAt: DEADLINES.preparer,
    deadlines: DEADLINES,
    items: { stream, count: 1, lines: items.accountId.length, hash: partsHash([bytes]) },
    created: items.created.filter(Boolean).length,
  };
  return append(log, `reconciliations-${companyId}.${competence}`, [
    event('TrialBalanceReleased', released, facts.at ?? AT),
  ]);
}

/** A change of a chart: its parts, and the event that names them. */
export async function changeChart(
  log: EventLog,
  chart: Partial<ChartVersioned['data']> & Readonly<{ chartId: number }>,
  parts: readonly (readonly Account[])[],
): Promise<number> {
  const stream = `chart-${chart.chartId}`;
  const bytes = parts.map((accounts) => new Uint8Array(Buffer.from(JSON.stringify({ accounts }))));
  let next = 0;
  for await (const { revision } of log.read(stream, 0)) next = revision + 1;
  if (bytes.length > 0)
    await append(
      log,
      stream,
      bytes.map((data) => event('ChartAccountsListed', data)),
    );
  const accounts = parts.flat().length;
  return append(log, stream, [
    event('ChartVersioned', {
      companyId: 1,
      clientId: 1,
      name: 'Plano 2026',
      validFrom: '2026-01-01',
      validTo: null,
      active: true,
      version: 1,
      accountCount: accounts,
      parts: { fromRevision: next, count: parts.length, accounts, hash: partsHash(bytes) },
      ...chart,
    }),
  ]);
}

export function account(accountId: number, fields: Partial<Account> = {}): Account {
  return {
    accountId,
    code: `1.1.${accountId}`,
    shortCode: String(accountId),
    description: `Conta nº ${accountId}`,
    kind: 'ANALYTICAL',
    nature: 'DEBIT',
    classification: '1.1',
    department: '',
    sector: '',
    requiresReconciliation: true,
    ...fields,
  };
}

export function company(companyId: number, fields: Partial<CompanyFacts> = {}): CompanyFacts {
  return {
    companyId,
    clientId: 1,
    cnpj: '12345678000195',
    legalName: `Companhia ${companyId} S.A.`,
    tradeName: `Companhia ${companyId}`,
    taxRegime: 'REAL_PROFIT',
    status: 'ACTIVE',
    parentCompanyId: null,
    modules: ['RECONCILIATION'],
    ...fields,
  };
}

/** Lines that all differ; `seed` tells one version from another. */
export function someLines(count: number, seed = 0): readonly TrialBalanceLine[] {
  return Array.from({ length: count }, (_, line) => ({
    accountCode: `1.1.${String(line).padStart(5, '0')}`,
    accountName: `Aplicação financeira "${seed}" nº ${line}`,
    previousBalanceCents: line * 100 + seed,
    debitCents: line + 5,
    creditCents: 0 - line,
    finalBalanceCents: line * 102 + seed + 5,
    nature: natures[line % 3] ?? 'MIXED',
    debitSign: line % 3 === 1 ? -1 : 1,
  }));
}

function partsOf(all: readonly TrialBalanceLine[], partLines: number): Uint8Array[] {
  const parts: Uint8Array[] = [];
  for (let from = 0; from < all.length; from += partLines)
    parts.push(...encodeParts(all.slice(from, from + partLines)));
  return parts;
}
