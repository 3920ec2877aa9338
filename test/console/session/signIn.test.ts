// Signing in, on the running service: invitations, passwords, guessing, fixation, drafts, the end of sessions.
import { beforeAll, describe, expect, it } from '#jest';
import type { InvitationKind } from '../../../src/domain/clients/events.js';
import { invitationOf, nobody, type Browsing, type FormValues, type Page } from '../../support/console.js';
import { registerLedger } from '../../support/ledger.js';
import { commandLine } from '../../support/operator.js';
import { startService, temporaryDir } from '../../support/service.js';
import { as, email, registerTeam } from '../../support/team.js';

const PASSWORD = 'um cavalo correto e uma bateria';
const dataDir = await temporaryDir();
const cli = commandLine(dataDir);
await registerTeam(cli, await registerLedger(dataDir));
// Behind a proxy, so that each test has an address of its own.
const service = await startService({ dataDir, env: { TRUSTED_PROXIES: '127.0.0.0/8' } });

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
