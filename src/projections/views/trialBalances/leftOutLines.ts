// The lines of trial balances that did not enter, and all lines in the order of the file (GET /api/v1/trial-balances/{id}/lines
// with escopo=todas). Written by the projection of trial balances beside `trialBalanceLines`; joined to them when read.
import type { TrialBalanceVersioned } from '../../../domain/books/events.js';
import type { Recorded } from '../../../domain/kernel/event.js';
import { decodeLeftOut, inFileOrder, situationOf, type Situation } from '../../../domain/trialBalance/lines.js';
import type { Pages } from '../../engine/pages.js';
import type { ReadStream } from '../../engine/projection.js';
import type { ListRow, RowList, Write } from '../../engine/readStore.js';
import type { Scope } from '../scope.js';
import {
  pageOfLines,
  rowOf,
  trialBalanceLines,
  type Lines,
  type LinesPage,
  type LinesQuery,
  type Range,
} from './trialBalanceLines.js';

/** Rows have `place`, the index among all lines of the file, before the fields of the contract. */
export const leftOutLines: RowList = { name: 'leftOutLines', version: 1, filterable: ['contaCodigo'] };

/** @throws Error when the parts hold another number of lines than the event names */
export async function* leftOutWrites(
  { data }: Recorded<TrialBalanceVersioned>,
  read: ReadStream,
): AsyncIterable<Write> {
  const { leftOut, clientId, trialBalanceId: parentId } = data;
  if (leftOut === undefined) return;
  let lines = 0;
  for await (const { data: part } of read(leftOut.stream)) {
    if (!(part instanceof Uint8Array)) throw new Error(`${leftOut.stream} holds something else than parts`);
    const rows = decodeLeftOut(part).map((line): ListRow => {
      return { place: line.place, ...rowOf(data, line), situacao: situationOf(line) };
    });
    yield { op: 'rows', list: leftOutLines.name, clientId, parentId, first: lines, rows };
    lines += rows.length;
  }
  if (lines !== leftOut.lines) throw new Error(`${leftOut.stream}: ${lines} lines, ${leftOut.lines} named`);
}

type Head = Readonly<{ id: number; linhas: number; enviadas: number }>;

/** False for a version imported before the lines that do not enter were stored, if it has any. */
export async function hasAllLines({ store }: Pages, { clientId }: Scope, head: Head): Promise<boolean> {
  return head.enviadas === head.linhas || (await store.listChangedAt(leftOutLines, clientId, head.id)) !== null;
}

/** @param head a trial balance already found for this client, with all its lines */
export async function listAllLines(
  pages: Pages,
  scope: Scope,
  head: Head,
  { contaCodigo, ...query }: LinesQuery,
): Promise<LinesPage> {
  return pageOfLines(pages, scope, head, query, (range) =>
    contaCodigo === undefined
      ? everyLine(pages, scope, head, range)
      : linesOfCode(pages, scope, head, contaCodigo, range),
  );
}

type Row = Readonly<Record<string, unknown>>;
type LeftOutRow = Row & Readonly<{ place: number; situacao: Situation }>;

async function everyLine(pages: Pages, scope: Scope, head: Head, { skip, limit }: Range): Promise<Lines> {
  const { enviadas: total } = head;
  return { total, rows: encoded(await rowsInFileOrder(pages, scope, head, skip, limit)) };
}

/** The rows from `skip` on, of all lines of the file. */
export async function rowsInFileOrder(
  pages: Pages,
  scope: Scope,
  head: Head,
  skip: number,
  limit: number,
): Promise<readonly Row[]> {
  const { store } = pages;
  const before = await leftOutBefore(pages, scope, head, skip);
  const others = rowsIn(
    await store.listRows(leftOutLines, scope.clientId, head.id, before, limit),
  ) as LeftOutRow[];
  const lines = rowsIn(await store.listRows(trialBalanceLines, scope.clientId, head.id, skip - before, limit));
  const fromHere = others.map((row) => ({ ...row, place: row.place - skip }));
  return inFileOrder<Row, LeftOutRow>(lines, fromHere).slice(0, limit).map(shown);
}

/** How many of the first lines of the file did not enter: by binary search, as their places ascend. */
async function leftOutBefore(
  { store }: Pages,
  { clientId }: Scope,
  { id, linhas, enviadas }: Head,
  place: number,
): Promise<number> {
  let [low, high] = [Math.max(place - linhas, 0), Math.min(place, enviadas - linhas)];
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
  { id }: Head,
  code: string,
  { skip, limit }: Range,
): Promise<Lines> {
  const entered = await store.findInList(trialBalanceLines, clientId, id, 'contaCodigo', code, { skip, limit });
  const lines = rowsIn(entered.rows);
  const rest = { skip: Math.max(skip - entered.total, 0), limit };
  const others = await store.findInList(leftOutLines, clientId, id, 'contaCodigo', code, rest);
  const rows = [...lines, ...rowsIn(others.rows)].slice(0, limit);
  return { total: entered.total + others.total, rows: encoded(rows.map(shown)) };
}

/** As the contract has it. */
function shown({ place: _, ...row }: Row): Row {
  return 'situacao' in row ? row : { ...row, situacao: 'IMPORTADA' satisfies Situation };
}

function rowsIn(json: Uint8Array): readonly Row[] {
  return JSON.parse(new TextDecoder().decode(json)) as readonly Row[];
}

function encoded(rows: readonly Row[]): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(rows));
}
