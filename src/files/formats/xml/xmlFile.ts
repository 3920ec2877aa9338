// Reads an XML file from disk: its encoding, its root element, its events in batches.
import { SaxesParser } from 'saxes';
import { decoded, decoderOf, detectEncoding, type Encoding } from '../encoding.js';
import { readBytes, readHead } from '../readBytes.js';
import { FileRefused, type OpenReader } from '../table.js';

/** Opens a file whose encoding is known. @throws FileRefused */
export type OpenXml = (...asked: [...Parameters<OpenReader>, Encoding]) => ReturnType<OpenReader>;

const ROOT_WITHIN_BYTES = 65_536;

export const encodingOfXml = (path: string, signal: AbortSignal): Promise<Encoding> =>
  detectEncoding(
    path,
    signal,
    (head) => /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(head)?.[1] ?? null,
  );

/** Batches of a whole file. @throws FileRefused */
export function xmlBatches<Item>(
  path: string,
  encoding: Encoding,
  signal: AbortSignal,
  readerOf: ReaderOf<Item>,
): AsyncGenerator<readonly Item[]> {
  return batchesOf(
    decoded(readBytes(path, signal), () => encoding),
    readerOf,
  );
}

/**
 * The root's local name, from the first bytes alone.
 * @throws FileRefused where there is none, or a DOCTYPE before
 */
export async function rootOf(path: string, encoding: Encoding): Promise<string> {
  let root: string | null = null;
  const xml = new XmlReader({
    open: (name, _, depth) => {
      if (depth === 1) root = name;
    },
    close: () => undefined,
  });
  const head = decoderOf(encoding).write(await readHead(path, ROOT_WITHIN_BYTES));
  try {
    xml.write(head);
  } catch (error) {
    // What follows the root is checked when the file is read.
    if (root === null) throw error;
  }
  if (root !== null) return root;
  // The head ended before the root element.
  throw new FileRefused(
    head.includes('<!DOCTYPE') ? { is: 'FileDoctype' } : { is: 'FileXmlInvalid', line: xml.line() },
  );
}

// Events of an untrusted XML, by saxes: no DOCTYPE, no entity beyond XML's five, bounded depth and bounded length
// of each text, tag, comment and attribute. Names come without their prefix. Source: docs/spec/files.md#xml.

export type Attributes = Readonly<Record<string, string>>;

export type XmlHandler = Readonly<{
  /** `depth` of the root is 1; `line` is where the tag ends. */
  open(name: string, attributes: Attributes, depth: number, line: number): void;
  /** Called with text in pieces; CDATA too. */
  text?(text: string): void;
  close(name: string, depth: number): void;
}>;

const DEPTH_MAX = 64;
/** UTF-16 units between one tag and the next. */
export const BETWEEN_TAGS_MAX = 1_048_576;

/** Feed `write` text in any pieces, then `end`. Both throw FileRefused. */
export class XmlReader {
  readonly #parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  #depth = 0;
  #lastTagAt = 0;
  #length = 0;
  #skippedLines = 0;

  constructor(handler: XmlHandler) {
    const parser = this.#parser;
    parser.on('doctype', () => {
      throw new FileRefused({ is: 'FileDoctype' });
    });
    parser.on('opentag', ({ name, attributes }) => {
      this.#lastTagAt = parser.position;
      this.#depth += 1;
      if (this.#depth > DEPTH_MAX) throw new FileRefused({ is: 'FileXmlTooDeep', line: this.line() });
      handler.open(localName(name), attributes, this.#depth, this.line());
    });
    parser.on('closetag', ({ name }) => {
      this.#lastTagAt = parser.position;
      handler.close(localName(name), this.#depth);
      this.#depth -= 1;
    });
    if (handler.text === undefined) return;
    const text = handler.text.bind(handler);
    parser.on('text', text);
    parser.on('cdata', text);
  }

  write(text: string): void {
    if (text.includes('\0')) throw new FileRefused({ is: 'FileNul' });
    this.#guarded(() => this.#parser.write(text));
    this.#length += text.length;
    if (this.#length - this.#lastTagAt > BETWEEN_TAGS_MAX)
      throw new FileRefused({ is: 'FileLineTooLong', line: this.line() });
  }

  end(): void {
    this.#guarded(() => this.#parser.close());
  }

  line(): number {
    return this.#parser.line + this.#skippedLines;
  }

  depth(): number {
    return this.#depth;
  }

  /** Counts lines of the file that were not written to this reader. */
  skip(lines: number): void {
    this.#skippedLines += lines;
  }

  #guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (error instanceof FileRefused || (error as Error).name === 'AbortError') throw error;
      throw new FileRefused({ is: 'FileXmlInvalid', line: this.line() }, { cause: error });
    }
  }
}

/** What reads a text, maybe parts of it before the parser does, and gives items to `emit`. */
export type ReaderOf<Item> = (emit: (item: Item) => void) => Pick<XmlReader, 'write' | 'end'>;

/** Feeds pieces of text to a reader and yields the items of each of them, where there are any. */
export async function* batchesOf<Item>(
  texts: AsyncIterable<string>,
  readerOf: ReaderOf<Item>,
): AsyncGenerator<readonly Item[]> {
  let batch: Item[] = [];
  const reader = readerOf((item) => batch.push(item));
  for await (const text of texts) {
    reader.write(text);
    if (batch.length === 0) continue;
    const full = batch;
    batch = [];
    yield full;
  }
  reader.end();
  if (batch.length > 0) yield batch;
}

export function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}

/** An attribute by its local name; one without a prefix comes first. */
export function attribute(attributes: Attributes, name: string): string | undefined {
  if (Object.hasOwn(attributes, name)) return attributes[name];
  for (const key of Object.keys(attributes)) if (localName(key) === name) return attributes[key];
  return undefined;
}
