// Takes the pictures of the console's guide from the sample month. UPDATE_GOLDEN=1 keeps them in docs/imagens. The bytes
// are not compared: fonts and dates differ from machine to machine.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext } from 'playwright-core';
import { signedIn } from '../support/console.js';
import { guideText, ROOT } from '../support/guideBlocks.js';
import { commandLine } from '../support/operator.js';
import { removeDir, startService, temporaryDir, type Service } from '../support/service.js';
import { CHROMIUM, describeWithChromium } from '../support/loudlySkipped.js';

const WAIT_MS = 60_000;
const SIZE = { width: 1_200, height: 900 };
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

describeWithChromium('guides/consolePictures')('The pictures of the guide of the console', () => {
  let service: Service;
  let browser: Browser;
  let context: BrowserContext;
  let first: number;

  beforeAll(async () => {
    const dataDir = await temporaryDir();
    const { json } = commandLine(dataDir);
    const month = execFileSync(process.execPath, ['scripts/sample.mjs'], { cwd: ROOT }).toString().trim();
    const users = TEAM.map(([name, full, role]) => ({ email: email(name), name: full, roles: [{ role }] }));
    const owners = [{ reviewer: email('bia'), approver: email('caio') }];
    const companies = [{ cnpj: '11222333000181', owners }];
    const [team, items] = [join(dataDir, 'equipe.json'), join(dataDir, 'composicao.json')];
    await writeFile(team, JSON.stringify({ clients: [{ ref: 'demonstracao', users, companies }] }));
    await writeFile(items, JSON.stringify(ITEMS));
    await json('apply', join(ROOT, 'fixtures/registers.json'));
    await json('apply', team);
    const of = ['--company', '1', '--period', month];
    await json('import', join(ROOT, 'exemplo/balancete.csv'), ...of, '--chart', 'PCASP 2022');
    await json('release', ...of);
    const rows = await json<readonly { id: number }[]>('reconciliations', 'list', ...of);
    first = rows[0]?.id ?? 0;
    const does = (act: string, name: string, ...more: readonly string[]) =>
      json('reconciliations', 'do', act, '--id', String(first), '--as', email(name), ...more);
    await does('assign', 'sol', '--to', email('ana'));
    await does('start', 'ana');
    await does('compose', 'ana', '--items', items);
    service = await startService({ dataDir });
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'], timeout: WAIT_MS });
    context = await browser.newContext({ viewport: SIZE, locale: 'pt-BR' });
    const [name = '', value = ''] = (await signedIn(service, email('ana'))).cookie().split(/=(.*)/s);
    await context.addCookies([{ name, value, domain: '127.0.0.1', path: '/', secure: true }]);
  }, 2 * WAIT_MS);
  afterAll(async () => {
    await browser.close();
    await service.kill();
    await removeDir(service.dataDir);
  });

  async function taken(path: string, picture: string, texts: readonly string[]): Promise<void> {
    const page = await context.newPage();
    page.setDefaultTimeout(WAIT_MS);
    await page.goto(service.url + path);
    const typed = await page.evaluate<string[]>(
      '[...document.querySelectorAll("main input")].map(({ value }) => value)',
    );
    const text = [await page.locator('main').innerText(), ...typed].join('\n');
    for (const expected of texts) expect(text).toContain(expected);
    const file = join(ROOT, 'docs', picture);
    const shot = await page.screenshot();
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(file, shot);
    expect(guideText('console.md')).toContain(`](${picture})`);
    expect(sizeOf(readFileSync(file))).toEqual(SIZE);
    await page.close();
  }

  it('show the closing of the month', () =>
    taken('/console/fechamento', 'imagens/console-fechamento.png', [
      'Município de Nova Candelária',
      'Em conciliação',
    ]));

  it('show a reconciliation that is being prepared', () =>
    taken(`/console/conciliacoes/${first}`, 'imagens/console-conciliacao.png', [
      'Consignações a repassar',
      'Em elaboração',
    ]));

  it('are shown in the help of the console', async () => {
    const page = await context.newPage();
    await page.goto(`${service.url}/console/ajuda`);
    const widths = await page.evaluate(
      '[...document.querySelectorAll("main img")].map((img) => img.naturalWidth)',
    );
    expect(widths).toEqual([SIZE.width, SIZE.width]);
    await page.close();
  });
});

/** Of a PNG: in its first chunk. */
function sizeOf(png: Buffer): typeof SIZE {
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}
