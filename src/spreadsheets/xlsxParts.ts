// The parts of an XLSX other than its sheets: content types, relationships, workbook and styles.
// Source: ECMA-376 part 1, 18.2 (workbook) and 18.8 (styles); part 2, 7.2 (content types).
import { SAO_PAULO_BEHIND_UTC_MS } from '../domain/kernel/calendarDate.js';

/** Ids of built-in number formats, in the order of the styles; style 0 is the general one. */
const FORMAT_IDS: Readonly<Record<Format, number>> = { amount: 4, date: 14, moment: 22 };
const STYLES = Object.keys(FORMAT_IDS) as readonly Format[];

export function styleOf(format: Format): number {
  return STYLES.indexOf(format) + 1;
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const SCHEMAS = 'http://schemas.openxmlformats.org';
const MAIN = `${SCHEMAS}/spreadsheetml/2006/main`;
const PACKAGE = `${SCHEMAS}/package/2006`;
const RELATIONSHIPS = `${SCHEMAS}/officeDocument/2006/relationships`;
const OFFICE_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** @param sheets names, none longer than 31 characters, in order; sheet i is `xl/worksheets/sheet{i + 1}.xml` */
export function partsOf(sheets: readonly string[]): ReadonlyMap<string, string> {
  return new Map([
    ['[Content_Types].xml', DECLARATION + contentTypes(sheets.length)],
    ['_rels/.rels', DECLARATION + relationships([['officeDocument', 'xl/workbook.xml']])],
    ['xl/workbook.xml', DECLARATION + workbook(sheets)],
    [
      'xl/_rels/workbook.xml.rels',
      DECLARATION +
        relationships([
          ...sheets.map((_, at) => ['worksheet', `worksheets/sheet${at + 1}.xml`] as const),
          ['styles', 'styles.xml'],
        ]),
    ],
    ['xl/styles.xml', DECLARATION + stylesXml()],
  ]);
}

function contentTypes(sheetCount: number): string {
  const part = (name: string, type: string) =>
    `<Override PartName="/xl/${name}.xml" ContentType="${OFFICE_TYPE}.${type}+xml"/>`;
  const sheets = Array.from({ length: sheetCount }, (_, at) => part(`worksheets/sheet${at + 1}`, 'worksheet'));
  return (
    `<Types xmlns="${PACKAGE}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    `${part('workbook', 'sheet.main')}${part('styles', 'styles')}${sheets.join('')}</Types>`
  );
}

function relationships(targets: readonly (readonly [type: string, target: string])[]): string {
  const each = targets.map(
    ([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${RELATIONSHIPS}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${each.join('')}</Relationships>`;
}

function workbook(sheets: readonly string[]): string {
  const each = sheets.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`);
  return `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"><sheets>${each.join('')}</sheets></workbook>`;
}

function stylesXml(): string {
  const format = (id: number) => `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0"`;
  const formats = STYLES.map((name) => `${format(FORMAT_IDS[name])} applyNumberFormat="1"/>`);
  return (
    `<styleSheet xmlns="${MAIN}">` +
    '<fonts count="1"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>' +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${formats.length + 1}">${format(0)}/>${formats.join('')}</cellXfs>` +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
  );
}

// Maps values to cells of an XLSX. Texts are always text cells, so that codes keep their zeros and no formula
// runs.
// Source: docs/spec/requests.md#xlsx.

export type ColumnKind = 'text' | 'integer' | 'amount' | 'boolean' | 'date' | 'moment';
export type Column = Readonly<{ name: string; kind: ColumnKind }>;

/** Built-in formats; spreadsheets show them in the notation of the user's language. */
export const FORMATS = { amount: '#,##0.00', date: 'm/d/yy', moment: 'm/d/yy h:mm' } as const;
type Format = keyof typeof FORMATS;

/** A value of a JSON row: dates are `YYYY-MM-DD`, moments ISO 8601; a list of words becomes one text. */
export type CellValue = string | number | boolean | null | undefined | readonly string[];

export type CellRow = Readonly<Record<string, CellValue>>;

/** Null: an empty cell. */
export type XlsxCell =
  | Readonly<{ is: 'text'; text: string }>
  | Readonly<{ is: 'number'; number: number; format: Format | null }>
  | Readonly<{ is: 'boolean'; boolean: boolean }>
  | null;

/** Excel rejects files with longer texts in a cell. */
export const TEXT_LENGTH_MAX = 32_767;
/** Text that readers decode as an escaped character (ECMA-376 part 1, 22.9.2.19: ST_Xstring). */
const LOOKS_ESCAPED = /_(?=x[0-9A-Fa-f]{4}_)/g;

const DAY_SECONDS = 86_400;
/** 1970-01-01 in days since the epoch of spreadsheets. */
const SERIAL_1970 = 25_569;

export function xlsxCell(kind: ColumnKind, value: CellValue): XlsxCell {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return { is: 'boolean', boolean: value };
  if (typeof value === 'number')
    return { is: 'number', number: value, format: kind === 'amount' ? 'amount' : null };
  const text = typeof value === 'string' ? value : value.join(' ');
  if (kind !== 'date' && kind !== 'moment') return textCell(text);
  const ms = Date.parse(text) - (kind === 'moment' ? SAO_PAULO_BEHIND_UTC_MS : 0);
  if (Number.isNaN(ms)) return textCell(text);
  // Whole seconds: Excel rounds fractions up and would show the last millisecond of a day as the next day.
  return { is: 'number', number: Math.floor(ms / 1_000) / DAY_SECONDS + SERIAL_1970, format: kind };
}

/** Cuts texts that exceed the limit. */
export function textCell(text: string): XlsxCell {
  const escaped = text.replace(LOOKS_ESCAPED, '_x005F_');
  if (escaped.length <= TEXT_LENGTH_MAX) return { is: 'text', text: escaped };
  return { is: 'text', text: `${escaped.slice(0, TEXT_LENGTH_MAX - 1)}…` };
}
