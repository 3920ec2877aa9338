// Checks that what a line says of its company, month, chart and currency agrees with the import.
// Source: docs/spec/files.md#company-in-a-file, docs/spec/files.md#competence.
import { parseCnpj } from '../../domain/kernel/cnpj.js';
import type { Competence } from '../../domain/kernel/competence.js';
import type { LineErrors, LineReason } from '../../domain/trialBalance/refusals.js';
import { foreignCurrency } from '../cells/amountUnit.js';
import { isBlank, shownText, textOf } from '../cells/cellText.js';
import { isTextOfMonthOutOfRange, monthAndYear, periodOfCell } from '../cells/periodText.js';
import { labelOf } from '../columns/columnValues.js';
import type { Columns } from '../columns/recogniseColumns.js';
import { FileRefused, type Cell, type TableRow } from '../formats/table.js';
import { SECTION_COMPANY, SECTION_MONTH } from '../headings/metadataVocabulary.js';
import { companyIn, readMetadata } from '../headings/readMetadata.js';

export type ImportFacts = Readonly<{
  /** Competence of the request, or of the file as a whole; null leaves it to the first line that names one. */
  competence: Competence | null;
  chartName: string | null;
  cnpj: string;
  /** CNPJs above the table: the company's, and perhaps that of the office that keeps the books. */
  cnpjs: readonly string[];
  company: string | null;
}>;

export class LineIdentityCheck {
  competence: Competence | null;
  /** Values already checked: most columns hold one value only. */
  #lastCnpj: Cell | undefined = null;
  #lastPeriod: Cell | undefined = null;
  #lastCurrency: Cell | undefined = null;

  /**
   * @param errors values that are not a CNPJ or month.
   * @param differing values of another company, month or chart
   */
  constructor(
    private readonly options: ImportFacts,
    private readonly errors: LineErrors,
    private readonly differing: LineErrors,
  ) {
    this.competence = options.competence;
  }

  check(cells: readonly Cell[], columns: Columns, line: number, code: string): void {
    const { cnpj, period, month, year, chart, currency } = columns;
    if (cnpj !== -1) this.#checkCnpj(cells[cnpj], columns, line, code);
    if (period !== -1) this.#checkPeriod(cells, columns, line, code);
    else if (month !== -1 && year !== -1) this.#checkMonth(cells, columns, line, code);
    if (currency !== -1) this.#checkCurrency(cells[currency], line);
    if (chart !== -1) this.#checkChart(textOf(cells[chart]), line, code);
  }

  #checkCnpj(cell: Cell | undefined, columns: Columns, line: number, code: string): void {
    if (cell === this.#lastCnpj) return;
    const text = typeof cell === 'number' ? String(cell) : textOf(cell);
    if (text === '') return;
    // Spreadsheets drop leading zeros; some files hold the root (8 digits) alone.
    const padded = /^\d{12,13}$/.test(text) ? text.padStart(14, '0') : text;
    const cnpj = parseCnpj(padded);
    const root = /^\d{7,8}$/.test(text) ? text.padStart(8, '0') : null;
    if (cnpj === this.options.cnpj || (root !== null && this.options.cnpj.startsWith(root))) {
      this.#lastCnpj = cell;
    } else if (cnpj !== null) {
      this.differing.add(line, 'cnpj', code, { is: 'LineCnpjDiffers', cnpj });
    } else if (/cnpj/i.test(columns.headings[columns.cnpj] ?? '')) {
      // A column headed `Empresa` or `Filial` may hold names or internal numbers.
      const reason: LineReason = root === null ? { is: 'LineCnpjInvalid' } : { is: 'LineCnpjDiffers', cnpj: root };
      (root === null ? this.errors : this.differing).add(line, 'cnpj', code, reason);
    }
  }

  #checkPeriod(cells: readonly Cell[], columns: Columns, line: number, code: string): void {
    const cell = cells[columns.period];
    if ((cell === this.#lastPeriod && columns.periodStart === -1) || isBlank(cell)) return;
    const period = periodOfCell(cell);
    const cited = cellReference(cell, columns.period, columns);
    if (period === null) {
      const is = isTextOfMonthOutOfRange(shownText(cell)) ? 'LinePeriodOutOfRange' : 'LinePeriodInvalid';
      return this.errors.add(line, 'period', code, { is, ...cited });
    }
    if (period.is === 'range') return this.errors.add(line, 'period', code, { is: 'LineAccumulated', ...cited });
    const first = columns.periodStart === -1 ? null : cells[columns.periodStart];
    const start = periodOfCell(first);
    if (start?.is === 'month' && start.competence !== period.competence) {
      const value = `${shownText(first)} a ${cited.value}`;
      return this.errors.add(line, 'period', code, { is: 'LineAccumulated', ...cited, value });
    }
    if (this.#agrees(period.competence, line, code)) this.#lastPeriod = cell;
  }

  #checkMonth(cells: readonly Cell[], columns: Columns, line: number, code: string): void {
    const month = cells[columns.month];
    const year = cells[columns.year];
    if (isBlank(month) && isBlank(year)) return;
    const competence = monthAndYear(shownText(month), shownText(year));
    if (competence !== null) this.#agrees(competence, line, code);
    else {
      const cited = cellReference(month, columns.month, columns);
      this.errors.add(line, 'period', code, { is: 'LinePeriodInvalid', ...cited });
    }
  }

  #agrees(competence: Competence, line: number, code: string): boolean {
    this.competence ??= competence;
    if (competence === this.competence) return true;
    const importCompetence = this.competence;
    this.differing.add(line, 'period', code, { is: 'LinePeriodDiffers', competence, importCompetence });
    return false;
  }

  /** @throws FileRefused another currency concerns the whole file */
  #checkCurrency(cell: Cell | undefined, line: number): void {
    if (cell === this.#lastCurrency) return;
    const unit = foreignCurrency(textOf(cell));
    if (unit !== null) throw new FileRefused({ is: 'FileUnit', unit, line });
    this.#lastCurrency = cell;
  }

  #checkChart(chartName: string, line: number, code: string): void {
    const { chartName: importChartName } = this.options;
    if (chartName === '' || importChartName === null || chartName === importChartName) return;
    this.differing.add(line, 'chartName', code, { is: 'LineChartDiffers', chartName, importChartName });
  }
}

export type CellReference = Readonly<{ column: string; value: string }>;

export function cellReference(cell: Cell | undefined, index: number, columns: Columns): CellReference {
  return { column: labelOf(columns, index), value: shownText(cell) };
}

// Refuses reports that hold several trial balances one below the other: amounts of another month or company must
// not be added to this one. Source: docs/spec/files.md#company-in-a-file.

/** More page headers than any real report has. */
const PAGE_HEADERS_MAX = 50_000;
/** Further rows below the last account are not read. */
const FOOTER_ROWS_MAX = 60;

export class SectionGuard {
  #competence: Competence | null;
  #company: string | null;
  /** The refusal that holds if an account follows in this section. */
  #otherMonth: FileRefused | null = null;
  #otherCompany: FileRefused | null = null;

  /** The first rows since the last account. */
  #below: TableRow[] = [];
  #lastHeader = '';
  #headers = 0;

  constructor(private readonly options: ImportFacts) {
    this.#competence = options.competence;
    this.#company = options.company;
  }

  /** Called for each row inside the table that is not an account. */
  readRow(row: TableRow): void {
    if (this.#below.length < FOOTER_ROWS_MAX) this.#below.push(row);
    const texts = row.cells.map(textOf).filter((text) => text !== '');
    if (!texts.some((text) => SECTION_MONTH.test(text) || SECTION_COMPANY.test(text))) return;
    // The same page header again.
    const header = texts.join('\n');
    if (header === this.#lastHeader) return;
    this.#lastHeader = header;
    if (++this.#headers > PAGE_HEADERS_MAX) throw new FileRefused({ is: 'FileTookTooLong' });
    if (texts.some((text) => SECTION_MONTH.test(text))) this.#readMonth(row);
    if (texts.some((text) => SECTION_COMPANY.test(text))) this.#readCompany(row);
  }

  /**
   * Called before each line that is an account.
   * @param isRepeated whether the account stood in the file before, so that the amounts of two companies would be
   *   added
   * @throws FileRefused
   */
  beforeAccount(isRepeated: boolean): void {
    if (this.#below.length > 0) this.#below = [];
    if (this.#otherMonth !== null) throw this.#otherMonth;
    if (isRepeated && this.#otherCompany !== null) throw this.#otherCompany;
  }

  /** Called once, after the last row: what stands below the table holds for it too. @throws FileRefused */
  end(): void {
    const { period, unit } = readMetadata(this.#below);
    if (unit !== null) throw new FileRefused({ is: 'FileUnit', unit, line: null });
    if (period?.is === 'range') throw new FileRefused({ is: 'FileAccumulated', from: period.from, to: period.to });
    if (this.#otherMonth !== null) throw this.#otherMonth;
  }

  #readMonth(row: TableRow): void {
    const { period } = readMetadata([row]);
    if (period === null) return;
    this.#otherMonth = null;
    if (period.is === 'range') {
      this.#otherMonth = new FileRefused({ is: 'FileAccumulated', from: period.from, to: period.to });
      return;
    }
    const { competence } = period;
    this.#competence ??= competence;
    const importCompetence = this.#competence;
    if (competence !== importCompetence)
      this.#otherMonth = new FileRefused({ is: 'FilePeriodDiffers', competence, importCompetence });
  }

  #readCompany(row: TableRow): void {
    const { cnpjs } = readMetadata([row]);
    const company = companyIn(row);
    const { cnpj: companyCnpj, cnpjs: clientCnpjs } = this.options;
    if (cnpjs.includes(companyCnpj)) this.#otherCompany = null;
    else if (cnpjs[0] !== undefined && !cnpjs.some((cnpj) => clientCnpjs.includes(cnpj)))
      this.#otherCompany = new FileRefused({ is: 'FileCnpjDiffers', cnpj: cnpjs[0] });
    if (company === null) return;
    this.#company ??= company;
    const companies = [this.#company, company];
    if (company !== this.#company)
      this.#otherCompany ??= new FileRefused({ is: 'FileCompaniesSeveral', companies });
    else if (cnpjs.length === 0) this.#otherCompany = null;
  }
}
