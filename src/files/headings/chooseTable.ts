// Which of a file's tables is the trial balance: the saved mapping's, or the first visible one whose heading names what
// an import needs. Others that look like one are named in a warning. Source: docs/spec/files.md#workbooks.
import type { ColumnMapping } from '../../domain/clients/columnMapping.js';
import { parseCompetence, type Competence } from '../../domain/kernel/competence.js';
import type { Warning } from '../../domain/trialBalance/refusals.js';
import { unitOfHeadings } from '../cells/amountUnit.js';
import { competenceInName } from '../cells/competenceInName.js';
import { monthNamed } from '../cells/monthNames.js';
import { singleColumns } from '../columns/amountColumns.js';
import { findSecondMonth } from '../columns/balanceArithmetic.js';
import type { FileRequest } from '../fileRequest.js';
import { FileRefused, type OpenFile, type Table, type TableRow } from '../formats/table.js';
import { findHeading, type Heading, type NoHeading } from './findHeading.js';
import { headingRole } from './headingRole.js';
import type { HeadingRole } from './headingVocabulary.js';
import { findMappedHeading } from './mappedHeading.js';
import { PreviewedTable } from './previewedTable.js';

/** The rows that may hold the heading, and a sample after them to tell columns apart by their values. */
const PREVIEW_ROWS = 160;
/** Further sheets are ignored. */
const TABLES_SEARCHED_MAX = 60;

/** The caller closes `table`. */
export type ChosenTable = Readonly<{ table: PreviewedTable; heading: Heading; warnings: readonly Warning[] }>;

/** @throws FileRefused */
export async function chooseTable(file: OpenFile, request: FileRequest): Promise<ChosenTable> {
  const tables = file.format === 'ecd' ? [tableOfPeriod(file, request)] : file.tables;
  const { mapping } = request;
  const warnings: Warning[] = [];
  if (mapping !== null) {
    const mapped = await mappedTable(tables, mapping);
    if ('heading' in mapped) return mapped;
    warnings.push({ is: 'MappingNotUsed', missing: mapped.missing });
  }
  return recognisedTable(tables, request.competence, warnings);
}

/** An ECD has one table per period. */
function tableOfPeriod({ tables }: OpenFile, { competence }: FileRequest): Table {
  const competences = tables.flatMap(({ name }) => parseCompetence(name ?? '') ?? []);
  const [first] = tables;
  if (first === undefined) throw new FileRefused({ is: 'FileWithoutLines' });
  if (competence === null) {
    if (tables.length > 1) throw new FileRefused({ is: 'FilePeriodsSeveral', competences });
    return first;
  }
  const named = tables.find(({ name }) => name === competence);
  if (named === undefined) throw new FileRefused({ is: 'FilePeriodNotFound', competence, competences });
  return named;
}

/** @returns the headings that the best table lacks, when no table has them all */
async function mappedTable(
  tables: readonly Table[],
  mapping: ColumnMapping,
): Promise<ChosenTable | Readonly<{ missing: readonly string[] }>> {
  let missing: readonly string[] | null = null;
  const { sheet, headerRow = 0 } = mapping;
  const candidates = sheet === undefined ? visibleFirst(tables) : tables.filter(({ name }) => name === sheet);
  if (sheet !== undefined && candidates.length === 0) return { missing: [sheet] };
  for (const candidate of candidates) {
    const table = await PreviewedTable.open(candidate, headerRow + PREVIEW_ROWS);
    const found = findMappedHeading(table.preview, mapping);
    if ('columns' in found) return { table, heading: found, warnings: [] };
    await table.close();
    if (missing === null || found.missing.length < missing.length) missing = found.missing;
  }
  return { missing: missing ?? [] };
}

async function recognisedTable(
  tables: readonly Table[],
  competence: Competence | null,
  warnings: Warning[],
): Promise<ChosenTable> {
  let chosen: Readonly<{ table: PreviewedTable; heading: Heading }> | null = null;
  let closest: NoHeading | null = null;
  let hasRows = false;
  const ignored: string[] = [];
  for (const candidate of sheetOfMonthFirst(visibleFirst(tables), competence)) {
    const table = await PreviewedTable.open(candidate, PREVIEW_ROWS);
    hasRows ||= table.preview.length > 0;
    const heading = findHeading(table.preview);
    if ('columns' in heading && chosen === null) {
      chosen = { table, heading };
      continue;
    }
    await table.close();
    if ('columns' in heading) ignored.push(candidate.name ?? '');
    else if (closest === null || heading.recognised > closest.recognised) closest = heading;
  }
  if (chosen === null) throw new FileRefused(reasonWithoutHeading(hasRows ? closest : null));
  refuseTwoMonths(chosen.heading, chosen.table.preview);
  if (ignored.length > 0) warnings.push({ is: 'SheetsIgnored', sheets: ignored });
  return { ...chosen, warnings };
}

function reasonWithoutHeading(closest: NoHeading | null): FileRefused['reason'] {
  if (closest === null) return { is: 'FileWithoutLines' };
  const unit = unitOfHeadings(closest.found);
  if (unit !== null) return { is: 'FileUnit', unit, line: null };
  return { is: 'FileColumnsMissing', fields: closest.missing, found: closest.found };
}

/** Of a workbook with a sheet for each month, the one named after the month asked for comes first. */
function sheetOfMonthFirst(tables: readonly Table[], competence: Competence | null): readonly Table[] {
  const visible = tables.filter(({ hidden }) => !hidden);
  /** YYYY-MM, or MM where the name has no year. */
  const monthOf = ({ name }: Table): string | null => {
    const month = name === null ? null : monthNamed(name);
    return (name && competenceInName(name)) ?? (month === null ? null : String(month).padStart(2, '0'));
  };
  if (competence === null || visible.filter((table) => monthOf(table) !== null).length < 2) return tables;
  const asked = visible.find((table) => {
    const month = monthOf(table);
    return month !== null && (month === competence || month === competence.slice(5));
  });
  return asked === undefined ? tables : [asked, ...tables.filter((table) => table !== asked)];
}

/** @throws FileRefused for two months side by side, where nothing tells which one is meant */
function refuseTwoMonths({ columns, next }: Heading, rows: readonly TableRow[]): void {
  const roles = columns.headings.map(headingRole);
  const all = (role: HeadingRole): number[] => roles.flatMap((one, index) => (one === role ? [index] : []));
  const choices = { opening: all('opening'), debit: all('debit'), credit: all('credit'), closing: all('closing') };
  const single = singleColumns(columns);
  if (single === null || Object.values(choices).some((indexes) => indexes.length < 2)) return;
  if (findSecondMonth(single, choices, rows.slice(next)) === null) return;
  const repeated = Object.values(single).map((index) => columns.labels[index] ?? '');
  throw new FileRefused({ is: 'FileColumnsTwice', columns: repeated });
}

/** Hidden sheets are read only when no visible one is a trial balance. */
function visibleFirst(tables: readonly Table[]): readonly Table[] {
  const visible = tables.filter(({ hidden }) => !hidden);
  return [...visible, ...tables.filter(({ hidden }) => hidden)].slice(0, TABLES_SEARCHED_MAX);
}
