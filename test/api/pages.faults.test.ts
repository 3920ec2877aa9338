// The pages as somebody in a browser sees them: whole without anything from elsewhere, and working with a
// key that was typed. Runs where there is a Chromium.
import { afterAll, afterEach, beforeAll, expect, it } from '#jest';
import { chromium, type Browser, type Page } from 'playwright-core';
import { GUIDES } from '../../src/api/pages/guides.js';
import { operatorJson } from '../support/operator.js';
import { startWorld, type World } from './support/world.js';
import { CHROMIUM, describeWithChromium } from '../support/loudlySkipped.js';

const WAIT_MS = 60_000;
let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.service.kill());

describeWithChromium('api/pages')('in a browser', () => {
  let browser: Browser;
  let page: Page;
  /** What a page must never do. */
  let faults: string[];

  beforeAll(async () => {
    await operatorJson(world.service.dataDir, [
      'release',
      '--company',
      String(world.companyIds.acme),
      '--period',
      '2026-05',
    ]);
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'], timeout: WAIT_MS });
  });
  // A page that stays open goes on drawing beside the next one.
  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));
  afterAll(() => browser.close());

  async function open(path: string, width = 1_300): Promise<void> {
    page = await browser.newPage({ viewport: { width, height: 950 }, locale: 'pt-BR' });
    page.setDefaultTimeout(WAIT_MS);
    faults = [];
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(world.service.url) && !url.startsWith('data:')) faults.push(`asked ${url}`);
    });
    page.on('requestfailed', (request) => {
      // A reload aborts what is still on its way.
      const why = request.failure()?.errorText ?? '';
      if (why !== 'net::ERR_ABORTED') faults.push(`failed ${request.url()} ${why}`);
    });
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
    await operation.getByRole('button', { name: 'Execute', exact: true }).click();
    await operation.getByText('Razão de acme S.A.').first().waitFor();
    expect(faults).toEqual([]);
    // The key is gone with the page.
    expect(
      await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])'),
    ).not.toContain('service_');
  });

  it('sends a file with the fields that were typed, and omits those that are empty', async () => {
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
    // Swagger UI begins with a sample of each type.
    for (const field of await operation.locator('[data-property-name] input[type=text]').all())
      await field.fill('');
    for (const [name, text] of [
      ['companyId', String(world.companyIds.acme)],
      ['period', '2026-12'],
      ['chartName', chartName],
    ] as const)
      await operation.locator(`[data-property-name=${name}] input[type=text]`).fill(text);
    const answered = page.waitForResponse((response) => response.request().method() === 'POST');
    await operation.getByRole('button', { name: 'Execute', exact: true }).click();
    expect([(await answered).status(), await (await answered).json()]).toMatchObject([201, { success: true }]);
    expect(faults).toEqual([]);
  });

  it('asks by GraphQL with the key that was typed, and shows what can be asked for', async () => {
    await open('/api/v1/graphiql');
    await page.waitForSelector('.graphiql-execute-button');
    await useKey();
    await page.click('.graphiql-execute-button');
    await page.locator('.result-window').getByText('"Razão de acme S.A."').first().waitFor();
    await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
    await page.getByText('All Schema Types').waitFor();
    await page.getByText('EmpresasPagina').first().click();
    await page.getByText('Uma página de empresas').waitFor();
    expect(faults).toEqual([]);
    expect(await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')).not.toContain(
      'service_',
    );
  });

  it('sends no request before a key is typed, and keeps the query when the key changes', async () => {
    const asked: string[] = [];
    await open('/api/v1/graphiql');
    page.on('request', (request) => request.method() === 'POST' && asked.push(request.url()));
    await page.reload();
    await page.waitForSelector('.graphiql-execute-button');
    await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
    await page.getByText('No GraphQL schema available').waitFor();
    expect(asked).toEqual([]);
    const editor = page.locator('.graphiql-query-editor');
    await editor.locator('.CodeMirror').click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('# digitada');
    await editor.getByText('# digitada').waitFor();
    await useKey();
    await page.getByText('All Schema Types').waitFor();
    await editor.getByText('# digitada').waitFor();
    expect(faults).toEqual([]);
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

  it('keeps the key when one goes from API to Webhooks, and back', async () => {
    await open('/api/v1/docs');
    await page.waitForSelector('#operations-Empresas-listarEmpresas');
    await useKey();
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await call('#operations-Webhooks-listarWebhooks');
    expect(new URL(page.url()).search).toBe('?documento=webhooks');
    await page.getByRole('link', { name: 'API', exact: true }).click();
    await call('#operations-Empresas-listarEmpresas');
    expect(faults).toEqual([]);
  });
  async function call(operation: string): Promise<void> {
    await page.locator(`${operation} .opblock-summary-control`).click();
    const answered = page.waitForResponse(
      (response) => response.request().headers()['authorization'] !== undefined,
    );
    await page.locator(operation).getByRole('button', { name: 'Execute', exact: true }).click();
    expect((await answered).status()).toBe(200);
  }

  it.each([390, 360])(
    'keeps the button that runs a query in sight beside the guide, %i pixels wide',
    async (width) => {
      await open('/api/v1/graphiql', width);
      await page.waitForSelector('.graphiql-execute-button');
      await useKey();
      await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
      await page.getByText('All Schema Types').waitFor();
      const button = await page.locator('.graphiql-execute-button').boundingBox();
      expect((button?.x ?? width) + (button?.width ?? 0)).toBeLessThanOrEqual(width);
      expect((button?.y ?? 950) + (button?.height ?? 0)).toBeLessThanOrEqual(950);
      await page.click('.graphiql-execute-button');
      await page.locator('.result-window').getByText('"Razão de acme S.A."').first().waitFor();
      expect(faults).toEqual([]);
    },
  );

  it.each(['light', 'dark'] as const)(
    'shows first page and guides on a phone in the %s scheme',
    async (scheme) => {
      await open('/', 390);
      await page.emulateMedia({ colorScheme: scheme });
      const background = await page.evaluate('getComputedStyle(document.body).backgroundColor');
      expect(background).toBe(scheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(18, 24, 30)');
      for (const [name] of GUIDES) {
        await page.goto(`${world.service.url}/docs/${name}`);
        expect([name, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([name, 390]);
      }
      await page.goto(`${world.service.url}/docs/conciliacoes`);
      expect(await page.evaluate('document.querySelector("main img").naturalWidth')).toBeGreaterThan(500);
      expect(faults).toEqual([]);
    },
  );

  it('shows in GraphQL’s form that the key is missing', async () => {
    await open('/api/v1/graphiql');
    await page.waitForSelector('.graphiql-execute-button');
    await page.click('.graphiql-execute-button');
    await page.locator('.result-window').getByText('"Chave de API inválida"').first().waitFor();
    expect(faults).toEqual([]);
  });
});
