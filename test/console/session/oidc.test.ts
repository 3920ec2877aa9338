// Single sign-on at a provider: what binds an account, what does not, and what an answer of the provider must be.
import { beforeAll, beforeEach, describe, expect, it } from '#jest';
import { invitationOf, nobody, type Browsing, type Page } from '../../support/console.js';
import { freePort } from '../../support/installedServers.js';
import { registerLedger } from '../../support/ledger.js';
import { commandLine } from '../../support/operator.js';
import { startService, temporaryDir } from '../../support/service.js';
import { email, registerTeam } from '../../support/team.js';
import { hidden } from '../../support/trialBalanceFiles.js';
import { CLIENT, emailOf, startOidcProvider, type OidcProvider } from './oidcProvider.js';

const provider = await startOidcProvider();
const dataDir = await temporaryDir();
await registerTeam(commandLine(dataDir), await registerLedger(dataDir));
const port = String(freePort());
const oidc = { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret };
const env = { ...oidc, PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}`, OIDC_ONLY: 'true' };
const service = await startService({ dataDir, env });

const browser = (cookies?: Record<string, string>): Browsing => nobody(service, cookies);

/**
 * Follows to the provider and back.
 * @param change of the address that the provider returns to
 * @param by who returns
 */
async function through(browse: Browsing, path: string, change?: (back: URL) => void, by = browse): Promise<Page> {
  const leaving = await browse.get(path);
  const answer = await fetch(leaving.location ?? '', { redirect: 'manual' });
  const back = new URL(answer.headers.get('location') ?? '');
  change?.(back);
  return by.get(back.pathname + back.search, { 'sec-fetch-site': 'cross-site' });
}
const BIND = '/console/oidc/vincular';
/** Sends the form of a page that asks whether to bind the account. */
const confirm = (browse: Browsing, page: Page): Promise<Page> =>
  browse.post(BIND, { csrf: hidden(page.html, 'csrf') });
const bound = async (browse: Browsing, who: string): Promise<Page> =>
  confirm(browse, await through(browse, await beginPath(who)));
const beginPath = async (who: string): Promise<string> =>
  `/console/oidc/entrar?convite=${(await invitationOf(service, who)).split('/').at(-1) ?? ''}`;

describe('An account of the provider', () => {
  it('is bound to a person by their invitation once it was confirmed, and then signs them in', async () => {
    provider.is('ana-1');
    const first = browser();
    const asked = await through(first, await beginPath(email('ana')));
    expect(asked.status).toBe(200);
    for (const shown of ['Ana Elaboradora', email('ana'), emailOf('ana-1'), 'ana-1'])
      expect(asked.html).toContain(shown);
    expect((await confirm(first, asked)).location).toBe('/console');
    expect((await first.get('/console')).html).toContain('Ana Elaboradora');
    const later = browser();
    const entered = await through(later, '/console/oidc/entrar?voltar=/console/competencias');
    expect(entered.location).toBe('/console/competencias');
    expect((await later.get('/console')).html).toContain('Ana Elaboradora');
  });

  it('is bound by no GET: whoever follows another’s link is asked, and stays who they are', async () => {
    provider.is('duda-1');
    const victim = browser();
    await through(victim, await beginPath(email('bia')));
    expect((await victim.get('/console')).status).toBe(303);
    expect((await through(browser(), '/console/oidc/entrar')).status).toBe(401);
  });

  it('is bound by the form of the page that asked alone, in its browser, and once', async () => {
    provider.is('bia-0');
    const browse = browser();
    const asked = await through(browse, await beginPath(email('bia')));
    expect((await confirm(browse, { ...asked, html: '' })).status).toBe(403);
    expect((await confirm(browser(), asked)).status).toBe(404);
    const form = { csrf: hidden(asked.html, 'csrf') };
    expect((await browse.post(BIND, form, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await browse.get('/console')).status).toBe(303);
    expect((await confirm(browse, asked)).location).toBe('/console');
    expect((await confirm(browse, asked)).status).toBe(404);
  });

  it('that is bound to nobody enters nowhere', async () => {
    provider.is('somebody');
    const browse = browser();
    expect((await through(browse, '/console/oidc/entrar')).status).toBe(401);
    expect((await browse.get('/console')).status).toBe(303);
  });

  it('that is another person’s uses no invitation up', async () => {
    provider.is('ana-1');
    const path = await beginPath(email('bia'));
    expect((await through(browser(), path)).status).toBe(404);
    provider.is('bia-1');
    const browse = browser();
    expect((await confirm(browse, await through(browse, path))).location).toBe('/console');
  });
});

describe('An answer of the provider', () => {
  beforeEach(() => provider.is('ana-1'));

  it('is refused in another browser than the one that asked', async () => {
    const other = browser();
    expect((await through(browser(), '/console/oidc/entrar', undefined, other)).status).toBe(401);
    expect((await other.get('/console')).status).toBe(303);
  });

  type Wrong = Readonly<{
    param?: readonly [name: string, value: string];
    of?: Parameters<OidcProvider['is']>[1];
  }>;
  it.each<readonly [what: string, wrong: Wrong]>([
    ['another state', { param: ['state', 'x'] }],
    ['another code', { param: ['code', 'x'] }],
    ['another issuer', { param: ['iss', 'https://mau.example'] }],
    ['an error', { param: ['error', 'access_denied'] }],
    ['a nonce that nobody asked for', { of: { nonce: 'x' } }],
    ['a key that the provider does not publish', { of: { foreignKey: true } }],
  ])('is refused with %s', async (_what, { param, of }) => {
    provider.is('ana-1', of);
    const browse = browser();
    const change = (back: URL): void => param && back.searchParams.set(...param);
    expect((await through(browse, '/console/oidc/entrar', change)).status).toBe(401);
    expect((await browse.get('/console')).status).toBe(303);
  });

  it('that is refused leaves the way to the page that was asked for open', async () => {
    const browse = browser();
    const page = '/console/conciliacoes?fila=todas&page=2';
    const begin = `/console/oidc/entrar?voltar=${encodeURIComponent(page)}`;
    const denied = await through(browse, begin, (back) => back.searchParams.set('error', 'access_denied'));
    expect(denied.status).toBe(401);
    const again = /href="(\/console\/oidc\/entrar[^"]*)"/.exec(denied.html)?.[1] ?? '';
    expect((await through(browse, again)).location).toBe(page);
  });

  it('leads back to addresses of the console only', async () => {
    const path = `/console/oidc/entrar?voltar=${encodeURIComponent('https://mau.example/console')}`;
    expect((await through(browser(), path)).location).toBe('/console');
  });
});

describe('A form that is sent after its session had ended', () => {
  const PEOPLE = '/console/pessoas';
  const signIn = `/console/oidc/entrar?voltar=${PEOPLE}`;
  const typed = 'Digitada "antes" & <depois>';
  const shown = 'value="Digitada &quot;antes&quot; &amp; &lt;depois>"';

  beforeAll(async () => {
    provider.is('mara-1');
    expect((await bound(browser(), email('mara'))).location).toBe('/console');
  });

  /** @returns the cookies of a browser whose form waits */
  async function sentTooLate(): Promise<Record<string, string>> {
    const cookies: Record<string, string> = {};
    const form = { email: 'nova@acme.com.br', nome: typed };
    const late = await browser(cookies).post(PEOPLE, form, { referer: service.url + PEOPLE });
    expect([late.status, late.html.includes('o que você preencheu foi guardado')]).toEqual([401, true]);
    return cookies;
  }
  const formAt = async (browse: Browsing): Promise<boolean> => (await browse.get(PEOPLE)).html.includes(shown);

  it('is shown with what was typed after the sign-in at the provider', async () => {
    const browse = browser(await sentTooLate());
    expect((await through(browse, signIn)).location).toBe(PEOPLE);
    expect(await formAt(browse)).toBe(true);
    expect((await through(browse, signIn)).location).toBe(PEOPLE);
    expect(await formAt(browse)).toBe(false); // once
  });

  it('is shown to nobody in another browser, or who begins at another page', async () => {
    const cookies = await sentTooLate();
    const other = browser();
    await through(other, signIn);
    expect(await formAt(other)).toBe(false);
    const elsewhere = browser(cookies);
    expect((await through(elsewhere, '/console/oidc/entrar')).location).toBe('/console');
    expect(await formAt(elsewhere)).toBe(false);
  });

  it('opens no session by what finds it', async () => {
    const { '__Host-rascunho': secret = '' } = await sentTooLate();
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect((await browser({ '__Host-sessao': secret }).get(PEOPLE)).status).toBe(303);
    const signedIn: Record<string, string> = {};
    await through(browser(signedIn), signIn);
    const swapped = browser({ '__Host-rascunho': signedIn['__Host-sessao'] ?? '' });
    await through(swapped, signIn);
    expect((await browser(signedIn).get(PEOPLE)).status).toBe(200);
  });
});

/** What the log has of sign-ins that the provider did not let happen. */
const reasons = ({ lines }: Readonly<{ lines: readonly unknown[] }>) =>
  (lines as readonly Readonly<{ msg?: string; reason?: string }>[])
    .filter(({ msg }) => msg === 'no sign-in at the provider of OIDC_ISSUER')
    .map(({ reason }) => reason);

it.each([
  [{ OIDC_CLIENT_SECRET: 'errado' }, /: invalid_grant$/],
  [{ OIDC_ISSUER: `http://127.0.0.1:${freePort()}` }, /: ECONNREFUSED$/],
])('With %o nobody signs in, and the log says why, without secrets', async (wrong, reason) => {
  provider.is('ana-1');
  const ownPort = String(freePort());
  const own = { ...env, PORT: ownPort, PUBLIC_URL: `http://127.0.0.1:${ownPort}`, ...wrong };
  const other = await startService({ dataDir: await temporaryDir(), env: own });
  const browse = nobody(other);
  const { status, location } = await browse.get('/console/oidc/entrar');
  if (status === 303) {
    const back = new URL((await fetch(location ?? '', { redirect: 'manual' })).headers.get('location') ?? '');
    expect((await browse.get(back.pathname + back.search)).status).toBe(401);
  } else expect(status).toBe(503);
  await other.stop();
  expect(reasons(other)).toEqual([expect.stringMatching(reason)]);
  expect(JSON.stringify(other.lines)).not.toMatch(/errado|segredo-do-teste/);
});

describe('OIDC_ONLY', () => {
  it('shows and takes no password', async () => {
    const browse = browser();
    const page = await browse.get('/console/entrar');
    expect(page.html).not.toContain('name="senha"');
    expect(page.html).not.toContain('esqueceu a senha');
    expect(page.html).toContain('conta da organização');
    const entered = await browse.post('/console/entrar', { email: email('ana'), senha: 'x'.repeat(20) });
    expect(entered.status).toBe(404);
    const invitation = await invitationOf(service, email('caio'));
    expect((await browse.get(invitation)).html).not.toContain('name="senha"');
    expect((await browse.post(invitation, { senha: 'um cavalo correto e pilhas' })).status).toBe(404);
    expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${provider.issuer};`);
  });
});
