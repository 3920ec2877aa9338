// The small parts of an OOXML workbook: its sheets in order and which cell styles show dates or codes. Parts are
// found by relationship, not by name, in either namespace (transitional or strict).
import { posix } from 'node:path';
import type { Entry } from 'yauzl';
import { FileRefused, SHEETS_MAX } from '../table.js';
import { decoded, markupEncoding } from '../encoding.js';
import { isDateFormat, isMask } from '../sheetCells.js';
import {
  attribute,
  batchesOf,
  XmlReader,
  type Attributes,
  type ReaderOf,
  type XmlHandler,
} from '../xml/xmlFile.js';
import { brokenWorkbook, type Zip } from './zip.js';

export type Sheet = Readonly<{ name: string; hidden: boolean; entry: Entry }>;

export type Workbook = Readonly<Awaited<ReturnType<typeof readWorkbook>>>;

/** How a number is shown: as a date, or as a code by its mask (the format's code). */
type CellStyle = Readonly<{ isDate: boolean; mask: string | null }>;

type Relationship = Readonly<{ type: string; target: string }>;

const RELATIONSHIPS_MAX = 10_000;
/** Excel writes 65,490 at most. */
const STYLES_MAX = 100_000;

/** Parts by which zips of other programs are known. */
const OTHER_KINDS: Readonly<Record<string, readonly string[]>> = {
  XLSB: ['xl/workbook.bin'],
  'um documento do Word': ['word/document.xml'],
  'uma apresentação do PowerPoint': ['ppt/presentation.xml'],
  Numbers: ['index/document.iwa', 'index.zip'],
  ODS: ['content.xml', 'meta-inf/manifest.xml'],
};

function otherKind(zip: Zip): string {
  const otherKind = Object.entries(OTHER_KINDS).find(([, parts]) => parts.some((part) => zip.find(part) !== null));
  return otherKind?.[0] ?? 'ZIP';
}

/** @throws FileRefused */
export async function readWorkbook(zip: Zip, signal: AbortSignal) {
  const roots = await readRelationships(zip, '_rels/.rels', '', signal);
  const path = [...roots.values()].find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml';
  const part = zip.find(path);
  // Another program's zip, an Office document of another kind, or a binary workbook (XLSB).
  if (part === null || !path.endsWith('.xml'))
    throw new FileRefused({ is: 'FileFormatUnknown', found: otherKind(zip) });
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const file = path.slice(folder.length);
  const parts = await readRelationships(zip, `${folder}_rels/${file}.rels`, folder, signal);
  const partOfType = (type: string) => {
    const target = [...parts.values()].find((one) => one.type === type)?.target;
    return target === undefined ? null : zip.find(target);
  };

  const sheets: Sheet[] = [];
  let from1904 = false;
  await readPart(zip, part, signal, {
    open: (name, attributes) => {
      if (name === 'workbookPr') from1904 = isTrue(attribute(attributes, 'date1904'));
      if (name !== 'sheet') return;
      const sheet = sheetOf(attributes, parts, zip);
      if (sheet !== null) sheets.push(sheet);
      if (sheets.length > SHEETS_MAX) throw new FileRefused({ is: 'FileTooManySheets' });
    },
    close: () => undefined,
  });
  if (sheets.length === 0) throw new FileRefused({ is: 'FileWithoutTable', format: 'xlsx' });
  const styles = partOfType('styles');
  return {
    sheets,
    strings: partOfType('sharedStrings'),
    from1904,
    /** Styles by the index in a cell's `s`. */
    styles: styles === null ? [] : await readStyles(zip, styles, signal),
  };
}

/** null for sheets without cells: charts, dialogs, macro sheets. */
function sheetOf(attributes: Attributes, parts: ReadonlyMap<string, Relationship>, zip: Zip): Sheet | null {
  const part = parts.get(attribute(attributes, 'id') ?? '');
  if (part === undefined) throw brokenWorkbook();
  if (part.type !== 'worksheet') return null;
  const entry = zip.find(part.target);
  if (entry === null) throw brokenWorkbook();
  const state = attribute(attributes, 'state');
  return {
    name: attribute(attributes, 'name') ?? '',
    hidden: state === 'hidden' || state === 'veryHidden',
    entry,
  };
}

async function readStyles(zip: Zip, entry: Entry, signal: AbortSignal): Promise<CellStyle[]> {
  const codes = new Map<number, string>();
  const formats: number[] = [];
  let inCellFormats = false;
  await readPart(zip, entry, signal, {
    open: (name, attributes) => {
      if (name === 'cellXfs') inCellFormats = true;
      else if (name === 'numFmt') codes.set(idOf(attributes), attribute(attributes, 'formatCode') ?? '');
      else if (name === 'xf' && inCellFormats) formats.push(idOf(attributes));
      if (codes.size > STYLES_MAX || formats.length > STYLES_MAX) throw brokenWorkbook();
    },
    close: (name) => {
      if (name === 'cellXfs') inCellFormats = false;
    },
  });
  return formats.map((id) => {
    const code = codes.get(id);
    return { isDate: isDateFormat(id, code), mask: code !== undefined && isMask(code) ? code : null };
  });
}

const idOf = (attributes: Attributes): number => Number(attribute(attributes, 'numFmtId') ?? 0);

/** Targets of relationships by id; empty where the part is missing. */
async function readRelationships(
  zip: Zip,
  path: string,
  folder: string,
  signal: AbortSignal,
): Promise<Map<string, Relationship>> {
  const relationships = new Map<string, Relationship>();
  const entry = zip.find(path);
  if (entry === null) return relationships;
  await readPart(zip, entry, signal, {
    open: (name, attributes) => {
      if (name !== 'Relationship' || attribute(attributes, 'TargetMode') === 'External') return;
      const type = attribute(attributes, 'Type') ?? '';
      relationships.set(attribute(attributes, 'Id') ?? '', {
        type: type.slice(type.lastIndexOf('/') + 1),
        target: resolvePart(folder, attribute(attributes, 'Target') ?? ''),
      });
      if (relationships.size > RELATIONSHIPS_MAX) throw brokenWorkbook();
    },
    close: () => undefined,
  });
  return relationships;
}

/** A target is relative to the folder of the part that names it; a leading slash makes it absolute. */
function resolvePart(folder: string, target: string): string {
  const path = target.replaceAll('\\', '/');
  return posix.normalize(path.startsWith('/') ? path : `/${folder}${path}`).slice(1);
}

export async function readPart(zip: Zip, entry: Entry, signal: AbortSignal, handler: XmlHandler): Promise<void> {
  await partBatches(zip, entry, signal, () => new XmlReader(handler)).next();
}

/** Batches of a whole part. Any error in its XML makes the file a broken one. */
export async function* partBatches<Item>(
  zip: Zip,
  entry: Entry,
  signal: AbortSignal,
  readerOf: ReaderOf<Item>,
): AsyncGenerator<readonly Item[]> {
  const texts = decoded(zip.read(entry, signal), (bytes) => markupEncoding(bytes) ?? 'UTF-8');
  try {
    yield* batchesOf(texts, readerOf);
  } catch (error) {
    const inXml =
      error instanceof FileRefused && ['FileXmlInvalid', 'FileXmlTooDeep', 'FileNul'].includes(error.reason.is);
    throw inXml ? brokenWorkbook(error) : error;
  }
}

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';
