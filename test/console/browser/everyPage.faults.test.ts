// Every page of the console, full of texts that are hard to show: no serious finding of axe, nothing wider than
// the window, in light and dark. Runs where there is a Chromium.
import { beforeAll, expect, it } from '#jest';
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { DESKTOP, giveSession, openBrowser, openWindow, PHONE, press } from '../../support/browser.js';
import { ROOT } from '../../support/guideBlocks.js';
import { describeWithChromium } from '../../support/loudlySkipped.js';
import type { Member } from '../../support/team.js';
import { pagePath } from '../../../src/console/pages/conciliacao/addresses.js';
import { fillOffice, type FilledOffice } from './filledOffice.js';

const NOWHERE = '/console/nada';
const UNKNOWN_INVITATION = `/console/convite/${'x'.repeat(43)}`;
const AXE = readFileSync(`${ROOT}node_modules/axe-core/axe.min.js`, 'utf8');
/** Each finding with the first of its elements. @param rules all of them unless given */
const foundBy = (rules: readonly string[] | null): string =>
  `axe.run(document, ${JSON.stringify({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) })})
  .then(({ violations }) => violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes: [node] }) => id + ': ' + node.html.slice(0, 200)))`;

/** Menus too, several at once: without their name, one that opens leaves the others open. */
const OPEN_ALL = `document.querySelectorAll('details').forEach((one) => {
  one.removeAttribute('name');
  one.open = true;
})`;
/** Tables that scroll up and down by themselves, beside the page. */
const SCROLLED = `[...document.querySelectorAll('.table')]
  .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)
  .map((one) => one.ariaLabel)`;
/** Tables of which a part is seen by scrolling sideways only, and words broken where a cell has room for them. */
const HARD_TO_READ = `[...document.querySelectorAll('.table')].flatMap((table) => {
  const words = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
  const broken = [];
  const range = document.createRange();
  for (let text = words.nextNode(); text !== null; text = words.nextNode()) {
    const { parentElement } = text;
    if (!parentElement.checkVisibility() || parentElement.closest('.unseen, .breaks')) continue;
    if (parentElement.closest('thead')?.offsetHeight === 0) continue;
    for (const { index, 0: word } of text.data.matchAll(/[^\\s–-]+/g)) {
      if (word.length > 20 && parentElement.closest('.long')) continue;
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word);
    }
  }
  const isCut = table.clientWidth > 0 && table.scrollWidth > table.clientWidth;
  return [...(isCut ? [table.ariaLabel + ' is cut'] : []), ...broken.map((word) => 'breaks ' + word)];
})`;
/** Tables whose rows have no heading, those that are typed apart. */
const UNHEADED = `[...document.querySelectorAll('table.stacked')]
  .filter((table) => table.querySelector('tbody :is(th, input:not([type=checkbox]))') === null)
  .map(({ caption }) => caption.textContent)`;
/** Texts of cells of which a part is not shown. */
const CUT = `[...document.querySelectorAll('td *, tbody th *')]
  .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
  .map(({ textContent }) => textContent)`;
/** Tables of which a part is seen by scrolling sideways only. */
const CUT_TABLES = `[...document.querySelectorAll('.table:has(.stacked)')]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  .map((one) => one.ariaLabel)`;
/** Controls of lists and forms that are hard to hit with a finger; links in sentences are as high as their line. */
const SMALL = `[...document.querySelectorAll('main :is(:is(td, th, dd, .hint) a, summary, [type=checkbox])')]
  .filter((one) => one.checkVisibility() && !one.closest('.unseen') && one.getBoundingClientRect().height < 24)
  .map((one) => one.outerHTML.slice(0, 100))`;
/** Lists of facts that are too wide once letters are twice as large. */
const WIDE_FACTS = `(() => {
  document.documentElement.style.fontSize = '200%';
  const wide = [...document.querySelectorAll('.facts')].filter((one) => one.scrollWidth > one.clientWidth);
  document.documentElement.style.fontSize = '';
  return wide.map(({ textContent }) => textContent);
})()`;
/** Controls that can be reached by scrolling sideways only. */
const OUT_OF_SIGHT = `[...document.querySelectorAll('button, summary, a, select, input:not([type=hidden])')]
  .filter((one) => {
    const { left, right, width } = one.getBoundingClientRect();
    return width > 1 && (left < -1 || right > innerWidth + 1);
  })
  .map((one) => one.outerHTML.slice(0, 100))`;

describeWithChromium('console/browser/everyPage')('Every page of the console', () => {
  let office: FilledOffice;
  let browser: Browser;

  beforeAll(async () => {
    office = await fillOffice();
    browser = await openBrowser();
  });

  async function opened(
    name: Member | null,
    viewport: Readonly<{ width: number; height: number }>,
  ): Promise<Page> {
    const page = await openWindow(browser, [], { viewport });
    // The session that sent the files: no other sees their previews.
    if (name !== null) await giveSession(page, office.people[name].cookie());
    return page;
  }

  /** What is wrong with the pages, each finding after its address. */
  async function wrongWith(page: Page, paths: readonly string[]): Promise<readonly string[]> {
    const findings: string[] = [];
    for (const path of paths) {
      const status = (await page.goto(office.service.url + path))?.status();
      if (status !== ([NOWHERE, UNKNOWN_INVITATION].includes(path) ? 404 : 200))
        findings.push(`${path} is ${status}`);
      findings.push(...(await wrongNow(page, path)));
    }
    return findings;
  }

  async function wrongNow(page: Page, path: string): Promise<readonly string[]> {
    await page.evaluate(OPEN_ALL);
    await page.evaluate(AXE);
    await page.emulateMedia({ colorScheme: 'light' });
    const found = await page.evaluate<string[]>(foundBy(null));
    // Only colours differ.
    await page.emulateMedia({ colorScheme: 'dark' });
    const inDark = await page.evaluate<string[]>(foundBy(['color-contrast']));
    const hidden = await page.evaluate<string[]>(OUT_OF_SIGHT);
    const scrolled = await page.evaluate<string[]>(SCROLLED);
    const unheaded = await page.evaluate<string[]>(UNHEADED);
    const isPhone = page.viewportSize()?.width === PHONE.width;
    const small = isPhone ? await page.evaluate<string[]>(SMALL) : [];
    const cut = isPhone ? await page.evaluate<string[]>(CUT_TABLES) : [];
    const wide = isPhone ? await page.evaluate<string[]>(WIDE_FACTS) : [];
    return [
      ...found.map((one) => `${path} ${one}`),
      ...inDark.map((one) => `${path} in dark ${one}`),
      ...(await tooWide(page, path)),
      ...hidden.map((one) => `${path} hides ${one}`),
      ...scrolled.map((one) => `${path} scrolls ${one}`),
      ...unheaded.map((one) => `${path} has no headings of rows in ${one}`),
      ...small.map((one) => `${path} has the small ${one}`),
      ...cut.map((one) => `${path} cuts ${one}`),
      ...wide.map((one) => `${path} is too wide in large letters: ${one}`),
    ];
  }

  async function tooWide(page: Page, path: string): Promise<readonly string[]> {
    const pixels = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    return pixels > 0 ? [`${path} is ${pixels} pixels too wide`] : [];
  }

  /** What is wrong with the questions before an act, which nobody answers. */
  async function wrongWithQuestions(page: Page): Promise<readonly string[]> {
    const asks = async (title: string) => {
      await page.getByRole('heading', { name: title, level: 1 }).waitFor();
      return wrongNow(page, title);
    };
    await page.goto(`${office.service.url}/console/competencias`);
    await press(page.locator('form[action$="/2026-05/fechar"]').first(), 'Fechar');
    const closing = await asks('Fechar 05/2026 de');
    await page.goto(`${office.service.url}/console/conciliacoes?fila=todas`);
    await page.locator('tr[data-item] input').first().check();
    await page.locator('.act-bar summary').click();
    await press(page, 'Reabrir');
    return [...closing, ...(await asks('Reabrir 1 conciliação?'))];
  }

  it('is printed dark on white, also in the dark theme', async () => {
    const page = await opened('mara', DESKTOP);
    const [id = NaN] = office.month.ids;
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    /** From 0, black, to 255. */
    const lightness = (what: string, of: string): Promise<number> =>
      page.evaluate(
        `Math.max(...getComputedStyle(document.querySelector('${what}')).${of}.match(/[0-9]+/g).slice(0, 3))`,
      );
    for (const path of ['/console', '/console/fechamento', pagePath(id)]) {
      await page.goto(office.service.url + path);
      expect(await lightness('body', 'backgroundColor')).toBe(255);
      for (const text of ['h1', 'td, dd', 'th, dt']) expect(await lightness(text, 'color')).toBeLessThan(100);
    }
    // The sum stands after all rows, not at the end of each page.
    const sumPart =
      "[...document.querySelectorAll('th, td')].find((cell) => cell.textContent === 'Soma registrada').closest('tbody, tfoot')";
    expect(await page.evaluate(`getComputedStyle(${sumPart}).display`)).toBe('table-row-group');
    await page.setViewportSize({ width: 718, height: 1_000 });
    await page.goto(`${office.service.url}/console/competencias`);
    const overlaps = `[...document.querySelectorAll('.alike .state')].filter((one) =>
      one.getBoundingClientRect().right > one.closest('td').getBoundingClientRect().right + 1).length`;
    expect(await page.evaluate(overlaps)).toBe(0);
    expect(await page.locator('.menu, .button').filter({ visible: true }).count()).toBe(0);
    // A sheet of A4 is as narrow as some tablets, and has tables nevertheless.
    expect(await page.evaluate("getComputedStyle(document.querySelector('.alike')).display")).toBe('table');
    await page.goto(office.service.url + (office.paths.find((path) => /regras.[0-9]/.test(path)) ?? NOWHERE));
    expect(await page.locator('.rules textarea').filter({ visible: true }).count()).toBeGreaterThan(3);
    await page.goto(`${office.service.url}/console/conciliacoes/itens`);
    const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(paper).toMatch(/MediaBox \[0 0 841/);
    await page.context().close();
  });

  it('tells states apart in forced colours', async () => {
    const page = await opened('mara', DESKTOP);
    await page.emulateMedia({ forcedColors: 'active' });
    await page.goto(`${office.service.url}/console/conciliacoes?fila=todas`);
    const dotOf = (tone: string): Promise<string> =>
      page.evaluate(`getComputedStyle(document.querySelector('.state.${tone}'), '::before').backgroundColor`);
    expect(await dotOf('plain')).not.toBe(await dotOf('idle'));
    await page.context().close();
  });

  it('filters from one row, cuts no item off, and has short cards and the amounts in sight on a phone', async () => {
    const desktop = await opened('mara', DESKTOP);
    for (const path of ['/console/auditoria', '/console/entregas']) {
      await desktop.goto(office.service.url + path);
      const { height } = (await desktop.locator('form.filters').first().boundingBox()) ?? {};
      expect([path, height]).toEqual([path, expect.closeTo(56, -1)]);
    }
    await desktop.goto(`${office.service.url}/console/conciliacoes/itens`);
    expect(await desktop.evaluate(CUT)).toEqual([]);
    await desktop.context().close();
    const [first = NaN] = office.month.ids;
    const typed = await opened('ana', DESKTOP);
    await typed.goto(office.service.url + pagePath(first));
    const heights = `new Set([...document.querySelectorAll('.items td :is(button, input:not([type=checkbox], [type=hidden]))')]
      .map(({ offsetHeight }) => offsetHeight)).size`;
    expect(await typed.evaluate(heights)).toBe(1);
    await typed.context().close();
    const phone = await opened('sol', PHONE);
    await phone.goto(office.service.url + pagePath(first));
    const { y } = (await phone.locator('.amounts').boundingBox()) ?? {};
    expect(y).toBeLessThan(PHONE.height / 3);
    for (const width of [320, 360, 390]) {
      await phone.setViewportSize({ ...PHONE, width });
      const { height } = (await phone.locator('.entries').boundingBox()) ?? {};
      expect([width, height]).toEqual([width, expect.closeTo(57, 0)]);
    }
    // Company and month take one of a card's three lines.
    await phone.setViewportSize({ ...PHONE, width: 360 });
    await phone.goto(`${office.service.url}/console/conciliacoes?fila=todas`);
    const { height = NaN } = (await phone.locator('.account > .phone').first().boundingBox()) ?? {};
    expect(height).toBeLessThan(30);
    await phone.context().close();
  });

  it.each([
    ['a desktop', DESKTOP],
    ['a phone', PHONE],
  ] as const)('is readable by everybody on %s', async (_where, viewport) => {
    const page = await opened('mara', viewport);
    expect(await wrongWith(page, [...office.paths, NOWHERE])).toEqual([]);
    expect(await wrongWithQuestions(page)).toEqual([]);
    await page.context().close();
    const [first = NaN, , , fourth = NaN] = office.month.ids;
    const forms = ['/console', '/console/fechamento', '/console/conciliacoes', pagePath(first), pagePath(fourth)];
    for (const name of ['ana', 'sol', 'auro'] as const) {
      const theirs = await opened(name, viewport);
      const paths = name === 'ana' ? [...forms, ...office.filePaths] : forms;
      expect([name, await wrongWith(theirs, paths)]).toEqual([name, []]);
      await theirs.context().close();
    }
    const nobody = await opened(null, viewport);
    expect(await wrongWith(nobody, ['/console/entrar', UNKNOWN_INVITATION])).toEqual([]);
    await nobody.context().close();
  });

  it('fits tablets and halves of screens', async () => {
    const page = await opened('mara', DESKTOP);
    const findings: string[] = [];
    for (const path of office.paths) {
      await page.goto(office.service.url + path);
      for (const width of [1024, 900, 768, 741, 735, 660]) {
        await page.setViewportSize({ width, height: 800 });
        findings.push(...(await tooWide(page, `${path} at ${width}`)));
        const hard = await page.evaluate<string[]>(HARD_TO_READ);
        findings.push(...hard.map((one) => `${path} at ${width} ${one}`));
      }
    }
    expect(findings).toEqual([]);
    await page.context().close();
    // Fewer entries, which would fit beside the name of the person.
    const theirs = await opened('ana', { width: 1_024, height: 768 });
    await theirs.goto(`${office.service.url}/console`);
    const topOf = async (what: string) => (await theirs.locator(what).first().boundingBox())?.y ?? NaN;
    expect(await topOf('.entries')).toBeGreaterThan((await topOf('.person')) + 20);
    await theirs.context().close();
  });
});
