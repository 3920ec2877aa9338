// Tables to download, written in a thread of their own.
import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { readdir } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Spool } from '../../../src/api/http/request/spool.js';
import { sendTable, type ExportedTable, type FileColumns } from '../../../src/console/exportedTable.js';
import type { ConsoleCall } from '../../../src/console/route.js';
import { BRAZILIAN, BYTE_ORDER_MARK, csvOf } from '../../../src/spreadsheets/csv.js';
import { removeDir, temporaryDir } from '../../support/service.js';

const ROWS = 2_500;
const rows = Array.from({ length: ROWS }, (_, at) => ({ Conta: `0${at};"x"`, Saldo: at + 0.5 }));
type Row = (typeof rows)[number];
const columns: FileColumns<Row> = {
  Conta: ['text', ({ Conta }) => Conta],
  Saldo: ['amount', ({ Saldo }) => Saldo],
};

let folder: string;
let spool: Spool;
beforeAll(async () => {
  folder = await temporaryDir();
  spool = new Spool(folder, 1_000_000);
});
afterAll(() => removeDir(folder));

const table = (format: ExportedTable<Row>['format']): ExportedTable<Row> => ({
  ...{ format, columns, name: 'Tabela', fileName: 'tabela' },
  batches: inThousands(),
});

async function* inThousands() {
  for (let at = 0; at < ROWS; at += 1_000) yield rows.slice(at, at + 1_000);
}

async function sent(format: ExportedTable<Row>['format']) {
  const headers: Record<string, string> = {};
  const call = {
    deps: { spool },
    session: { clientId: 1 },
    set: (name: string, value: string) => (headers[name] = value),
  } as unknown as ConsoleCall;
  await sendTable(call, table(format));
  return { headers, call, bytes: await buffer(call.body as Readable) };
}

describe('A table to download', () => {
  it('is the same CSV as of a page, however many batches it has, and leaves no file', async () => {
    const { headers, call, bytes } = await sent('csv');
    const whole = BYTE_ORDER_MARK + csvOf(['Conta', 'Saldo'], rows, BRAZILIAN);
    expect(bytes.toString() === whole).toBe(true);
    expect([call.length, headers['Content-Disposition']]).toEqual([
      bytes.length,
      'attachment; filename="tabela.csv"',
    ]);
    expect(await readdir(folder)).toEqual([]);
  });

  it('is a workbook', async () => {
    const { bytes } = await sent('xlsx');
    expect(bytes.subarray(0, 2).toString()).toBe('PK');
  });

  it('waits for others, and is refused when too many wait', async () => {
    const tried = await Promise.allSettled(Array.from({ length: 23 }, () => sent('csv')));
    const refused = tried.flatMap((one) => (one.status === 'rejected' ? [one.reason as object] : []));
    expect(refused).toEqual([expect.objectContaining({ problem: { is: 'Unavailable' } })]);
  });
});
