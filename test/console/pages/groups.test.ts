// Companies under one controlling company in Fechamento, and the balances that companies keep with each other.
import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { client } from '../../support/client.js';
import { signedIn, type Browsing } from '../../support/console.js';
import { CHART, registerLedger, type Ledger } from '../../support/ledger.js';
import { commandLine, type CommandLine } from '../../support/operator.js';
import { removeDir, startService, temporaryDir, type Service } from '../../support/service.js';
import { email, registerTeam } from '../../support/team.js';

const MAY = '2026-05';

let service: Service;
let cli: CommandLine;
let ledger: Ledger;
let mara: Browsing;
let uma: Browsing;

const of = (at: number) => ['--company', String(ledger.companyIds[at]), '--period', MAY];
const checklist = (at: number) => `/console/fechamento/${ledger.companyIds[at]}/${MAY}/checklist`;
const legalName = (at: number) => `Indústria Exemplar ${ledger.cnpjs[at]} Ltda`;

beforeAll(async () => {
  const dataDir = await temporaryDir();
  cli = commandLine(dataDir);
  ledger = await registerLedger(dataDir, { companies: 3, accounts: 2 });
  await registerTeam(cli, dataDir, ledger);
  const [first = '', second = ''] = ledger.cnpjs;
  const [own = '', other = ''] = ledger.accounts.map(({ code }) => code);
  const users = [{ email: 'uma@acme.com.br', name: 'Uma', roles: [{ role: 'AUDITOR', companies: [second] }] }];
  const intercompany = [{ prefix: own, counterpart: second, counterpartPrefix: other }];
  const companies = [
    { cnpj: first, intercompany },
    { cnpj: second, controladoraCnpj: first },
  ];
  const file = join(dataDir, 'grupo.json');
  await writeFile(file, JSON.stringify({ clients: [{ ref: ledger.ref, users, companies }] }));
  await cli.json('apply', file);
  for (const [at, amount] of [
    [0, '7,00'],
    [1, '5,00'],
  ] as const) {
    const path = join(dataDir, `${at}.csv`);
    const lines = [`${own};0,00;${amount};0,00;${amount}`, `${other};0,00;0,00;${amount};-${amount}`];
    await writeFile(path, ['Conta;Saldo Anterior;Débito;Crédito;Saldo Atual', ...lines].join('\n'));
    await cli.json('import', path, ...of(at), '--chart', CHART);
  }
  service = await startService({ dataDir });
  mara = await signedIn(service, email('mara'));
  uma = await signedIn(service, 'uma@acme.com.br');
}, 120_000);
afterAll(async () => {
  await service.stop();
  await removeDir(service.dataDir);
});

describe('A group of companies', () => {
  it('is a block with totals, before the companies of none', async () => {
    const { html } = await mara.get(`/console/fechamento?competencia=${MAY}`);
    const places = [`Grupo ${legalName(0)}`, `>${legalName(0)}<`, `>${legalName(1)}<`].map((text) =>
      html.indexOf(text),
    );
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
    expect(html).toContain('0 de 2 fechadas');
    const csv = (await mara.get(`/console/fechamento?competencia=${MAY}&formato=csv`)).html.split('\n');
    expect(csv[1]).toMatch(new RegExp(`;${legalName(0)}\\s*$`));
  });

  it('leads from its numbers to the lists of its companies alone', async () => {
    for (const at of [0, 1, 2]) await cli.json('release', ...of(at)).catch(() => null);
    const { html } = await mara.get(`/console/fechamento?competencia=${MAY}`);
    const row = html.slice(html.indexOf(`Grupo ${legalName(0)}`));
    const [, address = '', total = ''] =
      /<a href="(\/console\/conciliacoes[^"]*)"><svg.*?<\/svg>(\d+)/.exec(row) ?? [];
    expect(address).toContain(`grupo=${ledger.companyIds[0]}`);
    const list = (await mara.get(address.replaceAll('&amp;', '&'))).html;
    expect(list).toContain(`${total} conciliações`);
    expect(list).toContain(`Grupo: ${legalName(0)}`);
    const other = await mara.get(`/console/conciliacoes?fila=todas&grupo=${ledger.companyIds[2]}`);
    expect(other.html).toContain('Nenhuma conciliação');
    expect((await mara.get('/console/conciliacoes?fila=todas&grupo=x')).status).toBe(400);
    // A phone has no column of companies.
    const onPhone = async (filter: string) => (await mara.get(`/console/conciliacoes?fila=todas${filter}`)).html;
    expect(await onPhone('')).toMatch(/<small class="phone">[^<]+ · 05\/2026</);
    expect(await onPhone(`&companyId=${ledger.companyIds[0]}`)).toContain('<small class="phone">05/2026<');
    // Who does not see its controlling company sees no group.
    expect((await uma.get(address.replaceAll('&amp;', '&'))).html).toContain('Nenhuma conciliação');
  });

  it('is none to people who do not see its controlling company', async () => {
    const { html } = await uma.get(`/console/fechamento?competencia=${MAY}`);
    expect(html).toContain(legalName(1));
    expect(html).not.toContain('Grupo ');
    expect(html).not.toContain(legalName(0));
  });
});

describe('Balances between companies', () => {
  it('stand side by side in both, with their difference', async () => {
    const { body } = await client(service.url, ledger.key).get(`/api/v1/intercompany-balances?period=${MAY}`);
    const [own, other] = ledger.accounts.map(({ code }) => code);
    const [first, second] = ledger.companyIds;
    expect(body.data).toEqual([
      {
        ...{ empresaId: first, competencia: MAY, prefixo: own, saldo: 7 },
        ...{ contraparteId: second, contrapartePrefixo: other, contraparteSaldo: -5, diferenca: 2 },
      },
      {
        ...{ empresaId: second, competencia: MAY, prefixo: other, saldo: -5 },
        ...{ contraparteId: first, contrapartePrefixo: own, contraparteSaldo: 7, diferenca: 2 },
      },
    ]);
    const api = client(service.url, ledger.key);
    const last = await api.get(`/api/v1/intercompany-balances?period=${MAY}&order=desc&limit=1`);
    expect(last.body.data).toMatchObject([{ empresaId: second }]);
    const page = await mara.get(checklist(1));
    expect(page.html).toContain(`${legalName(0)}, contas ${own}`);
    expect(page.html).toContain('2,00');
    expect(await cli.json('intercompany', 'list', ...of(1))).toMatchObject([{ saldo: -5, diferenca: 2 }]);
    const earlier = await client(service.url, ledger.key).get('/api/v1/intercompany-balances?period=2026-04');
    expect(earlier.body.data).toMatchObject([{ saldo: null, diferenca: null }, { contraparteSaldo: null }]);
  });

  it('are nothing to people who do not see the other company', async () => {
    const page = await uma.get(checklist(1));
    expect(page.status).toBe(200);
    expect(page.html).not.toContain('Saldos entre empresas');
    expect((await uma.get(checklist(0))).status).toBe(404);
    expect(await cli.json('intercompany', 'list', ...of(1), '--as', 'uma@acme.com.br')).toEqual([]);
  });
});
