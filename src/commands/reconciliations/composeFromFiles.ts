// A composition from files of an account's movements: what it would become, and its record with the files as evidence.
// Source: docs/spec/workflow.md#matching.
import { readFile } from 'node:fs/promises';
import type { EventLog } from '../../domain/kernel/log.js';
import type { CompositionItem } from '../../domain/reconciliation/events.js';
import type { TypedItem } from '../../domain/reconciliation/carry.js';
import { evidenceRefusal } from '../../domain/reconciliation/evidence.js';
import type { ActResult } from '../../domain/reconciliation/decide.js';
import {
  reconciliationOf,
  reconciliations as reconciliationsFold,
  reconciliationsStream,
} from '../../domain/reconciliation/fold.js';
import type { CompanyCompetence } from '../competence/release.js';
import type { FileOnDisk } from '../imports/importFile.js';
import type { Folds } from '../kernel/folds.js';
import type { CommandContext } from '../kernel/context.js';
import { statementMappingsOf } from '../registers/saveMapping.js';
import { actOnReconciliations, type ActDeps } from './actOnReconciliations.js';
import { attachEvidence, evidenceOf } from './evidence.js';
import type { EvidenceStore } from './evidenceStore.js';
import { knownItems } from './knownItems.js';
import type { ReadStatements, StatementsAsked, StatementsRead } from './statementFiles.js';
import { proposalOf, type Changes, type Proposal, type Read } from './statementProposal.js';

export type ComposedAccount = CompanyCompetence &
  Pick<StatementsAsked, 'accountCode' | 'debit'> &
  Readonly<{ reconciliationId: number }>;

/** The saved columns are looked up. */
export type SentFile = Omit<StatementsAsked['files'][number], 'saved'>;

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
): Promise<Previewed | Extract<StatementsRead, { ok: false }>> {
  const { companyId, clientId } = company;
  const { state } = await deps.folds.load(reconciliationsStream(companyId, competence), reconciliationsFold);
  const item = reconciliationOf(state, reconciliationId);
  const saved = await statementMappingsOf(deps.folds, company);
  const known = await knownItems(deps, { companyId, competence }, item ? [item] : [], false);
  const account = { current: known.get(reconciliationId)?.current ?? [], competence, debit };
  const asked = files.map((file) => ({ ...file, saved: saved(file.side) }));
  const read = await deps.readStatements(clientId, { ...account, files: asked, accountCode }, signal);
  if (!read.ok) return read;
  const proposal = proposalOf(read, changes, { ...account, balanceText: changes.balanceText });
  return { read, proposal, current: account.current, revision: item?.revision ?? null };
}

export type PreviewComposition = (
  account: ComposedAccount,
  files: readonly SentFile[],
  changes: Changes & Readonly<{ balanceText: string }>,
  signal: AbortSignal,
) => ReturnType<typeof previewComposition>;

/** Whether the composition has these items already, as they are. */
export function isComposed(current: readonly CompositionItem[], items: readonly TypedItem[]): boolean {
  const text = ({ description, date, amountCents, document, settledOn, source }: Omit<TypedItem, 'id'>): string =>
    JSON.stringify([description, date, amountCents, document, settledOn, source]);
  return current.length === items.length && items.every((item, at) => text(item) === text(current[at] ?? item));
}

type Recording = CompanyCompetence & Readonly<{ reconciliationId: number; personId: string }>;
type AttachDeps = ActDeps & Readonly<{ evidence: EvidenceStore; evidenceBytesMax: number }>;

/** Records the composition as a person's act. May be sent twice: what is there already is not recorded again. */
export async function recordComposition(
  deps: ActDeps,
  { company, competence, reconciliationId, personId }: Recording,
  { current, revision, items, sumCents }: Pick<Previewed, 'current' | 'revision'> & Composition,
  context: CommandContext,
): Promise<Readonly<{ result: ActResult | null; position: number | null }>> {
  if (isComposed(current, items)) return { result: null, position: null };
  const request = { act: 'compose', composition: items, reconciledCents: sumCents } as const;
  const asked = { company, competence, ids: [reconciliationId], personId, begins: true };
  const { results, position } = await actOnReconciliations(
    deps,
    { ...asked, request, seenRevision: revision },
    context,
  );
  return { result: results[0] ?? null, position };
}

type Composition = Readonly<{ items: readonly TypedItem[]; sumCents: number }>;

export type FileToAttach = FileOnDisk & Readonly<{ mediaType: string }>;

/** Attaches the files that the reconciliation does not have yet. @returns whether it has all of them now */
export async function attachMissing(
  deps: AttachDeps,
  { company, competence, reconciliationId, personId }: Recording,
  files: readonly FileToAttach[],
  context: CommandContext,
): Promise<Readonly<{ isWhole: boolean; position: number | null }>> {
  const found = await evidenceOf(deps, { company, competence, reconciliationId });
  const attached = new Set(found.map(({ sha256 }) => sha256));
  const asked = { company, competence, ids: [reconciliationId], personId, begins: true };
  let [isWhole, last]: [boolean, number | null] = [true, null];
  for (const { path, name, mediaType, size, sha256 } of files) {
    if (attached.has(sha256)) continue;
    if (evidenceRefusal({ sizeBytes: size }) !== null) {
      isWhole = false;
      continue;
    }
    const file = { name, mediaType, bytes: await readFile(path) };
    const { results, position } = await attachEvidence(deps, { ...asked, file }, context);
    isWhole &&= results[0]?.ok === true;
    last = position ?? last;
  }
  return { isWhole, position: last };
}
