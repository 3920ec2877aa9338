// `release`, `close`, `reopen`, `history` as the operator types them, beside a running service and without one.
import { describe, expect, it } from '#jest';
import { buildMonth, type ImportItem } from '../../support/builders.js';
import { client, type Client, type Row } from '../../support/client.js';
import { CHART, registerLedger } from '../../support/ledger.js';
import { operator, operatorJson } from '../../support/operator.js';
import { startService, temporaryDir, type Service } from '../../support/service.js';

type Entry = Readonly<{
  at: string;
  type: string;
  actor: Readonly<{ kind: string; id: string; name: string | null }>;
  requestId: string | null;
  stream: string;
  data: Readonly<Record<string, unknown>>;
}>;

const ACCOUNTS = 8;

let service: Service;
let erp: Client;

const dataDir = await temporaryDir();
const ledger = await registerLedger(dataDir, { accounts: ACCOUNTS });
service = await startService({ dataDir });
erp = client(service.url, ledger.key);

const of = (period: string): string[] => ['--company', String(ledger.companyIds[0]), '--period', period];
const month = (
  period: string,
  change: (items: readonly ImportItem[]) => readonly ImportItem[] = (items) => items,
) => {
  const body = buildMonth(ledger.accounts, { cnpj: ledger.cnpjs[0] ?? '', period, chartName: CHART });
  return { ...body, lineItems: change(body.lineItems) };
};
const statuses = async (period: string) =>
  (await erp.all(`/api/v1/trial-balances?period=${period}`)).map(
    ({ versao, status }) => `${String(versao)} ${String(status)}`,
  );
const balances = (rows: readonly Row[]) =>
  rows.map(({ id, contaCodigo, saldoContabil }) => ({ id, contaCodigo, saldoContabil }));

describe('release', () => {
  it('of a later version updates changed accounts under their ids, and sets removed ones to zero', async () => {
    await erp.post(
      '/api/v1/trial-balances',
      month('2026-05', (items) => items.slice(0, 7)),
    );
    await operatorJson(dataDir, ['release', ...of('2026-05')]);
    const first = await erp.all('/api/v1/reconciliations?period=2026-05');
    expect(first).toHaveLength(7);

    const more = ({ debit, finalBalance, ...item }: ImportItem): ImportItem => ({
      ...item,
      debit: Math.round(debit * 100 + 1) / 100,
      finalBalance: Math.round(finalBalance * 100 + 1) / 100,
    });
    const second = month('2026-05', (items) =>
      items.slice(1).map((item) => (item.accountCode === items[3]?.accountCode ? more(item) : item)),
    );
    await erp.post('/api/v1/trial-balances', second);
    expect(await statuses('2026-05')).toEqual(['1 RELEASED', '2 IMPORTED']);
    const done = await operatorJson(dataDir, ['release', ...of('2026-05')]);
    expect(done).toEqual({ ok: true, trialBalanceId: expect.any(Number), version: 2, reconciliations: 8 });
    expect(await statuses('2026-05')).toEqual(['1 SUPERSEDED', '2 RELEASED']);

    const rows = await erp.all('/api/v1/reconciliations?period=2026-05');
    const newest = new Map(second.lineItems.map((item) => [item.accountCode, item.finalBalance]));
    expect(balances(rows)).toEqual([
      ...first.map(({ id, contaCodigo }) => ({
        id,
        contaCodigo,
        saldoContabil: newest.get(String(contaCodigo)) ?? 0,
      })),
      {
        id: expect.any(Number),
        contaCodigo: ledger.accounts[7]?.code,
        saldoContabil: newest.get(ledger.accounts[7]?.code ?? ''),
      },
    ]);

    expect(await operatorJson(dataDir, ['release', ...of('2026-05')])).toEqual(done);
    expect(await erp.all('/api/v1/reconciliations?period=2026-05')).toEqual(rows);
  });

  it('without anything to release exits 1 and says so', async () => {
    expect(await operator(dataDir, ['release', ...of('2026-01')])).toEqual({
      status: 1,
      stdout: '',
      stderr: 'Não há balancete de 01/2026 para liberar\n',
    });
  });

  it('of a closed competence exits 1', async () => {
    await erp.post('/api/v1/trial-balances', month('2026-02'));
    await operatorJson(dataDir, ['close', ...of('2026-02')]);
    expect(await operator(dataDir, ['release', ...of('2026-02')])).toEqual({
      status: 1,
      stdout: '',
      stderr: 'A competência 02/2026 está fechada e não aceita novas liberações\n',
    });
  });
});

describe('close and reopen', () => {
  it('warn of unfinished work; reopen from the last closed month backwards, with a reason', async () => {
    await erp.post('/api/v1/trial-balances', month('2027-03'));
    await erp.post('/api/v1/trial-balances', month('2027-04'));
    await operatorJson(dataDir, ['release', ...of('2027-04')]);
    const { warnings } = await operatorJson<{ warnings: string[] }>(dataDir, ['close', ...of('2027-04'), '--yes']);
    expect(warnings).toEqual([
      '8 conciliações de 04/2027 não estão concluídas',
      expect.stringMatching(/^As competências anteriores .*03\/2027 estão abertas$/),
    ]);
    await operatorJson(dataDir, ['close', ...of('2027-03'), '--yes']);

    const refusals = [
      [of('2027-03'), 'x', 'A competência 03/2027 não pode ser reaberta antes de 04/2027'],
      [of('2027-05'), 'x', 'A competência 05/2027 não está fechada'],
      [of('2027-04'), ' ', 'Informe a justificativa'],
    ] as const;
    for (const [where, reason, sentence] of refusals) {
      const refused = await operator(dataDir, ['reopen', ...where, '--reason', reason]);
      expect({ status: refused.status, stdout: refused.stdout }).toEqual({ status: 1, stdout: '' });
      expect(refused.stderr).toContain(sentence);
    }
    expect(await operatorJson(dataDir, ['reopen', ...of('2027-04'), '--reason', 'ajuste'])).toEqual({
      ok: true,
      warnings: [],
    });
  });

  it.each([['close'], ['history']])('%s of an unknown company exits 1', async (command) => {
    const args = [command, '--company', '999', '--period', '2026-08'];
    expect(await operator(dataDir, args)).toEqual({
      status: 1,
      stdout: '',
      stderr: 'Empresa não encontrada para o companyId 999\n',
    });
  });
});

describe('history', () => {
  it('lists actor, act and request, oldest first, refused imports included', async () => {
    const refused = await erp.post('/api/v1/trial-balances', { ...month('2026-10'), chartName: 'Outro' });
    expect(refused.status).toBe(400);
    const imported = await erp.post('/api/v1/trial-balances', month('2026-10'));
    await operatorJson(dataDir, ['release', ...of('2026-10')]);
    await operatorJson(dataDir, ['close', ...of('2026-10'), '--yes']);

    const entries = await operatorJson<readonly Entry[]>(dataDir, ['history', ...of('2026-10')]);
    expect(entries.map(({ type, actor, requestId }) => [type, actor.kind, actor.name, requestId])).toEqual([
      ['ImportRefused', 'key', `ERP ${ledger.ref}`, refused.headers.get('x-request-id')],
      ['TrialBalanceVersioned', 'key', `ERP ${ledger.ref}`, imported.headers.get('x-request-id')],
      ['TrialBalanceReleased', 'operator', 'Operador', null],
      ['CompetenceClosed', 'operator', 'Operador', null],
    ]);
    expect(entries[0]?.data).toMatchObject({
      code: 'IMPORTACAO_RECUSADA',
      error: refused.body.error,
      reasonCount: 1,
    });
    expect(entries.map(({ at }) => at)).toEqual(entries.map(({ at }) => at).sort());

    const [, second] = entries;
    const until = await operatorJson<readonly Entry[]>(dataDir, [
      'history',
      ...of('2026-10'),
      '--to',
      second?.at ?? '',
    ]);
    expect(until.map(({ type }) => type)).toEqual(['ImportRefused', 'TrialBalanceVersioned']);

    const all = await operatorJson<readonly Entry[]>(dataDir, [
      'history',
      '--company',
      String(ledger.companyIds[0]),
    ]);
    expect(all[0]?.type).toBe('CompanyRegistered');
    expect(all.length).toBeGreaterThan(entries.length + 3);
    const table = await operator(dataDir, ['history', ...of('2026-10')]);
    expect(table.stdout).toContain('TrialBalanceReleased');
  });
});

describe('without a running service', () => {
  it('a release is readable once the service is back', async () => {
    await erp.post('/api/v1/trial-balances', month('2026-12'));
    await service.stop();
    expect(await operatorJson(dataDir, ['release', ...of('2026-12')])).toMatchObject({
      reconciliations: ACCOUNTS,
    });
    const rows = await operatorJson<readonly Row[]>(dataDir, ['reconciliations', 'list', ...of('2026-12')]);
    expect(rows).toHaveLength(ACCOUNTS);
    service = await startService({ dataDir });
    erp = client(service.url, ledger.key);
    expect(await erp.all('/api/v1/reconciliations?period=2026-12')).toEqual(rows);
    expect(await statuses('2026-12')).toEqual(['1 RELEASED']);
  });
});
