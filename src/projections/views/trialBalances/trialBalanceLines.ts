// The lines of trial balances (GET /api/v1/trial-balances/{id}/lines), which never change. Written by the projection of trial
// balances, read inside one of them.
import { z } from 'zod';
import type { TrialBalanceLine, TrialBalanceVersioned } from '../../../domain/books/events.js';
import { natures } from '../../../domain/charts/events.js';
import { decodePart, situations } from '../../../domain/trialBalance/lines.js';
import type { Recorded } from '../../../domain/kernel/event.js';
import { amountOf } from '../../../domain/kernel/money.js';
import { paginationOf, type PageRequest, type Pages, type Pagination } from '../../engine/pages.js';
import type { PartBytes } from '../../engine/projection.js';
import type { RowList, Write } from '../../engine/readStore.js';
import { exactText, type Filters } from '../filters.js';
import { debitPositive } from '../row.js';
import type { Scope } from '../scope.js';

/** Without `escopo`. */
export const trialBalanceLineRow = z.strictObject({
  balanceteId: z.int().describe('Balancete da linha'),
  empresaId: z.int().describe('Empresa do balancete'),
  competencia: z.string().describe('Competência (AAAA-MM)'),
  contaCodigo: z.string().describe('Código da conta'),
  contaDescricao: z.string().describe('Descrição da conta'),
  saldoAnterior: z.number().describe('Saldo anterior em reais'),
  debito: z.number().describe('Total de débitos em reais'),
  credito: z.number().describe('Total de créditos em reais'),
  saldoFinal: z.number().describe('Saldo final em reais'),
  natureza: z.enum(natures).describe('Natureza da conta no plano de contas quando foi importada'),
  saldoAnteriorDevedor: z.number().describe(debitPositive('Saldo anterior')),
  saldoFinalDevedor: z.number().describe(debitPositive('Saldo final')),
});

type LineRow = Readonly<z.output<typeof trialBalanceLineRow>>;

/** With `escopo=todas`, and as the contract says both. */
export const anyLineRow = trialBalanceLineRow.extend({
  situacao: z.enum(situations).optional().describe('Só com escopo=todas: se a linha entrou no balancete'),
});

export const lineExample: LineRow = {
  balanceteId: 7,
  empresaId: 1,
  competencia: '2026-08',
  contaCodigo: '1.1.01',
  contaDescricao: 'Caixa',
  saldoAnterior: 1000,
  debito: 500.25,
  credito: 200,
  saldoFinal: 1300.25,
  natureza: 'DEBIT',
  saldoAnteriorDevedor: 1000,
  saldoFinalDevedor: 1300.25,
};

export const lineFilters = {
  contaCodigo: exactText('contaCodigo').optional().describe('Somente as linhas desta conta'),
};

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

export function rowOf(
  { trialBalanceId, companyId, competence }: TrialBalanceVersioned['data'],
  line: TrialBalanceLine,
): LineRow {
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

export type LinesQuery = PageRequest & Filters<typeof lineFilters>;
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
