// Accounts by what one of their codes looks like; made by the first search, because most files search by few of them.
import type { Account } from '../../../domain/charts/events.js';

/** Accounts that one form may mean; with two nothing is settled already. */
const FITS_MAX = 16;
const NONE: readonly string[] = [];

export class AccountIndex {
  #codes: Map<string, string[]> | null = null;

  /** @param formsOf the forms of an account's codes, without repetitions */
  constructor(
    private readonly accounts: ReadonlyMap<string, Account>,
    private readonly formsOf: (account: Account) => readonly string[],
  ) {}

  /** Codes of the accounts that have this form. */
  get(form: string): readonly string[] {
    this.#codes ??= this.#made();
    return this.#codes.get(form) ?? NONE;
  }

  #made(): Map<string, string[]> {
    const codes = new Map<string, string[]>();
    for (const account of this.accounts.values())
      for (const form of this.formsOf(account)) {
        const known = codes.get(form);
        if (known === undefined) codes.set(form, [account.code]);
        else if (known.length < FITS_MAX) known.push(account.code);
      }
    return codes;
  }
}
