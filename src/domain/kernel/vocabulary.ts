// An enumeration is declared once, as a table from each value to what people read of it. Types, schemas, the
// contract's texts, forms and badges follow from the table.

/**
 * The dot before a state. `idle`: not begun, or over. `plain`: under way. `warn`: somebody has to act. `bad`:
 * late, or an error.
 */
export type Tone = 'idle' | 'plain' | 'warn' | 'bad' | 'done';

/** `name`: in pages and tables. `meaning`: in the contract; without one the name says it. */
export type Word = Readonly<{ name: string; meaning?: string }>;
/** Words by value, in the order in which lists and forms offer the values. */
export type Vocabulary<Value extends string = string, Of extends Word = Word> = Readonly<Record<Value, Of>>;

/** The values in their order, as a schema wants them. */
export function valuesOf<Value extends string>(words: Vocabulary<Value>): readonly [Value, ...Value[]] {
  return Object.keys(words) as [Value, ...Value[]];
}

export function namesOf<Value extends string>(words: Vocabulary<Value>): Readonly<Record<Value, string>> {
  return Object.fromEntries(choicesOf(words)) as Record<Value, string>;
}

/** Value and name, as a form offers them. */
export function choicesOf<Value extends string>(
  words: Vocabulary<Value>,
): readonly (readonly [value: Value, name: string])[] {
  return valuesOf(words).map((value) => [value, words[value].name] as const);
}

/** Orders of a list, by id. */
export const orders = {
  asc: { name: 'Crescente', meaning: 'em ordem crescente' },
  desc: { name: 'Decrescente', meaning: 'em ordem decrescente' },
} as const satisfies Vocabulary;
export type Order = keyof typeof orders;
