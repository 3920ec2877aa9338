// Opens the HTML that many ERPs export as .xls. Source: docs/spec/files.md#kinds.
import { decoderOf, detectEncoding } from '../encoding.js';
import { readBytes } from '../readBytes.js';
import type { OpenFile, OpenReader, TableRow } from '../table.js';
import { HtmlPage } from './htmlPage.js';

const CHARSET = /<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w.:-]{1,40})/i;
const KNOWN_CHARSET = /^(utf-?(8|16)|iso-?8859-?1|latin-?1|windows-?1252|cp-?1252)$/i;

/** @throws FileRefused */
export const openHtml: OpenReader = async (path, limits, signal): Promise<OpenFile> => {
  const encoding = await detectEncoding(path, signal, declaredIn);
  const rows = async function* (): AsyncGenerator<readonly TableRow[]> {
    let batch: TableRow[] = [];
    const page = new HtmlPage(limits, (row) => batch.push(row));
    const decoder = decoderOf(encoding);
    for await (const bytes of readBytes(path, signal)) {
      page.write(decoder.write(bytes));
      if (batch.length === 0) continue;
      const full = batch;
      batch = [];
      yield full;
    }
    page.write(decoder.end());
    page.end();
    if (batch.length > 0) yield batch;
  };
  return {
    format: 'html',
    encoding,
    delimiter: null,
    tables: [{ name: null, hidden: false, rows }],
    close: async () => undefined,
  };
};

/** An unknown name is ignored, as browsers do. */
function declaredIn(head: string): string | null {
  const name = CHARSET.exec(head)?.[1];
  return name !== undefined && KNOWN_CHARSET.test(name) ? name : null;
}
