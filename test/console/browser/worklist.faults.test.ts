// The list of reconciliations in a browser: by keyboard, and with filters that replace the list alone. Runs where there is a
// Chromium.
import { afterAll, beforeAll, expect, it } from '#jest';
import { chromium, type Browser, type Page } from 'playwright-core';
import { signedIn } from '../../support/console.js';
import { releasedMonth, type ReleasedMonth } from '../../support/releasedMonth.js';
import { removeDir, startService, temporaryDir, type Service } from '../../support/service.js';
import { email } from '../../support/team.js';
import { CHROMIUM, describeWithChromium } from '../../support/loudlySkipped.js';

const WAIT_MS = 60_000;
const LIST = '/console/conciliacoes';

describeWithChromium('console/browser/worklist')('The list of reconciliations in a browser', () => {
  let service: Service;
  let month: ReleasedMonth;
  let browser: Browser;
  let page: Page;
  const faults: string[] = [];

  beforeAll(async () => {
    const dataDir = await temporaryDir();
    const owners = [{ preparer: email('ana'), reviewer: email('bia'), approver: email('caio') }];
    month = await releasedMonth(dataDir, { accounts: 12, company: { owners } });
    service = await startService({ dataDir });
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'], timeout: WAIT_MS });
    const context = await browser.newContext({ viewport: { width: 1_280, height: 800 }, locale: 'pt-BR' });
    const [name = '', value = ''] = (await signedIn(service, email('ana'))).cookie().split(/=(.*)/s);
    await context.addCookies([{ name, value, domain: '127.0.0.1', path: '/', secure: true }]);
    page = await context.newPage();
    page.setDefaultTimeout(WAIT_MS);
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
  }, 2 * WAIT_MS);
  afterAll(async () => {
    await browser.close();
    await service.stop();
    await removeDir(service.dataDir);
  });

  const focused = () => page.evaluate('document.activeElement.getAttribute("href")');

  it('is walked, selected and opened by keys, which can be switched off', async () => {
    await page.goto(service.url + LIST);
    for (const key of ['j', 'j', 'j', 'k', 'x']) await page.keyboard.press(key);
    expect(await focused()).toContain(`${LIST}/${month.ids[1]}?`);
    expect(await page.locator('input[name="id"]:checked').count()).toBe(1);
    expect(await page.locator('[data-selected]').innerText()).toBe('1 selecionada · 0,00');

    await page.keyboard.press('?');
    await page.getByLabel('Usar teclas de uma só letra').uncheck();
    await page.getByRole('button', { name: 'OK' }).click();
    await page.reload();
    await page.keyboard.press('j');
    expect(await focused()).toBeNull();
    await page.keyboard.press('?');
    await page.getByLabel('Usar teclas de uma só letra').check();
    await page.getByRole('button', { name: 'OK' }).click();
    await page.keyboard.press('j');
    expect(await focused()).toContain(`${LIST}/${month.ids[0]}?`);
  });

  it('is beside an account, scrolled to it, with the page at its top', async () => {
    await page.setViewportSize({ width: 1_280, height: 400 });
    const last = month.ids.at(-1);
    await page.goto(`${service.url}${LIST}/${last}`);
    const row = await page.locator('.list-pane [data-current]').boundingBox();
    expect(await page.evaluate('scrollY')).toBe(0);
    expect((row?.y ?? NaN) + (row?.height ?? NaN)).toBeLessThanOrEqual(400);
    await page.setViewportSize({ width: 1_280, height: 800 });
  });

  it('is left by Ctrl+K for the search over everything, whose field has the focus', async () => {
    await page.goto(`${service.url}${LIST}?fila=todas`);
    await page.keyboard.press('Control+k');
    await page.waitForURL('**/console/busca');
    await page.keyboard.press('Control+k');
    await page.keyboard.type(month.ledger.accounts[4]?.code ?? '');
    await page.keyboard.press('Enter');
    await page.locator('tr[data-item] a').first().waitFor();
    expect(faults).toEqual([]);
  });

  it('is filtered as a person types, who keeps the focus and finds the filter in the address', async () => {
    await page.goto(`${service.url}${LIST}?fila=todas`);
    await page.keyboard.press('/');
    const code = month.ledger.accounts[4]?.code ?? '';
    await page.keyboard.type(code);
    await page.getByText('1 conciliação', { exact: true }).waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe(code);
    expect(await page.evaluate('document.activeElement.id')).toBe('busca');
    await page.waitForURL(`**${LIST}?fila=todas&texto=${code}`);
    await page.reload();
    expect(await page.locator('tr[data-item]').count()).toBe(1);
    expect(faults).toEqual([]);
  });
});
