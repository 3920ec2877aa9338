// What reading found apart from the lines that are kept: lines outside the chart, lines of another company or month, warnings.
import { LineErrors } from '../../domain/trialBalance/refusals.js';
import { ACCOUNTS_NAMED_MAX, type OtherAccount, type Warning } from '../../domain/trialBalance/warnings.js';
import type { ReadingFindings } from '../../domain/trialBalance/lines.js';
import { detachedText } from '../cells/cellText.js';

/** Ambiguous codes beyond this number are counted as one. */
const AMBIGUOUS_MAX = 1_000;

class OtherAccounts {
  readonly lines: OtherAccount[] = [];
  count = 0;

  add(found: OtherAccount): void {
    this.count++;
    if (this.lines.length < ACCOUNTS_NAMED_MAX) this.lines.push(found);
  }
}

export class LineFindings {
  /** Lines that name another company, month or chart. */
  readonly errors = new LineErrors(true);
  readonly warnings: Warning[] = [];
  #notInChart = 0;
  readonly #codesNotInChart = new Set<string>();
  readonly #withoutCode: number[] = [];
  #withoutCodeCount = 0;
  readonly #restored = new Map<string, string>();
  readonly #ambiguous = new Map<string, readonly string[]>();
  readonly #others = { code: new OtherAccounts(), name: new OtherAccounts() };

  addNotInChart(accountCode: string): void {
    this.#notInChart++;
    if (!this.#codesNotInChart.has(accountCode)) this.#codesNotInChart.add(detachedText(accountCode));
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

  addAmbiguous(code: string, accounts: readonly string[]): void {
    if (this.#ambiguous.size < AMBIGUOUS_MAX && !this.#ambiguous.has(code))
      this.#ambiguous.set(detachedText(code), accounts);
  }

  addOtherAccount(by: 'code' | 'name', line: number, accountCode: string, otherCode: string): void {
    this.#others[by].add({ line, accountCode, otherCode });
  }

  /** Lines outside the chart so far. */
  get notInChart(): number {
    return this.#notInChart;
  }

  /** The first codes outside the chart. */
  get codesNotInChart(): readonly string[] {
    return [...this.#codesNotInChart].slice(0, ACCOUNTS_NAMED_MAX);
  }

  collected(): ReadingFindings {
    const warnings = [...this.warnings];
    if (this.#ambiguous.size > 0) {
      const all = [...this.#ambiguous].map(([found, accounts]) => ({ found, accounts }));
      const codes = all.slice(0, ACCOUNTS_NAMED_MAX);
      warnings.push({ is: 'CodesAmbiguous', codes, more: all.length - codes.length });
    }
    for (const by of ['code', 'name'] as const) {
      const { lines, count } = this.#others[by];
      if (count > 0) warnings.push({ is: 'OtherAccountNamed', by, lines, more: count - lines.length });
    }
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
        accounts: this.codesNotInChart,
        more: Math.max(0, this.#codesNotInChart.size - ACCOUNTS_NAMED_MAX),
      },
      errors: this.errors.kept,
      errorCount: this.errors.count,
      errorKinds: this.errors.kinds,
      warnings,
    };
  }
}
