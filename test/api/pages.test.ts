// The pages as somebody in a browser sees them: in Portuguese, whole without anything from elsewhere, and working with a
// key that was typed. Runs where there is a Chromium.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { chromium, type Browser, type Page } from 'playwright-core';
import { operatorJson } from '../support/operator.js';
import { removeDir } from '../support/service.js';
import { ask } from './support/http.js';
import { startWorld, type World } from './support/world.js';

const CHROMIUM = '/usr/bin/chromium';
const WAIT_MS = 60_000;
let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await world.service.kill();
  await removeDir(world.service.dataDir);
});

describe.each(['/api/v1/docs', '/api/v1/graphiql'])('%s', (path) => {
  it('is sent without a key, with a policy that lets nothing in, and everything it names is there', async () => {
    const { status, headers, text } = await ask(world.service.url, { path });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('x-request-id')).toBeTruthy();
    expect(text).toContain('<html lang="pt-BR">');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    const named = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '');
    expect(named.length).toBeGreaterThan(5);
    for (const address of named) {
      expect(address).toMatch(/^\/api\/v1\//);
      expect([address, (await ask(world.service.url, { path: address })).status]).toEqual([address, 200]);
    }
  });

  it('is sent again only when it changed, and packed to whom takes it', async () => {
    const { headers } = await ask(world.service.url, { path });
    const tag = headers.get('etag') ?? '';
    const again = await ask(world.service.url, { path, headers: { 'If-None-Match': tag } });
    expect([again.status, again.text]).toEqual([304, '']);
    const packed = await ask(world.service.url, { path, headers: { 'Accept-Encoding': 'gzip, br' } });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    const plain = await ask(world.service.url, { path, headers: { 'Accept-Encoding': 'gzip;q=0' } });
    expect(plain.headers.has('content-encoding')).toBe(false);
  });
});

(existsSync(CHROMIUM) ? describe : describe.skip)('in a browser', () => {
  let browser: Browser;
  let page: Page;
  /** What a page must never do. */
  let faults: string[];

  beforeAll(async () => {
    await operatorJson(world.service.dataDir, [
      ...['release', '--company', String(world.companyIds.acme), '--period', '2026-05'],
    ]);
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'], timeout: WAIT_MS });
  });
  afterAll(() => browser.close());

  async function open(path: string, width = 1_300): Promise<void> {
    page = await browser.newPage({ viewport: { width, height: 950 }, locale: 'pt-BR' });
    page.setDefaultTimeout(WAIT_MS);
    faults = [];
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(world.service.url) && !url.startsWith('data:')) faults.push(`asked ${url}`);
    });
    page.on('requestfailed', (request) => faults.push(`failed ${request.url()}`));
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('console', (message) => {
      // A call without a key is answered 401, which a browser notes as an error.
      if (message.type() === 'error' && !message.text().includes('401')) faults.push(message.text());
    });
    await page.goto(world.service.url + path);
  }
  async function useKey(): Promise<void> {
    await page.fill('#key', world.keys.full);
    await page.click('#access button');
    await page.getByText('chave em uso nesta página').waitFor();
  }

  it('shows the contract, and calls a route with the key that was typed', async () => {
    await open('/api/v1/docs');
    await page.waitForSelector('.opblock');
    expect(await page.locator('.opblock-tag').allInnerTexts()).toEqual([
      expect.stringContaining('Empresas'),
      expect.stringContaining('Planos de Contas'),
      expect.stringContaining('Balancetes'),
      expect.stringContaining('Conciliações'),
      expect.stringContaining('GraphQL'),
    ]);
    await useKey();
    const operation = page.locator('#operations-Empresas-listarEmpresas');
    await operation.locator('.opblock-summary-control').click();
    await operation.getByRole('button', { name: 'Enviar', exact: true }).click();
    await operation.getByText('Resposta do serviço').waitFor();
    await operation.getByText('Razão de acme S.A.').first().waitFor();
    const words = await operation.innerText();
    for (const english of [
      'Try it out',
      'Execute',
      'Parameters',
      'Responses',
      'Response body',
      'Request URL',
      'Cancel',
    ])
      expect(words).not.toMatch(new RegExp(`\\b${english}\\b`));
    expect(faults).toEqual([]);
    // The key is gone with the page.
    expect(
      await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])'),
    ).not.toContain('service_');
  });

  it('sends a file with what was typed beside it, and nothing for what was left alone', async () => {
    await open('/api/v1/docs');
    await page.waitForSelector('.opblock');
    await useKey();
    const operation = page.locator('#operations-Balancetes-importarArquivo');
    await operation.locator('.opblock-summary-control').click();
    const { lineItems, chartName } = world.month('acme', '2026-12');
    const rows = lineItems.map(({ accountCode, previousBalance, debit, credit, finalBalance }) =>
      [accountCode, ...[previousBalance, debit, credit, finalBalance].map((one) => one.toFixed(2))].join(';'),
    );
    const file = ['Conta;Saldo Anterior;Débito;Crédito;Saldo Final', ...rows].join('\n');
    await operation
      .locator('input[type=file]')
      .setInputFiles({ name: 'balancete.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
    for (const [name, text] of [
      ['companyId', String(world.companyIds.acme)],
      ['period', '2026-12'],
      ['chartName', chartName],
    ] as const)
      await operation.locator(`[data-property-name=${name}] input[type=text]`).fill(text);
    const answered = page.waitForResponse((response) => response.request().method() === 'POST');
    await operation.getByRole('button', { name: 'Enviar', exact: true }).click();
    expect([(await answered).status(), await (await answered).json()]).toMatchObject([201, { success: true }]);
    await operation.getByText('Resposta do serviço').waitFor();
    const words = await operation.innerText();
    for (const english of ['Edit Value', 'Send empty', 'Controls', 'Download'])
      expect(words).not.toMatch(new RegExp(`\\b${english}\\b`));
    expect(faults).toEqual([]);
  });

  it('asks by GraphQL with the key that was typed, and shows what can be asked for', async () => {
    await open('/api/v1/graphiql');
    await page.waitForSelector('.graphiql-execute-button');
    await useKey();
    await page.click('.graphiql-execute-button');
    await page.locator('.result-window').getByText('"Razão de acme S.A."').first().waitFor();
    await page.getByRole('button', { name: 'Mostrar o guia' }).click();
    await page.getByText('Todos os tipos').waitFor();
    await page.getByText('EmpresasPagina').first().click();
    await page.getByText('Uma página de empresas').waitFor();
    expect(faults).toEqual([]);
    expect(await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')).not.toContain(
      'service_',
    );
  });

  it('asks nothing before a key is typed, and keeps the query under another key', async () => {
    const asked: string[] = [];
    await open('/api/v1/graphiql');
    page.on('request', (request) => request.method() === 'POST' && asked.push(request.url()));
    await page.reload();
    await page.waitForSelector('.graphiql-execute-button');
    await page.getByRole('button', { name: 'Mostrar o guia' }).click();
    await page.getByText('Informe a chave para ver o esquema').waitFor();
    expect(asked).toEqual([]);
    const editor = page.locator('.graphiql-query-editor');
    await editor.locator('.CodeMirror').click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('# digitada');
    await editor.getByText('# digitada').waitFor();
    await useKey();
    await page.getByText('Todos os tipos').waitFor();
    await editor.getByText('# digitada').waitFor();
    expect(faults).toEqual([]);
  });

  it('speaks Portuguese of a wrong query as it is typed, of queries sent before and of the keys', async () => {
    await open('/api/v1/graphiql');
    await page.waitForSelector('.graphiql-execute-button');
    await useKey();
    await page.click('.graphiql-execute-button');
    await page.locator('.result-window').getByText('"balancetes"').first().waitFor();
    await page.getByRole('button', { name: 'Mostrar o histórico' }).click();
    await page.getByRole('button', { name: 'Remover do histórico' }).waitFor();
    const words = await page.locator('.graphiql-plugin').innerHTML();
    expect(words).not.toMatch(/>Clear<|"(Edit label|Add favorite|Delete from history|Set active)"/);
    await page.locator('.graphiql-query-editor .CodeMirror').click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText('{ empresas { data { nome } } }');
    const remark = page.getByText('O campo "nome" não existe em "Empresa"');
    // The editor marks anew whatever it checks anew: a mark may go from under the pointer.
    while (!(await remark.isVisible())) {
      await page.locator('.CodeMirror-lint-mark-error').first().hover();
      await remark.waitFor({ timeout: 2_000 }).catch(() => page.mouse.move(0, 0));
    }
    expect(faults).toEqual([]);
    await page.getByRole('button', { name: 'Atalhos de teclado' }).click();
    await page.getByRole('dialog').getByText('que acrescentam outros').waitFor();
    expect(await page.getByRole('dialog').innerText()).not.toMatch(/\b(that|short|keys|uses)\b/);
  });

  it('fits a phone: nothing of an operation lies beside the window, and a query has room', async () => {
    await open('/api/v1/docs', 360);
    const operation = page.locator('#operations-Balancetes-importarArquivo');
    await operation.locator('.opblock-summary-control').click();
    await operation.locator('.responses-table').first().waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    await open('/api/v1/graphiql', 360);
    await page.waitForSelector('.graphiql-execute-button');
    const editors = await page.locator('.graphiql-editors').boundingBox();
    expect(editors?.width).toBeGreaterThan(240);
    expect(faults).toEqual([]);
  });

  it('tells in GraphQL that the key is missing', async () => {
    await open('/api/v1/graphiql');
    await page.waitForSelector('.graphiql-execute-button');
    await page.click('.graphiql-execute-button');
    await page.locator('.result-window').getByText('"Chave de API inválida"').first().waitFor();
    expect(faults).toEqual([]);
  });
});
