// `release`, `close`, `reopen`, `history` as the operator types them, beside a running service and without one.
import { describe, expect, it } from '#jest';
import { buildMonth } from '../../support/builders.js';
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
const month = (period: string) =>
  buildMonth(ledger.accounts, { cnpj: ledger.cnpjs[0] ?? '', period, chartName: CHART });
const statuses = async (period: string) =>
  (await erp.all(`/api/v1/trial-balances?period=${period}`)).map(
    ({ versao, status }) => `${String(versao)} ${String(status)}`,
  );

describe('a refusal', () => {
  const noCompany = ['--company', '999', '--period', '2026-08'];

  it.each([
    ['release', of('2026-01'), 'Não há balancete de 01/2026 para liberar'],
    ['release', of('2026-02'), 'A competência 02/2026 está fechada e não aceita novas liberações'],
    ['close', noCompany, 'Empresa não encontrada para o companyId 999'],
    ['history', noCompany, 'Empresa não encontrada para o companyId 999'],
  ])('of %s of %j exits 1 and says why', async (command, args, sentence) => {
    if (args.includes('2026-02')) await operatorJson(dataDir, ['close', ...args]);
    expect(await operator(dataDir, [command, ...args])).toEqual({
      status: 1,
      stdout: '',
      stderr: `${sentence}\n`,
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
      'A competência anterior 03/2027 está aberta',
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
