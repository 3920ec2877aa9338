// Spreadsheets made for tests: XLSX part by part, so that a test can damage any of them, and XLS by its engine.
import { utils, write, type WorkBook, type WorkSheet } from 'xlsx';
import { ZipFile } from 'yazl';

export type MadeCell =
  | string
  | number
  | boolean
  | null
  | Readonly<{ date: string }>
  | Readonly<{ xml: string }>
  /** Shown by a format's code. */
  | Readonly<{ number: number; format: string }>;

export type MadeSheet = Readonly<{
  name: string;
  rows: readonly (readonly MadeCell[])[];
  state?: 'hidden' | 'veryHidden';
  /** `A1:C1`; only an XLS is given them. */
  merged?: readonly string[];
}>;

export type MadeWorkbook = Readonly<{
  /** Texts in the shared table (as Excel does) or in the cells (as most generators do). */
  texts?: 'shared' | 'inline';
  from1904?: boolean;
  strict?: boolean;
  /** Of every element, as some generators write (`x:row`). */
  prefix?: string;
  /** The custom format of date cells; the built-in 14 without it. */
  dateFormat?: string;
}>;

type Parts = Readonly<Record<string, string | Buffer>>;

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const DAY_MS = 86_400_000;

/** A zip of these entries, deflated by default. */
export async function zipBytes(parts: Parts, options: { compress?: boolean } = {}): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts))
    zip.addBuffer(Buffer.from(content), name, { compress: options.compress ?? true });
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** An XLSX of these sheets. */
export const xlsxBytes = (sheets: readonly MadeSheet[], options: MadeWorkbook = {}): Promise<Buffer> =>
  zipBytes(xlsxParts(sheets, options));

/** The parts of such an XLSX by name, to be changed before they are zipped. */
export function xlsxParts(sheets: readonly MadeSheet[], options: MadeWorkbook = {}): Record<string, string> {
  const { strict = false, from1904 = false } = options;
  const tag = options.prefix === undefined ? '' : `${options.prefix}:`;
  const base = strict ? 'http://purl.oclc.org/ooxml' : 'http://schemas.openxmlformats.org';
  const main = strict ? `${base}/spreadsheetml/main` : `${base}/spreadsheetml/2006/main`;
  const relations = strict ? `${base}/officeDocument/relationships` : `${base}/officeDocument/2006/relationships`;
  const root = (name: string, content: string) =>
    `${DECLARATION}<${tag}${name} xmlns${tag === '' ? '' : `:${options.prefix}`}="${main}" xmlns:r="${relations}">${content}</${tag}${name}>`;
  const strings = new Map<string, number>();
  const formats = formatsOf(sheets);
  const made = sheets.map(({ rows }) =>
    root(
      'worksheet',
      sheetData(rows, { tag, from1904, formats, strings: options.texts === 'inline' ? null : strings }),
    ),
  );
  const parts: Record<string, string> = {
    '[Content_Types].xml': `${DECLARATION}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': relationships([['rId1', `${relations}/officeDocument`, 'xl/workbook.xml']]),
    'xl/workbook.xml': root(
      'workbook',
      `<${tag}workbookPr${from1904 ? ' date1904="1"' : ''}/><${tag}sheets>${sheets
        .map(
          ({ name, state }, index) =>
            `<${tag}sheet name="${escapeXml(name)}" sheetId="${index + 1}"${state === undefined ? '' : ` state="${state}"`} r:id="s${index + 1}"/>`,
        )
        .join('')}</${tag}sheets>`,
    ),
    'xl/_rels/workbook.xml.rels': relationships([
      ...sheets.map(
        (_, index) => [`s${index + 1}`, `${relations}/worksheet`, `worksheets/sheet${index + 1}.xml`] as const,
      ),
      ['styles', `${relations}/styles`, 'styles.xml'],
      ...(options.texts === 'inline'
        ? []
        : [['strings', `${relations}/sharedStrings`, 'sharedStrings.xml'] as const]),
    ]),
    'xl/styles.xml': root('styleSheet', styles(tag, options.dateFormat, formats)),
  };
  made.forEach((xml, index) => (parts[`xl/worksheets/sheet${index + 1}.xml`] = xml));
  if (options.texts !== 'inline')
    parts['xl/sharedStrings.xml'] = root(
      'sst',
      [...strings.keys()]
        .map((text) => `<${tag}si><${tag}t xml:space="preserve">${escapeXml(text)}</${tag}t></${tag}si>`)
        .join(''),
    );
  return parts;
}

/** Formats of numbers, in the order of their styles. */
function formatsOf(sheets: readonly MadeSheet[]): readonly string[] {
  const cells = sheets.flatMap(({ rows }) => rows.flat());
  return [...new Set(cells.flatMap((cell) => (isFormatted(cell) ? [cell.format] : [])))];
}

function isFormatted(cell: MadeCell): cell is Readonly<{ number: number; format: string }> {
  return cell !== null && typeof cell === 'object' && 'format' in cell;
}

/** Style 0 shows numbers, 1 dates, those from 2 on the formats. */
function styles(tag: string, dateFormat: string | undefined, formats: readonly string[]): string {
  const codes = [
    ...(dateFormat === undefined ? [] : [[170, dateFormat] as const]),
    ...formats.map((code, at) => [171 + at, code] as const),
  ];
  const custom =
    codes.length === 0
      ? ''
      : `<${tag}numFmts count="${codes.length}">${codes.map(([id, code]) => `<${tag}numFmt numFmtId="${id}" formatCode="${escapeXml(code)}"/>`).join('')}</${tag}numFmts>`;
  const ids = [0, dateFormat === undefined ? 14 : 170, ...formats.map((_, at) => 171 + at)];
  return `${custom}<${tag}cellStyleXfs><${tag}xf numFmtId="14"/></${tag}cellStyleXfs><${tag}cellXfs count="${ids.length}">${ids.map((id) => `<${tag}xf numFmtId="${id}"/>`).join('')}</${tag}cellXfs>`;
}

function sheetData(
  rows: readonly (readonly MadeCell[])[],
  {
    tag,
    from1904,
    formats,
    strings,
  }: { tag: string; from1904: boolean; formats: readonly string[]; strings: Map<string, number> | null },
): string {
  const inner = rows.map((cells, row) => {
    const made = cells.map((cell, column) => {
      const at = `r="${columnName(column)}${row + 1}"`;
      if (cell === null) return '';
      if (typeof cell === 'number') return `<${tag}c ${at}><${tag}v>${cell}</${tag}v></${tag}c>`;
      if (typeof cell === 'boolean') return `<${tag}c ${at} t="b"><${tag}v>${cell ? 1 : 0}</${tag}v></${tag}c>`;
      if (typeof cell === 'object' && 'xml' in cell) return cell.xml.replace('@', at);
      if (isFormatted(cell))
        return `<${tag}c ${at} s="${2 + formats.indexOf(cell.format)}"><${tag}v>${cell.number}</${tag}v></${tag}c>`;
      if (typeof cell === 'object')
        return `<${tag}c ${at} s="1"><${tag}v>${serialOf(cell.date, from1904)}</${tag}v></${tag}c>`;
      if (strings === null)
        return `<${tag}c ${at} t="inlineStr"><${tag}is><${tag}t xml:space="preserve">${escapeXml(cell)}</${tag}t></${tag}is></${tag}c>`;
      const index = strings.get(cell) ?? strings.size;
      strings.set(cell, index);
      return `<${tag}c ${at} t="s"><${tag}v>${index}</${tag}v></${tag}c>`;
    });
    return `<${tag}row r="${row + 1}">${made.join('')}</${tag}row>`;
  });
  return `<${tag}sheetData>${inner.join('')}</${tag}sheetData>`;
}

const relationships = (list: readonly (readonly [id: string, type: string, target: string])[]): string =>
  `${DECLARATION}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

/** `A` for 0. */
export function columnName(column: number): string {
  const rest = Math.floor(column / 26);
  return (rest === 0 ? '' : columnName(rest - 1)) + String.fromCharCode(65 + (column % 26));
}

/** Days since the epoch of either system, for dates after February 1900. */
export const serialOf = (date: string, from1904 = false): number =>
  (Date.parse(date) - (from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30))) / DAY_MS;

export const escapeXml = (text: string): string =>
  text.replace(/[&<>"]/g, (mark) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[mark] ?? mark);

/** An XLS: Excel 97 (`biff8`) or Excel 5 (`biff5`). */
export function xlsBytes(
  sheets: readonly MadeSheet[],
  options: Readonly<{ kind?: 'biff8' | 'biff5'; from1904?: boolean }> = {},
): Buffer {
  const book: WorkBook = {
    SheetNames: sheets.map(({ name }) => name),
    Sheets: Object.fromEntries(sheets.map((sheet) => [sheet.name, xlsSheet(sheet, options.from1904 === true)])),
    Workbook: {
      WBProps: { date1904: options.from1904 === true },
      Sheets: sheets.map(({ state }) => ({ Hidden: state === undefined ? 0 : state === 'hidden' ? 1 : 2 })),
    },
  };
  const content = write(book, { type: 'buffer', bookType: options.kind ?? 'biff8' }) as Buffer;
  if (options.kind === 'biff5')
    sheets.forEach(({ rows }) => rows.flat().forEach((cell) => restoreAccents(content, cell)));
  return content;
}

/** Excel 5 keeps text in a code page; the engine writes `_` for what is not ASCII. */
function restoreAccents(content: Buffer, cell: MadeCell): void {
  const masked = typeof cell === 'string' ? cell.replace(/[^\x00-\x7f]/g, '_') : '';
  if (typeof cell === 'string' && masked !== cell)
    content.write(cell, content.indexOf(masked, 0, 'latin1'), 'latin1');
}

function xlsSheet({ rows, merged = [] }: MadeSheet, from1904: boolean): WorkSheet {
  const sheet: WorkSheet = { '!merges': merged.map((area) => utils.decode_range(area)) };
  let columns = 1;
  rows.forEach((cells, row) => {
    columns = Math.max(columns, cells.length);
    cells.forEach((cell, column) => {
      const at = `${columnName(column)}${row + 1}`;
      if (typeof cell === 'string') sheet[at] = { t: 's', v: cell };
      else if (typeof cell === 'number') sheet[at] = { t: 'n', v: cell };
      else if (typeof cell === 'boolean') sheet[at] = { t: 'b', v: cell };
      else if (isFormatted(cell)) sheet[at] = { t: 'n', v: cell.number, z: cell.format };
      else if (cell !== null && 'date' in cell)
        sheet[at] = { t: 'n', v: serialOf(cell.date, from1904), z: 'dd/mm/yyyy' };
    });
  });
  sheet['!ref'] = `A1:${columnName(columns - 1)}${Math.max(rows.length, 1)}`;
  return sheet;
}

/** What the directory of a zip claims of one entry, or of each. */
export type DirectoryClaims = Readonly<{
  name?: string;
  flags?: number;
  method?: number;
  crc32?: number;
  compressedSize?: number;
  uncompressedSize?: number;
}>;

/** The same zip, claiming otherwise. */
export function patchDirectory(zip: Buffer, { name, ...claims }: DirectoryClaims): Buffer {
  const patched = Buffer.from(zip);
  for (let at = patched.indexOf('PK\u0001\u0002'); at >= 0; at = patched.indexOf('PK\u0001\u0002', at + 4)) {
    const entry = patched.toString('latin1', at + 46, at + 46 + patched.readUInt16LE(at + 28));
    if (name !== undefined && entry !== name) continue;
    if (claims.flags !== undefined) patched.writeUInt16LE(claims.flags, at + 8);
    if (claims.method !== undefined) patched.writeUInt16LE(claims.method, at + 10);
    if (claims.crc32 !== undefined) patched.writeUInt32LE(claims.crc32, at + 16);
    if (claims.compressedSize !== undefined) patched.writeUInt32LE(claims.compressedSize, at + 20);
    if (claims.uncompressedSize !== undefined) patched.writeUInt32LE(claims.uncompressedSize, at + 24);
  }
  return patched;
}
