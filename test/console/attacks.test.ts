// Attacks on the console as a whole, page by page as its links lead: texts that would run, forms of other sites, frames, ids of
// another client, cells that would calculate, e-mails that nobody has. Those on one page are tried beside it.
import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { actPath, pagePath } from '../../src/console/pages/conciliacao/addresses.js';
import { routes } from '../../src/console/routes.js';
import { createPasswords } from '../../src/console/session/passwords.js';
import { signIn } from '../../src/console/session/signIn.js';
import { signedIn, type Browsing } from '../support/console.js';
import { registerLedger } from '../support/ledger.js';
import { releasedMonth, type ReleasedMonth } from '../support/releasedMonth.js';
import { removeDir, startService, temporaryDir, type Service } from '../support/service.js';
import { until } from '../support/until.js';
import { email, registerTeam } from '../support/team.js';
import { monthCsv, sendForm } from '../support/trialBalanceFiles.js';
import { done, OWNERS, upload } from './conciliacao/support.js';

const MARK = 'ataque-7f3a';
const TEXT = `"'><script>alert("${MARK}")</script><img src=x onerror=alert(1)>`;
const FORMULA = `=HYPERLINK("http://x";"${MARK}")`;
/** What a browser would run of them. */
const RUNS = new RegExp(`<script>alert|<img src=x|href="javascript:|="[^"]*"'><`);
const LIST = '/console/conciliacoes';

let service: Service;
let month: ReleasedMonth;
let mara: Browsing;
let stranger: Browsing;
/** Every address that the links of the console lead to, with its page, as an Administrador sees it. */
const pages = new Map<string, string>();

beforeAll(async () => {
  const dataDir = await temporaryDir();
  month = await releasedMonth(dataDir, {
    accounts: 2,
    company: { owners: OWNERS, nomeFantasia: TEXT, razaoSocial: TEXT },
  });
  const other = await registerLedger(dataDir, { ref: 'outra', firstCnpj: 900 });
  await registerTeam(month.cli, dataDir, other);
  const file = join(dataDir, 'mais-gente.json');
  const users = [
    { email: 'texto@acme.com.br', name: TEXT, roles: [{ role: 'PREPARER' }] },
    { email: 'formula@acme.com.br', name: FORMULA, roles: [{ role: 'PREPARER' }] },
  ];
  await writeFile(file, JSON.stringify({ clients: [{ ref: 'acme', users }] }));
  await month.cli.json('apply', file);
  service = await startService({ dataDir });
  mara = await signedIn(service, email('mara'));
  stranger = await signedIn(service, email('mara', 'outra'));
  const [first = NaN, second = NaN] = month.ids;
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
});
afterAll(async () => {
  await service.stop();
  await removeDir(service.dataDir);
});

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
    const names = [
      'companyId',
      'period',
      'status',
      'slaStatus',
      'responsavel',
      'texto',
      'ordem',
      'fila',
      'vez',
      'page',
      'busca',
    ];
    const more = [
      'ate',
      'competencia',
      'de',
      'tipo',
      'quem',
      'webhookId',
      'type',
      'from',
      'to',
      'rota',
      'requestId',
      'chave',
      'formato',
    ];
    const query = new URLSearchParams([...names, ...more].map((name) => [name, TEXT])).toString();
    for (const path of [...pages.keys(), `/console/${encodeURIComponent(TEXT)}`]) {
      const { html, status, headers } = await mara.get(`${path}?${query}`);
      // A file of evidence is what was uploaded, but no page.
      if (headers.get('content-type') === 'application/octet-stream') continue;
      expect([path, status < 500, RUNS.exec(html)?.[0]]).toEqual([path, true, undefined]);
    }
    const typed = {
      email: TEXT,
      nome: TEXT,
      url: TEXT,
      texto: TEXT,
      ato: TEXT,
      para: TEXT,
      voltar: TEXT,
    };
    for (const path of [
      '/console/pessoas',
      '/console/webhooks/novo',
      LIST,
      '/console/empresas/nova',
      '/console/regras/feriados',
    ]) {
      const { html, status } = await mara.post(path, { ...typed, id: String(month.ids[0]) });
      expect([path, status < 500, RUNS.exec(html)?.[0]]).toEqual([path, true, undefined]);
    }
  });
});

describe('Another site', () => {
  const forms = routes.filter(({ method }) => method === 'POST');

  it.each(forms.map(({ path }) => path))(
    'sends no form to %s, also with the token of the session',
    async (pattern) => {
      const path = pattern.replaceAll(/\{\w+\}/g, '1');
      const body = () => new URLSearchParams({ csrf: mara.csrfToken });
      const sent = (headers: Readonly<Record<string, string>>) =>
        fetch(service.url + path, {
          method: 'POST',
          redirect: 'manual',
          body: body(),
          headers: { cookie: mara.cookie(), ...headers },
        });
      const origins = [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { origin: 'https://mau.example' },
        { origin: 'null' },
        {},
      ];
      for (const headers of origins)
        expect([headers, (await sent(headers as Readonly<Record<string, string>>)).status]).toEqual([
          headers,
          403,
        ]);
    },
  );

  it('frames no page, reads none from a cache, and guesses no type', async () => {
    const open = [
      '/console/entrar',
      `/console/convite/${'x'.repeat(43)}`,
      '/console/nada',
      LIST,
      '/console/balancetes/x',
      '/console/auditoria',
    ];
    for (const path of [...open, ...[...pages.keys()].slice(0, 10)]) {
      const { headers } = await mara.get(path);
      const header = (name: string): string => headers.get(name) ?? '';
      expect([path, header('x-frame-options'), header('x-content-type-options'), header('cache-control')]).toEqual(
        [path, 'DENY', 'nosniff', 'no-store'],
      );
      expect([path, header('content-security-policy')]).toEqual([
        path,
        expect.stringContaining("frame-ancestors 'none'"),
      ]);
    }
  });

  it('is nowhere that a form leads to', async () => {
    for (const voltar of [
      'https://mau.example',
      '//mau.example/console',
      '/console/..//mau.example',
      'javascript:alert(1)',
    ]) {
      const listed = await mara.post(LIST, { voltar, ato: 'comment', texto: 'Olá', id: [String(month.ids[1])] });
      expect([voltar, listed.status, listed.location ?? LIST]).toEqual([
        voltar,
        expect.any(Number),
        expect.stringMatching(/^\/console(\/[a-z]|\?|$)/),
      ]);
      expect(listed.html).not.toContain('href="https://mau');
      const theme = await mara.post('/console/tema', {}, { referer: voltar });
      expect([voltar, theme.location]).toEqual([voltar, expect.stringMatching(/^\/console(\/[a-z]|\?|$)/)]);
    }
  });
});

describe('A person of another client', () => {
  it('sees nothing of this one at any address', async () => {
    for (const path of pages.keys()) {
      const { html, status } = await stranger.get(path);
      expect([path, status < 500, html.includes(MARK), html.includes(month.ledger.cnpjs[0] ?? '')]).toEqual([
        path,
        true,
        false,
        false,
      ]);
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

describe('An e-mail that nobody has', () => {
  it('costs as much processor time as a wrong password', async () => {
    const passwords = createPasswords();
    const hash = await passwords.hash('a password');
    const person = { personId: 'ana', clientId: 1, email: 'ana@x.com', name: 'Ana' };
    const deps = {
      people: {
        byEmail: async ([one]: readonly string[]) =>
          one === 'ana@x.com' || one === 'sem@x.com' ? [{ ...person, personId: one.slice(0, 3) }] : [],
      },
      sessions: { attempt: async () => true, succeeded: async () => undefined, count: async () => 1 },
      credentials: {
        passwordOf: async (id: string) => (id === 'ana' ? hash : null),
        record: async () => undefined,
        forgetRecords: async () => undefined,
      },
      passwords,
      registers: {
        workflowOf: () => ({
          users: new Map([
            ['ana', []],
            ['sem', []],
          ]),
        }),
      },
      clock: { now: () => new Date(0), monotonicMs: () => 0 },
    } as unknown as Parameters<typeof signIn>[0];
    const onceCostOf = async (who: string): Promise<number> => {
      const before = process.cpuUsage();
      expect(await signIn(deps, { email: who, password: 'x', address: '::1' })).toEqual({ refused: 'Wrong' });
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    /** The least of ten: what else the process does in the meantime only adds. */
    const costOf = async (who: string): Promise<number> => {
      const costs: number[] = [];
      while (costs.length < 10) costs.push(await onceCostOf(who));
      return Math.min(...costs);
    };
    await costOf('ninguem@x.com'); // makes the hash that nobody has
    const wrong = await costOf('ana@x.com');
    expect(await costOf('ninguem@x.com')).toBeGreaterThan(wrong / 2);
    expect(await costOf('sem@x.com')).toBeGreaterThan(wrong / 2);
  });
});
