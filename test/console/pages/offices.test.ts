// Offices side by side in one service, each a client of its own for pages that few tests are about.
import { beforeAll, describe, expect, it } from '#jest';
import { join } from 'node:path';
import { client } from '../../support/client.js';
import { focusedIn, partOf, signedIn, teamSignedIn, type Browsing } from '../../support/console.js';
import { registerLedger, type Ledger } from '../../support/ledger.js';
import { commandLine, type CommandLine } from '../../support/operator.js';
import { importLines, releasedMonth, releaseLines, type ReleasedMonth } from '../../support/releasedMonth.js';
import { serviceOfFile } from '../../support/serviceOfFile.js';
import { as, email, registerTeam } from '../../support/team.js';
import { hidden, monthCsv, sendForm } from '../../support/trialBalanceFiles.js';
import { sheetsOf, valuesOf } from '../../support/xlsxFile.js';

const MAY = '2026-05';

const service = serviceOfFile();

describe('Every list as a file', () => {
  let mara: Browsing;
  // The first of its service: its ids are 1.
  service.needs((dataDir) => releasedMonth(dataDir, { ref: 'listas', firstCnpj: 10, accounts: 3, companies: 2 }));
  beforeAll(async () => {
    mara = await signedIn(service, email('mara', 'listas'));
  });

  async function file(path: string, format: 'csv' | 'xlsx') {
    const headers = { cookie: mara.cookie() };
    const address = `${service.url}${path}${path.includes('?') ? '&' : '?'}formato=${format}`;
    const answer = await fetch(address, { headers });
    expect(answer.headers.get('content-disposition')).toContain(`.${format}"`);
    return Buffer.from(await answer.arrayBuffer());
  }

  it.each([
    ['/console/balancetes', 'Empresa;Competência;Versão;Situação;Importado em;Importado por;Liberado em;', 1],
    ['/console/competencias', 'Empresa;Competência;Situação;Etapa;Fechada ou reaberta em;Por;', 1],
    ['/console/pessoas', 'Nome;E-mail;Papéis;Situação;Visto em', 7],
    ['/console/empresas', 'Empresa;Nome fantasia;CNPJ;Regime tributário;Controladora;Conciliação;Situação', 2],
    ['/console/planos', 'Plano;Empresa;Vigência desde;Vigência até;Situação;Versão', 1],
    ['/console/planos/1', 'Código;Reduzido;Descrição;Tipo;Natureza;Classificação;Departamento;Setor;Concilia', 3],
    ['/console/balancetes/1', 'Conta;Descrição;Saldo anterior;Débito;Crédito;Saldo final', 3],
    ['/console/balancetes/1?texto=1', 'Conta;Descrição;Saldo anterior;', 1],
    ['/console/fechamento', 'Empresa;Etapa;Conciliações;', 1],
    ['/console/conciliacoes?fila=todas', 'Empresa;Competência;Conta;Descrição;Saldo contábil;', 3],
    [`/console/auditoria`, 'Quando;Quem;O quê;Evento;Pedido', 3],
    ['/console/webhooks', 'Destino;Eventos;Situação;Desativado em;Motivo', 0],
    ['/console/chaves', 'Nome;Escopos;Empresas;Emitida;Último uso;Revogada;Vale até', 1],
    ['/console/chamadas', 'Quando;Chave;Rota;Status;Tempo (ms);Endereço;Identificador', 0],
    ['/console/avisos', 'O quê;Quando;Sobre;Empresa;Competência;O que foi dito', 0],
  ])('%s is a file', async (path, heading, rowsMin) => {
    const lines = (await file(path, 'csv')).toString().trim().split('\r\n');
    expect(lines[0]).toContain(heading);
    expect(lines.length).toBeGreaterThan(rowsMin);
    const [sheet] = sheetsOf(await file(path, 'xlsx'));
    expect(sheet?.rows).toHaveLength(lines.length);
  });

  it('has the filter of the page, times as people read them in a CSV, and as a spreadsheet knows them in a workbook', async () => {
    const path = '/console/balancetes';
    expect((await mara.get(path)).html).toContain('Exportar XLSX');
    const [, row = ''] = (await file(path, 'csv')).toString().split('\r\n');
    expect(row).toMatch(/;05\/2026;1;Liberado;\d\d\/\d\d\/\d{4} \d\d:\d\d;Operador;/);
    const [sheet] = sheetsOf(await file(path, 'xlsx'));
    const [heading = [], first = []] = valuesOf(sheet?.rows ?? []);
    expect(first[heading.indexOf('Importado em')]).toEqual(expect.any(Number));
    const [, ...none] = (await file(`${path}?status=IMPORTED`, 'csv')).toString().trim().split('\r\n');
    expect(none).toEqual([]);
  });

  it.each(['csv', 'xlsx'] as const)('is, of the lines of a version as %s, one to send back', async (format) => {
    const lines = await file('/console/balancetes/1', format);
    const form = sendForm(new Uint8Array(lines), { companyId: '1', period: MAY }, `linhas.${format}`);
    const { location } = await mara.upload('/console/balancetes/enviar', form);
    expect((await mara.get(location ?? '')).html).toContain('O conteúdo é igual ao da versão atual');
  });

  it.each([
    ['/console/balancetes?status=NADA', 'Situação'],
    ['/console/balancetes?companyId=x', 'Empresa'],
    ['/console/competencias?period=x', 'Competência'],
    ['/console/entregas?status=NADA', 'Situação'],
    ['/console/entregas?from=ontem', 'De'],
    ['/console/entregas?responseStatus=ok', 'Resposta'],
    ['/console/auditoria?tipo=nada', 'O quê'],
    ['/console/auditoria?de=2026-02-31', 'De'],
    ['/console/chamadas?chave=x', 'Chave'],
    ['/console/conciliacoes/itens?minAgeDays=x', 'Idade'],
  ])('%s is refused, and no row is shown or exported', async (path, label) => {
    for (const address of [path, `${path}&formato=csv`]) {
      const { status, html } = await mara.get(address);
      expect([status, html.includes(`O filtro ${label} tem um valor que não existe.`)]).toEqual([400, true]);
      expect(html).not.toContain('<tbody>');
    }
  });

  it('keeps a number that is refused in its field', async () => {
    const { html } = await mara.get('/console/entregas?responseStatus=ok');
    expect(html).toContain('name="responseStatus" value="ok"');
  });
});

describe("A person's deadlines as a calendar", () => {
  const ana = email('ana', 'calendario');
  let month: ReleasedMonth;
  service.needs(async (dataDir) => {
    const of = { ref: 'calendario', firstCnpj: 1, accounts: 2 };
    month = await releasedMonth(dataDir, { ...of, company: { owners: [{ preparer: ana }] } });
  });

  it('are told at a secret address until it is replaced or revoked', async () => {
    const by = await signedIn(service, ana);
    expect((await by.get('/console/avisos')).html).toContain('Criar endereço');
    const make = async () => {
      const { html } = await by.post('/console/avisos/calendario');
      return /<code[^>]*>([^<]+)<\/code>/.exec(html)?.[1] ?? '';
    };
    const address = await make();
    expect(address).toMatch(/\/console\/prazos\/[\w-]{43}$/);
    const answer = await fetch(address);
    const text = await answer.text();
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(2);
    expect(text).toContain('DTSTART;VALUE=DATE:20260608\r\n');
    expect(text).toContain(`/console/conciliacoes/${month.ids[0]}`);
    expect(text).not.toMatch(/\d,\d\d/);
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    const second = await make();
    expect((await fetch(address)).status).toBe(404);
    expect((await fetch(second)).status).toBe(200);
    await by.post('/console/avisos/calendario/revogar');
    expect((await fetch(second)).status).toBe(404);
    expect((await fetch(`${service.url}/console/prazos/x`)).status).toBe(404);
  });
});

describe('A schedule of an account', () => {
  const REF = 'cronogramas';
  let month: ReleasedMonth;
  let people: Readonly<Record<'ana' | 'bia', Browsing>>;
  let account = '';
  let path = '';
  let company: readonly string[] = [];
  service.needs(async (dataDir) => {
    month = await releasedMonth(dataDir, { ref: REF, firstCnpj: 20, accounts: 3 });
    await month.releaseAnother(0);
    const { ledger, ids } = month;
    account = ledger.accounts[0]?.code ?? '';
    await month.does('sol', 'assign', ids[0] ?? 0, '--to', email('ana', REF));
    company = ['--company', String(ledger.companyIds[0])];
    path = `/console/conciliacoes/${ids[0]}`;
  });
  beforeAll(async () => {
    people = await teamSignedIn(service, ['ana', 'bia'], REF);
  });

  const rows = async (more = `&period=${MAY}`) =>
    (await client(service.url, month.ledger.key).get(`/api/v1/schedules?limit=10${more}`)).body.data;
  const insurance = (): readonly string[] => [
    ...company,
    '--account',
    account,
    '--description',
    'Seguro <da frota>',
    '--amount',
    '2.00',
    '--kind',
    'LINEAR',
    '--first',
    MAY,
    '--months',
    '2',
    ...as('ana', REF),
  ];

  it('is made once, and listed with what it expects', async () => {
    const made = await month.cli.json('schedules', 'create', ...insurance());
    expect(made).toEqual({ ok: true, id: expect.any(Number) as unknown });
    expect(await month.cli.json('schedules', 'create', ...insurance())).toEqual(made);
    const row = { contaCodigo: account, tipo: 'LINEAR', valor: 2, inicio: MAY, meses: 2, encerradoEm: null };
    expect(await rows()).toMatchObject([{ ...row, esperado: 1 }]);
    expect(await rows('')).toMatchObject([{ ...row, esperado: null }]);
    expect(await rows('&contaCodigo=nenhuma')).toEqual([]);
    const listed = await month.cli.json('schedules', 'list', ...company, '--period', '2026-06', ...as('bia', REF));
    expect(listed).toMatchObject([{ ...row, esperado: 0 }]);
  });

  it('says on the page what it expects and the difference, and its item is carried once', async () => {
    const before = await people.ana.get(path);
    expect(before.html).toContain('Seguro &lt;da frota>');
    expect(before.html).toContain('o saldo contábil é o esperado');
    expect(before.html).toContain('1 item do cronograma');
    expect(await month.does('ana', 'carry', month.ids[0] ?? 0)).toMatchObject({ ok: true });
    expect(await month.does('ana', 'carry', month.ids[0] ?? 0)).toMatchObject({ ok: false });
    const after = await people.ana.get(path);
    expect(after.html).toContain('do cronograma');
    expect(after.html).not.toContain('1 item do cronograma');
    const listed = await month.cli.json<readonly object[]>('reconciliations', 'list', ...month.of);
    expect(listed[0]).toMatchObject({ saldoConciliado: 1, diferenca: 0 });
  });

  it('is made and ended on the page by those who may, with the reason for what is refused', async () => {
    const form = { descricao: 'Aluguel', valor: '3,00 D', tipo: 'FIXED', inicio: MAY, meses: '4' };
    expect((await people.bia.post(`${path}/cronograma`, form)).status).toBe(403);
    const wrong = await people.ana.post(`${path}/cronograma`, { ...form, valor: '0' });
    expect(wrong.status).toBe(400);
    expect(wrong.html).toContain('<div class="bad">Valor: informe um valor diferente de zero');
    expect(focusedIn(wrong.html)).toEqual(['valor']);
    const all = { descricao: ' ', valor: '3,00', tipo: 'FIXED', inicio: '13/2026', meses: '0' };
    const none = await people.ana.post(`${path}/cronograma`, all);
    expect(focusedIn(none.html)).toEqual(['descricao', 'inicio', 'meses']);
    expect(wrong.html).toContain('value="Aluguel"');
    expect(wrong.html).toContain('<details class="no-print" open>');
    const unknown = await people.ana.post(`${path}/cronograma/encerrar`, { cronograma: '999' });
    expect(unknown.html).toContain('Cronograma não encontrado');
    expect(unknown.html).not.toContain('<details class="no-print" open>');
    for (let time = 0; time < 2; time++)
      expect((await people.ana.post(`${path}/cronograma`, form)).status).toBe(303);
    const [, made, ...others] = (await rows()) as unknown as readonly Readonly<{ id: number }>[];
    expect(others).toEqual([]);
    expect(made).toMatchObject({ tipo: 'FIXED', valor: 3, esperado: 3 });
    expect((await people.ana.get(path)).html).toContain('diferença do saldo contábil: ');
    const asking = { cronograma: String(made?.id) };
    const asked = await people.ana.post(`${path}/cronograma/encerrar`, asking);
    expect(asked.html).toContain('<h1>Encerrar o cronograma Aluguel em 05/2026?</h1>');
    expect((await rows())?.[1]).toMatchObject({ encerradoEm: null, esperado: 3 });
    const ending = { ...asking, confirmado: 'sim' };
    expect((await people.ana.post(`${path}/cronograma/encerrar`, ending)).status).toBe(303);
    expect((await rows())?.[1]).toMatchObject({ encerradoEm: MAY, esperado: 0 });
    const later = ['--id', String(made?.id), '--from', '2026-07'];
    await month.cli.json('schedules', 'end', ...company, ...later, ...as('sol', REF));
    expect((await rows())?.[1]).toMatchObject({ encerradoEm: '2026-07', esperado: 3 });
  });

  it('is listed in a month from which on it was ended, of which it expects nothing', async () => {
    const wrong = ['--kind', 'FIXED', '--first', MAY, '--months', '4', '--description', 'Conta errada'];
    const which = ['--account', month.ledger.accounts[2]?.code ?? '', '--amount', '5.00', ...as('ana', REF)];
    const creating = ['schedules', 'create', ...company, ...which, ...wrong];
    const { id } = await month.cli.json<Readonly<{ id: number }>>(...creating);
    const page = async () => (await people.ana.get(`/console/conciliacoes/${month.ids[2]}`)).html;
    expect(await page()).toContain('O cronograma espera');
    const ending = ['--id', String(id), '--from', MAY, ...as('ana', REF)];
    await month.cli.json('schedules', 'end', ...company, ...ending);
    const ended = await page();
    expect(ended).toContain('Conta errada');
    expect(ended).not.toContain('O cronograma espera');
  });

  it('is listed in a month before its first, of which it expects nothing', async () => {
    const next = ['--kind', 'LINEAR', '--first', '2026-06', '--months', '12', '--description', 'Licença anual'];
    const which = ['--account', month.ledger.accounts[2]?.code ?? '', '--amount', '5.00'];
    await month.cli.json('schedules', 'create', ...company, ...which, ...next, ...as('ana', REF));
    const { html } = await people.ana.get(`/console/conciliacoes/${month.ids[2]}`);
    expect(html).toContain('Licença anual');
    expect(html).not.toContain('O cronograma espera');
  });

  it('is in the history and in the dossier of the month', async () => {
    const { stdout } = await month.cli.run('history', ...company);
    expect(stdout).toContain(`criou na conta ${account} o cronograma "Seguro <da frota>"`);
    expect(stdout).toContain('encerrou o cronograma');
    const dossier = join(service.dataDir, 'dossie.zip');
    await month.cli.json('dossier', ...month.of, '--open', dossier);
    expect(await month.cli.json('verify-dossier', dossier)).toMatchObject({ ok: true });
  });

  it('keeps its side in a month that signs the account differently', async () => {
    const credit = month.ledger.accounts[1]?.code ?? '';
    const rent = ['--description', 'Aluguel', '--kind', 'FIXED', '--first', MAY, '--months', '4'];
    const which = ['--account', credit, '--amount', '-3.00', ...rent];
    await month.cli.json('schedules', 'create', ...company, ...which, ...as('ana', REF));
    const lines = [`${account};1,00;0,00;0,00;1,00`, `${credit};-1,00;0,00;4,00;3,00`];
    const june = { of: [...company, '--period', '2026-06'], lines };
    const released = await releaseLines(month.cli, service.dataDir, june);
    const expected = async (period: string) => rows(`&contaCodigo=${credit}&period=${period}`);
    expect(await expected(MAY)).toMatchObject([{ valor: -3, esperado: -3 }]);
    expect(await expected('2026-06')).toMatchObject([{ valor: -3, esperado: 3 }]);
    const page = await people.ana.get(`/console/conciliacoes/${released[1]?.id}`);
    expect(page.html).toContain('O cronograma espera 3,00 C neste mês; o saldo contábil é o esperado');
  });

  it('is on its side, as is its item, where a later version lacks the account', async () => {
    const of = [...company, '--period', '2026-06'];
    const listed = await month.cli.json<readonly Readonly<{ id: number }>[]>('reconciliations', 'list', ...of);
    const { id = NaN } = listed[1] ?? {};
    await month.does('sol', 'assign', id, '--to', email('ana', REF));
    expect(await month.does('ana', 'carry', id)).toMatchObject({ ok: true });
    await releaseLines(month.cli, service.dataDir, { of, lines: [`${account};1,00;0,00;0,00;1,00`] });
    const { html } = await people.ana.get(`/console/conciliacoes/${id}`);
    expect(html).toContain('value="3,00 C"');
    expect(html).toContain('O cronograma espera 3,00 C neste mês');
  });
});

describe('Companies of one group', () => {
  let cli: CommandLine;
  let ledger: Ledger;
  let mara: Browsing;
  let uma: Browsing;

  const of = (at: number) => ['--company', String(ledger.companyIds[at]), '--period', MAY];
  const checklist = (at: number) => `/console/fechamento/${ledger.companyIds[at]}/${MAY}/checklist`;
  const legalName = (at: number) => `Indústria Exemplar ${ledger.cnpjs[at]} Ltda`;

  service.needs(async (dataDir) => {
    cli = commandLine(dataDir);
    ledger = await registerLedger(dataDir, { ref: 'grupo', firstCnpj: 30, companies: 3, accounts: 2 });
    await registerTeam(cli, ledger);
    const [first = '', second = ''] = ledger.cnpjs;
    const [own = '', other = ''] = ledger.accounts.map(({ code }) => code);
    const users = [{ email: 'uma@grupo.com.br', name: 'Uma', roles: [{ role: 'AUDITOR', companies: [second] }] }];
    const intercompany = [{ prefix: own, counterpart: second, counterpartPrefix: other }];
    const companies = [
      { cnpj: first, intercompany },
      { cnpj: second, controladoraCnpj: first },
    ];
    await cli.apply({ ref: ledger.ref, users, companies });
    for (const [at, amount] of [
      [0, '7,00'],
      [1, '5,00'],
    ] as const) {
      const lines = [`${own};0,00;${amount};0,00;${amount}`, `${other};0,00;0,00;${amount};-${amount}`];
      await importLines(cli, dataDir, { of: of(at), lines });
    }
  });
  beforeAll(async () => {
    mara = await signedIn(service, email('mara', 'grupo'));
    uma = await signedIn(service, 'uma@grupo.com.br');
  });

  describe('A group of companies', () => {
    it('is a block with totals, before the companies of none', async () => {
      const { html } = await mara.get(`/console/fechamento?period=${MAY}`);
      const places = [`Grupo ${legalName(0)}`, `>${legalName(0)}<`, `>${legalName(1)}<`].map((text) =>
        html.indexOf(text),
      );
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      expect(places).not.toContain(-1);
      expect(html).toContain('0 de 2 fechadas');
      const csv = (await mara.get(`/console/fechamento?period=${MAY}&formato=csv`)).html.split('\n');
      expect(csv[1]).toMatch(new RegExp(`;${legalName(0)}\\s*$`));
    });

    it('leads from its numbers to the lists of its companies alone', async () => {
      for (const at of [0, 1, 2]) await cli.json('release', ...of(at)).catch(() => null);
      const { html } = await mara.get(`/console/fechamento?period=${MAY}`);
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
      const { html } = await uma.get(`/console/fechamento?period=${MAY}`);
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
          empresaId: first,
          competencia: MAY,
          prefixo: own,
          saldo: 7,
          contraparteId: second,
          contrapartePrefixo: other,
          contraparteSaldo: -5,
          diferenca: 2,
        },
        {
          empresaId: second,
          competencia: MAY,
          prefixo: other,
          saldo: -5,
          contraparteId: first,
          contrapartePrefixo: own,
          contraparteSaldo: 7,
          diferenca: 2,
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
      expect(await cli.json('intercompany', 'list', ...of(1), '--as', 'uma@grupo.com.br')).toEqual([]);
    });
  });
});

describe('An office of many companies', () => {
  const COMPANIES = 120;
  let mara: Browsing;
  service.needs(async (dataDir) => {
    const ledger = await registerLedger(dataDir, {
      ref: 'muitas',
      firstCnpj: 100,
      accounts: 1,
      companies: COMPANIES,
    });
    const cli = commandLine(dataDir);
    await registerTeam(cli, ledger);
    const five = ledger.cnpjs.slice(0, 5).join();
    const options = ['--name', 'Grupo', '--scopes', 'companies:read', '--companies', five];
    await cli.json('keys', 'issue', '--client', 'muitas', ...options);
    const cnpj = ledger.cnpjs[COMPANIES - 1];
    await cli.apply({
      ref: 'muitas',
      companies: [{ cnpj, razaoSocial: `Águas da Indústria Exemplar ${cnpj} Ltda` }],
    });
  });
  beforeAll(async () => {
    mara = await signedIn(service, email('mara', 'muitas'));
  });

  const all = async (path: string, pages: readonly number[], pattern: RegExp): Promise<readonly string[][]> =>
    Promise.all(
      pages.map(async (page) =>
        [...(await mara.get(`${path}?page=${page}`)).html.matchAll(pattern)].map(([, id]) => id ?? ''),
      ),
    );

  it.each(['empresas', 'regras'])('sees a hundred of them on a page of %s', async (name) => {
    const row = new RegExp(`href="/console/${name}/(\\d+)"`, 'g');
    const pages = await all(`/console/${name}`, [1, 2], row);
    expect(pages.map(({ length }) => length)).toEqual([100, 20]);
    expect(new Set(pages.flat()).size).toBe(COMPANIES);
  });

  it.each([
    ['/console/empresas', /href="\/console\/empresas\/\d+">([^<]*)/],
    ['/console/regras', /href="\/console\/regras\/\d+">([^<]*)/],
    ['/console/balancetes', /<option value="\d+">([^<]*)/],
    ['/console/planos', /<option value="\d+">([^<]*)/],
    ['/console/pessoas', /aria-label="Elaborador: ([^"]*)/],
    ['/console/busca?texto=exemplar', /companyId=\d+">([^<]*)/],
    ['/console/competencias', /<h2 id="empresa-\d+"[^>]*>([^<]*)/],
    ['/console/fechamento', /<th scope="row"[^>]*>([^<]*)/],
  ])('finds them by name in %s, whatever the accents', async (path, first) => {
    expect(first.exec((await mara.get(path)).html)?.[1]).toMatch(/^Águas da Indústria Exemplar/);
  });

  it('sees three companies of a key, and how many more; its file has all', async () => {
    expect((await mara.get('/console/chaves')).html).toMatch(/Ltda; [^<]* Ltda; [^<]* Ltda e mais 2</);
    expect((await mara.get('/console/chaves?formato=csv')).html).toMatch(
      /Ltda; .* Ltda; .* Ltda; .* Ltda; .* Ltda/,
    );
  });

  it('is told by the search when there are more than it shows', async () => {
    const { html } = await mara.get('/console/busca?texto=exemplar');
    expect(html.match(/>Empresa</g)?.length).toBe(20);
    expect(html).toContain('As primeiras 20 de 120 empresas e pessoas');
  });

  it('sees ten of those that block closing in Meu dia, and leads to all', async () => {
    const page = await mara.get('/console');
    expect(partOf(page, 'O que impede o fechamento').match(/<tr/g)).toHaveLength(1 + 10);
    expect(page.html).toMatch(new RegExp(`<a href="/console/fechamento">Ver todas as ${COMPANIES} empresas<`));
  });

  it('sees a hundred of them on a page of Fechamento, with the total of all', async () => {
    const pages = await all('/console/fechamento', [1, 2], /Indústria Exemplar (\d+) Ltda</g);
    expect(pages.map(({ length }) => length)).toEqual([100, 20]);
    expect(new Set(pages.flat()).size).toBe(COMPANIES);
    expect((await mara.get('/console/fechamento?page=2')).html).toContain(`0 de ${COMPANIES} fechadas`);
  });

  it('sees the competences of 25 of them on a page, and stays on it after an act', async () => {
    const pages = await all('/console/competencias', [1, 2, 3, 4, 5], /<h2 id="empresa-(\d+)"/g);
    expect(pages.map(({ length }) => length)).toEqual([25, 25, 25, 25, 20]);
    expect(new Set(pages.flat()).size).toBe(COMPANIES);
    expect(await all('/console/competencias', [99], /<h2 id="empresa-(\d+)"/g)).toEqual([pages[4]]);
    const { html } = await mara.get('/console/competencias?page=3');
    const [, path = ''] = /action="([^"]*\/fechar\?page=3)"/.exec(html) ?? [];
    const closed = await mara.post(path, { confirmado: 'sim' });
    expect([closed.status, closed.location]).toEqual([303, '/console/competencias?page=3']);
  });
});

describe('The release of a further version', () => {
  const VERSIONS = '/console/balancetes';
  let month: ReleasedMonth;
  let sol: Browsing;
  service.needs(async (dataDir) => {
    const of = { ref: 'liberacoes', firstCnpj: 40, accounts: 203 };
    month = await releasedMonth(dataDir, { ...of, company: { autoApproval: { zero: true } } });
  });
  beforeAll(async () => {
    sol = await signedIn(service, email('sol', 'liberacoes'));
  });

  let preview = '';
  /** Imports a version of a month after its preview. @returns the address of its release */
  async function importVersion(period: string, content: string): Promise<string> {
    const fields = { companyId: String(month.ledger.companyIds[0]), period };
    const staged = (await sol.upload(`${VERSIONS}/enviar`, sendForm(content, fields))).location ?? '';
    preview = (await sol.get(staged)).html;
    const previa = hidden(preview, 'previa');
    return `${(await sol.post(`${staged}/importar`, { previa })).location ?? ''}/liberar`;
  }

  const statusOf = async (at: number) => (await sol.get(`/console/conciliacoes/${month.ids[at]}`)).html;

  it('shows what would fall, approvals first, and does nothing until it is sent from there', async () => {
    const release = await importVersion('2026-05', monthCsv(month.ledger, { amount: '1.234,56' }));
    const [last = 0] = month.ids.slice(-1);
    await month.does('sol', 'reopen', last, '--reason', 'Falta um documento');
    await month.does('sol', 'assign', last, '--to', email('ana', 'liberacoes'));
    await month.does('ana', 'start', last);
    await month.does('ana', 'submit', last);

    const asked = await sol.post(release);
    const version = `05/2026, versão 2, de Indústria Exemplar ${month.ledger.cnpjs[0]} Ltda`;
    expect(asked.status).toBe(200);
    expect(asked.html).toContain(`<h1>Liberar ${version}?<`);
    const rows = asked.html.split('<tr>').slice(2);
    expect(rows).toHaveLength(200);
    for (const [at, row] of rows.entries()) {
      expect(row).toContain(`>${month.ledger.accounts[at]?.code} `);
      expect(row).toContain('Aprovada automaticamente');
      expect(row).toMatch(/>0,00 .*>1\.234,56 <span class="side">[DC]</);
    }
    const text = asked.html.replace(/<!-- -->/g, '');
    expect(text).toContain('202 aprovações deixariam de valer.');
    expect(text).toContain('203 conciliações enviadas ou aprovadas voltariam ao Elaborador');
    expect(text).toContain('e mais 3');
    expect(await statusOf(0)).toContain('>Aprovada automaticamente<');

    const shown = hidden(asked.html, 'confirmado');
    await month.does('sol', 'reopen', month.ids[0] ?? 0, '--reason', 'Outro saldo');
    const again = await sol.post(release, { confirmado: shown });
    expect([again.status, again.html.includes('201 aprovações deixariam de valer.')]).toEqual([200, true]);

    const done = await sol.post(release, { confirmado: hidden(again.html, 'confirmado') });
    expect([done.status, done.location]).toEqual([303, release.replace('/liberar', '')]);
    const fallen = month.ledger.accounts.slice(1, 6).map(({ code, name }) => `${code} ${name}`);
    expect((await sol.get(VERSIONS)).html).toContain(
      `${version}: balancete liberado, com 203 conciliações. 201 aprovações deixaram de valer: ${fallen.join('; ')} e mais 196`,
    );
    expect(await statusOf(1)).toContain('>Saldo alterado<');
  });

  it('asks also where nothing would fall and at a first release; one done already does not', async () => {
    const first = await importVersion('2026-06', monthCsv(month.ledger));
    expect(preview).toContain('<p>O mês seguinte ainda não foi importado.</p>');
    const created = await sol.post(first);
    expect(created.html).toContain('<h1>Liberar 06/2026, versão 1, de Indústria Exemplar');
    expect(created.html).toContain('Cria 203 conciliações.');
    expect(created.html).not.toContain('perderia');
    expect((await sol.post(first, { confirmado: hidden(created.html, 'confirmado') })).status).toBe(303);
    expect((await sol.post(first)).status).toBe(303);
    const zeros = await sol.post(await importVersion('2026-07', monthCsv(month.ledger, { amount: '0,00' })));
    expect(zeros.html).toContain('Cria 203 conciliações, 203 aprovadas automaticamente.');
    const further = await importVersion('2026-06', monthCsv(month.ledger, { amount: '2,00' }));
    expect(preview).toContain('102 contas do mês seguinte deixariam');
    expect(preview).toMatch(/>2,00 <span class="side">[DC]<\/span>/);
    const asked = await sol.post(further);
    expect(asked.html).toContain('Nenhuma conciliação enviada ou aprovada perderia');
    expect((await sol.post(further, { confirmado: hidden(asked.html, 'confirmado') })).status).toBe(303);
  });
});

describe('A client without anything', () => {
  const users = [
    { email: 'ada@vazia.com.br', name: 'Ada', roles: [{ role: 'MODULE_ADMIN' }] },
    { email: 'sem@vazia.com.br', name: 'Sem papel', roles: [] },
  ];
  service.needs((dataDir) => commandLine(dataDir).apply({ ref: 'vazia', name: 'Vazia', users }));

  it.each(['', '/fechamento', '/balancetes/enviar', '/competencias', '/planos/enviar', '/regras'])(
    'begins on %s with its first company',
    async (page) => {
      const { html } = await (await signedIn(service, 'ada@vazia.com.br')).get(`/console${page}`);
      expect(html).toMatch(
        /Nenhuma empresa está cadastrada ainda\. <a href="\/console\/empresas\/nova">Cadastrar empresa<\/a>/,
      );
    },
  );

  it('tells a person without roles whom to ask', async () => {
    const sem = await signedIn(service, 'sem@vazia.com.br');
    for (const page of ['', '/fechamento', '/auditoria', '/regras'])
      expect((await sem.get(`/console${page}`)).html).toContain('fale com um Administrador do módulo');
  });

  it('leads from the list of reconciliations to where the first comes from, and not to itself', async () => {
    const ada = await signedIn(service, 'ada@vazia.com.br');
    const list = (await ada.get('/console/conciliacoes')).html;
    expect(list).toMatch(/elas surgem quando um balancete é liberado\. <a href="\/console\/balancetes">/);
    const filtered = await ada.get('/console/conciliacoes?fila=todas&period=2026-05');
    expect(filtered.html).toContain('Ver todas, sem filtros');
  });
});
