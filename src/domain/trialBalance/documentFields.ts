// The fields of a JSON import: everything that is wrong with them is found in one go, before any company or chart is
// looked up. Source: docs/spec/imports.md#refusals.
import { parseCompetence, type Competence } from '../kernel/competence.js';
import { parseCnpj } from '../kernel/cnpj.js';
import type { LineErrors } from './checks/lineErrors.js';
import { LINES_MAX, type LineTable } from './lines/lineTable.js';
import type { ImportReason, LineError } from './refusals.js';
import { CHART_NAME_LENGTH_MAX, isStorable } from './lines/textLimits.js';

/** Fields are null where absent or wrong (then `reasons` says so); `lines` is null when anything at all is wrong. */
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

/** As the body holds them; a member that is null counts as absent. */
export type Members = Readonly<{ companyId: unknown; cnpj: unknown; period: unknown; chartName: unknown }>;

/** What the list of items came to; the table is of no use when there are errors. */
export type ReadItems = Readonly<{ received: number; lines: LineTable; errors: LineErrors }>;

/** Reasons come in the order of docs/spec/imports.md#refusals. @param items null when there is no list of them */
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
  if (competence === null) reasons.push({ is: 'PeriodInvalid' });
  return competence;
}

function readIdentifiers({ companyId: id, cnpj: text }: Members, reasons: ImportReason[]) {
  const companyId = isWholeNumber(id) ? id + 0 : null;
  const cnpj = typeof text === 'string' ? parseCnpj(text) : null;
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

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

/** Up to 2^53 − 1 (docs/spec/numbers.md#whole-numbers). */
function isWholeNumber(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
