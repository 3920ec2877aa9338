// Reads an XML file from disk: its encoding, its root element, its events in batches.
import { FileRefused, type OpenReader } from '../table.js';
import { decoded, decoderOf, detectEncoding, type Encoding } from '../encoding.js';
import { readBytes, readHead } from '../readBytes.js';
import { batchesOf, readXml, type XmlHandler, type XmlWrap } from './xmlEvents.js';

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
  handler: XmlHandler,
  take: () => readonly Item[],
  wrap?: XmlWrap,
): AsyncGenerator<readonly Item[]> {
  const texts = decoded(readBytes(path, signal), () => encoding);
  return batchesOf(texts, handler, take, wrap);
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
