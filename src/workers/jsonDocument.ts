// Reads the fields of an import from a JSON body, or says why it is no JSON object.
import { isUtf8 } from 'node:buffer';
import { visit } from 'jsonc-parser';
import type { BodyFault } from '../domain/problem.js';
import { documentFields, type DocumentFields } from '../domain/trialBalance/documentFields.js';

/** Fifty for each line that an import may have; millions of tiny values take many times their bytes of memory. */
const VALUES_MAX = 1_000_000;
/** A body of fewer bytes is parsed whatever it holds. */
const COUNTED_BYTES_MIN = 8_000_000;

const BYTE_ORDER_MARK = /^\ufeff/;

/** UTF-8 with or without byte order mark; of a member given twice the last counts; unknown members are ignored. */
export function readJsonDocument(bytes: Uint8Array): DocumentFields | BodyFault {
  if (!isUtf8(bytes)) return { is: 'NotUtf8' };
  if (bytes.length >= COUNTED_BYTES_MIN && hasTooManyValues(bytes)) return { is: 'TooManyValues' };
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString().replace(BYTE_ORDER_MARK, '');
  if (text.trim() === '') return { is: 'Empty' };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { is: 'NotJson', ...firstError(text) };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { is: 'NotObject' };
  return documentFields(value);
}

const [QUOTE, COMMA, BRACKET, BACKSLASH, BRACE] = [0x22, 0x2c, 0x5b, 0x5c, 0x7b];

/** Counts them by commas and opening brackets outside of texts. */
function hasTooManyValues(bytes: Uint8Array): boolean {
  let values = 0;
  let isText = false;
  for (let at = 0; at < bytes.length && values <= VALUES_MAX; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) isText = !isText;
    else if (isText && byte === BACKSLASH) at++;
    else if (!isText && (byte === COMMA || byte === BRACKET || byte === BRACE)) values++;
  }
  return values > VALUES_MAX;
}

/** Line and column from 1: JSON.parse does not always tell them. */
function firstError(text: string): Readonly<{ line: number; column: number }> {
  let found: Readonly<{ line: number; column: number }> | null = null;
  const onError = (_code: number, _offset: number, _length: number, line: number, column: number): void => {
    found ??= { line: line + 1, column: column + 1 };
  };
  try {
    visit(text, { onError }, { disallowComments: true });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error; // nested too deeply to be visited
  }
  return found ?? { line: 1, column: 1 };
}
