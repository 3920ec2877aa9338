// Which of a file's tables is the trial balance: the mapping's, or the first visible one with a heading that names what
// an import needs. The others that look like one are named in a warning.
import type { Warning } from '../../domain/trialBalance/refusals.js';
import { parseCompetence, type Competence } from '../../domain/kernel/competence.js';
import type { ColumnMapping } from '../../domain/clients/columnMapping.js';
import { singleOf } from '../columns/amountColumns.js';
import { anotherMonth } from '../columns/arithmetic.js';
import { unitOfHeadings } from '../cells/amountUnit.js';
import { competenceInName } from '../cells/competenceInName.js';
import { monthNamed } from '../cells/monthNames.js';
import { findHeading, findMapped, type Heading, type NoHeading } from './headings.js';
import type { FileRequest } from '../fileRequest.js';
import type { HeadingRole } from './headingVocabulary.js';
import { headingRole } from './headingRole.js';
import { FileRefused, type OpenFile, type Table, type TableRow } from '../formats/table.js';

/** The heading is looked for in the first 40, the rest tells columns apart by their values. */
const PEEKED_ROWS = 160;
/** Sheets beyond these are not looked at. */
const TABLES_LOOKED_AT_MAX = 60;

export type Chosen = Readonly<{ peeked: Peeked; heading: Heading; warnings: readonly Warning[] }>;

/** A table whose first rows were read ahead. */
export class Peeked {
  first: TableRow[] = [];
  /** There are no more rows than `first`. */
  isWhole = false;
  readonly #rows: AsyncIterator<readonly TableRow[]>;

  private constructor(readonly table: Table) {
    this.#rows = table.rows()[Symbol.asyncIterator]();
  }

  static async at(table: Table, rows = PEEKED_ROWS): Promise<Peeked> {
    const peeked = new Peeked(table);
    while (peeked.first.length < rows && !peeked.isWhole) {
      const next = await peeked.#rows.next();
      if (next.done === true) peeked.isWhole = true;
      else for (const row of next.value) peeked.first.push(row);
    }
    return peeked;
  }

  /** The rows from one of the first on, once. */
  async *from(index: number): AsyncGenerator<readonly TableRow[], void> {
    const first = this.first.slice(index);
    if (first.length > 0) yield first;
    while (!this.isWhole) {
      const next = await this.#rows.next();
      if (next.done === true) this.isWhole = true;
      else yield next.value;
    }
  }

  async end(): Promise<void> {
    await this.#rows.return?.();
  }
}

/** @throws FileRefused */
export async function chooseTable(file: OpenFile, request: FileRequest): Promise<Chosen> {
  const tables = file.format === 'ecd' ? [ofPeriod(file, request)] : file.tables;
  const { mapping } = request;
  const warnings: Warning[] = [];
  if (mapping !== null) {
    const mapped = await mappedTable(tables, mapping);
    if ('heading' in mapped) return mapped;
    warnings.push({ is: 'MappingNotUsed', missing: mapped.lacking });
  }
  return recognisedTable(tables, request.competence, warnings);
}

/** An ECD has a table per period. */
function ofPeriod({ tables }: OpenFile, { competence }: FileRequest): Table {
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

async function mappedTable(
  tables: readonly Table[],
  mapping: ColumnMapping,
): Promise<Chosen | Readonly<{ lacking: readonly string[] }>> {
  let lacking: readonly string[] | null = null;
  const { sheet, headerRow = 0 } = mapping;
  const candidates = sheet === undefined ? byVisibility(tables) : tables.filter(({ name }) => name === sheet);
  if (sheet !== undefined && candidates.length === 0) return { lacking: [sheet] };
  for (const table of candidates) {
    const peeked = await Peeked.at(table, Math.max(PEEKED_ROWS, headerRow + PEEKED_ROWS));
    const found = findMapped(peeked.first, mapping);
    if ('columns' in found) return { peeked, heading: found, warnings: [] };
    await peeked.end();
    if (lacking === null || found.lacking.length < lacking.length) lacking = found.lacking;
  }
  return { lacking: lacking ?? [] };
}

async function recognisedTable(
  tables: readonly Table[],
  competence: Competence | null,
  warnings: Warning[],
): Promise<Chosen> {
  let chosen: Readonly<{ peeked: Peeked; heading: Heading }> | null = null;
  let best: NoHeading | null = null;
  let hasRows = false;
  const others: string[] = [];
  for (const table of ofMonthFirst(byVisibility(tables), competence)) {
    const peeked = await Peeked.at(table);
    hasRows ||= peeked.first.length > 0;
    const heading = findHeading(peeked.first);
    if ('columns' in heading && chosen === null) {
      chosen = { peeked, heading };
      continue;
    }
    await peeked.end();
    if ('columns' in heading) others.push(table.name ?? '');
    else if (best === null || heading.recognised > best.recognised) best = heading;
  }
  if (chosen === null) {
    if (!hasRows || best === null) throw new FileRefused({ is: 'FileWithoutLines' });
    const unit = unitOfHeadings(best.found);
    if (unit !== null) throw new FileRefused({ is: 'FileUnit', unit, line: null });
    throw new FileRefused({ is: 'FileColumnsMissing', fields: best.missing, found: best.found });
  }
  refuseTwoMonths(chosen.heading, chosen.peeked.first);
  if (others.length > 0) warnings.push({ is: 'SheetsIgnored', sheets: others });
  return { ...chosen, warnings };
}

/** A workbook with a sheet for each month: the one whose name is the month asked for is meant. */
function ofMonthFirst(tables: readonly Table[], competence: Competence | null): readonly Table[] {
  const visible = tables.filter(({ hidden }) => !hidden);
  const monthOf = ({ name }: Table): string | null => {
    const named = name === null ? null : monthNamed(name);
    return (name && competenceInName(name)) ?? (named === null ? null : String(named).padStart(2, '0'));
  };
  if (competence === null || visible.filter((table) => monthOf(table) !== null).length < 2) return tables;
  const asked = visible.find((table) => {
    const month = monthOf(table);
    return month !== null && (month === competence || month === competence.slice(5));
  });
  return asked === undefined ? tables : [asked, ...tables.filter((table) => table !== asked)];
}

/** @throws FileRefused for two months side by side, of which nothing tells the one that is meant */
function refuseTwoMonths({ columns, next }: Heading, rows: readonly TableRow[]): void {
  const roles = columns.headings.map(headingRole);
  const all = (role: HeadingRole): number[] => roles.flatMap((one, index) => (one === role ? [index] : []));
  const choices = { opening: all('opening'), debit: all('debit'), credit: all('credit'), closing: all('closing') };
  const single = singleOf(columns);
  if (single === null || Object.values(choices).some((indexes) => indexes.length < 2)) return;
  if (anotherMonth(single, choices, rows.slice(next)) === null) return;
  const repeated = Object.values(single).map((index) => columns.labels[index] ?? '');
  throw new FileRefused({ is: 'FileColumnsTwice', columns: repeated });
}

/** Hidden sheets last: they are read only when no visible one is a trial balance. */
function byVisibility(tables: readonly Table[]): readonly Table[] {
  const visible = tables.filter(({ hidden }) => !hidden);
  return [...visible, ...tables.filter(({ hidden }) => hidden)].slice(0, TABLES_LOOKED_AT_MAX);
}
