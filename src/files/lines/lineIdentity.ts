// Checks that what a line says of its company, month, chart and currency agrees with the import.
// Source: docs/spec/files.md#company-in-a-file, docs/spec/files.md#competence.
import type { Competence } from '../../domain/kernel/competence.js';
import type { LineErrors, LineReason } from '../../domain/trialBalance/refusals.js';
import { parseCnpj } from '../../domain/kernel/cnpj.js';
import { foreignCurrency } from '../cells/amountUnit.js';
import { isBlank, shownText, textOf } from '../cells/cellText.js';
import { cellReference } from '../columns/cellReference.js';
import type { Columns } from '../columns/recogniseColumns.js';
import { isTextOfMonthOutOfRange, monthAndYear, periodOfCell } from '../cells/periodText.js';
import { FileRefused, type Cell } from '../formats/table.js';

export type LineIdentityOptions = Readonly<{
  /** Of the request, or of the file as a whole; null leaves it to the first line that names one. */
  competence: Competence | null;
  chartName: string | null;
  cnpj: string;
}>;

export class LineIdentityCheck {
  competence: Competence | null;
  /** Values already checked: most columns hold one value only. */
  #lastCnpj: Cell | undefined = null;
  #lastPeriod: Cell | undefined = null;
  #lastCurrency: Cell | undefined = null;

  /** @param errors values that are not a CNPJ or month. @param differing values of another company, month or chart */
  constructor(
    private readonly options: LineIdentityOptions,
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
    } else if (isCnpjColumn(columns)) {
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
    const [month, year] = [cells[columns.month], cells[columns.year]];
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

/** A column headed `Empresa` or `Filial` may hold names or internal numbers. */
function isCnpjColumn({ headings, cnpj }: Columns): boolean {
  return /cnpj/i.test(headings[cnpj] ?? '');
}
