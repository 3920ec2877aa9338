// What every page and form of the console has before its own handler: a session, its cookie, the token and origin
// of forms, the headers of pages and the navigation; and who made a link to sign in by: in the log, on the pages
// of its person until they read it, in Auditoria and in `history`.
import { describe, expect, it } from '#jest';
import { as, registerTeam, email } from '../../support/team.js';
import { commandLine } from '../../support/operator.js';
import { startService, temporaryDir } from '../../support/service.js';
import { registerLedger } from '../../support/ledger.js';
import { nobody, signedIn, teamSignedIn, type Browsing } from '../../support/console.js';
import { until } from '../../support/until.js';

const dataDir = await temporaryDir();
const cli = commandLine(dataDir);
const ledger = await registerLedger(dataDir);
await registerTeam(cli, ledger);
const service = await startService({ dataDir });
const { ana, bia, mara } = await teamSignedIn(service, ['ana', 'bia', 'mara']);

describe('A page of the console', () => {
  it('leads to the sign-in, and back to where it was, without a session', async () => {
    expect((await nobody(service).get('/console')).location).toBe('/console/entrar');
    const { status, location } = await nobody(service).get('/console/x?y=1');
    expect([status, location]).toEqual([303, '/console/entrar?voltar=%2Fconsole%2Fx%3Fy%3D1']);
    const head = await fetch(`${service.url}/console`, { method: 'HEAD', redirect: 'manual' });
    expect([head.status, head.headers.get('location')]).toEqual([303, '/console/entrar']);
    const signIn = await nobody(service).get('/console/entrar');
    expect(signIn.html).toContain('Primeiro acesso, ou esqueceu a senha?');
    expect(signIn.html).not.toContain('/console/fechamento');
  });

  it('is shown to a person of a session, with a policy that lets no foreign or inline script run', async () => {
    const { status, html, headers } = await mara.get('/console');
    expect(status).toBe(200);
    expect(html).toMatch(/^<!doctype html><html lang="pt-BR"/);
    expect(html).toContain('<h1>Meu dia</h1>');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'self'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; object-src 'none'",
    );
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(html).not.toMatch(/<script>|style="|onclick=/);
  });

  it('has one text for what does not exist', async () => {
    for (const path of [
      'nada',
      'nada%FF',
      'conciliacoes/%FF',
      'balancetes/1%',
      'fechamento/%C3/2026-05/checklist',
    ]) {
      const { status, html } = await mara.get(`/console/${path}`);
      expect([path, status, html.includes('<h1>Página não encontrada</h1>')]).toEqual([path, 404, true]);
    }
    expect((await nobody(service).get('/console/convite/%FF')).html).toContain('<h1>Link inválido</h1>');
  });

  it('says that its address is wrong where it asks for a page or a format that there is not', async () => {
    const { companyIds } = ledger;
    const lists = ['empresas', 'planos', 'chaves', 'chamadas', 'entregas', 'conciliacoes', 'conciliacoes/itens'];
    const paths = [...lists, 'competencias', `auditoria?companyId=${companyIds[0]}`].map(
      (path) => `/console/${path}`,
    );
    for (const path of paths)
      for (const wrong of ['page=x', 'page=0', 'page=-1', 'page=1.5', 'page=9999999999999999', 'formato=pdf']) {
        const address = `${path}${path.includes('?') ? '&' : '?'}${wrong}`;
        const { status, html } = await mara.get(address);
        expect([address, status, html.includes('<h1>Endereço errado</h1>')]).toEqual([address, 400, true]);
      }
    for (const path of paths) expect([path, (await mara.get(path)).status]).toEqual([path, 200]);
    const rules = await mara.get(`/console/regras/${companyIds[0]}?retroteste=2026-99`);
    expect([rules.status, rules.html]).toEqual([
      400,
      expect.stringContaining('O filtro Em um mês já conciliado tem um valor que não existe.'),
    ]);
  });

  it('names files by their content, which browsers keep for a year', async () => {
    const { html } = await mara.get('/console');
    const files = [...html.matchAll(/"(\/console\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(files).toHaveLength(4);
    for (const path of files) {
      const { status, headers } = await mara.get(path);
      expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    }
  });

  it('answers htmx with its content alone, at the same address', async () => {
    const { html, headers } = await mara.get('/console', { 'hx-request': 'true' });
    expect(html).toMatch(/^<title>Meu dia/);
    expect(headers.get('vary')).toContain('HX-Request');
  });
});

describe('A form of the console', () => {
  it('is refused with another token, or with none', async () => {
    for (const csrf of ['', 'x', `${mara.csrfToken}x`])
      expect((await mara.post('/console/tema', { csrf })).status).toBe(403);
  });

  it('is taken without Sec-Fetch-Site where Origin is this one', async () => {
    const body = new URLSearchParams({ csrf: mara.csrfToken });
    const headers = { cookie: mara.cookie(), origin: service.url };
    const answer = await fetch(`${service.url}/console/tema`, {
      method: 'POST',
      body,
      headers,
      redirect: 'manual',
    });
    expect(answer.status).toBe(303);
  });

  it('changes the theme, which stays', async () => {
    const theme = async () => /name="color-scheme" content="([^"]*)"/.exec((await mara.get('/console')).html)?.[1];
    expect(await theme()).toBe('light dark');
    for (const [tema, shown] of [
      ['escuro', 'dark'],
      ['claro', 'light'],
    ]) {
      const { status, location } = await mara.post('/console/tema', { tema: tema ?? '' });
      expect([status, location, await theme()]).toEqual([303, '/console', shown]);
    }
  });

  it('ignores a notice that its browser sends back changed', async () => {
    const secret = mara.cookie();
    const told = async (notice: unknown): Promise<readonly [number, string]> => {
      const value = Buffer.from(JSON.stringify(notice)).toString('base64url');
      const headers = { cookie: `${secret}; __Host-aviso=${value}` };
      const answer = await fetch(`${service.url}/console`, { headers });
      return [answer.status, /<div id="avisos" role="status">(.*?)<\/div>/s.exec(await answer.text())?.[1] ?? ''];
    };
    const notice = { kind: 'warn', sentence: 'Feito' };
    expect(await told(notice)).toEqual([200, '<div class="note warn">Feito']);
    for (const undo of [1, {}, { action: '/x', fields: null }, { action: '/x', fields: [7] }, { fields: [] }])
      expect([undo, await told({ ...notice, undo })]).toEqual([undo, [200, '']]);
    for (const other of [null, 7, 'x', [notice], { ...notice, kind: 'x' }, { ...notice, sentence: {} }])
      expect([other, await told(other)]).toEqual([other, [200, '']]);
  });

  it('ends the session by Sair', async () => {
    const leaving = await signedIn(service, email('ana'));
    expect((await leaving.get('/console')).status).toBe(200);
    const secret = leaving.cookie();
    expect((await leaving.post('/console/sair')).location).toBe('/console/entrar');
    const kept = await fetch(`${service.url}/console`, { headers: { cookie: secret }, redirect: 'manual' });
    expect(kept.status).toBe(303);
  });
});

/** The texts of the page's head that are marked as where the person is. */
async function here(path: string): Promise<readonly string[]> {
  const { html } = await mara.get(path);
  const [header = ''] = /<header class="console-header">.*?<\/header>/s.exec(html) ?? [];
  return [...header.matchAll(/aria-current="[^"]*"[^>]*>([^<]+)</g)].map(([, text = '']) => text);
}

describe('The navigation', () => {
  it.each([
    ['/console', ['Meu dia']],
    ['/console/fechamento', ['Fechamento']],
    ['/console/conciliacoes', ['Conciliações']],
    ['/console/balancetes/enviar', ['Balancetes']],
    ['/console/pessoas', ['Cadastros', 'Pessoas']],
    ['/console/webhooks/novo', ['Integrações', 'Webhooks']],
    ['/console/ajuda', ['Ajuda']],
    ['/console/nada', []],
  ] as const)('marks at %s where the person is', async (path, marked) => {
    expect(await here(path)).toEqual(marked);
  });

  it('shows no group of which the person opens nothing', async () => {
    const { html } = await ana.get('/console');
    expect(html).not.toContain('Integrações');
    expect(html).not.toContain('/console/pessoas');
    expect(html).toContain('href="/console/empresas"');
  });
});

type Told = Readonly<{ sentences: readonly string[]; until: string }>;
const at = String.raw`Em \d\d/\d\d/\d{4} \d\d:\d\d, `;

/** What a page tells of links. */
async function told(by: Browsing): Promise<Told> {
  const html = (await by.get('/console')).html;
  return {
    sentences: [...html.matchAll(new RegExp(`${at}([^<.]*)\\.`, 'g'))].map(([, sentence = '']) => sentence),
    until: /name="ate" value="([^"]*)"/.exec(html)?.[1] ?? '',
  };
}
const ofAna = 'gerou um link para trocar a sua senha';
const acknowledge = async (by: Browsing, ate: string): Promise<number> =>
  (await by.post('/console/acessos/ciente', { ate })).status;

type Entry = Readonly<{ type: string; sentence: string; data: unknown; actor: Readonly<{ kind: string }> }>;
const history = async (): Promise<readonly Entry[]> =>
  (await cli.json<readonly Entry[]>('history', '--company', String(ledger.companyIds[0]))).filter(({ type }) =>
    type.startsWith('SignInLink'),
  );

describe('A link to sign in by', () => {
  it('is told to its person, with who made it, until they say that they know', async () => {
    expect((await mara.post(`/console/pessoas/${ana.personId}/redefinir`)).status).toBe(200);
    await until(async () => (await told(ana)).sentences.length === 1, 'the link of the console');
    await cli.json('users', 'reset', email('ana'));
    await until(async () => (await told(ana)).sentences.length === 2, 'the link of the operator');
    const shown = await told(ana);
    expect(shown.sentences).toEqual([`Mara Administradora ${ofAna}`, `Operador ${ofAna}`]);
    expect((await told(bia)).sentences).toEqual([]);
    expect(await acknowledge(ana, shown.until)).toBe(303);
    expect((await told(ana)).sentences).toEqual([]);
    expect(await acknowledge(ana, shown.until)).toBe(303); // twice changes nothing
  });

  it('made while the page was open is told still', async () => {
    await cli.json('users', 'invite', email('bia'), ...as('mara'));
    await until(async () => (await told(bia)).sentences.length === 1, 'the first link');
    const { until: read } = await told(bia);
    await cli.json('users', 'reset', email('bia'));
    await until(async () => (await told(bia)).sentences.length === 2, 'the second link');
    expect(await acknowledge(bia, read)).toBe(303);
    expect((await told(bia)).sentences).toEqual([`Operador ${ofAna}`]);
  });

  it('is in `history` and in Auditoria, by who made it for whom, and in the log by ids alone', async () => {
    const entries = await history();
    const mine = 'tomou ciência dos links de acesso gerados para a própria conta';
    expect(entries.map(({ sentence }) => sentence)).toEqual([
      'Mara Administradora gerou um link para trocar a senha de Ana Elaboradora',
      'Operador gerou um link para trocar a senha de Ana Elaboradora',
      `Ana Elaboradora ${mine}`,
      'Mara Administradora gerou um convite para Bia Revisora entrar no console',
      'Operador gerou um link para trocar a senha de Bia Revisora',
      `Bia Revisora ${mine}`,
    ]);
    expect(entries[0]?.data).toEqual({ clientId: 1, personId: ana.personId, kind: 'RESET' });
    const kinds = ['person', 'operator', 'person', 'person', 'operator', 'person'];
    expect(entries.map(({ actor }) => actor.kind)).toEqual(kinds);
    const { html } = await mara.get('/console/auditoria?companyId=0');
    for (const { sentence } of entries) expect(html).toContain(sentence);
    const csv = await mara.get('/console/auditoria?companyId=0&formato=csv&quem=operador');
    expect(csv.html.match(/gerou um link/g)).toHaveLength(2);
    expect((await mara.get('/console/auditoria')).html).toContain('Nenhuma: acessos ao console');
  });

  it('is shown in Auditoria to nobody whose roles do not read what concerns the whole client', async () => {
    expect((await ana.get('/console/auditoria?companyId=0')).status).toBe(404);
    expect((await ana.get('/console/auditoria')).html).not.toContain('acessos ao console');
  });
});
