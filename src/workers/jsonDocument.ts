// Reads the fields of an import from a JSON body, or says why it is no JSON object.
import { isUtf8 } from 'node:buffer';
import { visit } from 'jsonc-parser';
import type { BodyFault } from '../domain/problem.js';
import { documentFields, type DocumentFields } from '../domain/trialBalance/documentFields.js';

/** More than any import has within the size of a body; millions of tiny values take many times their bytes of memory. */
const VALUES_MAX = 2_000_000;
/** The parser that finds the place of an error is recursive. */
const DEPTH_MAX = 100;

const BYTE_ORDER_MARK = /^\ufeff/;

/** UTF-8 with or without byte order mark; of a member given twice the last counts; unknown members are ignored. */
export function readJsonDocument(bytes: Uint8Array): DocumentFields | BodyFault {
  if (!isUtf8(bytes)) return { is: 'NotUtf8' };
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString().replace(BYTE_ORDER_MARK, '');
  if (text.trim() === '') return { is: 'Empty' };
  if (isTooComplex(bytes)) return { is: 'TooComplex' };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { is: 'NotJson', ...firstError(text) };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { is: 'NotObject' };
  return documentFields(value);
}

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c];
const [BRACKET, BRACKET_END, BRACE, BRACE_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Counts values by commas and brackets outside of texts. */
function isTooComplex(bytes: Uint8Array): boolean {
  let depth = 0;
  let values = 0;
  let isText = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (isText) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) isText = false;
    } else if (byte === QUOTE) isText = true;
    else if (byte === COMMA) values++;
    else if (byte === BRACKET || byte === BRACE) {
      values++;
      if (++depth > DEPTH_MAX) return true;
    } else if (byte === BRACKET_END || byte === BRACE_END) depth--;
    if (values > VALUES_MAX) return true;
  }
  return false;
}

/** Line and column from 1: JSON.parse does not always tell them. */
function firstError(text: string): Readonly<{ line: number; column: number }> {
  let found: Readonly<{ line: number; column: number }> | null = null;
  const onError = (_code: number, _offset: number, _length: number, line: number, column: number): void => {
    found ??= { line: line + 1, column: column + 1 };
  };
  visit(text, { onError }, { disallowComments: true });
  return found ?? { line: 1, column: 1 };
}
