// Recognises the total that a report prints below the lines of one account, under the account's own code.
// Source: docs/spec/files.md#skipped-rows.
import { AMOUNTS } from '../../../domain/trialBalance/lines/lineTable.js';

const TOTAL = /^\W*(?:sub-?\s?)?tota(?:l|is)\b|^\W*soma\b/i;

export class AccountTotal {
  #code = '';
  #sums = new Float64Array(AMOUNTS);

  /** Whether this line is named a total and is the sum of the lines right above it. Called for each line, in order. */
  isTotal(code: string, name: string, amounts: Float64Array): boolean {
    const isSame = code === this.#code;
    if (isSame && TOTAL.test(name) && this.#sums.every((sum, at) => sum === amounts[at])) return true;
    this.#code = code;
    for (let at = 0; at < AMOUNTS; at++)
      this.#sums[at] = (isSame ? (this.#sums[at] as number) : 0) + (amounts[at] as number);
    return false;
  }
}
