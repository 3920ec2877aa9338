// Lines whose code was told by what spreadsheets do to codes: kept only while no other code of the file claims the same
// account, for then the two are not one.
type Restored = Readonly<{ text: string; code: string; line: number }>;

export class RestoredLines {
  readonly #direct = new Set<string>();
  readonly #restored: Restored[] = [];

  /** @param line index among the lines kept */
  add(text: string, code: string, isRestored: boolean, line: number): void {
    if (isRestored) this.#restored.push({ text, code, line });
    else this.#direct.add(code);
  }

  /** Those that another code contradicts, in order. */
  contradicted(): readonly Restored[] {
    const texts = new Map<string, string>();
    const claimedTwice = new Set<string>();
    for (const { text, code } of this.#restored) {
      const known = texts.get(code);
      if (known === undefined) texts.set(code, text);
      else if (known !== text) claimedTwice.add(code);
    }
    return this.#restored.filter(({ code }) => this.#direct.has(code) || claimedTwice.has(code));
  }

  has(code: string): boolean {
    return this.#direct.has(code);
  }
}
