// Formats values inside Portuguese sentences: amounts, counts, months and text from outside.

const TEXT_LENGTH_MAX = 100;
/** Control and formatting characters and lone surrogates. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Centavos: 123456 → `1.234,56`, −1 → `-0,01`. */
export function money(cents: number | bigint): string {
  const digits = String(cents < 0 ? -cents : cents).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${grouped(digits.slice(0, -2))},${digits.slice(-2)}`;
}

/** 20000 → `20.000` */
export function wholeNumber(value: number): string {
  return grouped(String(value));
}

/** 2000 → `2.000 itens` */
export function counted(count: number, one: string, more = `${one}s`): string {
  return `${wholeNumber(count)} ${count === 1 ? one : more}`;
}

export const andMore = (count: number): string => `e mais ${wholeNumber(count)}`;

/** The first texts and how many more there are: `a; b e mais 3`. */
export function listed(texts: readonly string[], more: number): string {
  return texts.join('; ') + (more > 0 ? ` ${andMore(more)}` : '');
}

/** Text from outside: without invisible characters, at most 100 characters. */
export function oneLine(text: string): string {
  const short = text.length > TEXT_LENGTH_MAX ? `${text.slice(0, TEXT_LENGTH_MAX)}…` : text;
  return short.replace(INVISIBLE, ' ');
}

/** The same, safe inside a joined sentence: without a comma followed by a space (clients split there). */
export function sanitized(text: string): string {
  return oneLine(text).replace(/,\s+/gu, ',');
}

export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** `2026-01-31` → `31/01/2026` */
export function dayText(date: string): string {
  return `${date.slice(8)}/${date.slice(5, 7)}/${date.slice(0, 4)}`;
}

function grouped(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, '.');
}
