// A composition from files of movements: a preview, and its record. Source: docs/spec/workflow.md#matching.
import { readFile } from 'node:fs/promises';
import { lastDayOf, type Competence } from '../../domain/kernel/competence.js';
import type { EventLog } from '../../domain/kernel/log.js';
import { contentOf, openSumCents, type TypedItem } from '../../domain/reconciliation/carry.js';
import type { ActResult } from '../../domain/reconciliation/decide.js';
import type { CompositionItem } from '../../domain/reconciliation/events.js';
import { evidenceRefusal } from '../../domain/reconciliation/refusals.js';
import {
  reconciliationOf,
  reconciliations as reconciliationsFold,
  reconciliationsStream,
} from '../../domain/reconciliation/fold.js';
import { revisedPairs, type Pair } from '../../domain/reconciliation/matchLines.js';
import { addedItems, remainingItems } from '../../domain/reconciliation/remainingItems.js';
import { statementSides, type StatementSide } from '../../domain/reconciliation/statement.js';
import type { CompanyCompetence } from '../competence/release.js';
import type { FileOnDisk } from '../imports/importFile.js';
import type { CommandContext } from '../kernel/context.js';
import type { Folds } from '../kernel/folds.js';
import { statementMappingsOf } from '../registers/saveMapping.js';
import { actOnReconciliations, type ActDeps } from './actOnReconciliations.js';
import { attachEvidence, evidenceOf, type AttachDeps } from './evidence.js';
import { knownItems } from './knownItems.js';
import type { ReadStatements, StatementsRequest, StatementsResult } from './statementFiles.js';

type ComposedAccount = CompanyCompetence &
  Pick<StatementsRequest, 'accountCode' | 'debit'> &
  Readonly<{ reconciliationId: number }>;

/** The saved columns are looked up. */
type SentFile = Omit<StatementsRequest['files'][number], 'saved'>;

/** `revision`: of the account, as it was read. */
export type Previewed = Readonly<{
  read: Read;
  proposal: Proposal;
  current: readonly CompositionItem[];
  revision: number | null;
}>;

/**
 * Writes nothing.
 * @param changes `balanceText`: the description of the item that holds the statement's balance
 * @throws DomainError `Unavailable` when too many files wait; the signal's reason
 */
export async function previewComposition(
  deps: Readonly<{ log: EventLog; folds: Folds; readStatements: ReadStatements }>,
  { company, competence, reconciliationId, accountCode, debit }: ComposedAccount,
  files: readonly SentFile[],
  changes: Changes & Readonly<{ balanceText: string }>,
  signal: AbortSignal,
): Promise<Previewed | Extract<StatementsResult, { ok: false }>> {
  const { companyId, clientId } = company;
  const { state } = await deps.folds.load(reconciliationsStream(companyId, competence), reconciliationsFold);
  const item = reconciliationOf(state, reconciliationId);
  const saved = await statementMappingsOf(deps.folds, company);
  const itemsById = await knownItems(deps, { companyId, competence }, item ? [item] : [], false);
  const account = { current: itemsById.get(reconciliationId)?.current ?? [], competence, debit };
  const filesToRead = files.map((file) => ({ ...file, saved: saved(file.side) }));
  const reading = await deps.readStatements(clientId, { ...account, files: filesToRead, accountCode }, signal);
  if (!reading.ok) return reading;
  const proposal = proposalOf(reading, changes, { ...account, balanceText: changes.balanceText });
  return { read: reading, proposal, current: account.current, revision: item?.revision ?? null };
}

export type PreviewComposition = (
  account: ComposedAccount,
  files: readonly SentFile[],
  changes: Changes & Readonly<{ balanceText: string }>,
  signal: AbortSignal,
) => ReturnType<typeof previewComposition>;

/** Whether the composition has these items already, as they are. */
function isComposed(current: readonly CompositionItem[], items: readonly TypedItem[]): boolean {
  const text = (item: Omit<TypedItem, 'id'>): string => [contentOf(item), item.settledOn, item.source].join(' ');
  return current.length === items.length && items.every((item, at) => text(item) === text(current[at] ?? item));
}

type Recording = CompanyCompetence & Readonly<{ reconciliationId: number; personId: string }>;

/** Records the composition as a person's act. May be sent twice: what is there already is not recorded again. */
export async function recordComposition(
  deps: ActDeps,
  { company, competence, reconciliationId, personId }: Recording,
  { current, revision, items, sumCents }: Pick<Previewed, 'current' | 'revision'> & Composition,
  context: CommandContext,
): Promise<Readonly<{ result: ActResult | null; position: number | null }>> {
  if (isComposed(current, items)) return { result: null, position: null };
  const request = { act: 'compose', composition: items, reconciledCents: sumCents } as const;
  const place = { company, competence, ids: [reconciliationId], personId, begins: true };
  const { results, position } = await actOnReconciliations(
    deps,
    { ...place, request, seenRevision: revision },
    context,
  );
  return { result: results[0] ?? null, position };
}

type Composition = Readonly<{ items: readonly TypedItem[]; sumCents: number }>;

type FileToAttach = FileOnDisk & Readonly<{ mediaType: string }>;

/** Attaches the files that the reconciliation does not have yet. @returns whether it has all of them now */
export async function attachMissing(
  deps: AttachDeps,
  { company, competence, reconciliationId, personId }: Recording,
  files: readonly FileToAttach[],
  context: CommandContext,
): Promise<Readonly<{ isWhole: boolean; position: number | null }>> {
  const evidence = await evidenceOf(deps, { company, competence, reconciliationId });
  const attached = new Set(evidence.map(({ sha256 }) => sha256));
  const place = { company, competence, ids: [reconciliationId], personId, begins: true };
  let [isWhole, lastPosition]: [boolean, number | null] = [true, null];
  for (const { path, name, mediaType, size, sha256 } of files) {
    if (attached.has(sha256)) continue;
    if (evidenceRefusal({ sizeBytes: size }) !== null) {
      isWhole = false;
      continue;
    }
    const file = { name, mediaType, bytes: await readFile(path) };
    const { results, position } = await attachEvidence(deps, { ...place, file }, context);
    isWhole &&= results[0]?.ok === true;
    lastPosition = position ?? lastPosition;
  }
  return { isWhole, position: lastPosition };
}

/** What people changed of what the files say. `balanceCents`: as typed, null while it is the file's. */
export type Changes = Readonly<{
  undone: readonly string[];
  byHand: readonly Pair[];
  balanceCents: number | null;
}>;

export type Read = Extract<StatementsResult, { ok: true }>;

/** What would be recorded, and what is shown of it. */
export type Proposal = Readonly<{
  pairs: readonly Pair[];
  left: Readonly<Record<StatementSide, readonly number[]>>;
  balanceCents: number | null;
  items: readonly TypedItem[];
  /** Null when it is too large. */
  sumCents: number | null;
  /** Lines of a list that the composition has already. */
  known: number;
}>;

/** `balanceText`: the description of the item that holds the statement's balance. */
type Account = Readonly<{
  current: readonly CompositionItem[];
  competence: Competence;
  debit: 1 | -1;
  balanceText: string;
}>;

export function proposalOf({ statements, lines, matched }: Read, changes: Changes, account: Account): Proposal {
  if (matched === null) {
    const { items, known } = addedItems(
      lines.razao.filter(({ item }) => item === null),
      account,
    );
    const openLines = { razao: [...lines.razao.keys()], extrato: [] };
    return { pairs: [], left: openLines, balanceCents: null, items, sumCents: openSumCents(items), known };
  }
  const pairs = revisedPairs(matched, new Set(changes.undone), changes.byHand.filter(isPairOf(lines)));
  const cents = changes.balanceCents ?? closingBalance(statements.extrato, lines.extrato, account.competence);
  const balance =
    cents === null ? null : { cents, description: account.balanceText, date: lastDayOf(account.competence) };
  const items = remainingItems({ ...account, lines, pairs, balance });
  const leftOf = (side: StatementSide): readonly number[] => {
    const paired = new Set(pairs.flatMap((pair) => pair[side]));
    const isSettled = (index: number): boolean => typeof lines[side][index]?.item?.settledOn === 'string';
    return byDate(lines[side]).filter((index) => !paired.has(index) && !isSettled(index));
  };
  const openLines = { razao: leftOf('razao'), extrato: leftOf('extrato') };
  return { pairs, left: openLines, balanceCents: cents, items, sumCents: openSumCents(items), known: 0 };
}

/** The balance that the statement tells of the month's end: of its last day, or one without movements after. */
function closingBalance(
  statement: Read['statements']['extrato'],
  lines: Read['lines']['extrato'],
  competence: Competence,
): number | null {
  const { balanceDate = null, balanceCents = null } = statement ?? {};
  if (balanceDate === null || balanceDate > lastDayOf(competence)) return null;
  return lines.some(({ date, item }) => item === null && date > balanceDate) ? null : balanceCents;
}

/** Whether a pair by hand still fits: lines of carried items come and go with the composition. */
const isPairOf =
  (lines: Read['lines']) =>
  (pair: Pair): boolean => {
    const sums = statementSides.map((side) =>
      pair[side].reduce((sum, index) => sum + (lines[side][index]?.amountCents ?? NaN), 0),
    );
    return sums[0] === sums[1];
  };

function byDate(lines: readonly Readonly<{ date: string }>[]): readonly number[] {
  const day = (index: number): string => lines[index]?.date ?? '';
  return [...lines.keys()].sort((a, b) => day(a).localeCompare(day(b)) || a - b);
}
