// Records the requests and answers of clients, and checks afterwards that the books contain exactly those: no
// acknowledged write is lost, duplicated or partial.
import { buildMonth, type ImportBody } from './builders.js';
import { client, type Answer, type Client, type Row } from './client.js';
import { CHART, type Ledger } from './ledger.js';

export type Asked = Readonly<{ company: number; period: string; variant: number }>;
/**
 * `answer` null: the service died or the connection broke. Times are of the monotonic clock; a request without an
 * answer has no end, as it may still take effect.
 */
export type Entry = Asked & {
  askedMs: number;
  answeredMs: number;
  answer: Readonly<{ status: number; trialBalanceId: number | null }> | null;
};

export function bodyOf(ledger: Ledger, { company, period, variant }: Asked): ImportBody {
  return buildMonth(ledger.accounts, { cnpj: ledger.cnpjs[company] ?? '', period, chartName: CHART, variant });
}

/** Sends one import and records its answer; null for a broken connection. */
export async function ask(
  url: string,
  ledger: Ledger,
  history: Entry[],
  asked: Asked,
  onAnswer: (answer: Answer) => void = () => undefined,
): Promise<Entry> {
  const entry: Entry = { ...asked, askedMs: performance.now(), answeredMs: Infinity, answer: null };
  history.push(entry);
  let answer: Answer;
  try {
    answer = await client(url, ledger.key).post('/api/v1/trial-balances', bodyOf(ledger, asked));
  } catch {
    return entry; // whether it was stored is unknown
  }
  const id = (answer.body.data as Row | undefined)?.['trialBalanceId'];
  entry.answer = { status: answer.status, trialBalanceId: typeof id === 'number' ? id : null };
  entry.answeredMs = performance.now();
  onAnswer(answer);
  return entry;
}

/** @returns one sentence per violation; empty when the books contain what was answered, and nothing else */
export async function problemsIn(url: string, ledger: Ledger, history: readonly Entry[]): Promise<string[]> {
  const problems: string[] = [];
  const reader = client(url, ledger.key);
  const balances = await reader.all('/api/v1/trial-balances');
  const byId = new Map(balances.map((row) => [row['id'], row]));
  for (const entry of history) problems.push(...answerKept(entry, ledger, byId));
  problems.push(...versionsWhole(balances), ...madeOnce(history), ...inOrderOfTime(history, byId));
  for (const row of balances) problems.push(...(await contentKnown(reader, ledger, history, row)));
  return problems;
}

/** Nothing acknowledged is lost, and no answer but those that may be given. */
function answerKept(entry: Entry, ledger: Ledger, byId: ReadonlyMap<unknown, Row>): string[] {
  const { answer, company, period } = entry;
  if (answer === null || answer.status === 503 || answer.status === 409) return [];
  if (answer.status !== 200 && answer.status !== 201)
    return [`answered ${answer.status}: ${JSON.stringify(entry)}`];
  const row = byId.get(answer.trialBalanceId);
  if (!row) return [`acknowledged and lost: ${JSON.stringify(entry)}`];
  const same = row['empresaId'] === ledger.companyIds[company] && row['competencia'] === period;
  return same ? [] : [`${String(answer.trialBalanceId)} is another's: ${JSON.stringify(entry)}`];
}

/** Versions of a competence are 1..n without holes and without a double. */
function versionsWhole(balances: readonly Row[]): string[] {
  const versions = new Map<string, number[]>();
  for (const row of balances) {
    const key = `${String(row['empresaId'])} ${String(row['competencia'])}`;
    versions.set(key, [...(versions.get(key) ?? []), Number(row['versao'])]);
  }
  return [...versions].flatMap(([key, found]) => {
    const sorted = [...found].sort((a, b) => a - b);
    return sorted.every((version, index) => version === index + 1)
      ? []
      : [`versions of ${key}: ${sorted.join(' ')}`];
  });
}

/** At most one request was answered 201 for the same id. */
function madeOnce(history: readonly Entry[]): string[] {
  const made = history.flatMap(({ answer }) => (answer?.status === 201 ? [answer.trialBalanceId] : []));
  const twice = made.filter((id, index) => made.indexOf(id) !== index);
  return twice.map((id) => `${String(id)} was made twice`);
}

/** A request sent after another's answer never gets an older version. */
function inOrderOfTime(history: readonly Entry[], byId: ReadonlyMap<unknown, Row>): string[] {
  const versions = new Map<string, { asked: number; answered: number; version: number }[]>();
  for (const { company, period, askedMs, answeredMs, answer } of history) {
    const row = byId.get(answer?.trialBalanceId);
    if (!row || answer?.trialBalanceId === null) continue;
    const key = `${company} ${period}`;
    const one = { asked: askedMs, answered: answeredMs, version: Number(row['versao']) };
    versions.set(key, [...(versions.get(key) ?? []), one]);
  }
  return [...versions].flatMap(([key, all]) => {
    const late = all.find((one) => all.some((other) => other.answered < one.asked && other.version > one.version));
    return late ? [`version ${late.version} of ${key} was answered after a later one`] : [];
  });
}

/** Each version holds, line by line, what one of the requests for its competence sent. */
async function contentKnown(
  reader: Client,
  ledger: Ledger,
  history: readonly Entry[],
  row: Row,
): Promise<string[]> {
  const id = Number(row['id']);
  const lines = await reader.all(`/api/v1/trial-balances/${id}/lines`);
  if (lines.length !== row['linhas']) return [`${id}: ${lines.length} lines instead of ${String(row['linhas'])}`];
  const company = ledger.companyIds.indexOf(Number(row['empresaId']));
  const stored = textOf(
    lines.map((line) => [
      line['contaCodigo'],
      line['saldoAnterior'],
      line['debito'],
      line['credito'],
      line['saldoFinal'],
    ]),
  );
  const sent = history.filter((entry) => entry.company === company && entry.period === row['competencia']);
  const answered = sent.filter(({ answer }) => answer?.trialBalanceId === id);
  if (answered.length === 0)
    return sent.some((entry) => sentText(ledger, entry) === stored) ? [] : [`${id} holds what nobody sent`];
  const others = answered.filter((entry) => sentText(ledger, entry) !== stored);
  return others.map((entry) => `${id} holds something else than ${JSON.stringify(entry)}`);
}

function sentText(ledger: Ledger, asked: Asked): string {
  const { lineItems } = bodyOf(ledger, asked);
  return textOf(
    lineItems.map((item) => [item.accountCode, item.previousBalance, item.debit, item.credit, item.finalBalance]),
  );
}

const textOf = (rows: readonly (readonly unknown[])[]): string => JSON.stringify(rows);
