// One value as people read it in a table or after its name.
import { fieldText } from '../../messages/operator/fields.js';

/** @param field its name in `--json`; null for a value of somebody else's table, written as it is */
export function cell(field: string | null, value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.map((one) => cell(field, one)).join(', ');
  const shown = typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value);
  return printable((field === null ? null : fieldText(field, shown)) ?? String(shown));
}

/** Replaces control characters, which must not reach a terminal. */
export function printable(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ').normalize();
}
