// Pessoas, by an Administrador of the whole client: people, roles, links, sessions; nobody of another client.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { browsing, signedIn, type Browsing } from '../../support/console.js';
import { registerLedger, type Ledger } from '../../support/ledger.js';
import { commandLine } from '../../support/operator.js';
import { removeDir, startService, temporaryDir, type Service } from '../../support/service.js';
import { email, registerTeam } from '../../support/team.js';

const PATH = '/console/pessoas';
let service: Service;
let mara: Browsing;
let ana: Browsing;
let foreign: Browsing;
let ledger: Ledger;

beforeAll(async () => {
  const dataDir = await temporaryDir();
  const cli = commandLine(dataDir);
  ledger = await registerLedger(dataDir, { companies: 3 });
  await registerTeam(cli, dataDir, ledger);
  await registerTeam(cli, dataDir, await registerLedger(dataDir, { ref: 'outra', firstCnpj: 50 }));
  service = await startService({ dataDir });
  mara = await signedIn(service, email('mara'));
  ana = await signedIn(service, email('ana'));
  foreign = await signedIn(service, email('ana', 'outra'));
});
afterAll(async () => {
  await service.stop();
  await removeDir(service.dataDir);
});

describe('An address that only takes a form', () => {
  it('leads to the page it belongs to, and one that takes nothing is not found', async () => {
    const { status, location } = await mara.get(`${PATH}/${ana.personId}/convidar`);
    expect([status, location]).toEqual([303, PATH]);
    expect((await mara.get('/console/sair')).location).toBe('/console');
    expect((await mara.get(`${PATH}/${ana.personId}/nada`)).status).toBe(404);
  });
});

describe('Pessoas', () => {
  it('shows the client’s people with their roles, and nobody of another client', async () => {
    const { status, html } = await mara.get(PATH);
    expect([status, html.includes('<h1>Pessoas</h1>'), html.includes('Bia Revisora')]).toEqual([200, true, true]);
    expect(html).toContain('Revisor: todas as empresas');
    expect(html).not.toContain('@outra.com.br');
  });

  it('is for an Administrador of the whole client', async () => {
    expect((await ana.get(PATH)).status).toBe(403);
    expect((await ana.get('/console')).html).not.toContain(PATH);
    expect((await ana.post(`${PATH}/${ana.personId}/convidar`)).status).toBe(403);
    expect((await ana.post(PATH, { email: email('ana'), papel: 'MODULE_ADMIN' })).status).toBe(403);
  });

  it('registers a person with roles, who enters by the link', async () => {
    const nova = 'nova@acme.com.br';
    const saved = await mara.post(PATH, {
      email: nova,
      nome: 'Nova <b>Pessoa</b>',
      papel: ['PREPARER', 'REVIEWER'],
    });
    expect([saved.status, saved.location]).toEqual([303, PATH]);
    const { html } = await mara.get(PATH);
    expect(html).toContain('Nova &lt;b>Pessoa');
    const [, id = ''] = /Nova[^]*?\/console\/pessoas\/([0-9a-f-]{36})\/convidar/.exec(html) ?? [];
    const page = await mara.post(`${PATH}/${id}/convidar`);
    const [, link = ''] = /id="link">([^<]+)</.exec(page.html) ?? [];
    const browser = browsing(service.url, { csrfToken: '', personId: '', sessionId: '', cookies: {} });
    const accepted = await browser.post(new URL(link).pathname, { senha: 'um cavalo correto e pilhas' });
    expect([accepted.status, accepted.location]).toEqual([303, '/console']);
  });

  it('refuses what apply refuses, and shows what was typed again', async () => {
    const { status, html } = await mara.post(PATH, { email: 'nova2@acme.com.br', nome: '', papel: 'PREPARER' });
    expect([status, html.includes('value="nova2@acme.com.br"'), html.includes('alert-danger')]).toEqual([
      422,
      true,
      true,
    ]);
  });

  it('shows every box that was ticked again, and no other', async () => {
    const empresas = ledger.cnpjs.slice(1);
    const { html } = await mara.post(PATH, {
      ...{ email: 'nova3@acme.com.br', nome: '', papel: ['PREPARER', 'AUDITOR'], empresas },
    });
    const ticked = [...html.matchAll(/<input[^>]*type="checkbox"[^>]*>/g)]
      .filter(([box]) => box.includes(' checked'))
      .map(([box]) => /value="([^"]*)"/.exec(box)?.[1]);
    expect(ticked).toEqual(['PREPARER', 'AUDITOR', ...empresas]);
  });

  it('takes no person of another client, as one that does not exist', async () => {
    const [theirs, nobody] = [
      await mara.post(`${PATH}/${foreign.personId}/convidar`),
      await mara.post(`${PATH}/00000000-0000-4000-8000-000000000000/convidar`),
    ];
    expect([theirs.status, theirs.html]).toEqual([404, nobody.html]);
    expect((await mara.post(PATH, { email: email('ana', 'outra'), papel: 'AUDITOR' })).status).toBe(422);
  });

  it('ends the sessions of a person, and tells of it', async () => {
    const bia = await signedIn(service, email('bia'));
    expect((await bia.get('/console')).status).toBe(200);
    await mara.post(`${PATH}/${bia.personId}/encerrar`);
    expect((await bia.get('/console')).status).toBe(303);
    const { html } = await mara.get(PATH);
    expect([html.includes('1 sessão de Bia Revisora encerrada.'), html.includes('Sessões encerradas')]).toEqual([
      true,
      true,
    ]);
  });
});
