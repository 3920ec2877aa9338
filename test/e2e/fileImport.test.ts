import { beforeAll, describe, expect, it } from '#jest';
import { readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { client } from '../support/client.js';
import { CHART, registerLedger, type Ledger } from '../support/ledger.js';
import { issueKey, operator, operatorJson } from '../support/operator.js';
import { until } from '../support/until.js';
import { tablesOf } from '../support/xlsxFile.js';
import { ROUTE, useFileRoute, type Part } from './support/fileRoute.js';
import { temporaryDir } from '../support/service.js';

const SICONFI = join(process.cwd(), 'fixtures/siconfi');

const { send, beginUpload, fields, csv, uploads, service, ledger } = useFileRoute();
let other: Ledger;
beforeAll(async () => {
  other = await registerLedger(service().dataDir, { ref: 'beta', accounts: 5, firstCnpj: 900 });
});

type Fact = Readonly<{ type: string; data: Readonly<{ source?: Readonly<{ kind: string }> }> }>;
const historyOf = (period: string) =>
  operatorJson<readonly Fact[]>(service().dataDir, [
    'history',
    '--company',
    String(ledger().companyIds[0]),
    '--period',
    period,
  ]);

describe('POST /api/v1/trial-balances/arquivo', () => {
  it('imports a file, answers a resend, and treats it as the same content as JSON', async () => {
    const file: Part = ['file', csv('01/2026'), 'balancete.csv'];
    const created = await send([...fields(), file]);
    expect([created.status, created.body]).toMatchObject([
      201,
      { success: true, data: { reenvio: false, enviadas: 40, importadas: 40, avisos: [] } },
    ]);
    expect(Object.keys(created.body.data).join(' ')).toBe(
      'reenvio trialBalanceId enviadas importadas ignoradasForaDoPlano ignoradasQueNaoConciliam avisos versao convencao',
    );
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
    expect((await historyOf('2026-01')).find(({ type }) => type === 'TrialBalanceVersioned')?.data.source).toEqual(
      {
        kind: 'csv',
        name: 'balancete.csv',
        size: Buffer.byteLength(csv('01/2026')),
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    );
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
    expect((await historyOf('2026-02')).map(({ type, data }) => [type, data.source?.kind])).toEqual([
      ['ImportRefused', 'csv'],
      ['ImportRefused', 'csv'],
    ]);
  });

  const file: Part = ['file', 'x', 'x.csv'];
  const REFUSED = [400, 'IMPORTACAO_RECUSADA'] as const;
  const WRONG = [400, 'PARAMETRO_INVALIDO'] as const;
  const UNKNOWN = [404, 'EMPRESA_NAO_ENCONTRADA'] as const;
  const withFile = (content: string | Uint8Array, name: string): readonly Part[] => [
    ...fields(),
    ['file', content, name],
  ];
  const withField = (name: string, text: string): readonly Part[] => [...fields(), [name, text], file];
  it.each<[string, () => readonly Part[], readonly [number, string], RegExp]>([
    ['no file', () => fields(), REFUSED, /^envie o arquivo no campo file$/],
    ['a file that is a text field', () => [...fields(), ['file', 'abc']], REFUSED, /envie o arquivo/],
    ['two files', () => [...fields(), file, file], REFUSED, /um único arquivo/],
    ['an empty file', () => withFile('', 'x.csv'), REFUSED, /vazio/],
    ['no company', () => [file], REFUSED, /^informe companyId ou cnpj$/],
    [
      'several wrong fields',
      () => Object.entries({ companyId: 'x', cnpj: '1', period: '2026-13' }),
      REFUSED,
      /period.*, companyId.*, .*CNPJ.*, envie o arquivo/,
    ],
    ['an unknown company', () => [['companyId', '999'], file], UNKNOWN, /999/],
    ["another client's company", () => [['companyId', String(other.companyIds[0])], file], UNKNOWN, /companyId/],
    ["another client's CNPJ", () => [['cnpj', String(other.cnpjs[0])], file], UNKNOWN, /CNPJ/],
    ['a CNPJ of another company', () => withField('cnpj', String(other.cnpjs[0])), REFUSED, /não pertence/],
    ['a field given twice', () => withField('companyId', '1'), WRONG, /companyId foi informado mais de uma vez/],
    [
      '21 unknown fields',
      () => [...fields(), ...Array.from({ length: 21 }, (_, at): Part => [`f${at}`, 'x']), file],
      WRONG,
      /20 campos/,
    ],
    [
      'a field of 70 kB',
      () => withField('obs', 'x'.repeat(70_000)),
      WRONG,
      /^o campo obs passa do limite de 64 kB$/,
    ],
    ['a text that is no table', () => withFile('abc', 'x.csv'), REFUSED, /separador/],
  ])('answers %s', async (_, parts, [status, code], sentence) => {
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

  it('says which field is not in UTF-8, as those of a Windows command line are not', async () => {
    const part = '--b\r\nContent-Disposition: form-data; name="chartName"\r\n\r\nPlano Contábil\r\n--b--\r\n';
    const response = await fetch(service().url + ROUTE, {
      method: 'POST',
      headers: { authorization: `Bearer ${ledger().key}`, 'content-type': 'multipart/form-data; boundary=b' },
      body: Buffer.from(part, 'latin1'),
    });
    expect([response.status, await response.json()]).toEqual([
      400,
      { success: false, error: 'o campo chartName deve estar em UTF-8', code: 'PARAMETRO_INVALIDO' },
    ]);
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
    const { secret } = await issueKey(service().dataDir, 'demonstracao', 'trial_balances:write');
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
    const path = (name: string): string => join(dataDir, name);
    const company = ['--company', String(ledger().companyIds[0])];
    const mapping = (action: 'set' | 'suggest', name: string, ...more: readonly string[]) =>
      ['mapping', action, path(name), ...company, ...more] as const;
    const imports = (name: string, ...more: readonly string[]) =>
      ['import', path(name), ...company, '--chart', CHART, ...more] as const;
    const operated = <Result = Record<string, unknown>>(args: readonly string[], folder = dataDir) =>
      operatorJson<Result>(folder, args);
    /** The same company where no service waits for mappings. */
    const apart = await temporaryDir();
    await registerLedger(apart, { accounts: 40 });
    const strange = csv('2026-04').replace(/^.*/, 'K;T;SI;MD;MC;SF;P');
    const titles = {
      accountCode: 'K',
      accountName: 'T',
      previousBalance: 'SI',
      debit: 'MD',
      credit: 'MC',
      finalBalance: 'SF',
      period: 'P',
    };
    await writeFile(path('m.json'), JSON.stringify(titles));
    await writeFile(path('strange.csv'), strange);
    await writeFile(path('good.csv'), csv('2026-05'));
    await writeFile(
      path('bad.csv'),
      csv('2026-06', (cells, at) => (at === 0 ? cells.with(3, '=1+1') : cells)),
    );
    expect((await send([...fields(), ['file', strange, 'x.csv']])).status).toBe(400);

    for (const folder of [apart, apart, dataDir])
      expect(await operated(mapping('set', 'm.json'), folder)).toMatchObject({ ok: true });
    const imported = await send([...fields(), ['file', strange, 'x.csv']]);
    expect([imported.status, imported.body.data['avisos']]).toMatchObject([
      201,
      expect.not.arrayContaining([expect.stringContaining('Mapeamento')]),
    ]);
    expect(await operated(mapping('suggest', 'strange.csv'))).toEqual(titles);
    expect(await operated(mapping('suggest', 'good.csv'))).toMatchObject({
      accountCode: 'Conta',
      finalBalance: 'Saldo Atual',
      period: 'Competência',
    });

    await writeFile(path('odd.csv'), csv('2026-04').replace(/^.*/, 'K1;T1;S1;D1;C1;F1;P1'));
    const unknown = await operator(dataDir, mapping('suggest', 'odd.csv', '--out', path('odd.json')));
    expect([unknown.status, unknown.stdout]).toEqual([1, '']);
    expect(unknown.stderr).toContain('complete-os e use mapping set');
    const skeleton = JSON.parse(await readFile(path('odd.json'), 'utf8')) as Record<string, unknown>;
    expect(skeleton).toEqual({
      accountCode: '',
      previousBalance: '',
      debit: '',
      credit: '',
      finalBalance: '',
      titulos: ['K1', 'T1', 'S1', 'D1', 'C1', 'F1', 'P1'],
    });
    const filledIn = { accountCode: 'K1', previousBalance: 'S1', debit: 'D1', credit: 'C1', finalBalance: 'F1' };
    await writeFile(path('odd.json'), JSON.stringify({ ...skeleton, ...filledIn }));
    expect((await operated(mapping('set', 'odd.json'), apart))['mapping']).toEqual(filledIn);

    const headless = csv('2026-05').replace(/^.*\r?\n/, '');
    await writeFile(path('headless.csv'), headless);
    await writeFile(path('alike.csv'), csv('2026-05').replace(/^.*/, 'Conta;Nome;Saldo;Débito;Crédito;Saldo;P'));
    const unnamed = await operator(dataDir, mapping('suggest', 'headless.csv'));
    expect(unnamed.stderr).toMatch(/não tem linha de cabeçalho.*linha 1: nº 1 "/);
    await operated(mapping('suggest', 'alike.csv', '--out', path('places.json')));
    expect(await operated(mapping('set', 'places.json'), apart)).toMatchObject({
      mapping: { previousBalance: 'nº 3', debit: 'Débito', finalBalance: 'nº 6' },
    });
    const places = { ...titles };
    Object.keys(places).forEach((field, at) => Object.assign(places, { [field]: `nº ${at + 1}` }));
    await writeFile(path('places.json'), JSON.stringify(places));
    await operated(mapping('set', 'places.json'));
    const byPlace = await send([...fields(), ['file', headless, 'sem.csv']]);
    expect([byPlace.status, byPlace.body.data['importadas']]).toEqual([201, 40]);
    await operated(mapping('set', 'm.json'));

    const done = await operated(imports('good.csv'));
    expect(done).toMatchObject({ importadas: 40 });
    expect(done['avisos']).toEqual(
      expect.arrayContaining([expect.stringContaining('Mapeamento salvo não aplicado')]),
    );
    const checked = await operated(imports('good.csv', '--validate-only'));
    expect(checked).toMatchObject({ reenvio: true, interpretacao: { contas: { linhas: 40, encontradas: 40 } } });
    const annotate = (out: string) => operator(dataDir, imports('bad.csv', '--annotate', path(out)));
    const refused = await annotate('out.csv');
    expect([refused.status, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toContain('"=1+1" da coluna Débito na linha 2');
    const [heading, first, second] = (await readFile(path('out.csv'), 'utf8')).split('\r\n');
    expect(heading).toBe('\ufeffConta;Descrição;Saldo Anterior;Débito;Crédito;Saldo Atual;Competência;Erros');
    expect(first).toContain(";'=1+1;");
    expect(first).toContain('não é um número válido');
    expect(second?.endsWith(';')).toBe(true);
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
      expect((await operator(dataDir, mapping('set', name))).status).toBe(1);
    }
  });
});

/** A body of any size, sent as it is produced; stops once answered. */
function upload(bytes: number, declared: boolean): Promise<{ status: number; text: string; sent: number }> {
  const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n`;
  const image = 'GIF89a'; // nothing reads what comes after this
  const tail = '\r\n--b--\r\n';
  return new Promise((resolve, reject) => {
    const url = new URL(service().url + ROUTE);
    const headers: Record<string, string> = {
      authorization: `Bearer ${ledger().key}`,
      'content-type': 'multipart/form-data; boundary=b',
    };
    if (declared) headers['content-length'] = String(head.length + bytes + tail.length);
    let sent = image.length;
    let isAnswered = false;
    const sending = request(url, { method: 'POST', headers }, (response) => {
      isAnswered = true;
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => {
        sending.destroy();
        resolve({ status: response.statusCode ?? 0, text, sent });
      });
    });
    sending.on('error', (error) => !isAnswered && reject(error));
    const chunk = Buffer.alloc(65_536);
    const next = (): void => {
      while (!isAnswered && sent < bytes) {
        const part = chunk.subarray(0, Math.min(chunk.length, bytes - sent));
        sent += part.length;
        if (!sending.write(part)) return void sending.once('drain', next);
      }
      if (!isAnswered) sending.end(tail);
    };
    sending.write(head + image);
    next();
  });
}

describe('The size of a file', () => {
  it('above the limit is refused by Content-Length before it is sent, otherwise as soon as it is exceeded', async () => {
    const declared = await upload(60_000_000, true);
    expect([declared.status, JSON.parse(declared.text)]).toMatchObject([413, { code: 'CONTEUDO_MUITO_GRANDE' }]);
    expect(declared.sent).toBeLessThan(20_000_000);
    const streamed = await upload(400_000_000, false);
    expect([streamed.status, JSON.parse(streamed.text)]).toMatchObject([413, { code: 'CONTEUDO_MUITO_GRANDE' }]);
    expect(streamed.sent).toBeLessThan(300_000_000); // what is on its way when the answer comes
    const most = await upload(52_428_800, true);
    expect([most.status, JSON.parse(most.text)]).toMatchObject([400, { code: 'IMPORTACAO_RECUSADA' }]);
    expect((await upload(52_428_801, true)).status).toBe(413);
    await until(async () => (await uploads()).length === 0);
  });
});

describe('An upload that is cut short', () => {
  it('by its client leaves no file', async () => {
    (await beginUpload(1)).destroy();
    await until(async () => (await uploads()).length === 0, 'an empty uploads folder');
  });
});

describe('Several files at once', () => {
  it('are read two at a time, and none is refused', async () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => `9.${at};Fora;1,00;0,00;0,00;1,00;2026-10`);
    const large = `${csv('2026-10')}\r\n${rows.join('\r\n')}`;
    let isOver = false;
    const readAtOnce = (async () => {
      const seen = new Set<number>();
      while (!isOver) {
        const metrics = await (await fetch(`${service().adminUrl}/metrics`)).text();
        seen.add(Number(/^report_files_reading (\d+)$/m.exec(metrics)?.[1]));
      }
      return Math.max(...seen);
    })();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => send([...fields(), ['file', large, 'x.csv']])),
    );
    isOver = true;
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
    expect(await readAtOnce).toBeLessThanOrEqual(2);
    expect(answers[0]?.body.data).toMatchObject({
      enviadas: 20_040,
      importadas: 40,
      ignoradasForaDoPlano: 20_000,
    });
  });
});
