// The fields of a JSON import: everything that is wrong with them is found in one go, before any company or chart is
// looked up. Source: decisions 4, Refusals.
import { parseCompetence, type Competence } from '../competence/competence.js';
import { parseCnpj } from '../registers/cnpj.js';
import { LineErrors } from './lineErrors.js';
import { readLineItems } from './lineItems.js';
import { LINES_MAX, type LineTable } from './lineTable.js';
import type { ImportReason, LineError } from './refusals.js';
import { CHART_NAME_LENGTH_MAX, isStorable } from './text.js';

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

/** A member that is null counts as absent. */
type Body = Readonly<Record<string, unknown>>;

/** Unknown members are ignored. Reasons come in the order of decisions 4. */
export function readDocumentFields(body: Body): DocumentFields {
  const reasons: ImportReason[] = [];
  const errors = new LineErrors();
  const competence = readPeriod(body['period'], reasons);
  const identifiers = readIdentifiers(body, reasons);
  const items = readItemList(body['lineItems'], reasons);
  const lines = readLineItems(items.length > LINES_MAX ? items.slice(0, LINES_MAX) : items, errors);
  const chartName = readChartName(body['chartName'], reasons);
  return {
    ...identifiers,
    competence,
    chartName,
    received: items.length,
    reasons,
    lineErrors: errors.kept,
    lineErrorCount: errors.count,
    lines: reasons.length === 0 && errors.count === 0 ? lines : null,
  };
}

function readPeriod(value: unknown, reasons: ImportReason[]): Competence | null {
  const competence = typeof value === 'string' ? parseCompetence(value) : null;
  if (competence === null) reasons.push({ is: 'PeriodInvalid' });
  return competence;
}

function readIdentifiers(body: Body, reasons: ImportReason[]): { companyId: number | null; cnpj: string | null } {
  const { companyId: id, cnpj: text } = body;
  const companyId = isWholeNumber(id) ? id + 0 : null;
  const cnpj = typeof text === 'string' ? parseCnpj(text) : null;
  if (isAbsent(id) && isAbsent(text)) reasons.push({ is: 'IdentifierMissing' });
  if (companyId === null && !isAbsent(id)) reasons.push({ is: 'CompanyIdInvalid' });
  if (cnpj === null && !isAbsent(text)) reasons.push({ is: 'CnpjInvalid' });
  return { companyId, cnpj };
}

/** An empty list when there is none; above the limit only as many lines as the limit are looked at. */
function readItemList(value: unknown, reasons: ImportReason[]): readonly unknown[] {
  if (!Array.isArray(value)) {
    reasons.push({ is: 'LineItemsMissing' });
    return [];
  }
  if (value.length === 0) reasons.push({ is: 'LineItemsEmpty' });
  if (value.length > LINES_MAX) reasons.push({ is: 'LineItemsTooMany' });
  return value;
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

/** Up to 2^53 − 1 (decisions 2). */
function isWholeNumber(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
