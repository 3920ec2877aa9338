// The console without a mouse, as large as it gets, and as a screen reader is told of it. Runs where there is a
// Chromium.
import { beforeAll, expect, it } from '#jest';
import type { Browser, Page } from 'playwright-core';
import { DESKTOP, openBrowser, PHONE, shows, windowOf } from '../../support/browser.js';
import { describeWithChromium } from '../../support/loudlySkipped.js';
import { email } from '../../support/team.js';
import { pagePath } from '../../../src/console/pages/conciliacao/addresses.js';
import { done, openOffice, type Office } from '../conciliacao/support.js';

const LIST = '/console/conciliacoes?fila=todas';

/** What has the focus, unless a bar that stays in place covers all of it. */
const FOCUSED = `(() => {
  const one = document.activeElement;
  const { left, top, width, height } = one.getBoundingClientRect();
  const points = [0.1, 0.5, 0.9].flatMap((x) => [0.15, 0.5, 0.85].map((y) => [left + width * x, top + height * y]));
  const isSeen = one === document.body || points.some(([x, y]) => {
    const seen = document.elementFromPoint(x, y);
    return seen !== null && (one.contains(seen) || seen.contains(one));
  });
  const name = one.ariaLabel || one.innerText.slice(0, 80) || one.name;
  return { tag: one.tagName, name, hidden: isSeen ? null : one.tagName + ' ' + name };
})()`;
type Size = Readonly<{ width: number; height: number }>;
type Focused = Readonly<{ tag: string; name: string; hidden: string | null }>;

describeWithChromium('console/browser/keyboard')('The console by the keyboard', () => {
  let office: Office;
  let browser: Browser;

  beforeAll(async () => {
    office = await openOffice({ accounts: 14 });
    browser = await openBrowser();
    const [, second = NaN] = office.month.ids;
    await done(office.people.ana, 'compose', second, {
      descricao_1: 'Extrato',
      data_1: '31/05/2026',
      valor_1: '1,00',
    });
  });

  const opened = async (path: string, viewport: Size) => {
    const page = await windowOf(browser, office.service, email('ana'), [], { viewport });
    await page.goto(office.service.url + path);
    return page;
  };
  const focused = (page: Page): Promise<Focused> => page.evaluate<Focused>(FOCUSED);
  const told = (page: Page, sentence: string | RegExp) => shows(page.locator('#anuncios'), sentence);
  const idAt = (at: number): number => office.month.ids[at] ?? NaN;

  it('saves a composition by Enter, and settles none of its items', async () => {
    const page = await opened(pagePath(idAt(1)), DESKTOP);
    await page.getByLabel('Descrição, linha 1').first().fill('Extrato do banco');
    await page.keyboard.press('Enter');
    await told(page, 'Composição salva.');
    expect(await page.locator('#compose ~ form .sum').innerText()).toMatch(/1,00 D/);
    expect(await focused(page)).toMatchObject({ name: 'Descrição, linha 1' });
    await page.context().close();
  });

  it('leaves the focus where it was after an act, and tells a screen reader of it', async () => {
    const page = await opened(pagePath(idAt(2)), DESKTOP);
    await page.locator('#compose ~ form button[value=linhas]').press('Enter');
    await page.locator('[name=descricao_1]:focus').waitFor();
    await page.keyboard.type('Extrato');
    await page.keyboard.press('Control+Enter');
    await page.locator('[name=data_1][aria-invalid]:focus').waitFor();
    await page.locator('#campo-comentario').fill('Falta o extrato');
    await page.getByRole('button', { name: 'Comentar' }).press('Enter');
    await told(page, 'Comentário registrado.');
    await page.locator('.items[data-unsaved]').waitFor();
    await shows(page.locator('#avisos'), 'Comentário registrado.');
    expect(await focused(page)).toMatchObject({ tag: 'BUTTON', name: 'Comentar' });
    await page.context().close();
  });

  it('goes to the account that follows, from where the next Tab undoes', async () => {
    const page = await opened(pagePath(idAt(3)), DESKTOP);
    await page.getByRole('button', { name: 'Enviar e ir para a próxima' }).press('Enter');
    await told(page, /Enviada para revisão. Desfazer/);
    const title = await page.locator('h1').innerText();
    expect(await focused(page)).toMatchObject({ tag: 'MAIN', name: title });
    await page.keyboard.press('Tab');
    expect(await focused(page)).toMatchObject({ name: 'Desfazer' });
    const undo = "getComputedStyle(document.querySelector('.undo')).animationName";
    expect(await page.evaluate(undo)).toBe('none');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(undo)).toBe('gone');
    await page.context().close();
  });

  it('tells how many a filter leaves', async () => {
    const page = await opened(LIST, DESKTOP);
    await page.keyboard.press('/');
    await page.keyboard.type(office.month.ledger.accounts[4]?.code ?? '');
    await told(page, '1 conciliação');
    expect(await focused(page)).toMatchObject({ tag: 'INPUT' });
    await page.context().close();
  });

  it.each([
    ['a desktop', DESKTOP],
    ['a phone', PHONE],
    ['a small window', { width: 320, height: 256 }],
  ] as const)('never has the focus under a bar on %s', async (_where, viewport) => {
    const page = await opened(pagePath(idAt(1)), viewport);
    const hidden: string[] = [];
    for (const [path, most] of [
      [pagePath(idAt(1)), 50],
      [LIST, 25],
    ] as const) {
      await page.goto(office.service.url + path);
      for (const key of ['Tab', 'Shift+Tab'])
        for (let stops = 0; stops < most; stops++) {
          await page.keyboard.press(key);
          const now = await focused(page);
          if (now.hidden !== null) hidden.push(`${path} ${key} ${now.hidden}`);
        }
    }
    expect(hidden).toEqual([]);
    await page.context().close();
  });
});
