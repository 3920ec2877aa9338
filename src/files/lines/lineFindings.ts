// What reading found besides the lines that are kept: lines outside the chart, lines of another company or month, warnings.
import { LineErrors } from '../../domain/trialBalance/checks/lineErrors.js';
import { ACCOUNTS_NAMED_MAX } from '../../domain/trialBalance/checks/warnings.js';
import type { Besides } from '../../domain/trialBalance/lines/lineTable.js';
import type { Warning } from '../../domain/trialBalance/refusals.js';
import { detachedText } from './detachedText.js';
import { DistinctCount } from './distinctCount.js';

export class LineFindings {
  /** Lines that name another company, month or chart. */
  readonly errors = new LineErrors();
  readonly warnings: Warning[] = [];
  #notInChart = 0;
  readonly #accountsNamed: string[] = [];
  readonly #codesNotInChart = new DistinctCount();
  readonly #withoutCode: number[] = [];
  #withoutCodeCount = 0;
  readonly #restored = new Map<string, string>();

  addNotInChart(accountCode: string): void {
    this.#notInChart++;
    if (this.#codesNotInChart.add(accountCode) && this.#accountsNamed.length < ACCOUNTS_NAMED_MAX)
      this.#accountsNamed.push(detachedText(accountCode));
  }

  addWithoutCode(line: number): void {
    this.#withoutCodeCount++;
    if (this.#withoutCode.length < ACCOUNTS_NAMED_MAX) this.#withoutCode.push(line);
  }

  addRestored(code: string, accountCode: string): void {
    if (!this.#restored.has(code)) this.#restored.set(detachedText(code), accountCode);
  }

  removeRestored(code: string): void {
    this.#restored.delete(code);
  }

  collected(): Besides {
    const warnings = [...this.warnings];
    const rows = this.#withoutCodeCount;
    if (rows > 0) {
      const lines = this.#withoutCode;
      warnings.push({ is: 'RowsWithoutCode', rows, lines, more: rows - lines.length });
    }
    if (this.#restored.size > 0) {
      const all = [...this.#restored].map(([found, accountCode]) => ({ found, accountCode }));
      const codes = all.slice(0, ACCOUNTS_NAMED_MAX);
      warnings.push({ is: 'CodesRestored', codes, more: all.length - codes.length });
    }
    return {
      notInChart: {
        lines: this.#notInChart,
        accounts: this.#accountsNamed,
        more: this.#codesNotInChart.count - this.#accountsNamed.length,
      },
      errors: this.errors.kept,
      errorCount: this.errors.count,
      warnings,
    };
  }
}
