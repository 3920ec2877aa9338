// Tables to download, written a thousand rows at a time.
import { describe, expect, it } from '#jest';
import { sendTable, type ExportedTable, type FileColumns } from '../../../src/console/exportedTable.js';
import type { ConsoleCall } from '../../../src/console/route.js';
import { BRAZILIAN, BYTE_ORDER_MARK, csvOf } from '../../../src/spreadsheets/csv.js';

const ROWS = 2_500;
const rows = Array.from({ length: ROWS }, (_, at) => ({ Conta: `0${at};"x"`, Saldo: at + 0.5 }));
type Row = (typeof rows)[number];
const columns: FileColumns<Row> = {
  Conta: ['text', ({ Conta }) => Conta],
  Saldo: ['amount', ({ Saldo }) => Saldo],
};

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
    session: { clientId: 1 },
    set: (name: string, value: string) => (headers[name] = value),
  } as unknown as ConsoleCall;
  await sendTable(call, table(format));
  return { headers, bytes: call.body as Buffer };
}

describe('A table to download', () => {
  it('is the same CSV as of a page, however many batches it has', async () => {
    const { headers, bytes } = await sent('csv');
    const whole = BYTE_ORDER_MARK + csvOf(['Conta', 'Saldo'], rows, BRAZILIAN);
    expect(bytes.toString() === whole).toBe(true);
    expect(headers['Content-Disposition']).toBe('attachment; filename="tabela.csv"');
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
