// Units other than reais, which are refused: thousands or millions of reais, and other currencies. The only file
// to edit for another unit. Source: docs/spec/files.md#amounts.
import { plainText } from './cellText.js';

const SCALE = new RegExp(
  [
    // R$ mil; R$'000; Em R$ MM
    /R\$\s*['’]?\s*(?:mil(?:har|hão|hões)?\b|milh|mm\b|000\b)/,
    /\bem\s+(?:r\$\s*)?(?:mil|milhares|centenas|milhões|milhoes)\b(?!\s+e\b)/,
    /\b(?:em|valores)\s+r\$\s*1[.,]000(?:[.,]000)?(?:,00)?(?![.,]?\d)/,
    /\b(?:thousands|millions)\b|\b(?:miles|millones)\s+de\b/,
    /\(\s*x\s*1[.,]?000(?:[.,]?000)?\s*\)|\bescala\s*:?\s*(?:1\s*[:/]\s*)?1[.,]?000\b|\bdivididos?\s+por\s+1[.,]?000\b/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
);
const MILLIONS = /milh(?:ões|oes|ão|ao)|millions|millones|\bmm\b|1[.,]?000[.,]?000/i;

/** Codes and names of currencies by their code, as `plainText` writes them. */
const FOREIGN: Readonly<Record<string, string>> = {
  USD: 'usd us$ dolar dolares dollar dollars',
  EUR: 'eur euro euros €',
  GBP: 'gbp libra libras £',
  JPY: 'jpy iene ienes ¥',
  CHF: 'chf franco francos',
  ARS: 'ars peso pesos',
  CLP: 'clp',
  MXN: 'mxn',
  COP: 'cop',
  UYU: 'uyu',
  PYG: 'pyg guarani guaranis',
  CNY: 'cny yuan',
};
const CODE_OF = new Map(
  Object.entries(FOREIGN).flatMap(([code, names]) => names.split(' ').map((name) => [name, code] as const)),
);

/** `centenas`, `milhares` or `milhões` where some text says that amounts are in them. */
export function scaleIn(texts: readonly string[]): string | null {
  const scaleText = texts.find((text) => SCALE.test(text.slice(0, 200)));
  if (scaleText === undefined) return null;
  if (MILLIONS.test(scaleText)) return 'milhões';
  return /centenas/i.test(scaleText) ? 'centenas' : 'milhares';
}

/** The code of the currency that a text names, unless that is the real. */
export function foreignCurrency(text: string): string | null {
  const name = plainText(text)
    .trim()
    .replace(/[.,;:)]+$/, '');
  return CODE_OF.get(name) ?? null;
}

/**
 * Unit that headings name: `Débito (R$ mil)`, `Saldo Atual USD`. A currency in fewer than three may be that of an
 * exchange rate.
 */
export function unitOfHeadings(headings: readonly string[]): string | null {
  const words = headings.flatMap((heading) => [...new Set(heading.split(/[\s()[\]]+/))]);
  const currencies = words.map(foreignCurrency).filter((unit) => unit !== null);
  return scaleIn(headings) ?? (currencies.length > 2 ? (currencies[0] ?? null) : null);
}
