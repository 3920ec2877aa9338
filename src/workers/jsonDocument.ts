// The bytes of a JSON body as the fields of an import, or the finding that they are no JSON object.
import { isUtf8 } from 'node:buffer';
import { documentFields, type DocumentFields } from '../domain/trialBalance/documentFields.js';
import { readLineItems } from '../domain/trialBalance/lineItems.js';
import { LINES_MAX } from '../domain/trialBalance/lines/lineTable.js';
import { boundedText, type BoundedText } from './jsonBounds.js';

const BYTE_ORDER_MARK = '\ufeff';

/**
 * UTF-8 with or without byte order mark; of a member given twice the last counts; members nobody knows are ignored.
 * @returns null when they are no JSON object, or more than `jsonBounds.ts` allows
 */
export function readJsonDocument({ buffer, byteOffset, length }: Uint8Array): DocumentFields | null {
  const bytes = Buffer.from(buffer, byteOffset, length);
  if (!isUtf8(bytes)) return null;
  const text = bytes.toString('utf8');
  const bounded = boundedText(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text, LINES_MAX);
  const body = bounded && parsedObject(bounded.text);
  if (!body) return null;
  const { companyId, cnpj, period, chartName, lineItems } = body;
  const items = Array.isArray(lineItems) ? readLineItems(lineItems, receivedOf(lineItems, bounded)) : null;
  return documentFields({ companyId, cnpj, period, chartName }, items);
}

function parsedObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** Only a list that was cut has exactly so many items when more were sent. */
function receivedOf(lineItems: readonly unknown[], { cutItems }: BoundedText): number {
  return lineItems.length === LINES_MAX ? (cutItems ?? LINES_MAX) : lineItems.length;
}
