// Says in a line what a test checks: items against accounts, with what the company's books already hold.
import { checkDocument, type Findings } from '../../../../src/domain/trialBalance/checks/checkDocument.js';
import type { CheckFacts } from '../../../../src/domain/trialBalance/checks/checkFacts.js';
import { sumsByAccount } from '../../../../src/domain/trialBalance/amounts.js';
import { indexChart } from '../../../../src/domain/trialBalance/checks/accounts.js';
import type { OtherMonth } from '../../../../src/domain/trialBalance/checks/continuity.js';
import { readJsonDocument } from '../../../../src/workers/openDocuments.js';
import type { LeftOutLine, SignConvention, TrialBalanceLine } from '../../../../src/domain/books/events.js';
import type { DocumentLine, DocumentLines } from '../../../../src/domain/trialBalance/lines.js';
import type { Competence } from '../../../../src/domain/kernel/competence.js';
import type { Account, Nature } from '../../../../src/domain/charts/events.js';
import type { ImportItem } from '../../../support/builders.js';

export type Item = ImportItem & Readonly<{ cnpj?: string; period?: string }>;

/** `item('1.01', 100, 20, 5, 115)` */
export const item = (accountCode: string, ...amounts: [number, number, number, number]): Item => {
  const [previousBalance, debit, credit, finalBalance] = amounts;
  return { accountCode, previousBalance, debit, credit, finalBalance };
};

let lastId = 0;
export const account = (code: string, nature: Nature, other: Partial<Account> = {}): Account => ({
  accountId: ++lastId,
  code,
  shortCode: '',
  description: `Conta ${code}`,
  kind: 'ANALYTICAL',
  nature,
  classification: '',
  department: '',
  sector: '',
  requiresReconciliation: true,
  ...other,
});

export const group = (code: string, nature: Nature, description: string): Account =>
  account(code, nature, { kind: 'SYNTHETIC', requiresReconciliation: false, description });

/** The four root groups of a usual chart, and two accounts of each. */
export const CHART: readonly Account[] = [
  group('1', 'DEBIT', 'Ativo'),
  account('1.01', 'DEBIT'),
  account('1.02', 'DEBIT'),
  account('1.09', 'CREDIT', { description: '(-) Depreciação acumulada' }),
  group('2', 'CREDIT', 'Passivo'),
  account('2.01', 'CREDIT'),
  account('2.02', 'CREDIT'),
  account('2.09', 'DEBIT', { description: '(-) Prejuízos acumulados' }),
  account('2.10', 'MIXED'),
  group('3', 'CREDIT', 'Receitas'),
  account('3.01', 'CREDIT'),
  account('3.02', 'CREDIT'),
  group('4', 'DEBIT', 'Despesas'),
  account('4.01', 'DEBIT'),
  account('4.02', 'DEBIT', { requiresReconciliation: false }),
];

export const month = (text: string): Competence => text as Competence;

export const FACTS: CheckFacts = {
  cnpj: '12345678000195',
  competence: month('2026-08'),
  currentMonth: month('2026-09'),
  chartName: 'Plano 2026',
  chart: { chartId: 4, version: 1, active: true, validFrom: '2026-01-01', validTo: null },
  previous: 'first',
  next: null,
  current: null,
  includeChanges: false,
  includeLines: true,
};

/** @throws when an item is not well-formed */
export function documentOf(items: readonly object[]): DocumentLines {
  const body = { companyId: 7, period: '2026-08', chartName: 'Plano 2026', lineItems: items };
  const fields = readJsonDocument(new TextEncoder().encode(JSON.stringify(body)));
  if ('is' in fields || fields.lines === null) throw new Error(JSON.stringify(fields));
  return fields.lines;
}

/** A month as it was stored: what a later check compares with. */
export function otherMonth(convention: SignConvention, items: readonly Item[]): OtherMonth {
  return { balances: sumsByAccount(documentOf(items).lines.map(storedLine)), convention };
}

/** The line as it would be stored, of an account of debit. */
export const storedLine = ({ line: _, cnpj: __, competence: ___, ...stored }: DocumentLine): TrialBalanceLine => ({
  ...stored,
  nature: 'DEBIT',
  debitSign: 1,
});

export type Given = Readonly<{
  facts?: Partial<CheckFacts>;
  accounts?: readonly Account[] | null;
  previous?: OtherMonth;
  next?: OtherMonth & Readonly<{ competence: Competence }>;
}>;

/** The findings, with all lines that are left out. */
type Found = Findings & Readonly<{ leftOut: readonly LeftOutLine[] }>;

export function check(items: readonly object[], given: Given = {}): Found {
  return checkLines(documentOf(items), given);
}

export function checkLines(
  document: DocumentLines,
  { facts, accounts = CHART, previous, next }: Given = {},
): Found {
  const neighbour = (other: OtherMonth, competence: Competence) => ({
    trialBalanceId: 1,
    linesStream: 'lines-1',
    competence,
    convention: other.convention,
  });
  const all: CheckFacts = {
    ...FACTS,
    ...(previous === undefined ? {} : { previous: neighbour(previous, month('2026-07')) }),
    ...(next === undefined ? {} : { next: neighbour(next, next.competence) }),
    ...facts,
  };
  const chart = accounts === null ? null : indexChart([accounts]);
  const given = accounts === null ? { ...all, chart: null } : all;
  const found = checkDocument(document, given, chart, { previous: previous ?? null, next: next ?? null });
  return { ...found, leftOut: [...found.leftOut] };
}
