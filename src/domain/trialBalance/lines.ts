// The lines of a trial balance: as they are read, shown whole, stored in parts and hashed.
import type { LeftOutLine, TrialBalanceLine, TrialBalanceVersioned } from '../books/events.js';
import type { Competence } from '../kernel/competence.js';
import { amountOf } from '../kernel/money.js';
import { decodeColumns, encodeColumns } from '../kernel/parts.js';
import { valuesOf, type Vocabulary } from '../kernel/vocabulary.js';
import { AMOUNT_FIELDS, type Amounts } from './amounts.js';
import type { LineErrors } from './refusals.js';
import type { Warning } from './warnings.js';

// The lines of a document as they were read, in the order sent. Types, but for the line limit.

/** Lines of one JSON import (docs/spec/imports.md#fields). Files have no limit of their own. */
export const LINES_MAX = 20_000;

/** Number of a line that the reading of its file found outside the chart: no message names it. */
export const OUTSIDE = 0;

export type DocumentLine = Amounts &
  Readonly<{
    /** Number for messages, from 1: the item of JSON, the physical row of a file; or `OUTSIDE`. */
    line: number;
    /** Trimmed, never empty. */
    accountCode: string;
    /** Trimmed; "" where the document has none. */
    accountName: string;
    /** CNPJ and month given on the line. A file's are compared while it is read. */
    cnpj?: string | null;
    competence?: Competence | null;
  }>;

export type DocumentLines = Readonly<{
  lines: readonly DocumentLine[];
  readingFindings?: ReadingFindings;
}>;

/** Company, month and chart given on lines were compared while reading. */
export type ReadingFindings = Readonly<{
  errors: LineErrors;
  /** Warnings about the interpretation of the file; they precede those about its content. */
  warnings: readonly Warning[];
  codeColumn?: string;
  /** Its balances have sides, D positive and C negative: its convention is A whatever its lines. */
  isSigned?: boolean;
}>;

// All lines of a trial balance's file, those that enter and those that do not. Source:
// docs/spec/imports.md#whole-balancete.

/** What became of a line, for readers. */
export const situationWords = {
  IMPORTADA: { name: 'Importada', meaning: 'entrou no balancete' },
  FORA_DO_PLANO: { name: 'Fora do plano', meaning: 'não entrou: a conta não existe no plano' },
  NAO_CONCILIA: { name: 'Não concilia', meaning: 'não entrou: a conta não participa da conciliação' },
} as const satisfies Vocabulary;
type Situation = keyof typeof situationWords;
export const situations = valuesOf(situationWords);

export function situationOf(line: TrialBalanceLine | LeftOutLine): Situation {
  if (!('reason' in line)) return 'IMPORTADA';
  return line.reason === 'NOT_IN_CHART' ? 'FORA_DO_PLANO' : 'NAO_CONCILIA';
}

/** Row as the list of lines and a dossier show it: `…Devedor` with debit positive. */
export function lineRow(
  { trialBalanceId, companyId, competence }: TrialBalanceVersioned['data'],
  line: TrialBalanceLine,
) {
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

/** @param lines those that enter, @param leftOut and the others; both in the order sent */
export function inFileOrder<Line, Other extends Readonly<{ place: number }>>(
  lines: readonly Line[],
  leftOut: readonly Other[],
): readonly (Line | Other)[] {
  const all: (Line | Other)[] = [];
  let passed = 0;
  for (const other of leftOut) {
    while (all.length < other.place && passed < lines.length) all.push(lines[passed++] as Line);
    all.push(other);
  }
  return [...all, ...lines.slice(passed)];
}

const FIELDS = [
  'accountCode',
  'accountName',
  ...AMOUNT_FIELDS,
  'nature',
  'debitSign',
] as const satisfies readonly (keyof TrialBalanceLine)[];

const LEFT_OUT_FIELDS = ['place', 'reason', ...FIELDS] as const satisfies readonly (keyof LeftOutLine)[];

/**
 * UTF-8 bytes of `TrialBalanceLineColumns` as JSON; each part has its own buffer, so that it can be transferred.
 */
export function encodeParts(lines: readonly TrialBalanceLine[]): Uint8Array<ArrayBuffer>[] {
  return encodeColumns(lines, FIELDS);
}

/** The inverse of one part. */
export function decodePart(bytes: Uint8Array): readonly TrialBalanceLine[] {
  return decodeColumns(bytes, FIELDS);
}

/** The same of the lines that do not enter. */
export function encodeLeftOut(lines: Iterable<LeftOutLine>): Uint8Array<ArrayBuffer>[] {
  return encodeColumns(lines, LEFT_OUT_FIELDS);
}

/** The inverse of one part. */
export function decodeLeftOut(bytes: Uint8Array): readonly LeftOutLine[] {
  return decodeColumns(bytes, LEFT_OUT_FIELDS);
}

// The content of a trial balance to hash: two documents with the same lines, in any order, and the same chart have
// the same form. Source: docs/spec/imports.md#resend.

const PIECE_LINES = 1_000;

/**
 * `chart ID`, then of the lines sorted by code, name and amounts code and name, a tab between them and a line feed
 * behind each; then their amounts, four doubles a line. No stored text has a control character. Nature and sign
 * are derived from the lines and the chart.
 */
export function* canonicalForm(
  chartId: number,
  lines: readonly TrialBalanceLine[],
): Generator<string | Float64Array, void> {
  yield `chart ${chartId}\n`;
  const sorted = lines.toSorted(compare);
  for (const piece of piecesOf(sorted))
    yield piece.map(({ accountCode, accountName }) => `${accountCode}\t${accountName}\n`).join('');
  for (const piece of piecesOf(sorted)) yield amountsOf(piece);
}

function* piecesOf(lines: readonly TrialBalanceLine[]): Generator<readonly TrialBalanceLine[], void> {
  for (let from = 0; from < lines.length; from += PIECE_LINES) yield lines.slice(from, from + PIECE_LINES);
}

function amountsOf(lines: readonly TrialBalanceLine[]): Float64Array {
  const amounts = new Float64Array(lines.length * AMOUNT_FIELDS.length);
  let at = 0;
  for (const line of lines) for (const field of AMOUNT_FIELDS) amounts[at++] = line[field];
  return amounts;
}

function compare(a: TrialBalanceLine, b: TrialBalanceLine): number {
  if (a.accountCode !== b.accountCode) return a.accountCode < b.accountCode ? -1 : 1;
  if (a.accountName !== b.accountName) return a.accountName < b.accountName ? -1 : 1;
  const different = AMOUNT_FIELDS.find((field) => a[field] !== b[field]);
  return different === undefined ? 0 : a[different] - b[different];
}
