// What people do every day in the console, counted: how often they press, and how many pages are loaded. Runs
// where there is a Chromium.
import { beforeAll, expect, it } from '#jest';
import type { Browser, Locator, Page } from 'playwright-core';
import { button, DESKTOP, jobAt, openBrowser, PHONE, shows, windowOf, type Job } from '../../support/browser.js';
import { describeWithChromium } from '../../support/loudlySkipped.js';
import type { ReleasedMonth } from '../../support/releasedMonth.js';
import type { Service } from '../../support/service.js';
import { email, type Member } from '../../support/team.js';
import { monthCsv } from '../../support/trialBalanceFiles.js';
import { openOffice, type Office } from '../conciliacao/support.js';

const LIST = '/console/conciliacoes';
const ACCOUNTS = 45;
/** Of the accounts from this one on the balance is 1,00 D, of the others 0,00. */
const WITH_BALANCE = 42;
const PDF = { name: 'extrato.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 extrato') };
const PNG = { ...PDF, name: 'tela.png', mimeType: 'image/png' };

describeWithChromium('console/browser/jobs')('The jobs of a day', () => {
  let office: Office;
  let service: Service;
  let month: ReleasedMonth;
  let browser: Browser;
  const faults: string[] = [];

  beforeAll(async () => {
    office = await openOffice({
      accounts: ACCOUNTS,
      prepare: (_, { releaseAnother }) => releaseAnother(WITH_BALANCE),
    });
    ({ service, month } = office);
    browser = await openBrowser();
  });

  const begin = async (name: Member, path: string): Promise<Job> =>
    jobAt(await windowOf(browser, service, email(name), faults), service.url + path);

  /** What a spreadsheet copies, a picture of the cells too, pasted where no field has the focus. */
  const paste = (page: Page, text: string): Promise<unknown> =>
    page.evaluate(`{
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', ${JSON.stringify(text)});
      clipboardData.setData('text/html', '<table><tr><td>x</td></tr></table>');
      clipboardData.items.add(new File(['x'], 'image.png', { type: 'image/png' }));
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }`);

  /** How many lines controls stand on. */
  async function linesOf(controls: Locator): Promise<number> {
    const boxes = await Promise.all((await controls.all()).map((one) => one.boundingBox()));
    return new Set(boxes.map((box) => box?.y)).size;
  }

  /** Where the columns of a table of the page begin. */
  async function columnsOf(page: Page, at: number): Promise<readonly unknown[]> {
    const heads = await page.locator('table').nth(at).locator('thead th').all();
    return Promise.all(heads.map(async (one) => (await one.boundingBox())?.x));
  }

  it('walk, select and open the rows of the list by keys, which can be switched off', async () => {
    const { page } = await begin('ana', LIST);
    const focused = () => page.evaluate('document.activeElement.getAttribute("href")');
    const singleKeys = async (areOn: boolean): Promise<void> => {
      await page.keyboard.press('?');
      expect(await page.getByRole('dialog').isVisible()).toBe(!areOn);
      if (areOn) {
        await page.locator('.person summary').click();
        await button(page, 'Atalhos do teclado').click();
      }
      const { y = NaN, height = NaN } = (await page.getByRole('dialog').boundingBox()) ?? {};
      expect(2 * y + height).toBeCloseTo(800, 0);
      await page.getByLabel('Usar teclas de uma só letra').setChecked(areOn);
      await button(page, 'OK').click();
    };
    for (const key of ['j', 'j', 'j', 'k', 'x']) await page.keyboard.press(key);
    expect(await focused()).toContain(`${LIST}/${month.ids[1]}?`);
    expect(await page.locator('input[name="id"]:checked').count()).toBe(1);
    expect(await page.locator('[data-selected]').innerText()).toBe('1 selecionada · 0,00');
    await singleKeys(false);
    await page.reload();
    await page.keyboard.press('j');
    expect(await focused()).toBeNull();
    await singleKeys(true);
    await page.keyboard.press('j');
    expect(await focused()).toContain(`${LIST}/${month.ids[0]}?`);
  });

  it('have the list beside an account, scrolled to it, with the page at its top', async () => {
    const { page } = await begin('ana', LIST);
    await page.setViewportSize({ width: 1_280, height: 400 });
    await page.goto(`${service.url}${LIST}/${month.ids[WITH_BALANCE - 1]}`);
    const row = await page.locator('.list-pane [data-current]').boundingBox();
    expect(await page.evaluate('scrollY')).toBe(0);
    expect((row?.y ?? NaN) + (row?.height ?? NaN)).toBeLessThanOrEqual(400);
  });

  it('find by Ctrl+K in everything, and by typing in the list, where they keep the focus', async () => {
    const { page } = await begin('ana', `${LIST}?fila=todas`);
    const code = month.ledger.accounts[4]?.code ?? '';
    await page.keyboard.press('Control+k');
    await page.waitForURL('**/console/busca');
    await page.keyboard.press('Control+k');
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
    await page.locator('tr[data-item] a').first().waitFor();

    await page.goto(`${service.url}${LIST}?fila=todas`);
    await page.keyboard.press('/');
    await page.keyboard.type(code);
    await page.getByText('1 conciliação', { exact: true }).waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe(code);
    expect(await page.evaluate('document.activeElement.id')).toBe('busca');
    await page.waitForURL(`**${LIST}?fila=todas&texto=${code}`);
    await page.reload();
    expect(await page.locator('tr[data-item]').count()).toBe(1);
  });

  it('reconcile an account by paste with evidence, send it, and be on the next: 4 clicks and a paste, 2 loads', async () => {
    const id = month.ids[WITH_BALANCE];
    const { page, counts, press } = await begin('ana', '/console/conciliacoes?fila=minhas&diferenca=sim');
    await press(page.locator(`a[href^="/console/conciliacoes/${id}?"]`).first());
    await page.locator('.amounts').waitFor();
    await paste(page, 'Extrato\t31/05/2026\t0,60 D\tNF 1\nTarifa\t31/05/2026\t0,40\t');
    await shows(page.locator('.items').first(), 'Linhas não salvas');
    // The difference follows what is not saved yet, but for what is no amount.
    const difference = page.locator('[data-amount="Diferença"]');
    expect(await difference.innerText()).toBe('0,00');
    const amount = page.locator('[name="valor_2"]').first();
    await amount.fill('0,4x');
    expect(await difference.innerText()).toBe('0,40 D');
    await amount.fill('R$ 0,40');
    expect(await difference.innerText()).toBe('0,00');
    await press(button(page, 'Salvar composição'));
    await shows(page.locator('#avisos'), 'Composição salva.');
    counts.clicks++;
    await page.getByLabel('Anexar arquivos').setInputFiles([PDF, PNG]);
    await page.getByRole('link', { name: PNG.name, exact: true }).waitFor();
    await press(button(page, 'Enviar e ir para a próxima'));
    await page.waitForURL(`**/conciliacoes/${month.ids[WITH_BALANCE + 1]}?*`);
    await shows(page.locator('#avisos'), 'Enviada para revisão');
    expect(counts).toEqual({ clicks: 4, loads: 1 });
    await button(page, 'Desfazer').waitFor();
  });

  it('review and pass a page of 40: 3 clicks', async () => {
    const sent = await begin('ana', '/console/conciliacoes?fila=todas');
    await sent.page.getByLabel('Selecionar a página').check();
    for (const id of month.ids.slice(40)) await sent.page.locator(`tr input[value="${id}"]`).uncheck();
    await shows(sent.page.locator('.act-bar'), '40 selecionadas · 0,00');
    await button(sent.page, 'Enviar').click();
    await button(sent.page, 'Enviar').click();
    await shows(sent.page.locator('#avisos'), 'Enviar: 40 feitas.');

    const { page, counts, press } = await begin(
      'bia',
      '/console/conciliacoes?status=SUBMITTED_FOR_REVIEW&texto=1',
    );
    await page.setViewportSize(PHONE);
    await page.goto(`${service.url}/console/conciliacoes/${month.ids[0]}`);
    await shows(page.locator('.act-bar'), 'e ir para a próxima');
    expect(await linesOf(page.locator('.act-bar :is(button, summary):visible'))).toBe(2);
    await page.setViewportSize(DESKTOP);
    await page.goto(`${service.url}/console/conciliacoes?fila=minhas&ordem=conta`);
    const first = month.ids.slice(0, 40);
    const others = await page.locator('tr[data-item]').count();
    counts.loads = 0;
    await press(page.getByLabel('Selecionar a página'));
    await press(button(page, 'Encaminhar para aprovação'));
    await press(button(page, 'Encaminhar para aprovação'));
    await shows(page.locator('#avisos'), `Encaminhar para aprovação: ${others} feitas.`);
    expect([counts.clicks, others >= first.length]).toEqual([3, true]);
    // What was done stays selected.
    await page.goto(page.url().replace('fila=minhas', 'fila=todas'));
    expect(await page.locator('tr input:checked').count()).toBe(others);
  });

  it('answer a return: 2 clicks, the words of the reviewer on top', async () => {
    const id = month.ids[44] ?? NaN;
    const adjust = await begin('ana', `/console/conciliacoes/${id}`);
    await adjust.page.locator('input[name="descricao_1"]').first().fill('Extrato');
    await adjust.page.locator('input[name="data_1"]').first().fill('31/05/2026');
    await adjust.page.locator('input[name="valor_1"]').first().fill('1,00 D');
    await button(adjust.page, 'Salvar composição').click();
    await shows(adjust.page.locator('#avisos'), 'Composição salva.');
    await button(adjust.page, 'Enviar').click();
    await shows(adjust.page.locator('#avisos'), 'Enviada para revisão');
    const review = await begin('bia', `/console/conciliacoes/${id}`);
    await review.page.locator('.act-bar summary').click();
    await review.page.getByLabel('Comentário', { exact: true }).fill('Falta a nota 7');
    await button(review.page, 'Devolver').click();
    await shows(review.page.locator('#avisos'), 'Devolvida na revisão');

    const { page, counts, press } = await begin('ana', '/console');
    await shows(page.getByRole('region', { name: 'Devolvidas a mim' }).first(), 'Falta a nota 7');
    expect(await page.locator('table').count()).toBe(2);
    expect(await columnsOf(page, 1)).toEqual(await columnsOf(page, 0));
    await press(page.locator(`a[href="/console/conciliacoes/${id}"]`).first());
    expect(await page.locator('#motivo').innerText()).toContain('Falta a nota 7');
    await press(button(page, 'Enviar'));
    await shows(page.locator('#avisos'), 'Enviada para revisão');
    expect(counts).toEqual({ clicks: 2, loads: 1 });
  });

  it('find what is late, by whom and why: 1 click', async () => {
    const { page, counts, press } = await begin('sol', '/console');
    await press(page.getByRole('link', { name: 'Ana Elaboradora' }).first());
    await page.waitForURL('**/conciliacoes?fila=atrasadas&responsavel=*');
    const row = page.locator('tr[data-item]').first();
    expect(await row.innerText()).toMatch(/Não iniciada\s+Ana Elaboradora\s+há \d+ dias/);
    expect(counts.clicks).toBe(1);
  });

  /** Chooses the file and has it read, from the page of the form. */
  async function sends({ page, counts, press }: Job, name: string, headings?: readonly string[]): Promise<void> {
    counts.clicks++;
    const buffer = Buffer.from(monthCsv(month.ledger, { ...(headings && { headings }), accounts: 8 }));
    await page.getByLabel('Arquivo', { exact: true }).setInputFiles({ name, mimeType: 'text/csv', buffer });
    await press(button(page, 'Enviar e conferir'));
    await page.waitForURL('**/enviar/*');
  }

  it('send a balancete, see what it would change, import: 4 clicks', async () => {
    const job = await begin('ana', '/console/balancetes');
    await job.press(job.page.getByRole('link', { name: 'Enviar balancete' }).first());
    await sends(job, 'balancete 2026-07.csv');
    await shows(job.page.locator('main'), '8 incluídas');
    await job.press(button(job.page, 'Importar'));
    await job.page.waitForURL(/balancetes\/\d+$/);
    expect(job.counts.clicks).toBe(4);
  });

  it('the same with two headings that nobody knows: 8 clicks, one person', async () => {
    const job = await begin('ana', '/console/balancetes/enviar');
    const { page, counts, press } = job;
    await sends(job, 'balancete 2026-08.csv', ['Conta', 'Descrição', 'Saldo Anterior', 'X1', 'X2', 'Saldo Atual']);
    for (const [field, heading] of [
      ['debit', 'X1'],
      ['credit', 'X2'],
    ] as const) {
      counts.clicks += 2; // opens the list, and chooses
      await page.locator(`.columns select[name="${field}"]`).selectOption(heading);
    }
    // It is never recognised by itself.
    expect(await page.locator('[name=carriedBalance] option').first().innerText()).toBe('Nenhuma');
    await press(button(page, 'Conferir com estas colunas'));
    await shows(page.locator('main'), '8 incluídas');
    await press(button(page, 'Importar'));
    await page.waitForURL(/balancetes\/\d+$/);
    expect(counts.clicks).toBe(8);
  });

  it('asks before lines that are not saved are left, and keeps them for the session', async () => {
    const id = month.ids[43] ?? NaN;
    const { page } = await begin('ana', `/console/conciliacoes/${id}`);
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await page.locator('input[name="descricao_1"]').first().fill('Não salva');
    await page.goto(`${service.url}/console`);
    expect(asked).toEqual(['beforeunload']);
    await page.goto(`${service.url}/console/conciliacoes/${id}`);
    await shows(page.locator('.items').first(), 'Linhas não salvas');
    expect(await page.locator('input[name="descricao_1"]').first().inputValue()).toBe('Não salva');
    // An error has the focus, and nothing of it looks saved.
    await button(page, 'Salvar composição').click();
    await shows(page.locator('.items').first(), 'Nada foi salvo.');
    expect(await page.evaluate('document.activeElement.name')).toBe('data_1');
  });

  it('is done by keys that the titles of the buttons tell, and shows 14 rows of the list', async () => {
    const { page } = await begin('ana', '/console/conciliacoes?fila=minhas');
    const id = await page.locator('tr input[name="id"]').first().inputValue();
    await page.goto(`${service.url}/console/conciliacoes?fila=todas`);
    const bottoms = await page.evaluate<number[]>(
      "[...document.querySelectorAll('tr[data-item]')].map((row) => row.getBoundingClientRect().bottom)",
    );
    expect(bottoms.filter((bottom) => bottom <= 800).length).toBeGreaterThanOrEqual(14);
    await page.goto(`${service.url}/console/conciliacoes/${id}`);
    const next = page.getByRole('link', { name: 'Próxima da fila' });
    expect(await next.getAttribute('title')).toContain('(n)');
    await page.keyboard.down('n');
    await page.waitForURL((url) => !url.pathname.endsWith(`/${id}`));
    // Held on, it acts on no other page.
    await page.evaluate("addEventListener('keydown', (event) => (window.acted = event.defaultPrevented))");
    await page.keyboard.down('n');
    expect(await page.evaluate('acted')).toBe(false);
    expect(faults).toEqual([]);
  });
});
