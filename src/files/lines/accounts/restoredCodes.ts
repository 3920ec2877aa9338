// Lines whose codes leave a doubt: restored from what spreadsheets do to codes, or written as a damaged code of another
// account would be. They count only while nothing else in the file speaks against them.
// Source: docs/spec/files.md#account-codes.
export type DoubtfulLine = Readonly<{ text: string; code: string; line: number }>;

/** The lines of one text that was restored. */
type Restored = Readonly<{ text: string; code: string; lines: number[] }>;

/** Lines of one text that several accounts may have, by the name beside it. */
type Rivalled = { readonly name: string; isContradicted: boolean; readonly lines: DoubtfulLine[] };

export class RestoredCodes {
  readonly #ownCodes = new Set<string>();
  /** By the text; its lines are numbers, because they may be all of a large file. */
  readonly #restored = new Map<string, Restored>();
  readonly #rivalled = new Map<string, Rivalled>();

  /**
   * @param text the code in the file
   * @param code the account's code
   * @param line index among the lines kept
   */
  add(text: string, code: string, isRestored: boolean, line: number): void {
    if (!isRestored) return void this.#ownCodes.add(code);
    // Beside short codes one text may be restored as several accounts.
    const key = `${code} ${text}`;
    const known = this.#restored.get(key);
    if (known === undefined) this.#restored.set(key, { text, code, lines: [line] });
    else known.lines.push(line);
  }

  /**
   * A code as registered that is also what a spreadsheet makes of another account's.
   * @param isOfRival whether the name beside it is that account's
   */
  addRivalled(doubtful: DoubtfulLine, name: string, isOfRival: boolean): void {
    const known = this.#rivalled.get(doubtful.text) ?? { name, isContradicted: false, lines: [] };
    if (isOfRival || known.name !== name) known.isContradicted = true;
    known.lines.push(doubtful);
    this.#rivalled.set(doubtful.text, known);
  }

  /** Whether the account's own code stands in some line. */
  hasOwnCode(code: string): boolean {
    return this.#ownCodes.has(code);
  }

  /** Lines that may not count: of restored codes whose account another code claims too, and of one code under two names. */
  contradicted(): readonly DoubtfulLine[] {
    const texts = new Map<string, string>();
    const claimedTwice = new Set<string>();
    const all = [...this.#restored.values()];
    for (const { text, code } of all) {
      const known = texts.get(code);
      if (known === undefined) texts.set(code, text);
      else if (known !== text) claimedTwice.add(code);
    }
    const restored = all.filter(({ code }) => this.#ownCodes.has(code) || claimedTwice.has(code));
    const rivalled = [...this.#rivalled.values()].filter(({ isContradicted }) => isContradicted);
    const ofRestored = restored.flatMap(({ text, code, lines }) => lines.map((line) => ({ text, code, line })));
    return [...ofRestored, ...rivalled.flatMap(({ lines }) => lines)];
  }
}
