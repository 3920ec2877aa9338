// The lines of trial balances (GET /api/v1/trial-balances/{id}/lines), which never change. Written by the projection of trial
// balances, read inside one of them.
import type { LineColumns, TrialBalanceVersioned } from '../../../domain/books/events.js';
import type { Nature } from '../../../domain/charts/events.js';
import type { Recorded } from '../../../domain/kernel/event.js';
import { paginationOf, type PageRequest, type Pages, type Pagination } from '../../engine/pages.js';
import type { PartBytes } from '../../engine/projection.js';
import type { ListField, RowList, Write } from '../../engine/readStore.js';
import { rowBlocks } from '../../engine/rows/rowBlocks.js';
import type { Scope } from '../scope.js';

const text = (name: string, column: keyof LineColumns): ListField => ({ name, text: column });
const cents = (name: string, column: keyof LineColumns): ListField => ({ name, cents: column });

const NATURE: keyof LineColumns = 'nature';
const NATURES: Readonly<Record<string, Nature>> = { D: 'DEBIT', C: 'CREDIT', M: 'MIXED' };
const SIGN: keyof LineColumns = 'debitSign';
/** With debit positive. */
const debitCents = (name: string, column: keyof LineColumns): ListField => ({ name, cents: column, sign: SIGN });

/** From `LineColumns` to the row of a line, its fields in the order of the contract. */
export const trialBalanceLines: RowList = {
  name: 'trialBalanceLines',
  version: 3,
  fields: [
    { name: 'balanceteId', constant: true },
    { name: 'empresaId', constant: true },
    { name: 'competencia', constant: true },
    text('contaCodigo', 'accountCode'),
    text('contaDescricao', 'accountName'),
    cents('saldoAnterior', 'previousBalanceCents'),
    cents('debito', 'debitCents'),
    cents('credito', 'creditCents'),
    cents('saldoFinal', 'finalBalanceCents'),
    { name: 'natureza', letters: NATURE, words: NATURES },
    debitCents('saldoAnteriorDevedor', 'previousBalanceCents'),
    debitCents('saldoFinalDevedor', 'finalBalanceCents'),
  ],
  filterable: ['contaCodigo'],
};

/** @throws Error when the parts hold another number of lines than the event names */
export async function* lineWrites(
  { data }: Recorded<TrialBalanceVersioned>,
  parts: PartBytes,
): AsyncIterable<Write> {
  const constants = {
    balanceteId: data.trialBalanceId,
    empresaId: data.companyId,
    competencia: data.competence,
  };
  let lines = 0;
  for await (const part of parts) {
    const { count, blocks } = rowBlocks(part, trialBalanceLines, constants);
    yield {
      op: 'rows',
      list: trialBalanceLines.name,
      clientId: data.clientId,
      parentId: data.trialBalanceId,
      first: lines,
      blocks,
    };
    lines += count;
  }
  if (lines !== data.lineCount) throw new Error(`${data.lines.stream}: ${lines} lines, ${data.lineCount} named`);
}

export type LinesQuery = PageRequest & Readonly<{ contaCodigo?: string | undefined }>;
/** `rowsJson` is the JSON text of the array of rows. */
export type LinesPage = Readonly<{ rowsJson: Uint8Array; pagination: Pagination }>;

/** @param head the trial balance, already found for this client */
export async function listLines(
  pages: Pages,
  { clientId }: Scope,
  head: Readonly<{ id: number; linhas: number }>,
  { contaCodigo, page, limit, order, changedSince }: LinesQuery,
): Promise<LinesPage> {
  const list = [trialBalanceLines, clientId, head.id] as const;
  if (changedSince !== undefined && ((await pages.store.listChangedAt(...list)) ?? 0) < changedSince)
    return { rowsJson: NO_ROWS, pagination: paginationOf(page, limit, 0) };
  const read = async (range: Range): Promise<Lines> => {
    if (contaCodigo !== undefined) return pages.store.findInList(...list, 'contaCodigo', contaCodigo, range);
    return { total: head.linhas, rows: await pages.store.listRows(...list, range.skip, range.limit) };
  };
  const found =
    order === 'desc' ? await backwards(read, page, limit) : await read({ skip: (page - 1) * limit, limit });
  return { rowsJson: found.rows, pagination: paginationOf(page, limit, found.total) };
}

type Lines = Readonly<{ rows: Uint8Array; total: number }>;

type Range = Readonly<{ skip: number; limit: number }>;

/** A page in descending order, read as a range of the ascending list. */
async function backwards(read: (range: Range) => Promise<Lines>, page: number, limit: number): Promise<Lines> {
  const { total } = await read({ skip: 0, limit: 1 });
  const before = Math.max(total - (page - 1) * limit, 0);
  const skip = Math.max(before - limit, 0);
  if (before === 0) return { total, rows: NO_ROWS };
  const { rows } = await read({ skip, limit: before - skip });
  const inOrder = (JSON.parse(new TextDecoder().decode(rows)) as object[]).reverse();
  return { total, rows: new TextEncoder().encode(JSON.stringify(inOrder)) };
}

const NO_ROWS = Uint8Array.of(0x5b, 0x5d); // []
