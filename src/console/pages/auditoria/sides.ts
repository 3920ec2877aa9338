// Which side the amounts of events have: that of the book balance of their reconciliation, or account, as it is today.
import type { HistoryEntry } from '../../../commands/log/history.js';
import type { ScheduleCreated } from '../../../domain/books/events.js';
import { addMonths } from '../../../domain/kernel/competence.js';
import { accountKey, reconciliations } from '../../../projections/views/reconciliations/reconciliations.js';
import { withDebits, type Book } from '../../../projections/views/trialBalances/debitOf.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { sidedText } from '../../design/values.js';

/** Months of a schedule in which its account is looked for. */
const SCHEDULE_MONTHS = 12;

/** How the amounts of these events are written; undefined where no reconciliation tells their side. @param entries at most a page */
export async function amountsOf(
  { pages: { store } }: ConsoleDependencies,
  clientId: number,
  entries: readonly HistoryEntry[],
): Promise<(entry: HistoryEntry) => ((cents: number) => string) | undefined> {
  const ids = [...new Set(entries.flatMap((entry) => reconciliationOf(entry) ?? []))].map((id) => [id]);
  const months = new Map(entries.flatMap(monthsOf).map((key) => [key.join(' '), key]));
  const [acted, scheduled] = await Promise.all([
    store.lookUp(reconciliations, clientId, ['id'], ids),
    store.lookUp(reconciliations, clientId, accountKey, [...months.values()]),
  ]);
  const rows = new Map((await withDebits(store, clientId, acted)).map((row) => [row.id, row]));
  const accounts = new Map<string, Book>(
    scheduled.flatMap((row) =>
      row.saldoContabil === 0 ? [] : [[`${row.empresaId} ${row.contaCodigo}`, row] as const],
    ),
  );
  const bookOf = (entry: HistoryEntry): Book | undefined => {
    const { companyId, accountCode } = entry.data as Partial<ScheduleCreated['data']>;
    return entry.type === 'ScheduleCreated'
      ? accounts.get(`${companyId} ${accountCode}`)
      : rows.get(reconciliationOf(entry) ?? NaN);
  };
  return (entry) => {
    const book = bookOf(entry);
    return book && ((cents) => sidedText(cents, book));
  };
}

/** The only one that an event with an amount is about. */
function reconciliationOf({ type, acted }: HistoryEntry): number | null {
  const [only, ...others] = acted ?? [];
  const hasAmount =
    ['CompositionRecorded', 'AdjustmentsRecorded'].includes(type) || only?.acceptedDifferenceCents !== undefined;
  return only !== undefined && others.length === 0 && hasAmount ? only.reconciliationId : null;
}

function monthsOf({ type, data }: HistoryEntry) {
  if (type !== 'ScheduleCreated') return [];
  const { companyId, accountCode, first } = data as ScheduleCreated['data'];
  return Array.from(
    { length: SCHEDULE_MONTHS },
    (_, at) => [companyId, addMonths(first, at), accountCode] as const,
  );
}
