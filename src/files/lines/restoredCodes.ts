// Lines whose codes were restored from what spreadsheets do to codes. They count only while no other code of the file
// claims the same account. Source: docs/spec/files.md#account-codes.
export type RestoredLine = Readonly<{ text: string; code: string; line: number }>;

export class RestoredCodes {
  readonly #ownCodes = new Set<string>();
  readonly #restored: RestoredLine[] = [];

  /**
   * @param text the code in the file
   * @param code the account's code
   * @param line index among the lines kept
   */
  add(text: string, code: string, isRestored: boolean, line: number): void {
    if (isRestored) this.#restored.push({ text, code, line });
    else this.#ownCodes.add(code);
  }

  /** Whether the account's own code stands in some line. */
  hasOwnCode(code: string): boolean {
    return this.#ownCodes.has(code);
  }

  /** Restored lines whose account another code claims too, in order. */
  contradicted(): readonly RestoredLine[] {
    const texts = new Map<string, string>();
    const claimedTwice = new Set<string>();
    for (const { text, code } of this.#restored) {
      const known = texts.get(code);
      if (known === undefined) texts.set(code, text);
      else if (known !== text) claimedTwice.add(code);
    }
    return this.#restored.filter(({ code }) => this.#ownCodes.has(code) || claimedTwice.has(code));
  }
}
