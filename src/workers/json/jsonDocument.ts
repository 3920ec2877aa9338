// The bytes of a JSON body as the fields of an import, or the finding that they are no JSON object.
import { isUtf8 } from 'node:buffer';
import { documentFields, type DocumentFields, type ReadItems } from '../../domain/trialBalance/documentFields.js';
import { BRACE, BRACE_END, BRACKET, COLON, COMMA, JsonScanner, NotJson, QUOTE } from './jsonScanner.js';
import { LineItemReader } from './lineItemReader.js';

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/**
 * UTF-8 with or without byte order mark; of a member given twice the last counts; members nobody knows are ignored.
 * The bytes are the document's from now on: its lines keep their texts in them.
 * @returns null when they are no JSON object
 */
export function readJsonDocument(bytes: Uint8Array): DocumentFields | null {
  if (!isUtf8(bytes)) return null;
  const hasMark = BYTE_ORDER_MARK.every((byte, at) => bytes[at] === byte);
  try {
    return readObject(new JsonScanner(bytes, hasMark ? BYTE_ORDER_MARK.length : 0));
  } catch (error) {
    if (error instanceof NotJson) return null;
    throw error;
  }
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
