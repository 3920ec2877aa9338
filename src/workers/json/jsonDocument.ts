// Reads the fields of an import from a JSON body, or says why it is no JSON object.
import { isUtf8 } from 'node:buffer';
import { documentFields, type DocumentFields, type ReadItems } from '../../domain/trialBalance/documentFields.js';
import type { BodyFault } from '../../domain/problem.js';
import { BRACE, BRACE_END, BRACKET, COLON, COMMA, JsonScanner, NotJson, QUOTE } from './jsonScanner.js';
import { LineItemReader } from './lineItemReader.js';

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/**
 * UTF-8 with or without byte order mark; of a member given twice the last counts; unknown members are ignored.
 * The document owns the bytes from here on: texts of lines are ranges of them.
 */
export function readJsonDocument(bytes: Uint8Array): DocumentFields | BodyFault {
  if (!isUtf8(bytes)) return { is: 'NotUtf8' };
  const hasMark = BYTE_ORDER_MARK.every((byte, at) => bytes[at] === byte);
  const scanner = new JsonScanner(bytes, hasMark ? BYTE_ORDER_MARK.length : 0);
  const first = scanner.next();
  if (first === -1) return { is: 'Empty' };
  try {
    if (first === BRACE) return readObject(scanner);
    scanner.value();
    if (scanner.next() !== -1) throw new NotJson();
    return { is: 'NotObject' };
  } catch (error) {
    if (error instanceof NotJson) return { is: 'NotJson', ...placeOf(bytes, scanner.at) };
    throw error;
  }
}

/** Line and column of a byte, from 1. Unescaping in place does not move the bytes after a text. */
function placeOf(bytes: Uint8Array, at: number): Readonly<{ line: number; column: number }> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(at, bytes.length)).toString();
  const lines = text.split('\n');
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}

function readObject(scanner: JsonScanner): DocumentFields {
  const members = new Map<string, unknown>();
  let items: ReadItems | null = null;
  scanner.expect(BRACE);
  if (scanner.next() === BRACE_END) scanner.at++;
  else {
    for (;;) {
      const name = readName(scanner);
      const first = scanner.next();
      if (name === 'lineItems') items = readItems(scanner, first);
      else if (KNOWN.has(name)) members.set(name, scanner.value());
      else scanner.skip();
      const after = scanner.next();
      scanner.at++;
      if (after === BRACE_END) break;
      if (after !== COMMA) throw new NotJson();
    }
  }
  if (scanner.next() !== -1) throw new NotJson();
  const [companyId, cnpj, period, chartName] = ['companyId', 'cnpj', 'period', 'chartName'].map((it) =>
    members.get(it),
  );
  return documentFields({ companyId, cnpj, period, chartName }, items);
}

const KNOWN: ReadonlySet<string> = new Set(['companyId', 'cnpj', 'period', 'chartName']);

function readName(scanner: JsonScanner): string {
  if (scanner.next() !== QUOTE) throw new NotJson();
  scanner.text();
  const name = scanner.textString();
  scanner.expect(COLON);
  return name;
}

/** @returns null when it is no list */
function readItems(scanner: JsonScanner, first: number): ReadItems | null {
  if (first === BRACKET) return new LineItemReader(scanner).read();
  scanner.skip();
  return null;
}
