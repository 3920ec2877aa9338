import { beforeAll, describe, expect, it } from '#jest';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { client } from '../support/client.js';
import { CHART, registerLedger, type Ledger } from '../support/ledger.js';
import { operator, operatorJson } from '../support/operator.js';
import { until } from '../support/until.js';
import { tablesOf } from '../support/xlsxFile.js';
import { ROUTE, useFileRoute, type Part } from './support/fileRoute.js';

const SICONFI = join(process.cwd(), 'fixtures/siconfi');

const { send, fields, csv, uploads, service, ledger } = useFileRoute();
let other: Ledger;
beforeAll(async () => {
  other = await registerLedger(service().dataDir, { ref: 'beta', accounts: 5, firstCnpj: 900 });
});

describe('POST /api/v1/trial-balances/arquivo', () => {
  it('imports a file, answers a resend, and treats it as the same content as JSON', async () => {
    const file: Part = ['file', csv('01/2026'), 'balancete.csv'];
    const created = await send([...fields(), file]);
    expect([created.status, created.body]).toMatchObject([
      201,
      { success: true, data: { reenvio: false, enviadas: 40, importadas: 40, avisos: [] } },
    ]);
    expect(Object.keys(created.body.data)).toEqual([
      'reenvio',
      'trialBalanceId',
      'enviadas',
      'importadas',
      'ignoradasForaDoPlano',
      'ignoradasQueNaoConciliam',
      'avisos',
      'versao',
      'convencao',
    ]);
    const again = await send([...fields(), ['period', '2026-01'], file]);
    expect([again.status, again.body.data['reenvio'], again.body.data['trialBalanceId']]).toEqual([
      200,
      true,
      created.body.data['trialBalanceId'],
    ]);
    const lineItems = ledger().accounts.map(({ code, name, nature }) => {
      const balance = nature === 'DEBIT' ? 1000 : -1000;
      return {
        accountCode: code,
        accountName: name,
        previousBalance: balance,
        debit: 10,
        credit: 10,
        finalBalance: balance,
      };
    });
    const json = await client(service().url, ledger().key).post('/api/v1/trial-balances', {
      cnpj: ledger().cnpjs[0],
      period: '2026-01',
      chartName: CHART,
      lineItems,
    });
    expect([json.status, json.body.data['reenvio']]).toEqual([200, true]);
    const rows = await client(service().url, ledger().key).all(
      `/api/v1/trial-balances/${String(created.body.data['trialBalanceId'])}/lines`,
    );
    expect(rows).toHaveLength(40);
    const entries = await operatorJson<{ type: string; data: { source?: unknown } }[]>(service().dataDir, [
      'history',
      '--company',
      String(ledger().companyIds[0]),
      '--period',
      '2026-01',
    ]);
    expect(entries.find(({ type }) => type === 'TrialBalanceVersioned')?.data.source).toEqual({
      kind: 'csv',
      name: 'balancete.csv',
      size: Buffer.byteLength(csv('01/2026')),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('shows the interpretation of the file with validateOnly, and stores nothing', async () => {
    const shown = await send([...fields(), ['file', csv('2026-09'), 'x']], `${ROUTE}?validateOnly=true`);
    expect(shown.status).toBe(200);
    expect(shown.body.data).toMatchObject({
      trialBalanceId: null,
      alteracoes: { incluidas: 40, alteradas: 0, removidas: 0 },
      interpretacao: {
        formato: 'csv',
        codificacao: 'UTF-8',
        separador: ';',
        planilha: null,
        linhaCabecalho: 1,
        colunas: { accountCode: 'Conta', period: 'Competência' },
        convencao: 'D/C junto ao valor',
      },
    });
    const list = await client(service().url, ledger().key).get('/api/v1/trial-balances?period=2026-09');
    expect(list.body.pagination.total).toBe(0);
  });

  it('refuses lines with physical row, field, account, and the column in the sentence', async () => {
    const wrong = csv('2026-02', (cells, at) =>
      at === 2 ? cells.with(4, '1O,00') : at === 5 ? cells.with(6, '2026-03') : cells,
    );
    const { status, body } = await send([...fields(), ['file', wrong, 'x.csv']]);
    expect([status, body.code]).toEqual([400, 'IMPORTACAO_RECUSADA']);
    expect(body.erros).toEqual([
      { linha: 4, campo: 'credit', contaCodigo: ledger().accounts[2]?.code, mensagem: body.error },
    ]);
    expect(body.error).toMatch(/^o valor "1O,00" da coluna Crédito na linha 4 não é um número válido/);
    const differing = csv('2026-02', (cells, at) =>
      at === 5 ? cells.with(6, '2026-03') : at === 6 ? cells.with(3, '11,00') : cells,
    );
    const second = await send([...fields(), ['file', differing, 'x.csv']]);
    expect(second.body.erros?.map(({ linha, campo }) => [linha, campo])).toEqual([
      [7, 'period'],
      [8, 'finalBalance'],
    ]);
    const refusals = await operatorJson<{ type: string; data: { source: { kind: string } } }[]>(
      service().dataDir,
      ['history', '--company', String(ledger().companyIds[0]), '--period', '2026-02'],
    );
    expect(refusals.map(({ type, data }) => [type, data.source.kind])).toEqual([
      ['ImportRefused', 'csv'],
      ['ImportRefused', 'csv'],
    ]);
  });

  const file: Part = ['file', 'x', 'x.csv'];
  it.each<[string, () => readonly Part[], number, string, RegExp]>([
    ['no file', () => fields(), 400, 'IMPORTACAO_RECUSADA', /^envie o arquivo no campo file$/],
    [
      'a file that is a text field',
      () => [...fields(), ['file', 'abc']],
      400,
      'IMPORTACAO_RECUSADA',
      /envie o arquivo/,
    ],
    ['two files', () => [...fields(), file, file], 400, 'IMPORTACAO_RECUSADA', /um único arquivo/],
    ['an empty file', () => [...fields(), ['file', '', 'x.csv']], 400, 'IMPORTACAO_RECUSADA', /vazio/],
    ['no company', () => [file], 400, 'IMPORTACAO_RECUSADA', /^informe companyId ou cnpj$/],
    [
      'several wrong fields',
      () => [
        ['companyId', 'x'],
        ['cnpj', '1'],
        ['period', '2026-13'],
      ],
      400,
      'IMPORTACAO_RECUSADA',
      /period.*, companyId.*, .*CNPJ.*, envie o arquivo/,
    ],
    ['an unknown company', () => [['companyId', '999'], file], 404, 'EMPRESA_NAO_ENCONTRADA', /999/],
    [
      "another client's company",
      () => [['companyId', String(other.companyIds[0])], file],
      404,
      'EMPRESA_NAO_ENCONTRADA',
      /companyId/,
    ],
    [
      "another client's CNPJ",
      () => [['cnpj', String(other.cnpjs[0])], file],
      404,
      'EMPRESA_NAO_ENCONTRADA',
      /CNPJ/,
    ],
    [
      'a CNPJ of another company',
      () => [...fields(), ['cnpj', String(other.cnpjs[0])], file],
      400,
      'IMPORTACAO_RECUSADA',
      /não pertence/,
    ],
    [
      'a field given twice',
      () => [...fields(), ['companyId', '1'], file],
      400,
      'PARAMETRO_INVALIDO',
      /companyId foi informado mais de uma vez/,
    ],
    [
      '21 unknown fields',
      () => [...fields(), ...Array.from({ length: 21 }, (_, at): Part => [`f${at}`, 'x']), file],
      400,
      'PARAMETRO_INVALIDO',
      /20 campos/,
    ],
    [
      'a field of 70 kB',
      () => [...fields(), ['obs', 'x'.repeat(70_000)], file],
      400,
      'PARAMETRO_INVALIDO',
      /^o campo obs passa do limite de 64 kB$/,
    ],
    [
      'a text that is no table',
      () => [...fields(), ['file', 'abc', 'x.csv']],
      400,
      'IMPORTACAO_RECUSADA',
      /separador/,
    ],
    [
      'a zip of ten bytes',
      () => [...fields(), ['file', Buffer.from('504b0304140000000800', 'hex'), 'x.xlsx']],
      400,
      'IMPORTACAO_RECUSADA',
      /não foi possível ler/,
    ],
    [
      'an image',
      () => [...fields(), ['file', Buffer.from('89504e470d0a1a0a', 'hex'), 'x.xlsx']],
      400,
      'IMPORTACAO_RECUSADA',
      /formato não aceito/,
    ],
  ])('answers %s', async (_, parts, status, code, sentence) => {
    const answer = await send(parts());
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.body.error).toMatch(sentence);
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('ignores unknown fields, even those named as members of every object, and empty ones', async () => {
    const parts: readonly Part[] = [
      ...fields(),
      ['period', ''],
      ['__proto__', 'x'],
      ['constructor', 'x'],
      ['obs', 'x'],
      ['file', csv('2026-01'), '../../etc/x.csv'],
    ];
    expect((await send(parts)).status).toBe(200);
  });

  it('treats a part with a file name as a file, whatever its type', async () => {
    const parts = [
      `Content-Disposition: form-data; name="companyId"\r\nContent-Type: text/plain; charset=UTF-8\r\n\r\n${ledger().companyIds[0]}`,
      `Content-Disposition: form-data; name="chartName"\r\nContent-Type: text/plain; charset=UTF-8\r\n\r\n${CHART}`,
      `Content-Disposition: form-data; name="file"; filename="x.csv"\r\n\r\n${csv('2026-01')}`,
    ];
    const response = await fetch(service().url + ROUTE, {
      method: 'POST',
      headers: { authorization: `Bearer ${ledger().key}`, 'content-type': 'multipart/form-data; boundary=b' },
      body: `${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`,
    });
    expect(response.status).toBe(200);
  });

  it('refuses bodies that are not multipart', async () => {
    const post = async (type: string | null, body: string) =>
      fetch(service().url + ROUTE, {
        method: 'POST',
        headers: { authorization: `Bearer ${ledger().key}`, ...(type !== null && { 'content-type': type }) },
        body,
      });
    expect((await post('application/json', '{}')).status).toBe(415);
    for (const [type, body] of [
      ['multipart/form-data', '--x'],
      [
        'multipart/form-data; boundary=x',
        '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
      ],
      ['multipart/form-data; boundary=x', ''],
      ['multipart/form-data; boundary=x', 'nothing of the kind'],
    ] as const) {
      const answer = await post(type, body);
      expect(answer.status).toBe(400);
      expect(await answer.text()).not.toMatch(/formidable|boundary|parser|state/i);
    }
    const nameless = '--x\r\nA:\r\n\r\nx\r\n'.repeat(60) + '--x--\r\n';
    expect(await (await post('multipart/form-data; boundary=x', nameless)).text()).toContain('partes demais');
    await until(async () => (await uploads()).length === 0);
  });

  it('reads the real months of a municipality, which continue each other', async () => {
    await operatorJson(service().dataDir, ['apply', join(process.cwd(), 'fixtures/registers.json')]);
    const args = [
      'keys',
      'issue',
      '--client',
      'demonstracao',
      '--name',
      'ERP',
      '--scopes',
      'trial_balances:write',
    ];
    const { secret } = await operatorJson<{ secret: string }>(service().dataDir, args);
    const month = async (name: string) => {
      const bytes = await readFile(join(SICONFI, name));
      return send(
        [
          ['cnpj', '11.222.333/0001-81'],
          ['chartName', 'PCASP 2022'],
          ['file', bytes, name],
        ],
        ROUTE,
        secret,
      );
    };
    const march = await month('2022-03.xls');
    expect([march.status, march.body.data['importadas']]).toEqual([201, 1959]);
    const april = await month('2022-04.xls');
    expect([april.status, april.body.data['importadas']]).toEqual([201, 2313]);
    const warnings = april.body.data['avisos'] as readonly string[];
    expect(warnings).toEqual([
      expect.stringMatching(/^94 contas informadas em mais de uma linha: valores somados \(/),
    ]);
  });
});

describe('The operator', () => {
  it('saves a mapping that the route then uses, suggests one, imports a file and shows its errors in a copy', async () => {
    const { dataDir } = service();
    const company = ['--company', String(ledger().companyIds[0])];
    const strange = csv('2026-04').replace(/^.*/, 'K;T;SI;MD;MC;SF;P');
    const mapping = {
      accountCode: 'K',
      accountName: 'T',
      previousBalance: 'SI',
      debit: 'MD',
      credit: 'MC',
      finalBalance: 'SF',
      period: 'P',
    };
    const path = (name: string): string => join(dataDir, name);
    await writeFile(path('m.json'), JSON.stringify(mapping));
    await writeFile(path('strange.csv'), strange);
    await writeFile(path('good.csv'), csv('2026-05'));
    await writeFile(
      path('bad.csv'),
      csv('2026-06', (cells, at) => (at === 0 ? cells.with(3, '=1+1') : cells)),
    );
    expect((await send([...fields(), ['file', strange, 'x.csv']])).status).toBe(400);

    expect(await operatorJson(dataDir, ['mapping', 'set', path('m.json'), ...company])).toMatchObject({
      ok: true,
    });
    expect(await operatorJson(dataDir, ['mapping', 'set', path('m.json'), ...company])).toMatchObject({
      ok: true,
    });
    const imported = await send([...fields(), ['file', strange, 'x.csv']]);
    expect([imported.status, imported.body.data['avisos']]).toMatchObject([
      201,
      expect.not.arrayContaining([expect.stringContaining('Mapeamento')]),
    ]);
    expect(await operatorJson(dataDir, ['mapping', 'suggest', path('strange.csv'), ...company])).toEqual(mapping);
    const suggested = await operatorJson(dataDir, ['mapping', 'suggest', path('good.csv'), ...company]);
    expect(suggested).toMatchObject({ accountCode: 'Conta', finalBalance: 'Saldo Atual', period: 'Competência' });

    await writeFile(path('odd.csv'), csv('2026-04').replace(/^.*/, 'K1;T1;S1;D1;C1;F1;P1'));
    const odd = ['mapping', 'suggest', path('odd.csv'), ...company];
    const unknown = await operator(dataDir, [...odd, '--out', path('odd.json')]);
    expect([unknown.status, unknown.stdout]).toEqual([1, '']);
    expect(unknown.stderr).toContain('complete-os e use mapping set');
    const skeleton = JSON.parse(await readFile(path('odd.json'), 'utf8')) as Record<string, unknown>;
    expect(skeleton).toEqual({
      ...{ accountCode: '', previousBalance: '', debit: '', credit: '', finalBalance: '' },
      titulos: ['K1', 'T1', 'S1', 'D1', 'C1', 'F1', 'P1'],
    });
    const filledIn = { accountCode: 'K1', previousBalance: 'S1', debit: 'D1', credit: 'C1', finalBalance: 'F1' };
    await writeFile(path('odd.json'), JSON.stringify({ ...skeleton, ...filledIn }));
    const saved = await operatorJson<{ mapping: object }>(dataDir, [
      'mapping',
      'set',
      path('odd.json'),
      ...company,
    ]);
    expect(saved.mapping).toEqual(filledIn);

    const headless = csv('2026-05').replace(/^.*\r?\n/, '');
    await writeFile(path('headless.csv'), headless);
    await writeFile(path('alike.csv'), csv('2026-05').replace(/^.*/, 'Conta;Nome;Saldo;Débito;Crédito;Saldo;P'));
    const unnamed = await operator(dataDir, ['mapping', 'suggest', path('headless.csv'), ...company]);
    expect(unnamed.stderr).toMatch(/não tem linha de cabeçalho.*linha 1: nº 1 "/);
    await operatorJson(dataDir, [
      'mapping',
      'suggest',
      path('alike.csv'),
      ...company,
      '--out',
      path('places.json'),
    ]);
    expect(await operatorJson(dataDir, ['mapping', 'set', path('places.json'), ...company])).toMatchObject({
      mapping: { previousBalance: 'nº 3', debit: 'Débito', finalBalance: 'nº 6' },
    });
    const places = { ...mapping };
    Object.keys(places).forEach((field, at) => Object.assign(places, { [field]: `nº ${at + 1}` }));
    await writeFile(path('places.json'), JSON.stringify(places));
    await operatorJson(dataDir, ['mapping', 'set', path('places.json'), ...company]);
    const byPlace = await send([...fields(), ['file', headless, 'sem.csv']]);
    expect([byPlace.status, byPlace.body.data['importadas']]).toEqual([201, 40]);
    await operatorJson(dataDir, ['mapping', 'set', path('m.json'), ...company]);

    const done = await operatorJson<Record<string, unknown>>(dataDir, [
      'import',
      path('good.csv'),
      ...company,
      '--chart',
      CHART,
    ]);
    expect(done).toMatchObject({ importadas: 40 });
    expect(done['avisos']).toEqual(
      expect.arrayContaining([expect.stringContaining('Mapeamento salvo não aplicado')]),
    );
    const checked = await operatorJson<Record<string, unknown>>(dataDir, [
      ...['import', path('good.csv'), ...company, '--chart', CHART],
      '--validate-only',
    ]);
    expect(checked).toMatchObject({ reenvio: true, interpretacao: { contas: { linhas: 40, encontradas: 40 } } });
    const refused = await operator(dataDir, [
      'import',
      path('bad.csv'),
      ...company,
      '--chart',
      CHART,
      '--annotate',
      path('out.csv'),
    ]);
    expect([refused.status, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toContain('"=1+1" da coluna Débito na linha 2');
    const [heading, first, second] = (await readFile(path('out.csv'), 'utf8')).split('\r\n');
    expect(heading).toBe('\ufeffConta;Descrição;Saldo Anterior;Débito;Crédito;Saldo Atual;Competência;Erros');
    expect(first).toContain(";'=1+1;");
    expect(first).toContain('não é um número válido');
    expect(second?.endsWith(';')).toBe(true);
    const annotate = (out: string) =>
      operator(dataDir, ['import', path('bad.csv'), ...company, '--chart', CHART, '--annotate', path(out)]);
    expect((await annotate('out.xlsx')).status).toBe(1);
    const [table] = await tablesOf(await readFile(path('out.xlsx')));
    expect(table?.rows[1]?.at(-1)).toBe('Erros');
    expect(table?.rows[2]?.[3]).toBe('=1+1');
    expect(table?.rows[2]?.at(-1)).toContain('não é um número válido');
    expect(Object.keys(table?.rows ?? {})).toHaveLength(csv('2026-06').trim().split(/\r?\n/).length);
    expect((await annotate('bad.csv')).stderr).toContain('não pode substituir o próprio arquivo');
    for (const [name, content] of [
      ['no.json', '{'],
      ['no2.json', '{"accountCode":""}'],
      ['no3.json', '{"x":1}'],
    ] as const) {
      await writeFile(path(name), content);
      expect((await operator(dataDir, ['mapping', 'set', path(name), ...company])).status).toBe(1);
    }
  });
});
