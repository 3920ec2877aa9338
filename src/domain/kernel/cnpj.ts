// CNPJ: twelve digits or letters, then two check digits. Source: docs/spec/numbers.md#cnpj.

/** A masked CNPJ has 18 characters; longer texts are rejected unread. */
const TEXT_MAX = 64;
const SEPARATORS = /[./\- ]/g;
const SHAPE = /^[0-9A-Za-z]{12}[0-9]{2}$/;
const ALL_ZERO = '00000000000000';

/**
 * Removes the mask and upper-cases. Check digits are not checked.
 * @returns null when the text does not have the shape of a CNPJ
 */
export function parseCnpj(text: string): string | null {
  if (text.length > TEXT_MAX) return null;
  const bare = text.trim().replace(SEPARATORS, '');
  return SHAPE.test(bare) ? bare.toUpperCase() : null;
}

/** @param cnpj as `parseCnpj` returns it. All zeros have right check digits but are not a CNPJ. */
export function hasRightCheckDigits(cnpj: string): boolean {
  if (cnpj === ALL_ZERO) return false;
  const first = checkDigit(cnpj.slice(0, 12));
  const second = checkDigit(cnpj.slice(0, 12) + first);
  return cnpj.slice(12) === first + second;
}

/** 12345678000195 → 12.345.678/0001-95; the root of one, 12345678 → 12.345.678 */
export function maskCnpj(cnpj: string): string {
  const part = (from: number, to?: number): string => cnpj.slice(from, to);
  const root = `${part(0, 2)}.${part(2, 5)}.${part(5, 8)}`;
  return cnpj.length === 8 ? root : `${root}/${part(8, 12)}-${part(12)}`;
}

/** Modulo 11, weights 2 to 9 repeating from the right, character value = ASCII code − 48 (IN RFB 2.229/2024). */
function checkDigit(characters: string): string {
  let sum = 0;
  for (let at = 0; at < characters.length; at++) {
    const weight = ((characters.length - 1 - at) % 8) + 2;
    sum += (characters.charCodeAt(at) - 48) * weight;
  }
  const remainder = sum % 11;
  return String(remainder < 2 ? 0 : 11 - remainder);
}
