// Amounts that are no reais: thousands of them, or another currency. Read as they stand they would be wrong by far.
import { plainText } from './cellText.js';

const SCALE =
  /R\$\s*(mil(?:har|hão|hões)?\b|milh)|\bem\s+(?:r\$\s*)?(?:mil|milhares|milhões|milhoes)\b(?!\s+e\b)/i;
const MILLIONS = /milh(?:ões|oes|ão|ao)/i;

/** Codes and names as programs print them, without accents, in lower case. */
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

/** `milhares` or `milhões` where a text tells so; null else. */
export function scaleIn(texts: readonly string[]): string | null {
  const found = texts.find((text) => SCALE.test(text.slice(0, 200)));
  if (found === undefined) return null;
  return MILLIONS.test(found) ? 'milhões' : 'milhares';
}

/** The currency's code where a text is the name of one other than the real; null else. */
export function foreignCurrency(text: string): string | null {
  const name = plainText(text)
    .trim()
    .replace(/[.,;:)]+$/, '');
  return CODE_OF.get(name) ?? null;
}

/** The same of headings: `Débito (R$ mil)`, `Saldo Atual USD`. A currency that one heading names may be a rate's. */
export function unitOfHeadings(headings: readonly string[]): string | null {
  const words = headings.flatMap((heading) => [...new Set(heading.split(/[\s()[\]]+/))]);
  const named = words.map(foreignCurrency).filter((unit) => unit !== null);
  return scaleIn(headings) ?? (named.length > 2 ? (named[0] ?? null) : null);
}
