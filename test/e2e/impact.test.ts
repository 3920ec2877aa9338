// What `validateOnly` tells of the reconciliations and of the next month that a version would affect, held against
// what happens once the version is imported and released.
import { describe, expect, it } from '#jest';
import { client, type Client, type Row } from '../support/client.js';
import { CHART } from '../support/ledger.js';
import { issueKey, operatorJson } from '../support/operator.js';
import { fileOfLines, releasedMonth } from '../support/releasedMonth.js';
import { startService, temporaryDir } from '../support/service.js';

const ACCOUNTS = 6;
const PATH = '/api/v1/trial-balances';

type Impact = Readonly<{
  conciliacoesAfetadas?: readonly Row[];
  totalConciliacoesAfetadas?: number;
  continuidade: readonly Row[];
  totalContinuidade: number;
}>;

const dataDir = await temporaryDir();
const month = await releasedMonth(dataDir, { accounts: ACCOUNTS });
for (const id of month.ids.slice(0, 3)) {
  await month.does('sol', 'assign', id, '--to', 'ana@acme.com.br');
  await month.does('ana', 'start', id);
  await month.does('ana', 'submit', id);
}
const service = await startService({ dataDir });
const erp = client(service.url, month.ledger.key);

/** A month in reais, closing at 1.00 on the accounts named by their place, at 0.00 on the others. */
function monthOf(period: string, open: readonly number[], close: readonly number[]): object {
  const lineItems = month.ledger.accounts.map(({ code }, at) => {
    const previousBalance = open.includes(at) ? 1 : 0;
    const finalBalance = close.includes(at) ? 1 : 0;
    return {
      accountCode: code,
      previousBalance,
      debit: 1,
      credit: 1 + previousBalance - finalBalance,
      finalBalance,
    };
  });
  return { companyId: month.ledger.companyIds[0], period, chartName: CHART, lineItems };
}

async function impactOf(asker: Client, of: object): Promise<Impact> {
  const { status, body } = await asker.post(`${PATH}?validateOnly=true`, of);
  expect(status).toBe(200);
  return body.data['impacto'] as Impact;
}

describe('impacto', () => {
  it('names exactly the reconciliations that the release then resets', async () => {
    const changed = monthOf('2026-05', [], [1, 2, 5]);
    const { conciliacoesAfetadas = [], ...others } = await impactOf(erp, changed);
    const [, second, third] = month.ledger.accounts;
    expect(conciliacoesAfetadas).toEqual([
      {
        id: month.ids[1],
        contaCodigo: second?.code,
        status: 'SUBMITTED_FOR_APPROVAL',
        saldoAtual: 0,
        saldoNovo: 1,
      },
      {
        id: month.ids[2],
        contaCodigo: third?.code,
        status: 'SUBMITTED_FOR_APPROVAL',
        saldoAtual: 0,
        saldoNovo: 1,
      },
    ]);
    expect(others).toEqual({ totalConciliacoesAfetadas: 2, continuidade: [], totalContinuidade: 0 });

    await erp.post(PATH, changed);
    await operatorJson(dataDir, ['release', ...month.of]);
    const rows = await erp.all('/api/v1/reconciliations?period=2026-05&status=BALANCE_CHANGED');
    expect(rows.map(({ id }) => id)).toEqual(conciliacoesAfetadas.map(({ id }) => id));
    expect(await impactOf(erp, changed)).toMatchObject({ conciliacoesAfetadas: [], totalConciliacoesAfetadas: 0 });
  });

  it('names the accounts that the next month would no longer continue, with both balances', async () => {
    expect((await erp.post(PATH, monthOf('2026-06', [1, 2, 5], []))).status).toBe(201);
    const { continuidade, totalContinuidade } = await impactOf(erp, monthOf('2026-05', [], [0, 2, 5]));
    const [first, second] = month.ledger.accounts;
    expect(continuidade).toEqual([
      { competencia: '2026-06', contaCodigo: first?.code, esperado: 1, encontrado: 0 },
      { competencia: '2026-06', contaCodigo: second?.code, esperado: 0, encontrado: 1 },
    ]);
    expect(totalContinuidade).toBe(2);
  });

  it('names no reconciliation to a key that may not read them', async () => {
    const { secret } = await issueKey(dataDir, 'acme', 'trial_balances:write');
    const impact = await impactOf(client(service.url, secret), monthOf('2026-05', [], [0]));
    expect(Object.keys(impact)).toEqual(['continuidade', 'totalContinuidade']);
  });

  it('is told by the command line, of files as well, and stores nothing', async () => {
    const lines = month.ledger.accounts.map(
      ({ code }, at) => `${code};0,00;1,00;${at < 1 ? '0,00;1,00' : '1,00;0,00'}`,
    );
    const path = await fileOfLines(dataDir, { of: month.of, lines });
    const before = await erp.all(`${PATH}?period=2026-05`);
    const { impacto } = await operatorJson<{ impacto: Impact }>(dataDir, [
      'import',
      path,
      ...month.of,
      '--chart',
      CHART,
      '--validate-only',
    ]);
    expect(impacto.conciliacoesAfetadas?.map(({ id }) => id)).toEqual([month.ids[0]]);
    expect(impacto.totalContinuidade).toBe(4);
    expect(await erp.all(`${PATH}?period=2026-05`)).toEqual(before);
  });
});
