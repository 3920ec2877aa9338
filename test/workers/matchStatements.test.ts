// Files of movements in the thread of the console's file tasks: read, and matched where there are two.
import { describe, expect, it } from '#jest';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StatementSide } from '../../src/domain/reconciliation/statement.js';
import type { Competence } from '../../src/domain/kernel/competence.js';
import { createFileTasks } from '../../src/workers/fileTasks.js';
import { temporaryDir } from '../support/service.js';

const dir = await temporaryDir();

const { readStatements } = createFileTasks(0);
const csv = (...rows: readonly string[]): string => ['Data;Histórico;Valor', ...rows].join('\n');

async function matched(
  files: Partial<Record<StatementSide, string>>,
  isInverted = false,
  clientId = 1,
  signal = AbortSignal.timeout(60_000),
) {
  const sides = Object.entries(files).map(([side, content]) => ({ side: side as StatementSide, content }));
  const written = sides.map(async ({ side, content }) => {
    await writeFile(join(dir, side), content);
    return { side, path: join(dir, side), isInverted, chosen: null, saved: null };
  });
  const of = { accountCode: '1.1', competence: '2026-05' as Competence, current: [], debit: 1 } as const;
  return readStatements(clientId, { ...of, files: await Promise.all(written) }, signal);
}

describe('Files of movements', () => {
  it('are read and matched in a thread', async () => {
    const razao = csv('04/05/2026;A;100,00', '05/05/2026;B;7,00');
    const extrato = csv('05/05/2026;C;100,00');
    expect(await matched({ razao, extrato })).toMatchObject({
      ok: true,
      statements: { razao: { balanceLines: 0 }, extrato: {} },
      matched: { pairs: [{ rule: 'date', razao: [0], extrato: [0] }], razao: [1], extrato: [] },
    });
    const list = await matched({ razao: csv('04/04/2026;Antigo;100,00') }, true);
    expect(list).toMatchObject({ ok: true, matched: null, lines: { razao: [{ amountCents: -100_00 }] } });
  });

  it('are refused with their side, for what they are and for days outside the competence', async () => {
    const may = csv('04/05/2026;A;1,00');
    const later = await matched({ razao: csv('01/06/2026;A;1,00') });
    expect(later).toMatchObject({ ok: false, side: 'razao', fault: { is: 'DatesOutside', count: 1 } });
    const earlier = await matched({ razao: may, extrato: csv('30/04/2026;A;1,00') });
    expect(earlier).toMatchObject({ ok: false, side: 'extrato', fault: { is: 'DatesOutside' } });
    expect(await matched({ razao: 'x' })).toMatchObject({ ok: false });
  });

  it('have up to 50,000 lines', async () => {
    const rows = Array.from({ length: 50_000 }, (_, at) => `04/05/2026;Movimento ${at};0,01`);
    expect(await matched({ razao: csv(...rows) })).toMatchObject({ ok: true });
    const tooMany = await matched({ razao: csv(...rows, '04/05/2026;Mais um;0,01') });
    expect(tooMany).toMatchObject({ ok: false, fault: { is: 'TooManyLines', max: 50_000 } });
  });

  it('are given up with the request, and the next are read', async () => {
    const giving = new AbortController();
    const many = csv(...Array.from({ length: 40_000 }, (_, at) => `04/05/2026;Linha;${at},00`));
    const [given, next] = [
      matched({ razao: many }, false, 1, giving.signal),
      matched({ extrato: csv('05/05/2026;C;1,00') }),
    ];
    setTimeout(() => giving.abort(new Error('gone')), 20);
    await expect(given).rejects.toThrow('gone');
    expect(await next).toMatchObject({ ok: true });
  });

  it('of one client take half of the places and let another client go before their last', async () => {
    const ended: number[] = [];
    const task = (clientId: number) => matched({ razao: 'x' }, false, clientId).then(() => ended.push(clientId));
    const own = Array.from({ length: 3 }, () => task(1));
    await Promise.all([...own, task(2)]);
    expect(ended.indexOf(2)).toBeLessThan(3);
    const six = await Promise.allSettled(Array.from({ length: 6 }, () => task(1)));
    expect(six.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { problem: { is: 'Unavailable' } } },
    ]);
  });
});
