// XLS record by record, in an OLE2 container drawn by hand: files that no engine writes.

const SECTOR_BYTES = 4_096;
const NUMBERS = SECTOR_BYTES / 4;
const END = 0xfffffffe;
const FREE = 0xffffffff;

/** A record of BIFF. */
export function record(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(type, 0);
  head.writeUInt16LE(data.length, 2);
  return Buffer.concat([head, data]);
}

/** A workbook of one sheet. @param cells its records */
export function biff8(cells: readonly Buffer[]): Buffer {
  const begin = (kind: number): Buffer =>
    record(0x0809, Buffer.from([0, 6, kind, 0, 0xbb, 0x0d, 0xcc, 7, 0, 0, 0, 0, 6, 0, 0, 0]));
  const end = record(0x0a, Buffer.alloc(0));
  const globals = begin(0x05);
  const sheet = Buffer.from([0, 0, 0, 0, 0, 0, 1, 0, 'S'.charCodeAt(0)]);
  sheet.writeUInt32LE(globals.length + 4 + sheet.length + end.length, 0);
  return Buffer.concat([globals, record(0x85, sheet), end, begin(0x10), ...cells, end]);
}

/** Whole numbers in the first columns of a row. */
export function numbersRow(row: number, columns: number): Buffer {
  const data = Buffer.alloc(4 + columns * 6 + 2);
  data.writeUInt16LE(row, 0);
  for (let at = 0; at < columns; at++) data.writeUInt32LE(((row + at) << 2) | 2, 4 + at * 6 + 2);
  data.writeUInt16LE(columns - 1, data.length - 2);
  return record(0xbd, data);
}

/** @param unused sectors that no stream uses, in a chain from the last to the first */
export function containerOf(stream: Buffer, unused = 0): Buffer {
  const used = Math.max(1, Math.ceil(stream.length / SECTOR_BYTES));
  const tables = Math.ceil((used + unused + 1) / (NUMBERS - 1));
  const numbers = (values: readonly number[]): Buffer => {
    const bytes = Buffer.alloc(values.length * 4);
    values.forEach((value, at) => bytes.writeUInt32LE(value, at * 4));
    return bytes;
  };
  const first = tables + 1;
  const next = Array<number>(tables * NUMBERS).fill(FREE);
  next[tables] = END;
  for (let at = 0; at < used; at++) next[first + at] = at === used - 1 ? END : first + at + 1;
  for (let at = 0; at < unused; at++) next[first + used + at] = at === 0 ? END : first + used + at - 1;

  const header = Buffer.alloc(SECTOR_BYTES);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  [0x3e, 4, 0xfffe, 12, 6].forEach((value, at) => header.writeUInt16LE(value, 24 + at * 2));
  numbers([1, tables, tables, 0, SECTOR_BYTES, END, 0, END, 0]).copy(header, 40);
  numbers(Array.from({ length: 109 }, (_, at) => (at < tables ? at : FREE))).copy(header, 76);

  const directory = Buffer.alloc(SECTOR_BYTES);
  const entry = (at: number, name: string, kind: number, [child, start, size]: readonly number[]): void => {
    const bytes = directory.subarray(at * 128, (at + 1) * 128);
    bytes.write(name, 0, 'utf16le');
    bytes.writeUInt16LE((name.length + 1) * 2, 64);
    bytes.writeUInt8(kind, 66);
    numbers([FREE, FREE, child ?? FREE]).copy(bytes, 68);
    numbers([start ?? END, size ?? 0]).copy(bytes, 116);
  };
  entry(0, 'Root Entry', 5, [1, END, 0]);
  entry(1, 'Workbook', 2, [FREE, first, stream.length]);
  const sectors = Buffer.alloc((used + unused) * SECTOR_BYTES);
  stream.copy(sectors);
  return Buffer.concat([header, numbers(next), directory, sectors]);
}
