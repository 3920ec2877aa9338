// Writes one change of a chart: accounts as parts, then the `ChartVersioned` that names them, in the same stream.
// Does not use `transact`, as the parts advance the stream's revision before the final event.
import { PART_BYTES_MAX } from '../../domain/kernel/parts.js';
import { setTimeout as pause } from 'node:timers/promises';
import { chart as chartFold, chartStream } from '../../domain/charts/fold.js';
import { decideChartChange, type ChartChange } from '../../domain/charts/decide.js';
import type { ChartEvent, ChartVersioned, Account } from '../../domain/charts/events.js';
import type { RequestedChart } from '../../domain/clients/applyRequest.js';
import type { FailPoints } from '../../domain/kernel/failPoints.js';
import type { NewEvent } from '../../domain/kernel/log.js';
import { loadAccounts } from './charts.js';
import { withDeadline, type CommandContext } from '../kernel/context.js';
import { IdsByName, type IdAllocator } from '../kernel/idAllocator.js';
import { newEvent } from '../kernel/events.js';
import { fittingAppends, partsHash } from '../kernel/parts.js';
import type { Transactor } from '../kernel/transact.js';

export type ChartWriterDeps = Transactor & Readonly<{ ids: IdAllocator; failPoints: FailPoints }>;

type ChartHead = Readonly<{ chartId: number; companyId: number; clientId: number; name: string }>;

/** `position` is null when the chart is unchanged. */
export type ChartWritten = Readonly<{
  outcome: 'created' | 'changed' | 'unchanged';
  accountsAdded: number;
  accountsChanged: number;
  position: number | null;
}>;

const encoder = new TextEncoder();

/** Running it again completes an interrupted run. @throws DomainError `Unavailable` past the command's deadline */
export async function writeChart(
  deps: ChartWriterDeps,
  requested: RequestedChart,
  head: ChartHead,
  context: CommandContext,
): Promise<ChartWritten> {
  const { deadline } = withDeadline(context, deps.clock);
  const fresh = new IdsByName(deps.ids, 'account');
  for (let attempt = 0; ; attempt++) {
    deadline.check();
    const { state, revision, at } = await deps.folds.load(chartStream(head.chartId), chartFold);
    const accounts = await loadAccounts(deps, state);
    await fresh.reserve(requested.accounts.map(({ code }) => code).filter((code) => !accounts.has(code)));
    const now = state.version > 0 ? state : null;
    const change = decideChartChange(now, accounts, requested, (code) => fresh.of(code));
    if (!change.headChanges && change.changed.length === 0)
      return { outcome: 'unchanged', accountsAdded: 0, accountsChanged: 0, position: null };
    const events = eventsOf(change, {
      ...head,
      version: state.version + 1,
      accountCount: accounts.size,
      revision,
    });
    const newEvents = events.map((event) => newEvent(event, context, deps.clock, at));
    const position = await appendAll(deps, chartStream(head.chartId), newEvents, revision);
    if (position !== null)
      return {
        outcome: now === null ? 'created' : 'changed',
        accountsAdded: change.added,
        accountsChanged: change.changed.length - change.added,
        position,
      };
    await pause(Math.random() * Math.min(200, 10 * 2 ** attempt));
  }
}

type Version = ChartHead & Readonly<{ version: number; accountCount: number; revision: number }>;

function eventsOf({ head, changed, added }: ChartChange, version: Version): readonly ChartEvent[] {
  const parts = encodeAccounts(changed);
  const { chartId, companyId, clientId, name } = version;
  const fromRevision = version.revision + 1;
  const fact: ChartVersioned = {
    type: 'ChartVersioned',
    data: {
      chartId,
      companyId,
      clientId,
      name,
      ...head,
      version: version.version,
      accountCount: version.accountCount + added,
      parts: { fromRevision, count: parts.length, accounts: changed.length, hash: partsHash(parts) },
    },
  };
  return [...parts.map((data): ChartEvent => ({ type: 'ChartAccountsListed', data })), fact];
}

/** Parts of at most 900 kB. */
function encodeAccounts(accounts: readonly Account[]): Uint8Array[] {
  const parts: Uint8Array[] = [];
  let texts: string[] = [];
  let bytes = 0;
  const flush = (): void => {
    if (texts.length > 0) parts.push(encoder.encode(`{"accounts":[${texts.join(',')}]}`));
    texts = [];
    bytes = 0;
  };
  for (const account of accounts) {
    const text = JSON.stringify(account);
    const size = Buffer.byteLength(text) + 1;
    if (bytes + size > PART_BYTES_MAX) flush();
    texts.push(text);
    bytes += size;
  }
  flush();
  return parts;
}

/**
 * Appends in as few calls as fit; the `ChartVersioned` is the last event.
 * @returns its position, null when another writer appended: parts written so far then stay unused
 */
async function appendAll(
  { log, failPoints }: ChartWriterDeps,
  stream: string,
  events: readonly NewEvent[],
  revision: number,
): Promise<number | null> {
  let expected = revision;
  let position: number | null = null;
  for (const group of fittingAppends(events, sizeOf)) {
    if (position !== null) await failPoints('registers.partsWritten');
    const result = await log.append([{ stream, events: group, expectedRevision: expected }]);
    if (!result.ok) return null;
    expected = result.revision;
    position = result.position;
  }
  return position;
}

function sizeOf({ data }: NewEvent): number {
  return data instanceof Uint8Array ? data.byteLength : Buffer.byteLength(JSON.stringify(data));
}
