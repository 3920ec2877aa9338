// A report as a program prints it, and what an import of it must come to.
import type { MadeCell } from '../spreadsheets.js';
import { LEAVES, ROWS, type Row } from './books.js';

export type Content = Uint8Array | string;

export type GoodReport = Readonly<{
  program: string;
  fileName: string;
  content(cnpj: string): Content | Promise<Content>;
  /** Group rows are printed too; they count as accounts that take no part. */
  hasGroups?: true;
  /** The stored amounts stand positive on the side of the group; default: debit positive. */
  stored?: 'ofGroup';
  /** The report tells its month nowhere: the request does. */
  asksPeriod?: boolean;
  /** In addition to those of groups; default: none. */
  warnings?: readonly (string | RegExp)[];
  /** Accounts printed, where it is not all of them. */
  leaves?: number;
}>;

export type BadReport = Readonly<{
  program: string;
  fileName: string;
  content(cnpj: string): Content | Promise<Content>;
  /** The whole sentence of the refusal. */
  sentence: string | RegExp;
  /** Default: it does. */
  asksPeriod?: false;
}>;

export type Cells = readonly (readonly MadeCell[])[];

/** A heading, its cells between bars, above a row of each account. */
export const ofAccounts = <Cell>(
  heading: string,
  cells: (it: Row) => readonly Cell[],
  rows: readonly Row[] = LEAVES,
): (readonly (Cell | string)[])[] => [heading.split('|'), ...rows.map(cells)];

/** The same with the groups. */
export const withGroups = <Cell>(heading: string, cells: (it: Row) => readonly Cell[]) =>
  ofAccounts(heading, cells, ROWS);

/** The cells of a table at these columns, the others empty. */
export const placed = (width: number, cells: Readonly<Record<number, MadeCell>>): MadeCell[] =>
  Array.from({ length: width }, (_, at) => cells[at] ?? null);

/** Letters of code page 850, as DOS programs print them. */
const CP850 = new Map(
  Array.from('ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº').map((one, at) => [one, 0x80 + at] as const),
);
CP850.set('ã', 0xc6).set('Ã', 0xc7).set('õ', 0xe4).set('Õ', 0xe5).set('Ó', 0xe0).set('Á', 0xb5).set('Ê', 0xd2);
CP850.set('Ô', 0xe2).set('Í', 0xd6).set('Ú', 0xe9).set('Â', 0xb6);

export const cp850 = (text: string): Buffer =>
  Buffer.from(Array.from(text, (one) => CP850.get(one) ?? one.charCodeAt(0)));
/** Letters of Mac OS Roman, in which Excel for Mac saves CSV (Macintosh). */
const MACINTOSH = new Map(
  Array.from('ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü').map((one, at) => [one, 0x80 + at] as const),
);
MACINTOSH.set('À', 0xcb).set('Ã', 0xcc).set('Õ', 0xcd).set('Â', 0xe5).set('Ê', 0xe6).set('Á', 0xe7);
MACINTOSH.set('Í', 0xea).set('Ó', 0xee).set('Ô', 0xef).set('Ú', 0xf2);

export const macintosh = (text: string): Buffer =>
  Buffer.from(Array.from(text, (one) => MACINTOSH.get(one) ?? one.charCodeAt(0)));
export const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
export const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le');

export const lines = (...texts: readonly string[]): string => texts.map((text) => `${text}\r\n`).join('');

/** Quoted only where it must be, as most programs do. */
export function delimited(rows: Cells, delimiter = ';'): string {
  const quoted = (cell: MadeCell): string => {
    const text = cell === null || typeof cell === 'object' ? '' : String(cell);
    const isPlain = ![delimiter, '"', '\n'].some((mark) => text.includes(mark));
    return isPlain ? text : `"${text.replaceAll('"', '""')}"`;
  };
  return lines(...rows.map((cells) => cells.map(quoted).join(delimiter)));
}
