// Searches the lines of one version by beginnings of codes or words, and compares two versions account by account.
// Reads the versions in blocks: the cost is that of their lines, whatever else the client has.
import { nextTurn } from '../../../runtime/turns.js';
import { centsOf } from '../../../domain/kernel/money.js';
import { pageOfRows, paginationOf, type Pages, type Pagination } from '../../engine/pages.js';
import type { Scope } from '../scope.js';
import {
  rowsIn,
  rowsInFileOrder,
  trialBalanceLines,
  type AnyLineRow,
  type LinesHead,
} from './trialBalanceLines.js';
import { plain, searchedWords, searchTextOf } from '../worklist/searchText.js';

/** A line as the read store has it. Amounts in reais. */
export type TrialBalanceLine = Omit<AnyLineRow, 'balanceteId' | 'empresaId' | 'competencia'>;

/** Lines read at once: bounds how long one block keeps the thread. */
const BLOCK_LINES = 2_000;

/** `sums`: of all that was found; null without a search, and where synthetic accounts may be among it. */
export type FoundLines = Readonly<{
  rows: readonly TrialBalanceLine[];
  pagination: Pagination;
  sums: AccountAmounts | null;
}>;

/**
 * Lines in the order of the file. Every word of `texto` begins the code, with its separators or without, or a word
 * of the description; letter case and accents do not count.
 * @param head the trial balance, already found for this client
 * @param isWhole also the lines that did not enter; only where `hasAllLines`
 */
export async function searchLines(
  pages: Pages,
  scope: Scope,
  head: LinesHead,
  { texto, isWhole, page, limit }: Readonly<{ texto: string; isWhole: boolean; page: number; limit: number }>,
): Promise<FoundLines> {
  const skip = (page - 1) * limit;
  const words = searchedWords(texto);
  const readLines = linesOf(pages, scope, head, isWhole);
  const count = isWhole ? head.enviadas : head.linhas;
  if (words.length === 0) {
    const rows = await readLines(skip, limit);
    return { rows, pagination: paginationOf(page, limit, count), sums: null };
  }
  const sum = { ...NOTHING };
  const rows: TrialBalanceLine[] = [];
  let total = 0;
  for await (const lines of blocks(readLines, count))
    for (const line of lines) {
      if (!matches(line, words)) continue;
      if (total >= skip && rows.length < limit) rows.push(line);
      total++;
      addTo(sum, line);
    }
  return { rows, pagination: paginationOf(page, limit, total), sums: isWhole ? null : sum };
}

/** Sum of every line that entered; null for more than are read at once, which would take as long as a search. */
export async function sumLines(pages: Pages, scope: Scope, head: LinesHead): Promise<AccountAmounts | null> {
  if (head.linhas > BLOCK_LINES) return null;
  const sum = { ...NOTHING };
  for (const line of await linesOf(pages, scope, head, false)(0, BLOCK_LINES)) addTo(sum, line);
  return sum;
}

/** Balances with debit positive, in centavos, summed over the lines of an account. */
export type AccountAmounts = Pick<TrialBalanceLine, 'saldoAnterior' | 'debito' | 'credito' | 'saldoFinal'>;

/** `antes` or `depois` is null where that version lacks the account. */
export type AccountDifference = Readonly<{
  contaCodigo: string;
  contaDescricao: string;
  antes: AccountAmounts | null;
  depois: AccountAmounts | null;
}>;

export async function compareVersions(
  pages: Pages,
  scope: Scope,
  versions: Readonly<{ before: LinesHead; after: LinesHead }>,
  request: Readonly<{ page: number; limit: number }>,
) {
  const before = await amountsByAccount(pages, scope, versions.before);
  const after = await amountsByAccount(pages, scope, versions.after);
  const differences: AccountDifference[] = [];
  const counts = { incluidas: 0, alteradas: 0, removidas: 0, iguais: 0 };
  for (const [contaCodigo, { contaDescricao, amounts: depois }] of after) {
    const antes = before.get(contaCodigo)?.amounts ?? null;
    if (antes !== null && amountNames.every((name) => antes[name] === depois[name])) counts.iguais++;
    else {
      counts[antes === null ? 'incluidas' : 'alteradas']++;
      differences.push({ contaCodigo, contaDescricao, antes, depois });
    }
  }
  for (const [contaCodigo, { contaDescricao, amounts: antes }] of before) {
    if (after.has(contaCodigo)) continue;
    counts.removidas++;
    differences.push({ contaCodigo, contaDescricao, antes, depois: null });
  }
  differences.sort((a, b) => (a.contaCodigo < b.contaCodigo ? -1 : 1));
  /** `rows` by code. */
  return { ...counts, ...pageOfRows(differences, request) };
}

type Account = { contaDescricao: string; amounts: { -readonly [Name in keyof AccountAmounts]: number } };

const NOTHING: AccountAmounts = { saldoAnterior: 0, debito: 0, credito: 0, saldoFinal: 0 };
const amountNames = Object.keys(NOTHING) as (keyof AccountAmounts)[];

async function amountsByAccount(
  pages: Pages,
  scope: Scope,
  head: LinesHead,
): Promise<ReadonlyMap<string, Account>> {
  const accounts = new Map<string, Account>();
  for await (const lines of blocks(linesOf(pages, scope, head, false), head.linhas))
    for (const line of lines) {
      const { contaCodigo, contaDescricao } = line;
      let account = accounts.get(contaCodigo);
      if (account === undefined)
        accounts.set(contaCodigo, (account = { contaDescricao, amounts: { ...NOTHING } }));
      addTo(account.amounts, line);
    }
  return accounts;
}

function addTo(sums: Account['amounts'], line: TrialBalanceLine): void {
  sums.saldoAnterior += centsOf(line.saldoAnteriorDevedor);
  sums.debito += centsOf(line.debito);
  sums.credito += centsOf(line.credito);
  sums.saldoFinal += centsOf(line.saldoFinalDevedor);
}

/** Lines of a version from an index on. */
type ReadLines = (from: number, limit: number) => Promise<readonly TrialBalanceLine[]>;

function linesOf(pages: Pages, scope: Scope, head: LinesHead, isWhole: boolean): ReadLines {
  return async (from, limit) =>
    isWhole
      ? rowsInFileOrder(pages, scope, head, from, limit)
      : rowsIn(await pages.store.listRows(trialBalanceLines, scope.clientId, head.id, from, limit));
}

/** Lines in blocks; lets other requests run between two of them. */
async function* blocks(readLines: ReadLines, count: number): AsyncGenerator<readonly TrialBalanceLine[]> {
  for (let from = 0; from < count; from += BLOCK_LINES) {
    const lines = await readLines(from, BLOCK_LINES);
    if (lines.length === 0) return;
    yield lines;
    await nextTurn();
  }
}

/** Whether a line matches, as the list of reconciliations searches. */
function matches({ contaCodigo, contaDescricao }: TrialBalanceLine, words: readonly string[]): boolean {
  // A word that is nowhere begins nothing: most lines need no more than this.
  const rough = plain(`${contaCodigo.replace(NOT_IN_WORDS, '')} ${contaCodigo} ${contaDescricao}`);
  if (!words.every((word) => rough.includes(word))) return false;
  const text = ` ${searchTextOf(contaCodigo, contaDescricao)}`;
  return words.every((word) => text.includes(` ${word}`));
}

const NOT_IN_WORDS = /[^\p{L}\p{N}]+/gu;
