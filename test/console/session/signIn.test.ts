// What every page and form of the console has before its own handler: a session, its cookie, the token and origin
// of forms, the headers of pages and the navigation; who made a link to sign in by; and signing in: invitations,
// passwords, guessing, fixation, drafts, the end of sessions.
import { beforeAll, describe, expect, it } from '#jest';
import type { InvitationKind } from '../../../src/domain/clients/events.js';
import {
  invitationOf,
  nobody,
  signedIn,
  teamSignedIn,
  type Browsing,
  type FormValues,
  type Page,
} from '../../support/console.js';
import { registerLedger } from '../../support/ledger.js';
import { commandLine } from '../../support/operator.js';
import { startService, temporaryDir } from '../../support/service.js';
import { as, email, registerTeam } from '../../support/team.js';
import { until } from '../../support/until.js';

const PASSWORD = 'um cavalo correto e uma bateria';
const dataDir = await temporaryDir();
const cli = commandLine(dataDir);
const ledger = await registerLedger(dataDir);
await registerTeam(cli, ledger);
// Behind a proxy, so that each test has an address of its own.
const service = await startService({ dataDir, env: { TRUSTED_PROXIES: '127.0.0.0/8' } });
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
      // A page of another version, while processes are replaced.
      const other = await nobody(service).get(path.replace(/\.[0-9a-f]{12}\./, '.0123456789ab.'));
      expect([other.status, other.headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect(other.headers.get('content-type')).toBe(headers.get('content-type'));
    }
    expect((await mara.get('/console/assets/outro.0123456789ab.css')).status).toBe(404);
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
    await cli.json('users', 'reset', email('ana'));
    await until(async () => (await told(ana)).sentences.length === 2, 'the link of the operator');
    const shown = await told(ana);
    expect(shown.sentences).toEqual([`Mara Administradora ${ofAna}`, `Operador ${ofAna}`]);
    expect((await told(bia)).sentences).toEqual([]);
    expect(await acknowledge(ana, shown.until)).toBe(303);
    expect((await told(ana)).sentences).toEqual([]);
    expect(await acknowledge(ana, shown.until)).toBe(303); // twice changes nothing
  });

  it('made while the page was open is told still, and the first of a person only beside others', async () => {
    await cli.json('users', 'invite', email('bia'), ...as('mara'));
    await until(async () => (await history()).length === 4, 'the first link');
    expect((await told(bia)).sentences).toEqual([]);
    await cli.json('users', 'reset', email('bia'));
    await until(async () => (await told(bia)).sentences.length === 2, 'the second link');
    const { sentences, until: read } = await told(bia);
    expect(sentences[0]).toBe('Mara Administradora gerou um convite para entrar com a sua conta');
    await cli.json('users', 'reset', email('bia'), ...as('mara'));
    await until(async () => (await told(bia)).sentences.length === 3, 'the third link');
    expect(await acknowledge(bia, read)).toBe(303);
    expect((await told(bia)).sentences).toEqual([`Mara Administradora ${ofAna}`]);
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
      'Mara Administradora gerou um link para trocar a senha de Bia Revisora',
      `Bia Revisora ${mine}`,
    ]);
    expect(entries[0]?.data).toEqual({ clientId: 1, personId: ana.personId, kind: 'RESET' });
    const kinds = ['person', 'operator', 'person', 'person', 'operator', 'person', 'person'];
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

let addresses = 0;
/** A browser that nobody is signed in with, at an address of its own. */
function browser(): Readonly<{ browse: Browsing; cookies: Record<string, string>; send: typeof send }> {
  const cookies: Record<string, string> = {};
  const address = `203.0.113.${++addresses}`;
  const browse = nobody(service, cookies);
  const send = (path: string, form: FormValues): Promise<Page> =>
    browse.post(path, form, { 'x-forwarded-for': address });
  return { browse, cookies, send };
}
const send = (path: string, form: FormValues): Promise<Page> => browser().send(path, form);
const enter = (who: string, senha = PASSWORD, more: FormValues = {}) => ({ email: who, senha, ...more });
const failed = (who: string, times: number): Promise<unknown> =>
  Promise.all(Array.from({ length: times }, () => send('/console/entrar', enter(who, 'errada'))));

const invited = (who: string, kind: InvitationKind = 'INVITE'): Promise<string> =>
  invitationOf(service, who, kind);
async function withPassword(who: string): Promise<void> {
  expect((await send(await invited(who), { senha: PASSWORD })).status).toBe(303);
}
const SENTENCE = 'E-mail ou senha incorretos';

describe('An invitation', () => {
  it('lets a person choose a password once, and signs them in', async () => {
    const path = await invited(email('ana'));
    const { browse, send: post } = browser();
    expect((await browse.get(path)).html).toContain(email('ana'));
    const accepted = await post(path, { senha: PASSWORD });
    expect([accepted.status, accepted.location]).toEqual([303, '/console']);
    expect((await browse.get('/console')).html).toContain('Ana Elaboradora');
    for (const page of [await browse.get(path), await post(path, { senha: `${PASSWORD} outra` })])
      expect([page.status, page.html.includes('Link inválido')]).toEqual([404, true]);
    expect((await send('/console/entrar', enter(email('ana')))).location).toBe('/console');
  });

  it('is void once another was made, and unknown ones look the same', async () => {
    const first = await invited(email('bia'));
    const second = await invited(email('bia'));
    const { browse } = browser();
    const unknown = await browse.get(`/console/convite/${'x'.repeat(43)}`);
    expect((await browse.get(first)).html).toBe(unknown.html);
    expect((await browse.get(second)).status).toBe(200);
  });

  it('refuses short, common and endless passwords, and stays valid', async () => {
    const path = await invited(email('bia'));
    for (const [senha, reason] of [
      ['quatorze letra', '15 caracteres'],
      ['senhasenhasenha', 'mais comuns'],
      ['123456789012345', 'mais comuns'],
      ['Qwertyuiopasdfgh', 'mais comuns'],
      ['x'.repeat(257), '256 caracteres'],
    ] as const) {
      const page = await send(path, { senha });
      expect([senha, page.status, page.html.includes(reason)]).toEqual([senha, 422, true]);
    }
    expect((await send(path, { senha: PASSWORD })).status).toBe(303);
  });

  it('to reset a password ends all sessions and the password before', async () => {
    await withPassword(email('caio'));
    const { browse, send: post } = browser();
    await post('/console/entrar', enter(email('caio')));
    expect((await browse.get('/console')).status).toBe(200);
    const path = await invited(email('caio'), 'RESET');
    expect((await browse.get('/console')).status).toBe(200);
    expect((await send(path, { senha: `${PASSWORD} nova` })).status).toBe(303);
    expect((await browse.get('/console')).status).toBe(303);
    expect((await send('/console/entrar', enter(email('caio')))).status).toBe(401);
    expect((await send('/console/entrar', enter(email('caio'), `${PASSWORD} nova`))).status).toBe(303);
  });

  it('to reset a password, once used, lets an account that waits sign in at once', async () => {
    await withPassword(email('caio'));
    await failed(email('caio'), 6);
    expect((await send('/console/entrar', enter(email('caio')))).status).toBe(401);
    expect((await send(await invited(email('caio'), 'RESET'), { senha: `${PASSWORD} nova` })).status).toBe(303);
    expect((await send('/console/entrar', enter(email('caio'), `${PASSWORD} nova`))).status).toBe(303);
  });

  it('is made by the operator and an Administrador of the whole client only', async () => {
    expect((await cli.run('users', 'invite', email('bia'), ...as('ana'))).status).toBe(1);
    const inviting = ['users', 'invite', email('bia'), ...as('mara')];
    const made = await cli.json<{ url: string; expiresAt: string }>(...inviting);
    expect(made).toEqual({
      ok: true,
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:3000\/console\/convite\/[\w-]{43}$/) as unknown,
      expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as unknown,
    });
    expect((await browser().browse.get(new URL(made.url).pathname)).status).toBe(200);
    expect((await cli.run('users', 'reset', email('ninguem'))).stderr).toContain('Usuário não encontrado');
  });
});

describe('Signing in', () => {
  beforeAll(() => withPassword(email('sol')));

  it('says the same of a wrong password, an unknown e-mail and a person without a password', async () => {
    const wrong = await send('/console/entrar', enter(email('sol'), 'errada errada errada'));
    const unknown = await send('/console/entrar', enter(email('ninguem')));
    const without = await send('/console/entrar', enter(email('auro')));
    for (const page of [wrong, unknown, without])
      expect([page.status, page.html.includes(SENTENCE)]).toEqual([401, true]);
    expect(unknown.html.replaceAll(email('ninguem'), '')).toBe(wrong.html.replaceAll(email('sol'), ''));
  });

  it('makes an account wait after five failures, known or not, also for the right password', async () => {
    for (const who of [email('mara'), 'nunca@existiu.com.br']) {
      if (who === email('mara')) await withPassword(who);
      await failed(who, 5);
      const page = await send('/console/entrar', enter(who));
      expect([page.status, page.html.includes(SENTENCE)]).toEqual([401, true]);
    }
  });

  it('is refused to an address that tries too often in a minute', async () => {
    const { send: post } = browser();
    // A minute may end meanwhile: 62 attempts are more than 30 in one of two minutes.
    const tries = Array.from({ length: 62 }, (_, at) => post('/console/entrar', enter(`n${at}@x.com`, 'x')));
    expect((await Promise.all(tries)).map(({ status }) => status)).toContain(429);
  });

  it('gives a new session, whatever the browser came with', async () => {
    const { cookies, send: post, browse } = browser();
    cookies['__Host-sessao'] = 'chosen-by-somebody-else';
    await post('/console/entrar', enter(email('sol')));
    const first = cookies['__Host-sessao'];
    expect(first).toMatch(/^[\w-]{43}$/);
    const former = browse.cookie();
    await post('/console/entrar', enter(email('sol')));
    expect(cookies['__Host-sessao']).not.toBe(first);
    const again = await fetch(`${service.url}/console`, { headers: { cookie: former }, redirect: 'manual' });
    expect(again.status).toBe(303);
  });

  it('sets a cookie that scripts, other sites and plain connections do not get', async () => {
    const { headers } = await send('/console/entrar', enter(email('sol')));
    expect(headers.getSetCookie().find((set) => set.startsWith('__Host-sessao='))).toMatch(
      /^__Host-sessao=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
  });

  it.each([
    ['https://mau.example/console', '/console'],
    ['//mau.example/console', '/console'],
    ['/console/../../x', '/console'],
    ['/console\\@mau.example', '/console'],
    ['/consolemau', '/console'],
    ['/console/sair', '/console'],
    ['javascript:alert(1)', '/console'],
    ['/console/balancetes?period=2026-10', '/console/balancetes?period=2026-10'],
  ])('goes back to %s only where it is of the console', async (voltar, location) => {
    expect((await send('/console/entrar', enter(email('sol'), PASSWORD, { voltar }))).location).toBe(location);
    const page = await browser().browse.get(`/console/entrar?voltar=${encodeURIComponent(voltar)}`);
    expect(page.html).toContain(`name="voltar" value="${location}"`);
  });

  it('refuses a form of another site', async () => {
    const { browse } = browser();
    const page = await browse.post('/console/entrar', enter(email('sol')), { 'sec-fetch-site': 'cross-site' });
    expect(page.status).toBe(403);
  });

  it.each([
    ['escaped', 'email=x%40x.com&senha=senh%E3'],
    ['as they are', Buffer.from('email=x%40x.com&senha=senh\xe3', 'latin1')],
  ])('refuses bytes that are not UTF-8, %s', async (_how, body) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
    const refused = await fetch(`${service.url}/console/entrar`, { method: 'POST', headers, body });
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('não estão em UTF-8')]);
  });

  it('takes a lone % and letters with accents as they are', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
    const body = 'email=100%x&senha=%C3%A3';
    const answer = await fetch(`${service.url}/console/entrar`, { method: 'POST', headers, body });
    expect([answer.status, await answer.text()]).toEqual([401, expect.stringContaining('value="100%x"')]);
  });

  it('shows what was typed as text', async () => {
    const { html } = await send('/console/entrar', enter('"><script>alert(1)</script>', 'x'));
    expect(html).not.toContain('<script>alert');
  });
});

describe('A session', () => {
  it('is ended by the operator, and recorded', async () => {
    const { browse, send: post } = browser();
    await post('/console/entrar', enter(email('sol')));
    expect(await cli.json('users', 'sign-out', email('sol'))).toMatchObject({ ok: true });
    expect((await browse.get('/console')).status).toBe(303);
  });

  it('that ended while a form was filled keeps what was typed until the sign-in', async () => {
    const { browse, send: post, cookies } = browser();
    await post('/console/entrar', enter(email('sol')));
    delete cookies['__Host-sessao'];
    const fields = { comentario: 'digitado "antes"' };
    const late = await browse.post('/console/tema', fields, { referer: `${service.url}/console?x=1` });
    expect(late.status).toBe(401);
    expect(late.html).toContain('o que você preencheu foi guardado');
    const draft = /name="rascunho" value="([^"]*)"/.exec(late.html)?.[1]?.replaceAll('&quot;', '"') ?? '';
    expect(JSON.parse(draft)).toEqual({ page: '/console?x=1', action: '/console/tema', fields, several: {} });
    const back = await post('/console/entrar', enter(email('sol'), PASSWORD, { rascunho: draft }));
    expect(back.location).toBe('/console?x=1');
    expect(cookies['__Host-sessao']).toBeDefined();
  });

  it('that ended at the question before a bulk act comes back to that question, once', async () => {
    const { browse, send: post, cookies } = browser();
    await post('/console/entrar', enter(email('sol')));
    delete cookies['__Host-sessao'];
    const list = '/console/conciliacoes';
    const form = { id: ['7', '8'], ato: 'waive', texto: 'Sem movimento', voltar: `${list}?fila=todas` };
    const late = await browse.post(list, { ...form, confirmado: 'sim' });
    const draft = /name="rascunho" value="([^"]*)"/.exec(late.html)?.[1]?.replaceAll('&quot;', '"') ?? '';
    const { location } = await post('/console/entrar', enter(email('sol'), PASSWORD, { rascunho: draft }));
    const { html } = await browse.get(location ?? '');
    expect(html).toContain('<h1>Dispensar ');
    expect(html).toMatch(/ainda não foi gravado.*name="id" value="7".*name="id" value="8".*>Sem movimento</s);
    const back = `${list}?fila=todas&amp;selecionadas=7.8`;
    expect(html).toContain(`href="${back}"`);
    expect((await browse.get(back.replace('&amp;', '&'))).html).toContain('<h1>Conciliações</h1>');
  });

  it('ends with the person, whose password is erased too', async () => {
    await withPassword(email('alice'));
    const { browse, send: post } = browser();
    await post('/console/entrar', enter(email('alice')));
    expect((await browse.get('/console')).status).toBe(200);
    await cli.json('users', 'erase', email('alice'), '--yes');
    expect((await browse.get('/console')).status).toBe(303);
    expect((await send('/console/entrar', enter(email('alice')))).status).toBe(401);
  });
});
