// The main job from outside: an ERP submits, the operator releases and closes, a BI tool reads. The same body
// again is a resend only while what it was judged on is the same. And what `validateOnly` tells of the reconciliations
// and of the next month that a version would affect, held against what happens once it is imported and released.
import { describe, expect, it } from '#jest';
import { buildMonth } from '../support/builders.js';
import { client, type Answer, type Client, type Row } from '../support/client.js';
import { CHART, registerLedger } from '../support/ledger.js';
import { commandLine, issueKey, operator, operatorJson } from '../support/operator.js';
import { fileOfLines, releasedMonth } from '../support/releasedMonth.js';
import { startService, temporaryDir } from '../support/service.js';
import { email } from '../support/team.js';

const month = (period: string, variant = 0) =>
  buildMonth(ledger.accounts, { cnpj: ledger.cnpjs[0] ?? '', period, chartName: CHART, variant });
const send = (period: string, variant = 0): Promise<Answer> =>
  erp.post('/api/v1/trial-balances', month(period, variant));

const dataDir = await temporaryDir();
const ledger = await registerLedger(dataDir, { accounts: 250 });
const sent = await releasedMonth(dataDir, { ref: 'impacto', firstCnpj: 50, accounts: 6 });
for (const id of sent.ids.slice(0, 3)) {
  await sent.does('sol', 'assign', id, '--to', email('ana', 'impacto'));
  await sent.does('ana', 'start', id);
  await sent.does('ana', 'submit', id);
}
const service = await startService({ dataDir });
const erp = client(service.url, ledger.key);

describe('a trial balance from the ERP to the BI tool', () => {
  it('answers 201 for new content, 200 with the same id for the same, and 201 for another version', async () => {
    const first = await send('2026-07');
    expect(first.status).toBe(201);
    expect(first.body).toEqual({
      success: true,
      data: {
        reenvio: false,
        trialBalanceId: expect.any(Number),
        enviadas: 250,
        importadas: 250,
        ignoradasForaDoPlano: 0,
        ignoradasQueNaoConciliam: 0,
        avisos: [],
        versao: 1,
        convencao: 'SINALIZADA',
      },
    });
    const again = await send('2026-07');
    expect(again.status).toBe(200);
    expect(again.body.data).toEqual({ ...first.body.data, reenvio: true });

    const other = await send('2026-07', 3);
    expect(other.status).toBe(201);
    expect(other.body.data['trialBalanceId']).toBeGreaterThan(first.body.data['trialBalanceId'] as number);

    const versions = await erp.api.trialBalances({ period: '2026-07' }).page(1, 50);
    expect(
      versions.data.map(({ versao, status, linhas, importadoPor }) => ({ versao, status, linhas, importadoPor })),
    ).toEqual([
      { versao: 1, status: 'SUPERSEDED', linhas: 250, importadoPor: 'ERP acme' },
      { versao: 2, status: 'IMPORTED', linhas: 250, importadoPor: 'ERP acme' },
    ]);
    expect(versions.pagination).toEqual({ page: 1, limit: 50, total: 2, pages: 1 });
  });

  it('reads back every line as it was sent, in its order', async () => {
    const asked = month('2026-08');
    const { body } = await erp.post('/api/v1/trial-balances', asked);
    const id = body.data['trialBalanceId'] as number;
    const lines = await erp.api.lines(id).toArray();
    expect(lines).toEqual(
      asked.lineItems.map((item) => ({
        balanceteId: id,
        empresaId: ledger.companyIds[0],
        competencia: '2026-08',
        contaCodigo: item.accountCode,
        contaDescricao: item.accountName,
        saldoAnterior: item.previousBalance,
        debito: item.debit,
        credito: item.credit,
        saldoFinal: item.finalBalance,
        natureza: ledger.accounts.find(({ code }) => code === item.accountCode)?.nature,
        saldoAnteriorDevedor: item.previousBalance,
        saldoFinalDevedor: item.finalBalance,
      })),
    );
  });

  it('releases, shows a reconciliation per account, closes, refuses 409, reopens', async () => {
    const company = String(ledger.companyIds[0]);
    const where = ['--company', company, '--period', '2026-08'];
    const released = await operatorJson<{ ok: boolean; version: number; reconciliations: number }>(dataDir, [
      'release',
      ...where,
    ]);
    expect(released).toMatchObject({ ok: true, version: 1, reconciliations: 250 });
    const rows = await erp.api.reconciliations({ period: '2026-08' }).toArray();
    expect(rows).toHaveLength(250);
    const [item] = month('2026-08').lineItems;
    expect(rows[0]).toEqual({
      id: expect.any(Number),
      empresaId: ledger.companyIds[0],
      empresaNome: expect.stringContaining('Indústria Exemplar'),
      competencia: '2026-08',
      contaId: expect.any(Number),
      contaCodigo: item?.accountCode,
      contaDescricao: item?.accountName,
      status: 'PENDING',
      responsavelNome: '',
      responsavelPapel: 'Supervisor',
      prazo: '2026-09-09T02:59:59.999Z',
      slaStatus: 'OVERDUE',
      saldoContabil: item?.finalBalance,
      saldoConciliado: 0,
      diferenca: item?.finalBalance,
      ajustes: 0,
      reconciliationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      saldoContabilDevedor: item?.finalBalance,
      variacao: null,
      aprovacaoAutomatica: null,
    });

    expect(await operatorJson(dataDir, ['close', ...where, '--yes'])).toMatchObject({ ok: true });
    const closed = await send('2026-08');
    expect(closed).toMatchObject({ status: 409, body: { success: false, code: 'COMPETENCE_CLOSED' } });
    const before = await send('2026-07', 9);
    expect(before).toMatchObject({ status: 409, body: { code: 'NEXT_COMPETENCE_CLOSED' } });
    const resend = await send('2026-07', 3);
    expect(resend.status).toBe(200);

    const withoutReason = await operator(dataDir, ['reopen', ...where]);
    expect(withoutReason.status).not.toBe(0);
    expect(await operatorJson(dataDir, ['reopen', ...where, '--reason', 'Nota fiscal em atraso'])).toMatchObject({
      ok: true,
    });
    expect((await send('2026-08', 5)).status).toBe(201);
  });
});

describe('the same body sent again', () => {
  const warningsOf = ({ body }: Answer): unknown => body.data['avisos'];

  it('has warnings about the current neighbouring months', async () => {
    await send('2026-01');
    expect(warningsOf(await send('2026-04'))).toEqual([
      'Continuidade não verificada: não há balancete de 03/2026',
    ]);
    await send('2026-03');
    const again = await send('2026-04');
    expect([again.status, warningsOf(again)]).toEqual([200, []]);
  });

  it('is checked again when the chart changed', async () => {
    expect((await send('2026-06')).status).toBe(201);
    expect((await send('2026-06')).status).toBe(200);
    const [account] = ledger.accounts;
    const charts = [{ nome: CHART, accounts: [{ codigo: account?.code, exigeConciliacao: false }] }];
    await commandLine(dataDir).apply({ ref: ledger.ref, companies: [{ cnpj: ledger.cnpjs[0], charts }] });
    const again = await send('2026-06');
    expect(again.status).toBe(201);
    expect(again.body.data).toMatchObject({ enviadas: 250, importadas: 249, ignoradasQueNaoConciliam: 1 });
  });
});

describe('impacto', () => {
  const PATH = '/api/v1/trial-balances';
  const erp = client(service.url, sent.ledger.key);

  type Impact = Readonly<{
    conciliacoesAfetadas?: readonly Row[];
    totalConciliacoesAfetadas?: number;
    continuidade: readonly Row[];
    totalContinuidade: number;
  }>;

  /** A month in reais, closing at 1.00 on the accounts named by their place, at 0.00 on the others. */
  function monthOf(period: string, open: readonly number[], close: readonly number[]): object {
    const lineItems = sent.ledger.accounts.map(({ code }, at) => {
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
    return { companyId: sent.ledger.companyIds[0], period, chartName: CHART, lineItems };
  }

  async function impactOf(asker: Client, of: object): Promise<Impact> {
    const { status, body } = await asker.post(`${PATH}?validateOnly=true`, of);
    expect(status).toBe(200);
    return body.data['impacto'] as Impact;
  }

  it('names exactly the reconciliations that the release then resets', async () => {
    const changed = monthOf('2026-05', [], [1, 2, 5]);
    const { conciliacoesAfetadas = [], ...others } = await impactOf(erp, changed);
    const [, second, third] = sent.ledger.accounts;
    expect(conciliacoesAfetadas).toEqual([
      {
        id: sent.ids[1],
        contaCodigo: second?.code,
        status: 'SUBMITTED_FOR_APPROVAL',
        saldoAtual: 0,
        saldoNovo: 1,
      },
      {
        id: sent.ids[2],
        contaCodigo: third?.code,
        status: 'SUBMITTED_FOR_APPROVAL',
        saldoAtual: 0,
        saldoNovo: 1,
      },
    ]);
    expect(others).toEqual({ totalConciliacoesAfetadas: 2, continuidade: [], totalContinuidade: 0 });

    await erp.post(PATH, changed);
    await operatorJson(dataDir, ['release', ...sent.of]);
    const rows = await erp.all('/api/v1/reconciliations?period=2026-05&status=BALANCE_CHANGED');
    expect(rows.map(({ id }) => id)).toEqual(conciliacoesAfetadas.map(({ id }) => id));
    expect(await impactOf(erp, changed)).toMatchObject({ conciliacoesAfetadas: [], totalConciliacoesAfetadas: 0 });
  });

  it('names the accounts that the next month would no longer continue, with both balances', async () => {
    expect((await erp.post(PATH, monthOf('2026-06', [1, 2, 5], []))).status).toBe(201);
    const { continuidade, totalContinuidade } = await impactOf(erp, monthOf('2026-05', [], [0, 2, 5]));
    const [first, second] = sent.ledger.accounts;
    expect(continuidade).toEqual([
      { competencia: '2026-06', contaCodigo: first?.code, esperado: 1, encontrado: 0 },
      { competencia: '2026-06', contaCodigo: second?.code, esperado: 0, encontrado: 1 },
    ]);
    expect(totalContinuidade).toBe(2);
  });

  it('names no reconciliation to a key that may not read them', async () => {
    const { secret } = await issueKey(dataDir, 'impacto', 'trial_balances:write');
    const impact = await impactOf(client(service.url, secret), monthOf('2026-05', [], [0]));
    expect(Object.keys(impact)).toEqual(['continuidade', 'totalContinuidade']);
  });

  it('is told by the command line, of files as well, and stores nothing', async () => {
    const lines = sent.ledger.accounts.map(
      ({ code }, at) => `${code};0,00;1,00;${at < 1 ? '0,00;1,00' : '1,00;0,00'}`,
    );
    const path = await fileOfLines(dataDir, { of: sent.of, lines });
    const before = await erp.all(`${PATH}?period=2026-05`);
    const { impacto } = await operatorJson<{ impacto: Impact }>(dataDir, [
      'import',
      path,
      ...sent.of,
      '--chart',
      CHART,
      '--validate-only',
    ]);
    expect(impacto.conciliacoesAfetadas?.map(({ id }) => id)).toEqual([sent.ids[0]]);
    expect(impacto.totalContinuidade).toBe(4);
    expect(await erp.all(`${PATH}?period=2026-05`)).toEqual(before);
  });
});

it('keeps the log complete', async () => {
  expect(await operatorJson(dataDir, ['verify'])).toMatchObject({ ok: true, problems: [] });
});
