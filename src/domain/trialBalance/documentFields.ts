// Checks the fields of a JSON import and reports all errors at once, before the company or chart is looked
// up. Source: docs/spec/imports.md#refusals.
import { isMonthOutOfRange, parseCompetence, type Competence } from '../kernel/competence.js';
import { parseCnpj } from '../kernel/cnpj.js';
import type { LineErrors } from './checks/lineErrors.js';
import { LINES_MAX, type LineTable } from './lines/lineTable.js';
import type { ImportReason, LineError } from './refusals.js';
import { CHART_NAME_LENGTH_MAX, isStorable } from '../charts/accountTextLimits.js';

/** Fields are null if absent or wrong (`reasons` then has the reason); `lines` is null if anything is wrong. */
export type DocumentFields = Readonly<{
  companyId: number | null;
  cnpj: string | null;
  competence: Competence | null;
  chartName: string | null;
  received: number;
  reasons: readonly ImportReason[];
  lineErrors: readonly LineError[];
  lineErrorCount: number;
  lines: LineTable | null;
}>;

/** The raw members of the body; a member that is null or "" counts as absent. */
export type Members = Readonly<{ companyId: unknown; cnpj: unknown; period: unknown; chartName: unknown }>;

/** The result of reading the list of items; the table is invalid if there are errors. */
export type ReadItems = Readonly<{ received: number; lines: LineTable; errors: LineErrors }>;

/** Reasons are in the order of docs/spec/imports.md#refusals. @param items null without a list of items */
export function documentFields(members: Members, items: ReadItems | null): DocumentFields {
  const reasons: ImportReason[] = [];
  const competence = readPeriod(members.period, reasons);
  const identifiers = readIdentifiers(members, reasons);
  if (items === null) reasons.push({ is: 'LineItemsMissing' });
  else if (items.received === 0) reasons.push({ is: 'LineItemsEmpty' });
  else if (items.received > LINES_MAX) reasons.push({ is: 'LineItemsTooMany' });
  const chartName = readChartName(members.chartName, reasons);
  const lineErrorCount = items?.errors.count ?? 0;
  return {
    ...identifiers,
    competence,
    chartName,
    received: items?.received ?? 0,
    reasons,
    lineErrors: items?.errors.kept ?? [],
    lineErrorCount,
    lines: items !== null && reasons.length === 0 && lineErrorCount === 0 ? items.lines : null,
  };
}

function readPeriod(value: unknown, reasons: ImportReason[]): Competence | null {
  const competence = typeof value === 'string' ? parseCompetence(value) : null;
  if (competence === null) reasons.push(periodFault(value));
  return competence;
}

/** Why a value is no competence. */
export function periodFault(value: unknown): ImportReason {
  return { is: typeof value === 'string' && isMonthOutOfRange(value) ? 'PeriodOutOfRange' : 'PeriodInvalid' };
}

function readIdentifiers({ companyId: id, cnpj: text }: Members, reasons: ImportReason[]) {
  const companyId = isWholeNumber(id) ? id + 0 : null;
  const cnpj = typeof text === 'string' && !isAbsent(text) ? parseCnpj(text) : null;
  if (isAbsent(id) && isAbsent(text)) reasons.push({ is: 'IdentifierMissing' });
  if (companyId === null && !isAbsent(id)) reasons.push({ is: 'CompanyIdInvalid' });
  if (cnpj === null && !isAbsent(text)) reasons.push({ is: 'CnpjInvalid' });
  return { companyId, cnpj };
}

function readChartName(value: unknown, reasons: ImportReason[]): string | null {
  const name = typeof value === 'string' ? value.trim() : value;
  if (isAbsent(name) || name === '') reasons.push({ is: 'ChartNameMissing' });
  else if (typeof name === 'string' && isStorable(name, CHART_NAME_LENGTH_MAX)) return name;
  else reasons.push({ is: 'ChartNameInvalid' });
  return null;
}

/** ERPs send empty texts for what they do not know (docs/spec/requests.md#parameters). */
function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** Up to 2^53 − 1 (docs/spec/numbers.md#whole-numbers). */
function isWholeNumber(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
