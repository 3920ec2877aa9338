// Headings as they are compared: without accents, case, blanks and signs; letters an export lost stay as “any”.
import type { Cell } from '../formats/table.js';

const TEXT_MAX = 200;

/** Letters and digits in lower case; `?` stands for up to two lost letters. */
export function normalised(text: string): string {
  return plain(text).replace(/[^a-z0-9?]/g, '');
}

/** The same, word by word: `saldoAnterior`, `saldo_anterior` and `Saldo Anterior` alike. */
export function words(text: string): readonly string[] {
  const spaced = text.slice(0, TEXT_MAX).replace(/([a-z])([A-Z])/g, '$1 $2');
  return plain(spaced)
    .replace(/\b([dc])\s*\/\s*([dc])\b/g, ' dc ')
    .split(/[^a-z0-9?]+/)
    .filter((word) => word !== '');
}

/** Without accents, in lower case; U+FFFD as `?`, the currency left out. */
export function plain(text: string): string {
  return text
    .slice(0, TEXT_MAX)
    .replace(/\(?\s*R\$\s*\)?/g, ' ')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\uFFFD/g, '?');
}

/** A cell's text as people see it; "" for none and for what is no text. */
export function textOf(cell: Cell | undefined): string {
  return typeof cell === 'string' ? cell.replace(/\u00a0/g, ' ').trim() : '';
}
