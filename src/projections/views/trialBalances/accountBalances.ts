// The amounts of a version by account, for the series of one account over many versions: a few lines of a version
// share a row, found by its id. Written by the projection of trial balances, beside the lines.
import type { TrialBalanceLine, TrialBalanceVersioned } from '../../../domain/books/events.js';
import { groupedBy } from '../../../domain/kernel/groupedBy.js';
import type { Cents } from '../../../domain/kernel/money.js';
import { AmountSum, type Amounts } from '../../../domain/trialBalance/amounts.js';
import { writes } from '../../engine/projection.js';
import { view, type ReadModels, type StoredRow, type Write } from '../../engine/readStore.js';

/** `lines`: arrays of `StoredLine` as JSON, one in each line of text, of the codes with one remainder. */
export const accountBalances = view<StoredRow & Readonly<{ lines: string }>>({
  name: 'accountBalances',
  version: 2,
  fields: { id: 'integer', lines: 'text', clientId: 'integer' },
  indexes: [['clientId']],
});
const { put } = writes(accountBalances);

/** Amounts in centavos, the balances signed as sent; then the factor that makes them debit positive. */
type StoredLine = readonly [
  code: string,
  previous: Cents,
  debit: Cents,
  credit: Cents,
  final: Cents,
  debitSign: 1 | -1,
];

/** Lines of a row, on average. */
const ROW_LINES = 50;
const ROWS_MAX = 2 ** 16;

/** What tells where a version's rows are. */
type Head = Readonly<{ id: number; linhas: number }>;

function rowId({ id, linhas }: Head, code: string): number {
  const rows = Math.min(Math.max(Math.ceil(linhas / ROW_LINES), 1), ROWS_MAX);
  return id * ROWS_MAX + (hashOf(code) % rows);
}

/** FNV-1a of the code's UTF-16 units, 32 bits. */
function hashOf(code: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < code.length; at++) hash = Math.imul(hash ^ code.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** Collects the lines of one version, part by part. */
export function balancesOf({ trialBalanceId, lineCount, clientId }: TrialBalanceVersioned['data']) {
  const texts = new Map<number, string>();
  const head = { id: trialBalanceId, linhas: lineCount };
  return {
    add(lines: readonly TrialBalanceLine[]): void {
      for (const [id, linesOfRow] of groupedBy(lines, ({ accountCode }) => rowId(head, accountCode))) {
        const text = texts.get(id);
        const json = JSON.stringify(linesOfRow.map(storedLine));
        texts.set(id, text === undefined ? json : `${text}\n${json}`);
      }
    },
    *writes(): Iterable<Write> {
      for (const [id, lines] of texts) yield put({ id, lines, clientId });
    },
  };
}

function storedIn(text: string): readonly StoredLine[] {
  return text.split('\n').flatMap((json) => JSON.parse(json) as readonly StoredLine[]);
}

/** Parses the account's lines alone. Only numbers follow a code, and a quote within a code is escaped. */
function storedOf(text: string, code: string): readonly StoredLine[] {
  const start = `[${JSON.stringify(code)},`;
  const lines: StoredLine[] = [];
  for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + 1))
    lines.push(JSON.parse(text.slice(at, text.indexOf(']', at + start.length) + 1)) as StoredLine);
  return lines;
}

function storedLine(line: TrialBalanceLine): StoredLine {
  const { accountCode, previousBalanceCents, debitCents, creditCents, finalBalanceCents, debitSign } = line;
  return [accountCode, previousBalanceCents, debitCents, creditCents, finalBalanceCents, debitSign];
}

/** Sums over the account's lines; `debitSign` is its first line's, `finalDebitCents` debit positive. */
export type AccountBalance = Amounts & Readonly<{ debitSign: 1 | -1; finalDebitCents: Cents }>;

/** Rows that one question asks for. */
const ASKED_MAX = 100;

/** Accounts in versions, each row read once. @returns null for what the version does not list */
export async function balancesOfAccounts(
  store: ReadModels,
  clientId: number,
  wanted: readonly (readonly [head: Head, code: string])[],
): Promise<(versionId: number, code: string) => AccountBalance | null> {
  const rowIds = new Map(wanted.map(([head, code]) => [`${head.id} ${code}`, rowId(head, code)]));
  const ids = [...new Set(rowIds.values())];
  const texts = new Map<number, string>();
  for (let from = 0; from < ids.length; from += ASKED_MAX) {
    const keys = ids.slice(from, from + ASKED_MAX).map((id) => [id]);
    for (const { id, lines } of await store.lookUp(accountBalances, clientId, ['id'], keys)) texts.set(id, lines);
  }
  return (versionId, code) => balanceAmong(texts.get(rowIds.get(`${versionId} ${code}`) ?? NaN) ?? '', code);
}

function balanceAmong(lines: string, code: string): AccountBalance | null {
  const ofAccount = storedOf(lines, code);
  const [first] = ofAccount;
  if (first === undefined) return null;
  const sum = new AmountSum();
  let finalDebitCents = 0;
  for (const [, previousBalanceCents, debitCents, creditCents, finalBalanceCents, sign] of ofAccount) {
    sum.add({ previousBalanceCents, debitCents, creditCents, finalBalanceCents });
    finalDebitCents += finalBalanceCents * sign;
  }
  return { ...sum, debitSign: first[5], finalDebitCents: finalDebitCents + 0 };
}

/** Debit positive, and as the document signs them. */
type VersionBalances = Record<'openingCents' | 'closingCents' | 'openingAsSent' | 'closingAsSent', Cents>;

/** Opening and closing balance of every account of a version. */
export async function versionBalances(
  store: ReadModels,
  clientId: number,
  trialBalanceId: number,
): Promise<ReadonlyMap<string, Readonly<VersionBalances>>> {
  const first = trialBalanceId * ROWS_MAX;
  const where = { id: { below: first + ROWS_MAX } };
  const balances = new Map<string, VersionBalances>();
  const range = { afterId: first - 1, limit: ROWS_MAX };
  for (const { lines } of await store.scan(accountBalances, { clientId, where }, range))
    for (const [code, previous, , , final, sign] of storedIn(lines)) {
      const none = { openingCents: 0, closingCents: 0, openingAsSent: 0, closingAsSent: 0 };
      const sums = balances.get(code) ?? none;
      balances.set(code, sums);
      sums.openingCents += previous * sign;
      sums.closingCents += final * sign;
      sums.openingAsSent += previous;
      sums.closingAsSent += final;
    }
  return balances;
}
