// Tables to download, written a thousand rows at a time.
import { describe, expect, it } from '#jest';
import { answeredAsFile, type ExportedList, type FileColumns } from '../../../src/console/exportedTable.js';
import type { ConsoleCall } from '../../../src/console/route.js';
import { BRAZILIAN, BYTE_ORDER_MARK, csvOf } from '../../../src/spreadsheets/csv.js';

const ROWS = 2_500;
const rows = Array.from({ length: ROWS }, (_, at) => ({ Conta: `0${at};"x"`, Saldo: at + 0.5 }));
type Row = (typeof rows)[number];
const columns: FileColumns<Row> = {
  Conta: ['text', ({ Conta }) => Conta],
  Saldo: ['amount', ({ Saldo }) => Saldo],
};

/** A thousand a page. */
const list: ExportedList<Row> = {
  name: 'Tabela',
  fileName: 'tabela',
  columns: [{ file: columns }],
  rows: async (page) => ({
    rows: rows.slice((page - 1) * 1_000, page * 1_000),
    pagination: { page, limit: 1_000, total: ROWS, pages: 3 },
  }),
};

async function sent() {
  const headers: Record<string, string> = {};
  const call = {
    session: { clientId: 1 },
    query: { formato: 'csv' },
    path: '/console/tabela',
    set: (name: string, value: string) => (headers[name] = value),
  } as unknown as ConsoleCall;
  expect(await answeredAsFile(call, list)).toBe(true);
  return { headers, bytes: call.body as Buffer };
}

describe('A table to download', () => {
  it('is the same CSV as of a page, however many batches it has', async () => {
    const { headers, bytes } = await sent();
    const whole = BYTE_ORDER_MARK + csvOf(['Conta', 'Saldo'], rows, BRAZILIAN);
    expect(bytes.toString() === whole).toBe(true);
    expect(headers['Content-Disposition']).toBe('attachment; filename="tabela.csv"');
  });

  it('waits for others, and is refused when too many wait', async () => {
    const tried = await Promise.allSettled(Array.from({ length: 23 }, sent));
    const refused = tried.flatMap((one) => (one.status === 'rejected' ? [one.reason as object] : []));
    expect(refused).toEqual([expect.objectContaining({ problem: { is: 'Unavailable' } })]);
  });
});
