// Reads compositions from the log: current ones, and those of the same accounts' newest earlier ones.
import { booksOf } from '../../domain/books/fold.js';
import { schedulesByAccount } from '../../domain/books/schedules.js';
import type { Competence } from '../../domain/kernel/competence.js';
import type { Recorded } from '../../domain/kernel/event.js';
import type { EventLog } from '../../domain/kernel/log.js';
import { scheduledItems, type KnownItems } from '../../domain/reconciliation/carry.js';
import type { CompositionItem, CompositionRecorded, ReleasedItem } from '../../domain/reconciliation/events.js';
import {
  debitSignOf,
  reconciliations as reconciliationsFold,
  reconciliationsStream,
  type Reconciliation,
} from '../../domain/reconciliation/fold.js';
import type { DebitSign } from '../../domain/trialBalance/checks/movement.js';
import { actedPartsLocation, composedItems } from '../../domain/reconciliation/parts.js';
import type { FoldedLog } from '../kernel/folds.js';
import { readNamedParts } from '../kernel/parts.js';
import { eventsAt } from '../../domain/kernel/knownEvent.js';

type Place = Readonly<{ companyId: number; competence: Competence }>;
type Composed = Pick<
  Reconciliation,
  'reconciliationId' | 'accountId' | 'accountCode' | 'composedAt' | 'debitSign'
>;
/** The same code in another chart follows the account where this one has no earlier reconciliation. */
type CarriedAccount = Pick<Reconciliation, 'accountId' | 'accountCode' | 'debitSign'>;

/** Of the items of a release, before they are reconciliations. */
export const releasedAccounts = (
  items: readonly Omit<ReleasedItem, 'reconciliationId'>[],
): readonly CarriedAccount[] => items.map((item) => ({ ...item, debitSign: debitSignOf(item) }));

/** How many earlier competences are looked through for an account. */
const CARRY_COMPETENCES_MAX = 12;

/** Items by reconciliation id. */
export async function knownItems(
  deps: FoldedLog,
  place: Place,
  items: readonly Composed[],
  withEarlier: boolean,
): Promise<ReadonlyMap<number, KnownItems>> {
  const current = await compositionsOf(deps.log, place, items);
  const earlier = withEarlier ? await earlierItems(deps, place, items) : null;
  const books = withEarlier ? await deps.folds.load(...booksOf(place.companyId)) : null;
  const schedules = books && schedulesByAccount(books.state);
  return new Map(
    items.map(({ reconciliationId, accountId, accountCode, debitSign }) => [
      reconciliationId,
      {
        current: current.get(reconciliationId) ?? [],
        earlier: earlier?.get(accountId) ?? null,
        scheduled: scheduledItems(schedules?.get(accountCode) ?? [], place.competence, debitSign),
      },
    ]),
  );
}

/**
 * The composition of each account's newest earlier reconciliation that has one: competences without a composition,
 * approved automatically or waived, are passed over. Amounts in the sign of the account in this competence. By
 * account id.
 */
export async function earlierItems(
  deps: FoldedLog,
  { companyId, competence }: Place,
  accounts: readonly CarriedAccount[],
): Promise<ReadonlyMap<number, readonly CompositionItem[]>> {
  const itemsByAccount = new Map<number, readonly CompositionItem[]>();
  let missingAccounts = accounts;
  for (const earlier of await importedCompetences(deps, companyId, competence)) {
    if (missingAccounts.length === 0) break;
    const place = { companyId, competence: earlier };
    const { state } = await deps.folds.load(reconciliationsStream(companyId, earlier), reconciliationsFold);
    const sources = sourcesOf(state.items, missingAccounts);
    const compositions = await compositionsOf(deps.log, place, [...sources.values()]);
    for (const [{ accountId, debitSign }, source] of sources)
      itemsByAccount.set(accountId, signedAs(debitSign, source, compositions.get(source.reconciliationId) ?? []));
    missingAccounts = missingAccounts.filter((account) => !sources.has(account));
  }
  return itemsByAccount;
}

/** Competences with a trial balance, newest first. @param before null: all of them count */
export async function importedCompetences(
  { folds }: FoldedLog,
  companyId: number,
  before: Competence | null,
): Promise<readonly Competence[]> {
  const { state } = await folds.load(...booksOf(companyId));
  const imported = Object.entries(state.months).filter(
    ([month, { current }]) => current && (before === null || month < before),
  );
  const newest = imported.map(([month]) => month as Competence).sort((a, b) => (a < b ? 1 : -1));
  return newest.slice(0, CARRY_COMPETENCES_MAX);
}

/** Two competences may sign the amounts of an account differently. */
function signedAs(
  debitSign: DebitSign,
  source: Composed,
  items: readonly CompositionItem[],
): readonly CompositionItem[] {
  if (debitSign * source.debitSign !== -1) return items;
  return items.map((item) => ({ ...item, amountCents: 0 - item.amountCents }));
}

/** The account itself, else the newest with its code. By the wanted account. */
function sourcesOf(
  items: readonly Composed[],
  accounts: readonly CarriedAccount[],
): ReadonlyMap<CarriedAccount, Composed> {
  const composed = items.filter(({ composedAt }) => composedAt !== null);
  const byId = new Map(composed.map((item) => [item.accountId, item]));
  const byCode = new Map(composed.map((item) => [item.accountCode, item]));
  return new Map(
    accounts.flatMap((account) => {
      const source = byId.get(account.accountId) ?? byCode.get(account.accountCode);
      return source === undefined ? [] : [[account, source] as const];
    }),
  );
}

/** Reads each event that recorded some of them once. By reconciliation id. */
async function compositionsOf(
  log: EventLog,
  { companyId, competence }: Place,
  items: readonly Pick<Composed, 'reconciliationId' | 'composedAt'>[],
): Promise<ReadonlyMap<number, readonly CompositionItem[]>> {
  const composedAtById = new Map(items.map(({ reconciliationId, composedAt }) => [reconciliationId, composedAt]));
  const revisions = new Set([...composedAtById.values()].filter((revision) => revision !== null));
  const compositions = new Map<number, readonly CompositionItem[]>();
  const places = [...revisions].sort((a, b) => a - b);
  for await (const event of eventsAt(log, reconciliationsStream(companyId, competence), places)) {
    const { data } = event as Recorded<CompositionRecorded>;
    const parts = await readNamedParts(log, actedPartsLocation(data));
    for (const { reconciliationId, composition } of composedItems(data, parts))
      if (composedAtById.get(reconciliationId) === event.revision) compositions.set(reconciliationId, composition);
  }
  return compositions;
}
