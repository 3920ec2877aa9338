// The lines of trial balances (GET /api/v1/trial-balances/{id}/lines), which never change. Written by the projection of trial
// balances, read inside one of them.
import type { TrialBalanceLine, TrialBalanceVersioned } from '../../../domain/books/events.js';
import type { Recorded } from '../../../domain/kernel/event.js';
import { amountOf } from '../../../domain/kernel/money.js';
import { decodePart } from '../../../domain/trialBalance/lines/lineParts.js';
import { paginationOf, type PageRequest, type Pages, type Pagination } from '../../engine/pages.js';
import type { PartBytes } from '../../engine/projection.js';
import type { ListRow, RowList, Write } from '../../engine/readStore.js';
import type { Scope } from '../scope.js';

export const trialBalanceLines: RowList = { name: 'trialBalanceLines', version: 4, filterable: ['contaCodigo'] };

/**
 * @param each gets the lines of each part
 * @throws Error when the parts hold another number of lines than the event names
 */
export async function* lineWrites(
  { data }: Recorded<TrialBalanceVersioned>,
  parts: PartBytes,
  each: (lines: readonly TrialBalanceLine[]) => void,
): AsyncIterable<Write> {
  let lines = 0;
  for await (const part of parts) {
    const decoded = decodePart(part);
    each(decoded);
    const rows = decoded.map((line) => rowOf(data, line));
    yield {
      op: 'rows',
      list: trialBalanceLines.name,
      clientId: data.clientId,
      parentId: data.trialBalanceId,
      first: lines,
      rows,
    };
    lines += rows.length;
  }
  if (lines !== data.lineCount) throw new Error(`${data.lines.stream}: ${lines} lines, ${data.lineCount} named`);
}

/** Fields in the order of the contract. */
export function rowOf(
  { trialBalanceId, companyId, competence }: TrialBalanceVersioned['data'],
  line: TrialBalanceLine,
): ListRow {
  return {
    balanceteId: trialBalanceId,
    empresaId: companyId,
    competencia: competence,
    contaCodigo: line.accountCode,
    contaDescricao: line.accountName,
    saldoAnterior: amountOf(line.previousBalanceCents),
    debito: amountOf(line.debitCents),
    credito: amountOf(line.creditCents),
    saldoFinal: amountOf(line.finalBalanceCents),
    natureza: line.nature,
    saldoAnteriorDevedor: amountOf(line.previousBalanceCents * line.debitSign + 0),
    saldoFinalDevedor: amountOf(line.finalBalanceCents * line.debitSign + 0),
  };
}

export type LinesQuery = PageRequest & Readonly<{ contaCodigo?: string | undefined }>;
/** `rowsJson` is the JSON text of the array of rows. */
export type LinesPage = Readonly<{ rowsJson: Uint8Array; pagination: Pagination }>;

/** @param head the trial balance, already found for this client */
export async function listLines(
  pages: Pages,
  { clientId }: Scope,
  head: Readonly<{ id: number; linhas: number }>,
  { contaCodigo, ...query }: LinesQuery,
): Promise<LinesPage> {
  const list = [trialBalanceLines, clientId, head.id] as const;
  return pageOfLines(pages, { clientId }, head, query, async (range) => {
    if (contaCodigo !== undefined) return pages.store.findInList(...list, 'contaCodigo', contaCodigo, range);
    return { total: head.linhas, rows: await pages.store.listRows(...list, range.skip, range.limit) };
  });
}

/** @param read rows of the list in ascending order, and how many it has */
export async function pageOfLines(
  { store }: Pages,
  { clientId }: Scope,
  { id }: Readonly<{ id: number }>,
  { page, limit, order, changedSince }: PageRequest,
  read: (range: Range) => Promise<Lines>,
): Promise<LinesPage> {
  const changedAt = async () => (await store.listChangedAt(trialBalanceLines, clientId, id)) ?? 0;
  if (changedSince !== undefined && (await changedAt()) < changedSince)
    return { rowsJson: NO_ROWS, pagination: paginationOf(page, limit, 0) };
  const found =
    order === 'desc' ? await backwards(read, page, limit) : await read({ skip: (page - 1) * limit, limit });
  return { rowsJson: found.rows, pagination: paginationOf(page, limit, found.total) };
}

export type Lines = Readonly<{ rows: Uint8Array; total: number }>;

export type Range = Readonly<{ skip: number; limit: number }>;

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
