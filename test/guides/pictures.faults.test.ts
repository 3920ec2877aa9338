// Takes the pictures that README and guides show of the sample month, in the console and in GraphiQL.
// UPDATE_GOLDEN=1 keeps them in docs/imagens. The bytes are not compared: fonts and dates differ from machine to
// machine.
import { afterAll, beforeAll, expect, it } from '#jest';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { filesPath } from '../../src/console/pages/conciliacao/addresses.js';
import { addMonths, type Competence } from '../../src/domain/kernel/competence.js';
import { signedIn } from '../support/console.js';
import { guideText, ROOT } from '../support/guideBlocks.js';
import { commandLine } from '../support/operator.js';
import { startService, temporaryDir, type Service } from '../support/service.js';
import { CHROMIUM, describeWithChromium } from '../support/loudlySkipped.js';
import { until } from '../support/until.js';

const WAIT_MS = 60_000;
const SIZE = { width: 1_200, height: 900 };
const README_SIZE = { width: 1_200, height: 720 };
const query = (month: string) => `{
  conciliacoes(period: "${month}", limit: 3) {
    data {
      contaCodigo
      contaDescricao
      status
      responsavelPapel
      prazo
      slaStatus
      saldoContabil
    }
    pagination {
      total
    }
  }
}
`;
const TEAM = [
  ['ana', 'Ana Souza', 'PREPARER'],
  ['bia', 'Bia Lima', 'REVIEWER'],
  ['caio', 'Caio Prado', 'APPROVER'],
  ['sol', 'Sol Martins', 'SUPERVISOR'],
] as const;
const email = (name: string): string => `${name}@cliente.com.br`;
const ITEMS = [
  {
    description: 'Consignações a repassar',
    date: '2026-11-01',
    amount: '-9200.00',
    document: 'Relatório da folha',
  },
  { description: 'Depósitos de terceiros', date: '2026-11-01', amount: '-2750.00' },
];

/** Of the sample: its first account, one of a bank, prepaid expenses, and two with old items. */
const CODES = { first: '218911200', bank: '111115200', prepaid: '119810000', old: ['112510301', '113620101'] };
const CHECKLIST = [
  { text: 'Conferir a folha com o RH', role: 'PREPARER', workingDay: 3 },
  { text: 'Inventário do almoxarifado assinado', role: 'SUPERVISOR', workingDay: 4, blocking: true },
  { text: 'Enviar as notas explicativas à controladoria', workingDay: 6 },
];

/** A ledger and a bank's statement of the month: what only the ledger has explains the balance of 16,363.23. */
function bankFiles(month: string): readonly [ledger: string, statement: string] {
  const day = (date: number): string => `${String(date).padStart(2, '0')}/${month.slice(5)}/${month.slice(0, 4)}`;
  const rows = (all: readonly (readonly [number, string, string, string])[]): string =>
    ['Data;Histórico;Documento;Valor', ...all.map(([date, ...cells]) => [day(date), ...cells].join(';'))].join(
      '\r\n',
    );
  return [
    rows([
      [3, 'Repasse do FPM', '90112', '48.210,55'],
      [4, 'Fornecedor Alfa Ltda.', '4511', '-12.300,00'],
      [6, 'Tributos da dívida ativa', '', '1.874,20'],
      [10, 'Folha de pagamento', '7001', '-21.950,00'],
      [12, 'Fornecedor Beta S.A.', '4512', '-750,00'],
    ]),
    rows([
      [3, 'TED FPM', '90112', '48.210,55'],
      [5, 'CHEQUE COMPENSADO', '4511', '-12.300,00'],
      [7, 'ARRECADAÇÃO', '', '1.874,20'],
      [10, 'FOLHA LOTE 1', '7001', '-14.950,00'],
      [10, 'FOLHA LOTE 2', '7001', '-7.000,00'],
    ]),
  ];
}

/** Of so many months before. */
function oldItems(month: Competence, ...items: readonly (readonly [number, string, string])[]): readonly object[] {
  return items.map(([months, amount, description]) => ({
    description,
    amount,
    date: `${addMonths(month, -months)}-10`,
  }));
}

describeWithChromium('guides/pictures')('The pictures of README and guides', () => {
  let service: Service;
  let browser: Browser;
  let context: BrowserContext;
  let month: Competence;
  let files: string;
  /** Of a key that asks by GraphQL. */
  let secret: string;
  const ids = new Map<string, number>();

  beforeAll(async () => {
    const dataDir = await temporaryDir();
    const { json } = commandLine(dataDir);
    month = execFileSync(process.execPath, ['scripts/sample.mjs'], { cwd: ROOT }).toString().trim() as Competence;
    const users = TEAM.map(([name, full, role]) => ({ email: email(name), name: full, roles: [{ role }] }));
    const owners = [{ reviewer: email('bia'), approver: email('caio') }];
    const companies = [{ cnpj: '11222333000181', owners, checklist: CHECKLIST }];
    const team = join(dataDir, 'equipe.json');
    await writeFile(team, JSON.stringify({ clients: [{ ref: 'demonstracao', users, companies }] }));
    await json('apply', join(ROOT, 'fixtures/registers.json'));
    await json('apply', team);
    const issue = ['keys', 'issue', '--client', 'demonstracao', '--name', 'ERP', '--scopes', 'analytics:read'];
    ({ secret } = await json<{ secret: string }>(...issue));
    const of = ['--company', '1', '--period', month];
    await json('import', join(ROOT, 'exemplo/balancete.csv'), ...of, '--chart', 'PCASP 2022');
    await json('release', ...of);
    const rows = await json<readonly { id: number; contaCodigo: string }[]>('reconciliations', 'list', ...of);
    for (const { id, contaCodigo } of rows) ids.set(contaCodigo, id);
    const prepared = [CODES.first, CODES.prepaid, ...CODES.old].flatMap((code) => ['--id', String(ids.get(code))]);
    const does = (act: string, name: string, ...more: readonly string[]) =>
      json('reconciliations', 'do', act, ...more, '--as', email(name));
    const composed = async (code: string, items: readonly object[]): Promise<void> => {
      const file = join(dataDir, 'composicao.json');
      await writeFile(file, JSON.stringify(items));
      await does('compose', 'ana', '--id', String(ids.get(code)), '--items', file);
    };
    await does('assign', 'sol', ...prepared, '--id', String(ids.get(CODES.bank)), '--to', email('ana'));
    await does('start', 'ana', ...prepared);
    await composed(CODES.first, ITEMS);
    await composed(
      CODES.old[0] ?? '',
      oldItems(
        month,
        [7, '904.84', 'IPTU parcelado, contribuinte 3391'],
        [2, '400.00', 'ISS de serviços tomados'],
      ),
    );
    await composed(
      CODES.old[1] ?? '',
      oldItems(month, [4, '61200.00', 'Convênio estadual 118'], [1, '20724.05', 'Convênio federal 77']),
    );
    const schedule = ['--description', 'Seguro dos prédios escolares', '--amount', '29280.00', '--kind', 'LINEAR'];
    const months = ['--first', addMonths(month, -1), '--months', '12', '--as', email('ana')];
    await json('schedules', 'create', ...of.slice(0, 2), '--account', CODES.prepaid, ...schedule, ...months);
    await does('carry', 'ana', '--id', String(ids.get(CODES.prepaid)));
    await json('checklist', 'tick', ...of, '--point', CHECKLIST[0]?.text ?? '', '--as', email('ana'));
    service = await startService({ dataDir });
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'], timeout: WAIT_MS });
    context = await browser.newContext({ viewport: SIZE, locale: 'pt-BR' });
    const ana = await signedIn(service, email('ana'));
    const form = new FormData();
    for (const [at, content] of bankFiles(month).entries())
      form.append('file', new Blob([content]), at === 0 ? 'razao.csv' : 'extrato.csv');
    files = (await ana.upload(filesPath(ids.get(CODES.bank) ?? 0), form)).location ?? '';
    await ana.post(`${files}/pares`, { acao: 'saldo', saldo: '17.113,23' });
    const [name = '', value = ''] = ana.cookie().split(/=(.*)/s);
    await context.addCookies([{ name, value, domain: '127.0.0.1', path: '/', secure: true }]);
  }, 2 * WAIT_MS);
  afterAll(async () => {
    await browser.close();
    await service.kill();
  });

  /** @param guide which shows it */
  async function taken(guide: string, path: string, picture: string, texts: readonly string[]): Promise<void> {
    const page = await context.newPage();
    page.setDefaultTimeout(WAIT_MS);
    await page.goto(service.url + path);
    const typed = await page.evaluate<string[]>(
      '[...document.querySelectorAll("main input")].map(({ value }) => value)',
    );
    const text = [await page.locator('main').innerText(), ...typed].join('\n');
    for (const expected of texts) expect(text).toContain(expected);
    await kept(page, guideText(guide), 'docs', picture, SIZE);
  }

  /** @param folder of the text, which names the picture */
  async function kept(
    page: Page,
    text: string,
    folder: string,
    picture: string,
    size: typeof SIZE,
  ): Promise<void> {
    const file = join(ROOT, folder, picture);
    const shot = await page.screenshot();
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(file, shot);
    expect(text).toContain(`](${picture})`);
    expect(sizeOf(readFileSync(file))).toEqual(size);
    await page.close();
  }

  it('show the closing of the month', () =>
    taken('console.md', '/console/fechamento', 'imagens/console-fechamento.png', [
      'Município de Nova Candelária',
      'Em conciliação',
    ]));

  it('show a reconciliation that is being prepared', () =>
    taken('console.md', `/console/conciliacoes/${ids.get(CODES.first)}`, 'imagens/console-conciliacao.png', [
      'Consignações a repassar',
      'Em elaboração',
    ]));

  it('show the checklist of a month', () =>
    taken('console.md', `/console/fechamento/1/${month}/checklist`, 'imagens/console-checklist.png', [
      'Inventário do almoxarifado assinado',
    ]));

  it('show items that stay open', () =>
    taken('conciliacoes.md', '/console/conciliacoes/itens', 'imagens/console-itens.png', [
      'IPTU parcelado',
      'Convênio estadual',
    ]));

  it('show what a schedule expects', () =>
    taken(
      'conciliacoes.md',
      `/console/conciliacoes/${ids.get(CODES.prepaid)}#cronograma`,
      'imagens/console-cronograma.png',
      ['Seguro dos prédios escolares'],
    ));

  it('show a ledger and a statement that are matched', () =>
    taken('conciliacoes.md', files, 'imagens/console-arquivos.png', [
      'Fornecedor Beta S.A.',
      'Mesmo valor e documento',
    ]));

  it('are shown in the help of the console', async () => {
    const page = await context.newPage();
    await page.goto(`${service.url}/console/ajuda`);
    const widths = await page.evaluate(
      '[...document.querySelectorAll("main img")].map((img) => img.naturalWidth)',
    );
    expect(widths).toEqual([SIZE.width, SIZE.width, SIZE.width]);
    await page.close();
  });

  it('show reconciliations of the current month that are on time, in GraphQL, and no key', async () => {
    const page = await browser.newPage({ viewport: README_SIZE, locale: 'pt-BR' });
    page.setDefaultTimeout(WAIT_MS);
    const shown = await askedInGraphiql(page);
    expect(shown).toContain('"slaStatus": "ON_TIME"');
    expect(shown).not.toContain('OVERDUE');
    expect(await page.locator('#key').getAttribute('type')).toBe('password');
    expect(await page.locator('body').innerText()).not.toContain(secret);
    await kept(page, readFileSync(join(ROOT, 'README.md'), 'utf8'), '.', 'docs/imagens/graphiql.png', README_SIZE);
  });

  /** @returns the text of the answer on the screen */
  async function askedInGraphiql(page: Page): Promise<string> {
    await page.goto(`${service.url}/api/v1/graphiql`);
    await page.waitForSelector('.graphiql-execute-button');
    await page.fill('#key', secret);
    await page.click('#access button');
    await page.getByText('chave em uso nesta página').waitFor();
    const editor = "document.querySelector('.graphiql-query-editor .CodeMirror').CodeMirror";
    await page.evaluate(`${editor}.setValue(${JSON.stringify(query(month))})`);
    const answer = page.locator('.result-window');
    // GraphiQL notices a little later that the operation has no name anymore; until then, it asks for the one
    // before.
    await until(async () => {
      const answered = page.waitForResponse((response) => response.url().endsWith('/api/v1/graphql'));
      await page.click('.graphiql-execute-button');
      await answered;
      return (await answer.innerText()).includes('"slaStatus"');
    }, 'the reconciliations');
    return answer.innerText();
  }
});

/** Of a PNG: in its first chunk. */
function sizeOf(png: Buffer): typeof SIZE {
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}
