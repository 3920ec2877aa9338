// Writes bytes to a file and reads its tables with a reader.
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileReason } from '../../../src/domain/trialBalance/fileReasons.js';
import {
  FileRefused,
  type Cell,
  type OpenFile,
  type OpenReader,
  type Table,
} from '../../../src/files/formats/table.js';
import { temporaryDir } from '../../support/service.js';

export type ReadTable = Readonly<{
  name: string | null;
  hidden: boolean;
  rows: Readonly<Record<number, readonly Cell[]>>;
}>;

/** Everything in the file: rows by line, without trailing empty cells. */
export const readAll = (reader: OpenReader, content: Buffer | string): Promise<ReadTable[]> =>
  openedAs(reader, content, async ({ tables }) => {
    const all: ReadTable[] = [];
    for (const table of tables) all.push({ name: table.name, hidden: table.hidden, rows: await rowsOf(table) });
    return all;
  });

/** The rows of a file of one table. */
export async function readRows(reader: OpenReader, content: Buffer | string): Promise<ReadTable['rows']> {
  const [table, ...others] = await readAll(reader, content);
  if (table === undefined || others.length > 0) throw new Error(`${others.length + 1} tables`);
  return table.rows;
}

/** Why it is refused, at opening or while it is read; null where it is not. */
export async function refusalOf(reader: OpenReader, content: Buffer | string): Promise<FileReason | null> {
  try {
    await readAll(reader, content);
    return null;
  } catch (error) {
    if (error instanceof FileRefused) return error.reason;
    throw error;
  }
}

export async function openedAs<Result>(
  reader: OpenReader,
  content: Buffer | string,
  use: (file: OpenFile) => Promise<Result>,
): Promise<Result> {
  const folder = await temporaryDir();
  try {
    const path = join(folder, 'file');
    await writeFile(path, content);
    return await openedFrom(reader, path, use);
  } finally {
    await rm(folder, { recursive: true });
  }
}

export async function openedFrom<Result>(
  reader: OpenReader,
  path: string,
  use: (file: OpenFile) => Promise<Result>,
): Promise<Result> {
  const file = await reader(path, AbortSignal.timeout(300_000));
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}

export async function rowsOf(table: Table): Promise<ReadTable['rows']> {
  const rows: Record<number, readonly Cell[]> = {};
  for await (const batch of table.rows())
    for (const { line, cells } of batch) {
      if (line in rows) throw new Error(`line ${line} twice`);
      rows[line] = trimmed(cells);
    }
  return rows;
}

function trimmed(cells: readonly Cell[]): readonly Cell[] {
  const last = cells.findLastIndex((cell) => cell !== null && cell !== '');
  return cells.slice(0, last + 1).map((cell) => (cell === '' ? null : cell));
}
