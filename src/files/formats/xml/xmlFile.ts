// An XML file as text: its encoding settled, its bytes decoded while they stream, its root looked at.
import { FileRefused, type OpenReader } from '../table.js';
import { decoderOf, readBytes, readHead, detectEncoding, type Encoding } from '../encoding.js';
import { readXml, type XmlHandler, type XmlReader } from './xmlEvents.js';

/** Opens a file whose encoding is settled. @throws FileRefused */
export type OpenXml = (...asked: [...Parameters<OpenReader>, Encoding]) => ReturnType<OpenReader>;

const ROOT_WITHIN_BYTES = 65_536;

export const encodingOfXml = (path: string, signal: AbortSignal): Promise<Encoding> =>
  detectEncoding(
    path,
    signal,
    (head) => /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(head)?.[1] ?? null,
  );

/**
 * Feeds the whole file to a handler and gives what `take` has gathered, piece by piece, never empty.
 * @param through may take pieces of the text out before they are parsed
 * @throws FileRefused
 */
export async function* xmlBatches<Item>(
  path: string,
  encoding: Encoding,
  signal: AbortSignal,
  handler: XmlHandler,
  take: () => readonly Item[],
  through: (reader: XmlReader) => Pick<XmlReader, 'write' | 'end'> = (reader) => reader,
): AsyncGenerator<readonly Item[]> {
  const xml = through(readXml(handler));
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
    // What comes after the root is the reader's to judge.
    if (root === null) throw error;
  }
  if (root !== null) return root;
  // One that is not even at its end by now.
  throw new FileRefused(
    head.includes('<!DOCTYPE') ? { is: 'FileDoctype' } : { is: 'FileXmlInvalid', line: xml.line() },
  );
}
