// How people work in different ways in a browser: after the session ended, without JavaScript, by
// keyboard alone, on a phone, through a provider. Runs where there is a Chromium.
import { beforeAll, expect, it } from '#jest';
import type { Browser, Locator, Page, Route } from 'playwright-core';
import { pagePath } from '../../../src/console/pages/conciliacao/addresses.js';
import { OIDC_REFUSED, UNKEPT_SESSION } from '../../../src/messages/console.js';
import { openBrowser, openWindow, OTHER_HOST, PHONE, press, shows, windowOf } from '../../support/browser.js';
import { invitationOf } from '../../support/console.js';
import { freePort } from '../../support/installedServers.js';
import { describeWithChromium } from '../../support/loudlySkipped.js';
import type { ReleasedMonth } from '../../support/releasedMonth.js';
import type { Service } from '../../support/service.js';
import { email } from '../../support/team.js';
import { done, openOffice, type Office } from '../conciliacao/support.js';
import { CLIENT, startOidcProvider, type OidcProvider } from '../session/oidcProvider.js';

const PASSWORD = 'um cavalo correto e uma bateria';
const LIST = '/console/conciliacoes';

describeWithChromium('console/browser/people')('People in a browser', () => {
  let office: Office;
  let service: Service;
  let provider: OidcProvider;
  let month: ReleasedMonth;
  let browser: Browser;
  const faults: string[] = [];
  /** The reconciliations are used in order, one for each test. */
  let next = 0;
  const freshPath = (): string => pagePath(month.ids[next++] ?? NaN);

  beforeAll(async () => {
    provider = await startOidcProvider();
    const port = String(freePort());
    const oidc = { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret };
    const env = { ...oidc, PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` };
    office = await openOffice({ accounts: 10, env });
    ({ service, month } = office);
    browser = await openBrowser();
  });

  const at = (by: Page, path: string) => by.goto(service.url + path);
  const path = (by: Page): string => new URL(by.url()).pathname;
  const windowOfAna = (options = {}) => windowOf(browser, service, email('ana'), faults, options);
  const enter = async (by: Page): Promise<void> => {
    await by.getByLabel('E-mail').fill(email('ana'));
    await by.getByLabel('Senha').fill(PASSWORD);
    await press(by, 'Entrar');
  };
  const forgetSession = (by: Page) => by.context().clearCookies({ name: '__Host-sessao' });
  const composition = (by: Page) => by.locator('form[action*="/composicao"]');
  const state = (by: Page) => by.locator('.state-line');
  const trySave = async (by: Page, description: string): Promise<void> => {
    await composition(by).getByLabel('Descrição, linha 1').fill(description);
    await composition(by).getByLabel('Data, linha 1').fill('31/05/2026');
    await composition(by).getByLabel('Valor, linha 1').fill('0,00');
    await press(composition(by), 'Salvar composição');
  };
  /** Saving begins the elaboration. */
  const save = async (by: Page, description: string): Promise<void> => {
    await trySave(by, description);
    await shows(by.locator('#avisos'), 'Composição salva.');
  };

  it('are told before they type a password where their browser would not keep the session', async () => {
    const ana = await openWindow(browser);
    for (const [host, isTold] of [
      ['127.0.0.1', false],
      [OTHER_HOST, true],
    ] as const) {
      await ana.goto(`${service.url.replace('127.0.0.1', host)}/console/entrar`);
      await ana.waitForLoadState();
      expect(await ana.getByText(UNKEPT_SESSION).isVisible()).toBe(isTold);
    }
  });

  it('whose session ended while they typed find it again after the password', async () => {
    const ana = await openWindow(browser, faults);
    await at(ana, await invitationOf(service, email('ana')));
    await ana.getByLabel('Senha').fill(PASSWORD);
    await press(ana, 'Criar senha');
    const page = freshPath();
    await at(ana, page);
    await composition(ana).getByLabel('Descrição, linha 1').fill('Extrato <b>"maio"</b>');
    await forgetSession(ana);
    await press(composition(ana), 'Salvar composição');
    await shows(ana, 'o que você preencheu foi guardado');
    await enter(ana);
    await ana.waitForURL(service.url + page);
    expect(await composition(ana).getByLabel('Descrição, linha 1').inputValue()).toBe('Extrato <b>"maio"</b>');
    const reminder = composition(ana).getByText('está aqui de novo, mas ainda não foi gravado');
    const { y = -1 } = (await reminder.boundingBox()) ?? {};
    expect(y > 0 && y < 800).toBe(true);
  });

  it('whose session ended find it again after the provider, which their invitation binds them to', async () => {
    provider.is('bia-1');
    const bia = await openWindow(browser, faults);
    await at(bia, await invitationOf(service, email('bia')));
    await bia.getByRole('link', { name: 'Usar a conta da organização' }).click();
    expect(await bia.locator('main').innerText()).toContain('Bia Revisora');
    await press(bia, 'Sou essa pessoa: ligar a conta');
    await bia.waitForURL(`${service.url}/console`);
    expect(await bia.locator('.person-name').innerText()).toBe('Bia Revisora');
    const page = freshPath();
    await at(bia, page);
    await bia.getByLabel('Novo comentário').fill('Falta o extrato de maio');
    await forgetSession(bia);
    await press(bia, 'Comentar');
    await bia.getByRole('link', { name: 'Entrar com a conta da organização' }).click();
    await bia.waitForURL(service.url + page);
    expect(await bia.getByLabel('Novo comentário').inputValue()).toBe('Falta o extrato de maio');
    await press(bia, 'Comentar');
    await shows(bia.locator('article.comment'), 'Falta o extrato de maio');
    expect(await bia.getByLabel('Novo comentário').inputValue()).toBe('');
  });

  it('whom the provider refuses find what they typed after the password', async () => {
    const ana = await windowOfAna();
    const page = freshPath();
    await at(ana, page);
    await ana.getByLabel('Novo comentário').fill('Falta o extrato de abril');
    await forgetSession(ana);
    await press(ana, 'Comentar');
    provider.is('somebody-unknown');
    await ana.getByRole('link', { name: 'Entrar com a conta da organização' }).click();
    await shows(ana, OIDC_REFUSED);
    await enter(ana);
    await ana.waitForURL(service.url + page);
    expect(await ana.getByLabel('Novo comentário').inputValue()).toBe('Falta o extrato de abril');
  });

  it('whose session ended while an uploaded file was on its way are asked to sign in', async () => {
    const ana = await windowOfAna();
    const page = freshPath();
    await at(ana, page);
    await forgetSession(ana);
    await ana
      .getByLabel('Anexar arquivo')
      .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') });
    await ana.getByText('A sessão terminou.').waitFor();
  });

  it('without JavaScript sign in, filter, elaborate with evidence, submit, and change the theme', async () => {
    const ana = await openWindow(browser, faults, { javaScriptEnabled: false });
    await at(ana, `${LIST}?fila=todas`);
    await enter(ana);
    expect(path(ana)).toBe(LIST);
    const code = month.ledger.accounts[next]?.code ?? '';
    await ana.getByRole('searchbox').fill(code);
    await ana.getByRole('searchbox').press('Enter');
    await ana.waitForURL((url) => url.searchParams.get('texto') === code);
    expect(await ana.locator('tr[data-item]').count()).toBe(1);
    await ana.locator('tr[data-item] a').first().click();
    expect(path(ana)).toBe(freshPath());
    await ana.locator('#colado-compose').fill('Entrada\t01/05/2026\t10,00\nSaída\t02/05/2026\t-10,00');
    await press(composition(ana), 'Salvar composição');
    await ana
      .getByLabel('Anexar arquivo')
      .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') });
    await press(ana, 'Anexar');
    await ana.getByRole('link', { name: 'a.txt' }).waitFor();
    await press(ana, 'Enviar');
    await shows(state(ana), 'Bia Revisora');
    await ana.locator('.person-name').click();
    await press(ana, 'Tema escuro');
    expect(await ana.locator('meta[name=color-scheme]').getAttribute('content')).toBe('dark');
    await ana.locator('.person-name').click();
    await press(ana, 'Sair');
    expect(path(ana)).toBe('/console/entrar');
  });

  it('whose save is refused, as after one in another window, see why wherever they had scrolled', async () => {
    const ana = await windowOfAna({ viewport: { width: 1280, height: 500 } });
    const page = freshPath();
    await at(ana, page);
    const other = await ana.context().newPage();
    await at(other, page);
    await save(other, 'Da outra janela');
    await trySave(ana, 'Desta janela');
    const refusal = ana.getByText('Você já mudou a conciliação, em outra janela ou com outro clique.');
    await refusal.waitFor();
    const { y = -1 } = (await refusal.boundingBox()) ?? {};
    expect(y > 0 && y < 500).toBe(true);
    await ana.context().close();
  });

  it('whose words in a menu are refused, as another acted meanwhile, see them still', async () => {
    const sol = await windowOf(browser, service, email('sol'), faults);
    const page = freshPath();
    await at(sol, page);
    await done(await office.signIn(email('ana')), 'comment', Number(page.split('/').at(-1)));
    await sol.locator('.act-bar summary').click();
    const words = sol.locator('.act-bar').getByLabel('Justificativa').first();
    await words.fill('Conta sem movimento');
    await press(sol, 'Dispensar');
    await sol.getByText('Confira e envie de novo.').waitFor();
    expect([await words.isVisible(), await words.inputValue()]).toEqual([true, 'Conta sem movimento']);
    await sol.context().close();
  });

  it('who press again while the answer is slow send once', async () => {
    const ana = await windowOfAna();
    await ana.clock.install();
    await at(ana, freshPath());
    const held: Route[] = [];
    await ana.route('**/comentar*', (route) => held.push(route));
    await ana.locator('#campo-comentario').fill('Uma vez');
    await press(ana, 'Comentar');
    await ana.clock.fastForward(60_000);
    await press(ana, 'Comentar');
    for (const route of held) await route.continue();
    await shows(ana.locator('#avisos'), 'Comentário registrado.');
    await ana.reload();
    expect(await ana.locator('article.comment').count()).toBe(1);
    await ana.context().close();
  });

  it('whose form is refused are at the field, or where the reason is told', async () => {
    const mara = await windowOf(browser, service, email('mara'), faults, {
      viewport: { width: 1280, height: 400 },
    });
    await at(mara, '/console/pessoas');
    const typed = mara.getByRole('main').getByLabel('E-mail');
    await typed.fill('ana@acme');
    await mara.getByLabel('Elaborador', { exact: true }).check();
    await press(mara, 'Salvar');
    const reason = mara.locator('.field').getByText('E-mail: informe um e-mail válido');
    await mara.locator('[name="email"]:focus').waitFor();
    const colourOf = (what: string) =>
      mara.evaluate<string>(`getComputedStyle(document.querySelector('${what}')).color`);
    expect(await colourOf('.field .bad')).not.toBe(await colourOf('.hint'));
    await mara.getByLabel('Elaborador', { exact: true }).uncheck();
    const seen = async (what: Locator): Promise<boolean> => {
      const { y = -1 } = (await what.boundingBox()) ?? {};
      return y > 0 && y < 400;
    };
    expect(await seen(reason)).toBe(true);
    await press(mara, 'Salvar');
    expect(await seen(mara.getByText('Marque ao menos um papel'))).toBe(true);
    await mara.context().close();
  });

  it('by keyboard alone skip the navigation, find a reconciliation, comment and submit it', async () => {
    const ana = await windowOfAna();
    const { keyboard } = ana;
    const page = freshPath();
    await at(ana, `${LIST}?fila=todas`);
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    expect(await ana.evaluate('document.activeElement.id')).toBe('conteudo');
    await keyboard.press('?');
    await ana.getByRole('dialog').waitFor();
    await keyboard.press('Escape');
    await keyboard.press('/');
    await keyboard.type(month.ledger.accounts[next - 1]?.code ?? '');
    await ana.getByText('1 conciliação', { exact: true }).waitFor();
    await keyboard.press('Escape');
    expect(await ana.evaluate('document.activeElement.id')).toBe('conteudo');
    await keyboard.press('j');
    await keyboard.press('Enter');
    await ana.waitForURL(`${service.url}${page}?*`);

    /** To the element, as Tab goes. */
    const tabTo = async (selector: string): Promise<void> => {
      for (let pressed = 0; pressed < 120; pressed++) {
        if (await ana.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`)) return;
        await keyboard.press('Tab');
      }
      throw new Error(`Tab never came to ${selector}`);
    };
    await tabTo('form[action*="/comentar"] textarea');
    await keyboard.type('Sem movimento: j k x ? /');
    await keyboard.press('Control+Enter');
    await ana.getByText('Sem movimento: j k x ? /').first().waitFor();
    await tabTo('form[action*="/enviar"] button');
    await keyboard.press('Enter');
    await shows(state(ana), 'Bia Revisora');

    await at(ana, `${LIST}?fila=minhas`);
    await keyboard.press('j');
    await keyboard.press('x');
    await tabTo('.act-bar button[value="submit"]');
    await keyboard.press('Enter');
    await ana.getByRole('heading', { name: 'Enviar 1 conciliação?' }).waitFor();
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await shows(ana.locator('#avisos'), 'Enviar: 1 feita');
  });

  it('on a phone work a reconciliation with no page wider than it', async () => {
    const ana = await windowOfAna({ viewport: PHONE, hasTouch: true, isMobile: true });
    const isTooWide = () => ana.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');
    const page = freshPath();
    await at(ana, LIST);
    expect(await isTooWide()).toBe(false);
    await ana.locator(`a[href^="${page}?"]`).first().tap();
    await ana.waitForURL(`${service.url}${page}?*`);
    await save(ana, 'Extrato');
    expect(await isTooWide()).toBe(false);
    await ana.getByRole('button', { name: 'Enviar', exact: true }).tap();
    await shows(state(ana), 'Bia Revisora');
  });

  it('see no complaint of a script or of the policy', () => {
    expect(faults).toEqual([]);
  });
});
