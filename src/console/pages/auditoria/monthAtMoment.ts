// A competence of a company as it was at a moment, replayed from that month's events (docs/spec/log.md#time); names of people are
// those of now.
import type { CompanyFacts } from '../../../domain/clients/events.js';
import { isCalendarDate, SAO_PAULO_BEHIND_UTC_MS } from '../../../domain/kernel/calendarDate.js';
import type { Competence } from '../../../domain/kernel/competence.js';
import type { Closing } from '../../../projections/views/competences/newestCompetences.js';
import { rowsOfBatch } from '../../../projections/views/monthAsOf.js';
import { toRows, type ReconciliationRow } from '../../../projections/views/reconciliations/reconciliationRows.js';
import {
  toTrialBalanceRows,
  type TrialBalanceRow,
} from '../../../projections/views/trialBalances/trialBalances.js';
import { atMost, FairQueue } from '../../../runtime/fairQueue.js';
import type { Asked } from '../../asked.js';
import type { ConsoleDependencies } from '../../dependencies.js';

/** `moment` is ISO 8601 UTC, inclusive; `written` as the field has it. Null: absent or not understood. */
export type MomentFilter = Readonly<{ period: Competence | null; written: string; moment: string | null }>;

export type MonthAtMoment = Readonly<{
  closing: Closing | null;
  /** "" for nobody. */
  closedBy: string;
  trialBalances: readonly TrialBalanceRow[];
  /** How many reconciliations, and how many hundreds of them. */
  total: number;
  pages: number;
  /** A hundred of them as they are shown, by ascending id. @param page from 1 */
  rowsOf(page: number): Promise<readonly ReconciliationRow[]>;
}>;

export type MomentDependencies = Pick<
  ConsoleDependencies,
  'replayMonth' | 'registers' | 'names' | 'clock' | 'spool' | 'pages'
>;

const DATE_LENGTH = 'YYYY-MM-DD'.length;
const MINUTE_LENGTH = 'YYYY-MM-DDTHH:MM'.length;
const LAST_OF = ':59.999';
/** With the end of the minute or second where that is left out. */
const MOMENT_TEXT = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}$/;

/** `em` is a day, minute, second or millisecond of America/Sao_Paulo and stands for its end. A later one is now. */
export function momentFilterIn(asked: Asked, now: Date): MomentFilter {
  const written = asked.text('em');
  const text = written.length === DATE_LENGTH ? `${written}T23:59` : written;
  const whole = text + LAST_OF.slice(Math.max(text.length - MINUTE_LENGTH, 0));
  const isRead = isCalendarDate(text.slice(0, DATE_LENGTH)) && MOMENT_TEXT.test(whole);
  const moment = isRead ? Date.parse(`${whole}Z`) + SAO_PAULO_BEHIND_UTC_MS : null;
  return {
    period: asked.month(),
    written: isRead ? text : '',
    moment: moment === null ? null : new Date(Math.min(moment, now.getTime())).toISOString(),
  };
}

/** One at a time: its thread holds a month of 20,000 accounts whole. */
const turns = new FairQueue({ mayGo: atMost(1), placesOfOwnerMax: 3 });

/**
 * @param signal aborts it once nobody waits for it any longer
 * @returns null while as many as may wait of the client do
 */
export async function monthAtMoment(
  deps: MomentDependencies,
  { clientId, companyId }: CompanyFacts,
  month: Readonly<{ until: string; competence: Competence }>,
  signal: AbortSignal,
): Promise<MonthAtMoment | null> {
  if (turns.isFull(clientId)) return null;
  return turns.run(clientId, month, () => replayed(deps, { ...month, companyId }, signal), signal);
}

async function replayed(
  { replayMonth, registers, names }: MomentDependencies,
  month: Parameters<MomentDependencies['replayMonth']>[0],
  signal: AbortSignal,
): Promise<MonthAtMoment> {
  const joined = { companyName: (id: number) => registers.companyName(id), personNames: names.of };
  const publicId = () => ''; // not shown
  const { closing, trialBalances, total, batches } = await replayMonth(month, signal);
  const by = closing?.by ?? { name: '', personId: null };
  return {
    closing,
    closedBy: by.personId === null ? by.name : (await names.of([by.personId]))(by.personId),
    trialBalances: await toTrialBalanceRows(trialBalances, joined),
    total,
    pages: batches.length,
    rowsOf: (page) => toRows(rowsOfBatch(batches[page - 1]), { ...joined, publicId, now: new Date(month.until) }),
  };
}
