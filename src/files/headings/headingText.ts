// Headings as they are compared: without accents, case, blanks and signs. `?` stands for letters that an export lost.
import { plainText } from '../cells/cellText.js';

const TEXT_MAX = 200;

/** Lower-case letters and digits only: `Saldo Anterior` as `saldoanterior`. */
export function headingKey(text: string): string {
  return plainText(text).replace(/[^a-z0-9?]/g, '');
}

/** The same, word by word: `saldoAnterior`, `saldo_anterior` and `Saldo Anterior` alike. */
export function headingWords(text: string): readonly string[] {
  const spaced = text.slice(0, TEXT_MAX).replace(/([a-z])([A-Z])/g, '$1 $2');
  return plainText(spaced)
    .replace(/\b([dc])\s*\/\s*([dc])\b/g, ' dc ')
    .split(/[^a-z0-9?]+/)
    .filter((word) => word !== '');
}
