import { describe, expect, it } from '#jest';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadChart } from '../../../src/commands/registers/charts.js';
import { buildAccounts, buildCnpj, chartCsv } from '../../support/builders.js';
import { account, chart, clientOf, company, ONE, TWO, without } from './registersDocuments.js';
import { useRegisters } from './registersWorld.js';
import { readAll } from '../../support/logEvents.js';

const { apply, accountsOf, deps, path } = useRegisters();

describe('Applying registers', () => {
  it('registers a client with companies, charts and accounts, ids in the order of the file', async () => {
    const result = await apply(
      clientOf(company(ONE, { controladoraCnpj: TWO }), company(TWO, { charts: [chart('A'), chart('B')] })),
    );
    expect(result).toMatchObject({ created: 6, changed: 0, unchanged: 0 });
    expect(result.items).toEqual([
      { kind: 'client', ref: 'acme', id: 1, outcome: 'created' },
      { kind: 'company', ref: ONE, id: 1, outcome: 'created' },
      { kind: 'chart', ref: 'Plano 2026', id: 1, outcome: 'created' },
      { kind: 'company', ref: TWO, id: 2, outcome: 'created' },
      { kind: 'chart', ref: 'A', id: 2, outcome: 'created' },
      { kind: 'chart', ref: 'B', id: 3, outcome: 'created' },
    ]);
    const { registers } = deps().registers;
    expect(registers.clientByRef('acme')).toEqual({ clientId: 1, ref: 'acme', name: 'Grupo Acme' });
    expect(registers.companiesOf(1)).toEqual([
      {
        companyId: 1,
        clientId: 1,
        cnpj: ONE,
        legalName: 'Empresa Exemplar Ltda',
        tradeName: 'Fantasia',
        taxRegime: 'REAL_PROFIT',
        status: 'ACTIVE',
        parentCompanyId: 2,
        modules: ['RECONCILIATION'],
      },
      expect.objectContaining({ companyId: 2, cnpj: TWO, parentCompanyId: null }),
    ]);
    expect(registers.chartByName(2, 'B')).toMatchObject({ chartId: 3 });
    const first = await loadChart(deps(), 1);
    expect(first).toMatchObject({ name: 'Plano 2026', version: 1, accountCount: 2, validTo: null, active: true });
    expect([...(await accountsOf(1)).values()].map(({ accountId, code }) => [accountId, code])).toEqual([
      [1, '1.1'],
      [2, '1.2'],
    ]);
  });

  it('takes a CNPJ with mask, with letters, and in lower case for the same company', async () => {
    await apply(clientOf(company('12.ABC.345/01DE-35')));
    const again = await apply(clientOf(company('12abc34501de35')));
    expect(again.items).toContainEqual({ kind: 'company', ref: '12ABC34501DE35', id: 1, outcome: 'unchanged' });
  });

  it('changes what differs and keeps omitted fields', async () => {
    await apply(clientOf(company(ONE), company(TWO, { controladoraCnpj: ONE })));
    const result = await apply({
      clients: [
        {
          ref: 'acme',
          companies: [
            {
              cnpj: TWO,
              status: 'SUSPENDED',
              charts: [{ nome: 'Plano 2026', accounts: [{ codigo: '1.2', descricao: 'Caixa' }, account('1.3')] }],
            },
          ],
        },
      ],
    });
    expect(result).toMatchObject({ created: 0, changed: 2, unchanged: 1 });
    expect(deps().registers.registers.company(1, 2)).toMatchObject({
      status: 'SUSPENDED',
      legalName: 'Empresa Exemplar Ltda',
      parentCompanyId: 1,
    });
    const changed = await loadChart(deps(), 2);
    expect(changed).toMatchObject({ version: 2, accountCount: 3 });
    expect([...(await accountsOf(2)).values()]).toEqual([
      expect.objectContaining({ accountId: 3, code: '1.1' }),
      expect.objectContaining({ accountId: 4, code: '1.2', description: 'Caixa', sector: 'Tesouraria' }),
      expect.objectContaining({ accountId: 5, code: '1.3' }),
    ]);
    expect((await loadChart(deps(), 1))?.version).toBe(1);
  });

  it('creates a version for a change of the head only, and clears fields set to null', async () => {
    await apply(clientOf(company(ONE, { charts: [chart('P', { vigenciaFim: '2026-12-31' })] })));
    const result = await apply(clientOf({ cnpj: ONE, charts: [{ nome: 'P', vigenciaFim: null, ativo: false }] }));
    expect(result).toMatchObject({ created: 0, changed: 1, unchanged: 2 });
    expect(await loadChart(deps(), 1)).toMatchObject({
      version: 2,
      validTo: null,
      active: false,
      accountCount: 2,
    });
  });

  it('registers a client of more companies than one append holds', async () => {
    const companies = Array.from({ length: 1_500 }, (_, n) => company(buildCnpj(n), { charts: [] }));
    const result = await apply(clientOf(...companies));
    expect(result.created).toBe(1_501);
    expect(deps().registers.registers.companiesOf(1)).toHaveLength(1_500);
    expect((await apply(clientOf(...companies))).unchanged).toBe(1_501);
  });
});

describe('A chart of more accounts than one part holds', () => {
  it('is stored in parts of one event, and applied again without a change', async () => {
    const accounts = buildAccounts(2_500).map((built) => ({ ...built, name: built.name.padEnd(400, '.') }));
    await writeFile(join(path(), 'plano.csv'), chartCsv(accounts));
    const document = clientOf(
      company(ONE, { charts: [{ ...without(chart('P'), 'accounts'), accountsFile: 'plano.csv' }] }),
    );
    await apply(document);
    const events = await readAll(deps().log, 'chart-1');
    expect(events.length).toBeGreaterThan(2);
    expect(events.slice(0, -1).every(({ data }) => (data as Uint8Array).byteLength <= 900_100)).toBe(true);
    expect(events.at(-1)).toMatchObject({
      type: 'ChartVersioned',
      data: {
        version: 1,
        accountCount: 2_504,
        parts: { fromRevision: 0, count: events.length - 1, accounts: 2_504 },
      },
    });
    expect(await apply(document)).toMatchObject({ created: 0, changed: 0, unchanged: 3 });
    const one = { codigo: accounts[7]?.code, descricao: 'Outra descrição' };
    await apply(clientOf({ cnpj: ONE, charts: [{ nome: 'P', accounts: [one] }] }));
    expect((await readAll(deps().log, 'chart-1')).slice(events.length)).toMatchObject([
      { type: 'ChartAccountsListed' },
      { type: 'ChartVersioned', data: { version: 2, accountCount: 2_504, parts: { accounts: 1 } } },
    ]);
  });
});
