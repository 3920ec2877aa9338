// Attacks on the console as a whole, page by page as its links lead: texts that would run, forms of other sites,
// frames, ids of another client, cells that would calculate. Those on one page are tried beside it.
import { describe, expect, it } from '#jest';
import { actPath, pagePath } from '../../src/console/pages/conciliacao/addresses.js';
import { routes } from '../../src/console/routes.js';
import { signedIn } from '../support/console.js';
import { registerLedger } from '../support/ledger.js';
import { releasedMonth } from '../support/releasedMonth.js';
import { startService, temporaryDir } from '../support/service.js';
import { until } from '../support/until.js';
import { email, registerTeam } from '../support/team.js';
import { monthCsv, sendForm } from '../support/trialBalanceFiles.js';
import { does, done, OWNERS, upload } from './conciliacao/support.js';

const MARK = 'ataque-7f3a';
const TEXT = `"'><script>alert("${MARK}")</script><img src=x onerror=alert(1)>`;
const FORMULA = `=HYPERLINK("http://x";"${MARK}")`;
/** What a browser would run of them. */
const RUNS = new RegExp(`<script>alert|<img src=x|href="javascript:|="[^"]*"'><`);
const LIST = '/console/conciliacoes';

/** Every address that the links of the console lead to, with its page, as an Administrador sees it. */
const pages = new Map<string, string>();

const dataDir = await temporaryDir();
const month = await releasedMonth(dataDir, {
  accounts: 2,
  company: { owners: OWNERS, nomeFantasia: TEXT, razaoSocial: TEXT },
});
await registerTeam(month.cli, await registerLedger(dataDir, { ref: 'outra', firstCnpj: 900 }));
const users = [
  { email: 'texto@acme.com.br', name: TEXT, roles: [{ role: 'PREPARER' }] },
  { email: 'formula@acme.com.br', name: FORMULA, roles: [{ role: 'PREPARER' }] },
];
await month.cli.apply({ ref: 'acme', users });
const service = await startService({ dataDir });
const mara = await signedIn(service, email('mara'));
const stranger = await signedIn(service, email('mara', 'outra'));
const [first = NaN, second = NaN] = month.ids;
/** Whose name is such a text. */
const texts = await signedIn(service, 'texto@acme.com.br');
await done(texts, 'start', first);
await done(texts, 'compose', first, {
  descricao_1: TEXT,
  data_1: '31/05/2026',
  valor_1: '1',
  documento_1: TEXT.slice(0, 40),
});
await done(texts, 'adjust', first, { descricao_1: TEXT, valor_1: '-1' });
await done(texts, 'comment', first, { comentario: TEXT });
await texts.upload(actPath(first, 'attach'), upload(TEXT, `${TEXT.replaceAll('/', '')}.html`));
await done(await signedIn(service, 'formula@acme.com.br'), 'comment', second, { comentario: FORMULA });
await mara.post('/console/webhooks/novo', {
  url: `https://x.example/${encodeURIComponent(TEXT)}`,
  'evento-import.failed': 'sim',
});
const cells = monthCsv(month.ledger, {
  headings: [TEXT, 'B1', 'C1', 'D1', 'E1', 'F1'],
  more: [`${TEXT};${TEXT};x;1;1;1`],
});
const fields = { companyId: String(month.ledger.companyIds[0]), period: '2026-06' };
const { location } = await mara.upload(
  '/console/balancetes/enviar',
  sendForm(cells, fields, `${TEXT.replaceAll('/', '')}.csv`),
);
for (const path of ['/console', location ?? '', pagePath(first), pagePath(second)]) await crawl(path);

/** Follows every link within the console, each path once. */
async function crawl(from: string): Promise<void> {
  const open = [from];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const [place = ''] = path.split('?');
    if (pages.has(place) || /^\/console\/(assets|sair)/.test(place)) continue;
    const { html, headers } = await mara.get(path);
    pages.set(place, headers.get('content-type')?.startsWith('text/html') === true ? html : '');
    for (const [, href = ''] of html.matchAll(/href="(\/console[^"#]*)/g))
      open.push(href.replaceAll('&amp;', '&'));
  }
}

describe('A text that would run', () => {
  it('is shown as text on every page that links lead to', () => {
    expect(pages.size).toBeGreaterThan(20);
    for (const [path, html] of pages) expect([path, RUNS.exec(html)?.[0]]).toEqual([path, undefined]);
    expect([...pages.values()].filter((html) => html.includes(MARK)).length).toBeGreaterThan(6);
  });

  it('is shown as text when an address or a form gives it back', async () => {
    const names =
      'companyId period status slaStatus responsavel texto ordem fila vez page busca ate competencia de tipo quem';
    const more = 'webhookId type from to rota requestId chave formato';
    const query = new URLSearchParams(`${names} ${more}`.split(' ').map((name) => [name, TEXT])).toString();
    for (const path of [...pages.keys(), `/console/${encodeURIComponent(TEXT)}`]) {
      const { html, status, headers } = await mara.get(`${path}?${query}`);
      // A file of evidence is what was uploaded, but no page.
      if (headers.get('content-type') === 'application/octet-stream') continue;
      expect([path, status < 500, RUNS.exec(html)?.[0]]).toEqual([path, true, undefined]);
    }
    const id = month.ids[0] ?? NaN;
    const items = { descricao_1: TEXT, data_1: TEXT, valor_1: TEXT, documento_1: TEXT, colado: TEXT };
    const comment = { comentario: TEXT.repeat(60) };
    for (const { html, status } of [
      await does(texts, 'compose', id, items),
      await does(texts, 'ask-documents', id, comment),
    ])
      expect([status, html.includes('&lt;script'), RUNS.exec(html)?.[0]]).toEqual([400, true, undefined]);
    const fields = ['email', 'nome', 'url', 'texto', 'ato', 'para', 'voltar'];
    const typed = Object.fromEntries(fields.map((name) => [name, TEXT]));
    for (const page of ['pessoas', 'webhooks/novo', 'conciliacoes', 'empresas/nova', 'regras/feriados']) {
      const path = `/console/${page}`;
      const { html, status } = await mara.post(path, { ...typed, id: String(month.ids[0]) });
      expect([path, status < 500, RUNS.exec(html)?.[0]]).toEqual([path, true, undefined]);
    }
  });
});

describe('Another site', () => {
  const sent = async (path: string, origin: Readonly<Record<string, string>>): Promise<number> => {
    const body = new URLSearchParams({ csrf: mara.csrfToken });
    const headers = { cookie: mara.cookie(), ...origin };
    return (await fetch(service.url + path, { method: 'POST', redirect: 'manual', body, headers })).status;
  };

  it('sends no form, also with the token of the session', async () => {
    const forms = routes.filter(({ method }) => method === 'POST');
    for (const { path: pattern } of forms) {
      const path = pattern.replaceAll(/\{\w+\}/g, '1');
      expect([path, await sent(path, { 'sec-fetch-site': 'cross-site' })]).toEqual([path, 403]);
    }
  });

  it.each([
    ...['same-site', 'none'].map((site) => ({ 'sec-fetch-site': site })),
    { origin: 'https://mau.example' },
    { origin: 'null' },
    {},
  ])('is whoever sends %j', async (origin) => {
    expect(await sent('/console/tema', origin)).toBe(403);
  });

  it('frames no page, reads none from a cache, and guesses no type', async () => {
    const open = [
      '/console/entrar',
      `/console/convite/${'x'.repeat(43)}`,
      '/console/nada',
      '/console/balancetes/x',
    ];
    const shown = [...pages].filter(([, html]) => html !== '').map(([path]) => path);
    for (const path of [...open, ...shown.slice(0, 10)]) {
      const { headers } = await mara.get(path);
      const header = (name: string): string => headers.get(name) ?? '';
      expect([path, header('x-frame-options'), header('x-content-type-options'), header('cache-control')]).toEqual(
        [path, 'DENY', 'nosniff', 'no-store'],
      );
      expect(header('content-security-policy')).toContain("frame-ancestors 'none'");
    }
  });

  it('is nowhere that a form leads to', async () => {
    const own = expect.stringMatching(/^\/console(\/[a-z]|\?|$)/) as unknown;
    const addresses = ['https://mau.example', '//mau.example/console', '/console/..//mau.example'];
    for (const voltar of [...addresses, 'javascript:alert(1)']) {
      const listed = await mara.post(LIST, { voltar, ato: 'comment', texto: 'Olá', id: [String(month.ids[1])] });
      expect([voltar, listed.location ?? LIST]).toEqual([voltar, own]);
      expect(listed.html).not.toContain('href="https://mau');
      const theme = await mara.post('/console/tema', {}, { referer: voltar });
      expect([voltar, theme.location]).toEqual([voltar, own]);
    }
  });
});

describe('A person of another client', () => {
  it('sees nothing of this one at any address', async () => {
    for (const path of pages.keys()) {
      const { html, status } = await stranger.get(path);
      const shown = [MARK, month.ledger.cnpjs[0] ?? ''].filter((text) => html.includes(text));
      expect([path, status < 500, shown]).toEqual([path, true, []]);
    }
    const company = String(month.ledger.companyIds[0]);
    for (const path of [
      `${LIST}?fila=todas&companyId=${company}`,
      `/console/balancetes?companyId=${company}`,
      `/console/auditoria?companyId=${company}`,
      `/console/auditoria?formato=csv&companyId=${company}`,
      `/console/competencias?companyId=${company}`,
    ])
      expect([path, (await stranger.get(path)).html.includes(MARK)]).toEqual([path, false]);
  });
});

describe('A cell of an export', () => {
  const exported = (format: string) =>
    `/console/auditoria?formato=${format}&companyId=${month.ledger.companyIds[0]}`;

  it('never begins as a formula', async () => {
    let csv = await mara.get(exported('csv'));
    await until(async () => (csv = await mara.get(exported('csv'))).html.includes('HYPERLINK'), 'the event');
    expect(csv.headers.get('content-disposition')).toMatch(/^attachment; /);
    expect(csv.html).toContain(`"'=HYPERLINK(""http://x"";""${MARK}"")"`);
    const cells = csv.html.replace(/^\uFEFF/, '').split(/[;\r\n]+(?=(?:[^"]*"[^"]*")*[^"]*$)/);
    expect(cells.filter((cell) => /^"?[=+@-]/.test(cell) && cell !== '-')).toEqual([]);
  });
});
