// The lines of trial balances (GET /api/v1/trial-balances/{id}/lines), which never change. Written by the
// projection of trial balances, read inside one of them.
import * as z from 'zod';
import type { TrialBalanceLine, TrialBalanceVersioned } from '../../../domain/books/events.js';
import { natures } from '../../../domain/charts/events.js';
import type { Recorded } from '../../../domain/kernel/event.js';
import {
  decodeLeftOut,
  decodePart,
  inFileOrder,
  lineRow,
  situationOf,
  situations,
} from '../../../domain/trialBalance/lines.js';
import { paginationOf, type PageRequest, type Pages } from '../../engine/pages.js';
import type { ReadLog } from '../../engine/projection.js';
import type { ListRow, RowList, Write } from '../../engine/readStore.js';
import { debitPositive, exactText, type Filters, type Scope } from '../scope.js';

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

/** Row with `escopo=todas`, and as the contract says both. */
export const anyLineRow = trialBalanceLineRow.extend({
  situacao: z.enum(situations).optional().describe('Só com escopo=todas: se a linha entrou no balancete'),
});
export type AnyLineRow = Readonly<z.output<typeof anyLineRow>>;

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

/** @param onLines gets those of each part @throws Error when the parts hold another number than the event names */
export async function* lineWrites(
  { data }: Recorded<TrialBalanceVersioned>,
  log: ReadLog,
  onLines: (lines: readonly TrialBalanceLine[]) => void,
): AsyncIterable<Write> {
  let lines = 0;
  for await (const part of log.parts({ ...data.lines, fromRevision: 0 })) {
    const decoded = decodePart(part);
    onLines(decoded);
    yield rowsWrite(trialBalanceLines, data, lines, decoded, (line): LineRow => lineRow(data, line));
    lines += decoded.length;
  }
  if (lines !== data.lineCount) throw new Error(`${data.lines.stream}: ${lines} lines, ${data.lineCount} named`);
}

function rowsWrite<Line>(
  { name }: RowList,
  { clientId, trialBalanceId: parentId }: TrialBalanceVersioned['data'],
  first: number,
  lines: readonly Line[],
  toRow: (line: Line) => ListRow,
): Write {
  const rows = {
    *[Symbol.iterator]() {
      for (const line of lines) yield toRow(line);
    },
  };
  return { op: 'rows', list: name, clientId, parentId, first, count: lines.length, rows };
}

/** What tells where a version's lines are: of the `enviadas` of its file `linhas` entered. */
export type LinesHead = Readonly<{ id: number; linhas: number; enviadas: number }>;

/** `isWhole`: also the lines that did not enter; only where `hasAllLines`. */
export type LinesQuery = PageRequest & Filters<typeof lineFilters> & Readonly<{ isWhole?: boolean }>;

/** `rowsJson`: JSON text of the array of rows. @param head the trial balance, already found for this client */
export async function listLines(
  pages: Pages,
  scope: Scope,
  head: LinesHead,
  { page, limit, order, changedSince, ...filters }: LinesQuery,
) {
  const changedAt = () => pages.store.listChangedAt(trialBalanceLines, scope.clientId, head.id);
  if (changedSince !== undefined && ((await changedAt()) ?? 0) < changedSince)
    return { rowsJson: NO_ROWS, pagination: paginationOf(page, limit, 0) };
  const readRange = rangesOf(pages, scope, head, filters);
  const lines =
    order === 'desc'
      ? await backwards(readRange, page, limit)
      : await readRange({ skip: (page - 1) * limit, limit });
  return { rowsJson: lines.rows, pagination: paginationOf(page, limit, lines.total) };
}

type Lines = Readonly<{ rows: Uint8Array; total: number }>;

type Range = Readonly<{ skip: number; limit: number }>;

/** @returns what reads rows of the list in ascending order, and how many it has */
function rangesOf(
  pages: Pages,
  scope: Scope,
  head: LinesHead,
  { contaCodigo, isWhole = false }: Pick<LinesQuery, 'contaCodigo' | 'isWhole'>,
): (range: Range) => Promise<Lines> {
  const { store } = pages;
  const entered = [trialBalanceLines, scope.clientId, head.id] as const;
  return async (range) => {
    const { skip, limit } = range;
    if (contaCodigo !== undefined)
      return isWhole
        ? linesOfCode(pages, scope, head, contaCodigo, range)
        : store.findInList(...entered, 'contaCodigo', contaCodigo, range);
    return isWhole
      ? { total: head.enviadas, rows: encodeRows(await rowsInFileOrder(pages, scope, head, skip, limit)) }
      : { total: head.linhas, rows: await store.listRows(...entered, skip, limit) };
  };
}

/** A page in descending order, read as a range of the ascending list. */
async function backwards(
  readRange: (range: Range) => Promise<Lines>,
  page: number,
  limit: number,
): Promise<Lines> {
  const { total } = await readRange({ skip: 0, limit: 1 });
  const before = Math.max(total - (page - 1) * limit, 0);
  const skip = Math.max(before - limit, 0);
  if (before === 0) return { total, rows: NO_ROWS };
  const { rows } = await readRange({ skip, limit: before - skip });
  return { total, rows: encodeRows(rowsIn(rows).toReversed()) };
}

const NO_ROWS = encodeRows([]);

// The lines of trial balances that did not enter, and all lines in the order of the file (GET
// /api/v1/trial-balances/{id}/lines with escopo=todas). Written by the projection of trial balances beside
// `trialBalanceLines`; joined to them when read.

/** Rows have `place`, the index among all lines of the file, before the fields of the contract. */
export const leftOutLines: RowList = { name: 'leftOutLines', version: 1, filterable: ['contaCodigo'] };

/** @throws Error when the parts hold another number of lines than the event names */
export async function* leftOutWrites(
  { data }: Recorded<TrialBalanceVersioned>,
  log: ReadLog,
): AsyncIterable<Write> {
  const { leftOut } = data;
  if (leftOut === undefined) return;
  let lines = 0;
  for await (const part of log.parts({ ...leftOut, fromRevision: 0 })) {
    const decoded = decodeLeftOut(part);
    yield rowsWrite(leftOutLines, data, lines, decoded, (line) => {
      return { place: line.place, ...lineRow(data, line), situacao: situationOf(line) };
    });
    lines += decoded.length;
  }
  if (lines !== leftOut.lines) throw new Error(`${leftOut.stream}: ${lines} lines, ${leftOut.lines} named`);
}

/** False for a version imported before the lines that do not enter were stored, if it has any. */
export async function hasAllLines({ store }: Pages, { clientId }: Scope, head: LinesHead): Promise<boolean> {
  return head.enviadas === head.linhas || (await store.listChangedAt(leftOutLines, clientId, head.id)) !== null;
}

type LeftOutRow = AnyLineRow & Readonly<{ place: number }>;

/** The rows from `skip` on, of all lines of the file. */
export async function rowsInFileOrder(
  pages: Pages,
  scope: Scope,
  head: LinesHead,
  skip: number,
  limit: number,
): Promise<readonly AnyLineRow[]> {
  const { store } = pages;
  const before = await leftOutBefore(pages, scope, head, skip);
  const leftOutRows = rowsIn(
    await store.listRows(leftOutLines, scope.clientId, head.id, before, limit),
  ) as LeftOutRow[];
  const lines = rowsIn(await store.listRows(trialBalanceLines, scope.clientId, head.id, skip - before, limit));
  const fromHere = leftOutRows.map((row) => ({ ...row, place: row.place - skip }));
  return inFileOrder<AnyLineRow, LeftOutRow>(lines, fromHere).slice(0, limit).map(contractRow);
}

/** How many of the first lines of the file did not enter: by binary search, as their places ascend. */
async function leftOutBefore(
  { store }: Pages,
  { clientId }: Scope,
  { id, linhas, enviadas }: LinesHead,
  place: number,
): Promise<number> {
  let high = Math.min(place, enviadas - linhas);
  let low = Math.min(Math.max(place - linhas, 0), high);
  while (low < high) {
    const middle = (low + high) >> 1;
    const [row] = rowsIn(await store.listRows(leftOutLines, clientId, id, middle, 1)) as LeftOutRow[];
    if (row !== undefined && row.place < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Those that entered, then the others: an account has lines of one kind. */
async function linesOfCode(
  { store }: Pages,
  { clientId }: Scope,
  { id }: LinesHead,
  code: string,
  { skip, limit }: Range,
): Promise<Lines> {
  const entered = await store.findInList(trialBalanceLines, clientId, id, 'contaCodigo', code, { skip, limit });
  const lines = rowsIn(entered.rows);
  const restRange = { skip: Math.max(skip - entered.total, 0), limit };
  const leftOut = await store.findInList(leftOutLines, clientId, id, 'contaCodigo', code, restRange);
  const rows = [...lines, ...rowsIn(leftOut.rows)].slice(0, limit);
  return { total: entered.total + leftOut.total, rows: encodeRows(rows.map(contractRow)) };
}

function contractRow({ place: _, ...row }: AnyLineRow & Partial<LeftOutRow>): AnyLineRow {
  return { ...row, situacao: row.situacao ?? 'IMPORTADA' };
}

export function rowsIn(json: Uint8Array): readonly AnyLineRow[] {
  return JSON.parse(new TextDecoder().decode(json)) as readonly AnyLineRow[];
}

function encodeRows(rows: readonly AnyLineRow[]): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(rows));
}
