// What a file comes to once all its lines are read: its lines, or why not. Source: docs/spec/files.md.
import { CODES_NAMED_MAX } from '../domain/trialBalance/checks/checkDocument.js';
import type { Competence } from '../domain/kernel/competence.js';
import type { FileFindings, FileRequest } from '../domain/trialBalance/fileFindings.js';
import type { Interpretation } from '../domain/trialBalance/interpretation.js';
import { OUTSIDE, type DocumentLines } from '../domain/trialBalance/lines.js';
import type { ImportReason, LineError } from '../domain/trialBalance/refusals.js';
import { ACCOUNTS_NAMED_MAX, type GroupDifference, type Warning } from '../domain/trialBalance/warnings.js';
import { shownText } from './cells/cellText.js';
import { amountIndexes } from './columns/amounts.js';
import { labelOf } from './columns/columnValues.js';
import type { Columns } from './columns/recogniseColumns.js';
import { FileRefused, type OpenFile, type TableRow } from './formats/table.js';
import { interpretationOf } from './interpretation.js';
import type { LineReader } from './lines/lineReader.js';
import type { FoundDifference, Sums } from './lines/detailSums.js';
import { repetitionIn } from './lines/lineFindings.js';
import type { Report } from './startReading.js';

/** Fewer lines without any centavos are no wonder. */
const WHOLE_LINES_MIN = 10;

/** `lines` is null when there is any reason or line error. */
export type FileContent = FileFindings & Readonly<{ lines: DocumentLines | null }>;

/** Called once, after the last row. @throws FileRefused */
export function contentOf(
  { file, choice, request, metadata: { cnpjs }, period, chartName, sample }: Report,
  reader: LineReader,
  columns: Columns,
  hasChart: boolean,
): FileContent {
  if (reader.received === 0) throw withoutLines(columns, sample);
  if (!reader.amounts.anyFilled)
    throw new FileRefused({ is: 'FileWithoutAmounts', columns: amountHeadings(columns) });
  const { errors, received } = reader;
  const competence = reader.competence ?? period.fallback;
  const reasons = [
    ...(errors.firstErrors.some(leavesNoMonth(competence)) ? [] : period.reasons(competence)),
    ...cnpjReasons(typeof file.cnpj === 'string' ? [file.cnpj] : cnpjs, request),
    ...(chartName === null ? [{ is: 'ChartNameMissing' } as const] : []),
  ];
  reader.findings.warnings.push(...period.warnings(competence), ...noDecimals(file, reader));
  const interpretation = interpretationOf(file, choice, columns, reader.amounts.anySuffix);
  const sums = reader.sums(interpretation.sides !== 'none');
  const isRead = reasons.length === 0 && errors.count === 0;
  return {
    competence,
    chartName,
    received,
    ...errors.with(reasons),
    errorKinds: errors.kinds,
    lines: isRead ? documentOf(reader, columns, sums) : null,
    interpretation: {
      ...interpretation,
      totals: { ...sums, read: received },
      accounts: hasChart ? accountsFound(reader) : null,
    },
  };
}

/** Lines of several months, or of what is no month, leave the file without one: that is one cause. */
function leavesNoMonth(competence: Competence | null) {
  return ({ field, reason }: LineError): boolean =>
    reason.is === 'LineAccumulated' || (competence === null && field === 'period');
}

/** One of several CNPJs has to be the company's: the office that keeps the books may be named beside it. */
function cnpjReasons(cnpjs: readonly string[], { cnpj: expected }: FileRequest): readonly ImportReason[] {
  const [cnpj] = cnpjs;
  return cnpj === undefined || cnpjs.includes(expected) ? [] : [{ is: 'FileCnpjDiffers', cnpj }];
}

/** The lines, with warnings of how the file was understood and of the whole file. */
function documentOf(reader: LineReader, columns: Columns, sums: Sums): DocumentLines {
  const { lines, hashes } = reader.kept();
  const codeColumn = labelOf(columns, columns.code);
  const findings = reader.findings.collected();
  const inChart = lines.filter(({ line }) => line !== OUTSIDE);
  const warnings = [
    ...fewAccounts(accountsFound(reader), codeColumn),
    ...findings.warnings,
    ...repetitionIn(inChart, hashes),
    ...sumsThatDiffer(sums),
  ];
  return { lines, readingFindings: { ...findings, warnings, codeColumn, isSigned: reader.amounts.anySide } };
}

function accountsFound({ received, findings }: LineReader): NonNullable<Interpretation['accounts']> {
  return { lines: received, found: received - findings.notInChart, notFound: [...findings.codesNotInChart] };
}

/** A spreadsheet's amounts are numbers, which need no decimals. */
function noDecimals({ format }: OpenFile, { amounts, received }: LineReader): readonly Warning[] {
  const isText = format === 'csv' || format === 'txt' || format === 'html';
  return isText && amounts.areWhole && received >= WHOLE_LINES_MIN ? [{ is: 'NoDecimals', lines: received }] : [];
}

function withoutLines(columns: Columns, rows: readonly TableRow[]): FileRefused {
  const value = rows.map(({ cells }) => shownText(cells[columns.code]).trim()).find((text) => text !== '');
  const column = labelOf(columns, columns.code);
  return new FileRefused({ is: 'FileWithoutLines', ...(value !== undefined && { column, value }) });
}

function amountHeadings(columns: Columns): readonly string[] {
  return amountIndexes(columns).flatMap((index) => columns.labels[index] || []);
}

// What a whole file is warned of beyond its single lines: accounts not found, sums that differ, lines that come
// again.
// Source: docs/spec/files.md#sums.

/** Where sides are not marked, fewer lines are no whole trial balance, whose balances add up to zero. */
const BALANCED_LINES_MIN = 10;

function fewAccounts(
  { lines, found, notFound }: NonNullable<Interpretation['accounts']>,
  column: string,
): readonly Warning[] {
  if (found * 2 >= lines) return [];
  return [{ is: 'FewAccountsFound', lines, found, column, codes: notFound.slice(0, CODES_NAMED_MAX) }];
}

/** One warning for one cause: the group in which the difference is, and not all groups above it. */
function sumsThatDiffer({
  lines,
  debitCents,
  creditCents,
  finalBalanceCents,
  isSigned,
  groups,
  groupCount,
}: Sums): Warning[] {
  const [first] = groups;
  if (debitCents !== creditCents) {
    const isCut = first !== undefined && groups.every((one) => one.isLast && isLess(one));
    return [
      { is: 'SumsDiffer', lines, debitCents, creditCents, group: first ? groupDifference(first) : null, isCut },
    ];
  }
  if (groups.length > 0) {
    const firstGroups = groups.slice(0, ACCOUNTS_NAMED_MAX).map(groupDifference);
    return [{ is: 'GroupsDiffer', groups: firstGroups, more: groupCount - firstGroups.length }];
  }
  const isWhole = isSigned || (lines >= BALANCED_LINES_MIN && debitCents !== 0);
  return finalBalanceCents === 0 || !isWhole
    ? []
    : [{ is: 'BalancesDiffer', lines, balanceCents: finalBalanceCents }];
}

/** Lines are missing where they come to less than their group. */
function isLess({ ownCents, linesCents }: FoundDifference): boolean {
  return Math.abs(linesCents) < Math.abs(ownCents);
}

function groupDifference({ code, of, ownCents, linesCents }: FoundDifference): GroupDifference {
  return { code, of, ownCents, linesCents };
}
