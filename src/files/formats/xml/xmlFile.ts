// Reads an XML file from disk: its encoding, its root element, its events in batches.
import { FileRefused, type OpenReader } from '../table.js';
import { decoderOf, detectEncoding, type Encoding } from '../encoding.js';
import { readBytes, readHead } from '../readBytes.js';
import { readXml, type XmlHandler, type XmlReader } from './xmlEvents.js';

/** Opens a file whose encoding is known. @throws FileRefused */
export type OpenXml = (...asked: [...Parameters<OpenReader>, Encoding]) => ReturnType<OpenReader>;

const ROOT_WITHIN_BYTES = 65_536;

export const encodingOfXml = (path: string, signal: AbortSignal): Promise<Encoding> =>
  detectEncoding(
    path,
    signal,
    (head) => /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(head)?.[1] ?? null,
  );

/**
 * Feeds the whole file to a handler and yields what `take` returns after each piece, where that is not empty.
 * @param wrap may read parts of the text before the parser does
 * @throws FileRefused
 */
export async function* xmlBatches<Item>(
  path: string,
  encoding: Encoding,
  signal: AbortSignal,
  handler: XmlHandler,
  take: () => readonly Item[],
  wrap: (reader: XmlReader) => Pick<XmlReader, 'write' | 'end'> = (reader) => reader,
): AsyncGenerator<readonly Item[]> {
  const xml = wrap(readXml(handler));
  const decoder = decoderOf(encoding);
  for await (const bytes of readBytes(path, signal)) {
    xml.write(decoder.write(bytes));
    const batch = take();
    if (batch.length > 0) yield batch;
  }
  xml.write(decoder.end());
  xml.end();
  const rest = take();
  if (rest.length > 0) yield rest;
}

/** The root's local name, from the first bytes alone. @throws FileRefused where there is none, or a DOCTYPE before */
export async function rootOf(path: string, encoding: Encoding): Promise<string> {
  let root: string | null = null;
  const xml = readXml({
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
