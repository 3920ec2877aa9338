// The console on the stores whose addresses are set, over two API processes and a projector of its own: a person's
// requests go to either of them, as a balancer sends them.
import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { browsing, type Browsing, type FormValues, type Page } from '../support/console.js';
import { commandLine } from '../support/operator.js';
import { email, registerTeam, type Member } from '../support/team.js';
import { hidden, monthCsv, sendForm } from '../support/trialBalanceFiles.js';
import { until } from '../support/until.js';
import type { Ledger } from '../support/ledger.js';
import type { Service } from '../support/service.js';
import { isSet, openRealStores, VARIABLES, type RealStores } from './stores.js';

const given = VARIABLES.filter(isSet);
if (given.length > 0) describe(`the console on ${given.join(', ')}`, consoleInProcesses);
else describe('the console', () => it.skip(`needs one of ${VARIABLES.join(', ')}`, () => undefined));

const PASSWORD = 'um cavalo correto e uma bateria';
const SENTENCE = 'E-mail ou senha incorretos';
const LIST = '/console/conciliacoes';
const PERIOD = '2026-05';

/** One browser, whose requests go to one process or the other. */
type Person = Readonly<{ at: readonly [Browsing, Browsing]; cookies: Record<string, string> }>;

function consoleInProcesses(): void {
  let stores: RealStores;
  let services: readonly [Service, Service];
  let ledger: Ledger;
  let [ana, sol] = [] as unknown as [Person, Person];
  const asOperator = <Result>(...args: string[]) => commandLine(stores.folder, stores.env).json<Result>(...args);
  const emailOf = (name: Member): string => email(name, ledger.ref);

  beforeAll(async () => {
    stores = await openRealStores();
    await stores.start('projector');
    ledger = await stores.register();
    await registerTeam(commandLine(stores.folder, stores.env), ledger);
    services = [await stores.start('api'), await stores.start('api')];
    [ana, sol] = [person(), person()];
  }, 600_000);
  afterAll(() => stores.close());

  function person(cookies: Record<string, string> = {}): Person {
    const at = (service: Service): Browsing =>
      browsing(service.url, { csrfToken: '', personId: '', sessionId: '', cookies });
    return { at: [at(services[0]), at(services[1])], cookies };
  }
  async function invite(kind: 'invite' | 'reset', name: Member): Promise<string> {
    const { url } = await asOperator<{ url: string }>('users', kind, emailOf(name));
    return new URL(url).pathname;
  }
  /** A form of a page, with its token, sent to one of the processes. */
  async function send(by: Browsing, page: string, action: string, form: FormValues = {}): Promise<Page> {
    const { html } = await by.get(page);
    return by.post(action, { csrf: hidden(html, 'csrf'), ...form });
  }
  const enter = (by: Browsing, name: Member, senha = PASSWORD): Promise<Page> =>
    by.post('/console/entrar', { email: emailOf(name), senha });
  const isSignedIn = async (by: Browsing): Promise<boolean> => (await by.get('/console/ajuda')).status === 200;

  it('opens an invitation in one process and accepts it in the other, once in all', async () => {
    const path = await invite('invite', 'ana');
    const [one, other] = ana.at;
    expect((await one.get(path)).html).toContain(emailOf('ana'));
    expect(await other.post(path, { senha: PASSWORD })).toMatchObject({ status: 303, location: '/console' });
    for (const by of [one, other]) expect((await by.get('/console')).html).toContain('Ana Elaboradora');
    for (const { at } of [person(), person()]) for (const by of at) expect((await by.get(path)).status).toBe(404);
  });

  it('takes a session begun by either process in both, and its end', async () => {
    const second = person();
    expect(await enter(second.at[0], 'ana')).toMatchObject({ status: 303 });
    for (const by of second.at) expect(await isSignedIn(by)).toBe(true);
    const stolen = person({ ...second.cookies });
    expect((await send(second.at[1], '/console', '/console/sair')).status).toBe(303);
    for (const by of [...second.at, ...stolen.at]) expect(await isSignedIn(by)).toBe(false);
    for (const by of ana.at) expect(await isSignedIn(by)).toBe(true);
  });

  it('imports in one process what was sent to the other, and shows it in each at once', async () => {
    const [one, other] = ana.at;
    const { html } = await one.get('/console/balancetes/enviar');
    const form = sendForm(monthCsv(ledger), { companyId: String(ledger.companyIds[0]), period: PERIOD });
    form.set('csrf', hidden(html, 'csrf'));
    const sent = await one.upload('/console/balancetes/enviar', form);
    expect(sent.status).toBe(303);
    const staged = sent.location ?? '';
    const preview = await other.get(staged);
    expect(preview.html).toContain(`${ledger.accounts.length} no arquivo`);
    for (const by of person().at) expect((await by.get(staged)).status).toBe(303);
    const done = await send(other, staged, `${staged}/importar`, { previa: hidden(preview.html, 'previa') });
    expect(done.location).toMatch(/^\/console\/balancetes\/\d+$/);
    const version = await one.get(done.location ?? '');
    expect([version.status, version.html.includes('<h1>Balancete')]).toEqual([200, true]);
    for (const by of ana.at) expect((await by.get(staged)).status).toBe(404);
  });

  it('shows to a session what it wrote, whichever process it asks next', async () => {
    await sol.at[1].post(await invite('invite', 'sol'), { senha: PASSWORD });
    let release = '';
    const isListed = async (): Promise<boolean> => {
      const { html } = await sol.at[0].get('/console/balancetes');
      return (release = /action="([^"]+\/liberar)"/.exec(html)?.[1] ?? '') !== '';
    };
    await until(isListed, 'what another person imported');
    const { html: asked } = await send(sol.at[1], '/console/balancetes', release);
    const form = { csrf: hidden(asked, 'csrf'), confirmado: hidden(asked, 'confirmado') };
    expect((await sol.at[1].post(release, form)).status).toBe(303);
    const list = await sol.at[0].get(`${LIST}?fila=todas`);
    expect(list.html).toContain(`>${ledger.accounts.length} conciliações<`);
    const ids = [...list.html.matchAll(/name="id" value="(\d+)"/g)].map(([, id]) => Number(id));
    for (const [at, id] of ids.slice(0, 6).entries()) {
      const [writes, reads] = at % 2 === 0 ? sol.at : [sol.at[1], sol.at[0]];
      const comentario = `Conferido em ${id}`;
      const page = `${LIST}/${id}`;
      expect((await send(writes, page, `${page}/comentar`, { comentario })).status).toBe(303);
      expect((await reads.get(page)).html).toContain(comentario);
    }
  });

  it('tells the second to act what was done meanwhile in the other process', async () => {
    const list = await sol.at[0].get(`${LIST}?fila=todas`);
    const page = `${LIST}/${/name="id" value="(\d+)"/.exec(list.html)?.[1] ?? ''}`;
    const act = (by: Browsing, html: string, name: string, form: FormValues = {}) =>
      by.post(`${page}/${name}`, { csrf: hidden(html, 'csrf'), revisao: hidden(html, 'revisao'), ...form });
    const before = await ana.at[0].get(page);
    const shown = await sol.at[1].get(page);
    const waived = await act(sol.at[1], shown.html, 'dispensar', { justificativa: 'Sem saldo relevante' });
    expect(waived.status).toBe(303);
    const late = await act(ana.at[0], before.html, 'iniciar');
    expect([late.status, late.html.includes('Sol Supervisora')]).toEqual([409, true]);
  });

  it('counts wrong passwords over all processes', async () => {
    const [one, other] = person().at;
    for (let at = 0; at < 5; at++)
      expect((await enter(at % 2 === 0 ? one : other, 'ana', `${PASSWORD} errada`)).html).toContain(SENTENCE);
    for (const by of [one, other]) expect((await enter(by, 'ana')).html).toContain(SENTENCE);
  });

  it('ends every session of a person who chooses a new password, and by command', async () => {
    const path = await invite('reset', 'sol');
    const again = person();
    expect((await again.at[0].post(path, { senha: `${PASSWORD} nova` })).status).toBe(303);
    for (const by of sol.at) expect(await isSignedIn(by)).toBe(false);
    for (const by of again.at) expect(await isSignedIn(by)).toBe(true);
    await asOperator('users', 'sign-out', emailOf('sol'));
    for (const by of again.at) expect(await isSignedIn(by)).toBe(false);
  });

  it('keeps sessions when a process is killed and another takes its place', async () => {
    await services[0].kill();
    const next = await stores.start('api');
    services = [next, services[1]];
    const moved = person(ana.cookies);
    for (const by of moved.at) await until(() => isSignedIn(by), 'the session');
  });

  it('gives an Auditor the dossier of a closed month, the same in each process, which verifies', async () => {
    const companyId = String(ledger.companyIds[0]);
    await asOperator('close', '--company', companyId, '--period', PERIOD, '--yes');
    const auro = person();
    await auro.at[0].post(await invite('invite', 'auro'), { senha: PASSWORD });
    const one = await dossierOf(0);
    const other = await dossierOf(1);
    expect(one.equals(other)).toBe(true);
    const path = join(stores.folder, 'dossie.zip');
    await writeFile(path, one);
    expect(await asOperator('verify-dossier', path)).toMatchObject({ ok: true, problems: [] });

    async function dossierOf(at: 0 | 1): Promise<Buffer> {
      const page = `/console/auditoria?companyId=${companyId}`;
      let html = '';
      const isOffered = async (): Promise<boolean> =>
        (html = (await auro.at[at].get(page)).html).includes('Baixar dossiê');
      await until(isOffered, 'the closing');
      const answer = await fetch(`${services[at].url}/console/auditoria/dossies/${companyId}/${PERIOD}`, {
        method: 'POST',
        headers: { cookie: auro.at[at].cookie(), 'sec-fetch-site': 'same-origin' },
        body: new URLSearchParams({ csrf: hidden(html, 'csrf') }),
      });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
      return Buffer.from(await answer.arrayBuffer());
    }
  });
}
