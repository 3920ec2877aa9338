// Recognises the total that a report prints below the lines of one account, under the account's own code.
// Source: docs/spec/files.md#skipped-rows.
import { AmountSum, isSameAmounts, type Amounts } from '../../../domain/trialBalance/lines/amounts.js';

const TOTAL = /^\W*(?:sub-?\s?)?tota(?:l|is)\b|^\W*soma\b/i;

export class AccountTotal {
  #code = '';
  #sums = new AmountSum();

  /** Whether this line is named a total and is the sum of the lines right above it. Called for each line, in order. */
  isTotal(code: string, name: string, amounts: Amounts): boolean {
    const isSame = code === this.#code;
    if (isSame && TOTAL.test(name) && isSameAmounts(this.#sums, amounts)) return true;
    this.#code = code;
    if (!isSame) this.#sums = new AmountSum();
    this.#sums.add(amounts);
    return false;
  }
}
