// The page that verifies a dossier in a browser: opened from its file, offline, sharing no code with the service's
// own.
import { beforeAll, expect, it } from '#jest';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openWindow, PHONE } from '../../support/browser.js';
import { dossierMonth, type DossierMonth } from '../../support/dossierMonth.js';
import { shownToAll, withoutPeople } from '../../support/dossierTamperings.js';
import { compressedZips, refusedZips } from '../../support/dossierZips.js';
import { ROOT } from '../../support/guideBlocks.js';
import { describeWithChromium } from '../../support/loudlySkipped.js';
import { temporaryDir } from '../../support/service.js';

const PAGE = join(ROOT, 'docs/verificador.html');
/** Where each read of a file begins. */
const RECORDED_READS = `globalThis.reads = [];
  const slice = Blob.prototype.slice;
  Blob.prototype.slice = function (from, to) { reads.push(from); return slice.call(this, from, to); };`;
const AXE = readFileSync(`${ROOT}node_modules/axe-core/axe.min.js`, 'utf8');
const FOUND = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations
  .filter(({ impact }) => impact === 'serious' || impact === 'critical')
  .map(({ id, nodes: [node] }) => id + ': ' + node.html.slice(0, 200)))`;

describeWithChromium('clients/verificador')('The page that verifies dossiers', () => {
  let dir: string;
  let month: DossierMonth;
  let browser: Browser;
  const faults: string[] = [];
  /** One window for the many files; each is chosen in the page opened anew. */
  let reused: Page;

  beforeAll(async () => {
    dir = await temporaryDir();
    month = await dossierMonth(dir);
    browser = await openBrowser();
    reused = await opened();
  });

  async function opened(options: Parameters<typeof openWindow>[2] = {}, before = ''): Promise<Page> {
    const page = await openWindow(browser, faults, { offline: true, ...options });
    if (before !== '') await page.addInitScript(before);
    await page.goto(pathToFileURL(PAGE).href);
    return page;
  }
  async function verdictOf(file: string): Promise<string> {
    await reused.goto(pathToFileURL(PAGE).href);
    return verdict(reused, file);
  }
  /** What the page says of a file. */
  async function verdict(page: Page, file: string, ...kept: readonly string[]): Promise<string> {
    if (kept.length > 0)
      await page.getByLabel('Checkpoints que você guardou').setInputFiles(kept.map((name) => join(dir, name)));
    await page.getByLabel('Dossiê (.zip)').setInputFiles(join(dir, file));
    const said = page.getByRole('heading', { name: /^(Confere|Confere em parte|Não confere)$/ });
    await said.waitFor();
    return said.innerText();
  }

  it('has no reference outside', () => {
    const html = readFileSync(PAGE, 'utf8');
    expect(html).not.toMatch(/https?:|\ssrc=|@import|url\(/);
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address)).toEqual(['data:,']);
  });

  it('finds a dossier whole, event by event, with the checkpoint that was kept', async () => {
    const page = await opened();
    expect(await verdict(page, 'dossie.zip', 'older.txt')).toBe('Confere');
    expect(await page.getByRole('img', { name: /^não/ }).count()).toBe(0);
    await page.getByText(/de books-1 \(competência fechada\), de .* Atos posteriores não estão neste/).waitFor();
    const events = month.whole.get('events.ndjson')?.toString().split('\n').slice(0, -1) ?? [];
    expect(await page.locator('#events > li').count()).toBe(events.length);
    await page.getByText('arquivo anexado').click();
    await page.getByText(/do log selado, por Ana Elaboradora$/).waitFor();
    await page.getByText('arquivo anexado').click();
    await page.locator('summary', { hasText: 'competência fechada' }).click();
    // The text is made when the row has opened, a task after the click.
    await page.locator('pre', { hasText: '"type": "CompetenceClosed"' }).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
    const another = await opened();
    expect(await verdict(another, 'rotated.zip', 'older.txt')).toBe('Confere');
    await another.context().close();
  });

  it('reads evidence once', async () => {
    const page = await opened({}, RECORDED_READS);
    expect(await verdict(page, 'dossie.zip')).toBe('Confere');
    const zip = readFileSync(join(dir, 'dossie.zip'));
    // The central directory says where it begins.
    const header = zip.readUInt32LE(zip.lastIndexOf('evidence/') - 4);
    const content = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
    const reads = await page.evaluate<number[]>('reads');
    expect(reads.filter((from) => from === content)).toHaveLength(1);
    await page.context().close();
  });

  it('says which kept checkpoint the dossier does not prove, and which shows a fork', async () => {
    const page = await opened();
    expect(await verdict(page, 'dossie.zip', 'newer.txt')).toBe('Confere em parte');
    await page.getByText('newer.txt: não comprovado').waitFor();
    expect(await verdict(page, 'dossie.zip', 'fork.txt')).toBe('Não confere');
    await page.getByText('bifurcado').waitFor();
    await page.context().close();
  });

  it('says that signatures are not verified where the browser has no Ed25519', async () => {
    const none = "crypto.subtle.importKey = () => Promise.reject(new DOMException('', 'NotSupportedError'))";
    const page = await opened({}, none);
    expect(await verdict(page, 'dossie.zip')).toBe('Confere em parte');
    await page.getByText('Este navegador não tem Ed25519').waitFor();
    await page.context().close();
  });

  it('refuses a file that was cut, and one that is no dossier', async () => {
    const page = await opened();
    for (const name of ['cut.zip', 'extrato.pdf']) expect(await verdict(page, name)).toBe('Não confere');
    await page.getByText('extrato.pdf: não é um dossiê inteiro').waitFor();
    await page.context().close();
  });

  it('says in words that events are none', async () => {
    await month.tampered({
      resigned: false,
      tamper: (entries) => entries.set('events.ndjson', Buffer.from('{}\n'.repeat(3))),
    });
    expect(await verdictOf('tampered.zip')).toBe('Não confere');
    await reused.getByText('o conteúdo não é o de um dossiê').first().waitFor();
    expect(await reused.locator('#checks').innerText()).not.toMatch(/undefined|Cannot/);
  });

  it.each(withoutPeople)('finds a dossier whole from which $what was taken out', async (how) => {
    await month.tampered(how);
    expect(await verdictOf('tampered.zip')).toBe('Confere');
  });

  it.each(refusedZips)('refuses in one sentence $what', async ({ zip, says }) => {
    await writeFile(join(dir, 'outro.zip'), zip(month.whole));
    expect(await verdictOf('outro.zip')).toBe('Não confere');
    expect(await reused.locator('#checks li li').allInnerTexts()).toEqual([expect.stringMatching(says)]);
  });

  it.each(compressedZips)('finds a dossier whole also $what', async ({ zip }) => {
    await writeFile(join(dir, 'outro.zip'), zip(month.whole));
    expect(await verdictOf('outro.zip')).toBe('Confere');
  });

  it.each(shownToAll())('shows $what (signed again: $resigned)', async (how) => {
    await month.tampered(how);
    expect(await verdictOf('tampered.zip')).toBe('Não confere');
    expect(await reused.getByRole('img', { name: 'não confere' }).count()).toBeGreaterThan(0);
  });

  it.each([
    ['light', 'a desk', {}],
    ['dark', 'a desk', {}],
    ['light', 'a phone', { viewport: PHONE }],
    ['dark', 'a phone', { viewport: PHONE }],
  ] as const)('is readable by everybody, %s on %s', async (colorScheme, _where, options) => {
    const page = await opened({ colorScheme, ...options, bypassCSP: true });
    for (const file of ['dossie.zip', 'cut.zip']) {
      await verdict(page, file, 'newer.txt');
      await page.evaluate(AXE);
      expect(await page.evaluate(FOUND)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    }
    await page.context().close();
  });
});
