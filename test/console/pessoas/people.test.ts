// Pessoas, by an Administrador of the whole client: people, roles, links, sessions; nobody of another client.
import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { browsing, signedIn, type Browsing } from '../../support/console.js';
import { registerLedger, type Ledger } from '../../support/ledger.js';
import { commandLine, type CommandLine } from '../../support/operator.js';
import { removeDir, startService, temporaryDir, type Service } from '../../support/service.js';
import { as, email, registerTeam, type Member } from '../../support/team.js';
import { hidden } from '../../support/trialBalanceFiles.js';

const PATH = '/console/pessoas';
let service: Service;
let cli: CommandLine;
let mara: Browsing;
let ana: Browsing;
let foreign: Browsing;
let ledger: Ledger;

beforeAll(async () => {
  const dataDir = await temporaryDir();
  cli = commandLine(dataDir);
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

/** The values of the boxes that a page shows ticked. */
const ticked = (html: string): string[] =>
  [...html.matchAll(/<input[^>]*type="checkbox"[^>]*>/g)]
    .filter(([box]) => box.includes(' checked'))
    .map(([box]) => /value="([^"]*)"/.exec(box)?.[1] ?? '');

/** The address of the form that begins with a person's roles. */
async function pageOf(name: Member, by = mara): Promise<string> {
  const { html } = await by.get(PATH);
  const row = html.split('<tr>').find((each) => each.includes(`>${email(name)}<`)) ?? '';
  return /href="([^"#]+)#cadastro"/.exec(row)?.[1] ?? '';
}

/** That form as it is sent untouched. */
async function formOf(name: Member, by = mara) {
  const { html } = await by.get(await pageOf(name, by));
  const typed = /value="([^"]*)"/.exec(/<input[^>]*name="email"[^>]*>/.exec(html)?.[0] ?? '')?.[1] ?? '';
  return { email: typed, nome: '', antes: hidden(html, 'antes'), papel: ticked(html) };
}

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
    // Without PUBLIC_URL, where the service listens.
    expect(page.html).toContain(`${service.url}/console/convite/`);
    const [, link = ''] = /id="link">([^<]+)</.exec(page.html) ?? [];
    const browser = browsing(service.url, { csrfToken: '', personId: '', sessionId: '', cookies: {} });
    const accepted = await browser.post(new URL(link).pathname, { senha: 'um cavalo correto e pilhas' });
    expect([accepted.status, accepted.location]).toEqual([303, '/console']);
  });

  it('refuses what apply refuses, and shows what was typed again', async () => {
    const { status, html } = await mara.post(PATH, { email: 'nova2@acme.com.br', nome: '', papel: 'PREPARER' });
    expect([status, html.includes('value="nova2@acme.com.br"'), html.includes('note bad')]).toEqual([
      422,
      true,
      true,
    ]);
  });

  it('shows every box that was ticked again, and no other', async () => {
    const papel = ['PREPARER', 'AUDITOR', ...ledger.cnpjs.slice(1).map((cnpj) => `REVIEWER ${cnpj}`)];
    const { html } = await mara.post(PATH, { email: 'nova3@acme.com.br', nome: '', papel });
    expect(ticked(html).sort()).toEqual(papel.sort());
    expect(html).toContain('<details class="field" open>');
  });

  it('refuses a save without roles, and takes no role away', async () => {
    const { status, html } = await mara.post(PATH, { ...(await formOf('caio')), papel: [] });
    expect([status, html.includes('Marque ao menos um papel: nada foi gravado.')]).toEqual([422, true]);
    expect(html).toContain('Aprovador: todas as empresas');
    expect(ticked((await mara.get(await pageOf('caio'))).html)).toEqual(['APPROVER']);
  });

  it('begins with the roles a person has, each with its companies, and a save of them changes nothing', async () => {
    const papel = ['PREPARER', `REVIEWER ${ledger.cnpjs[0]}`, `APPROVER ${ledger.cnpjs[1]}`];
    expect((await mara.post(PATH, { ...(await formOf('alice')), papel })).status).toBe(303);
    const form = await formOf('alice');
    expect([form.email, [...form.papel].sort()]).toEqual([email('alice'), papel.sort()]);
    const shown = (html: string) => html.split('<tr>').find((row) => row.includes('Alice Elaboradora'));
    const before = shown((await mara.get(PATH)).html);
    expect((await mara.post(PATH, form)).status).toBe(303);
    expect(shown((await mara.get(PATH)).html)).toBe(before);
    expect(ticked((await mara.get(`${PATH}?pessoa=${foreign.personId}`)).html)).toEqual([]);
  });

  it('replaces no roles that the form did not begin with, and shows them', async () => {
    const typed = { email: email('auro').toUpperCase(), papel: 'PREPARER' };
    const unseen = await mara.post(PATH, typed);
    expect([unseen.status, unseen.html.includes('Auro Auditor já está nos cadastros')]).toEqual([422, true]);
    expect(ticked(unseen.html)).toEqual(['AUDITOR']);
    const form = await formOf('auro');
    expect((await mara.post(PATH, { ...form, papel: ['AUDITOR', 'PREPARER'] })).status).toBe(303);
    const late = await mara.post(PATH, { ...form, papel: 'AUDITOR' });
    expect([late.status, ticked(late.html)]).toEqual([422, ['PREPARER', 'AUDITOR']]);
  });

  it('takes no person of another client, as one that does not exist', async () => {
    const [theirs, nobody] = [
      await mara.post(`${PATH}/${foreign.personId}/convidar`),
      await mara.post(`${PATH}/00000000-0000-4000-8000-000000000000/convidar`),
    ];
    expect([theirs.status, theirs.html]).toEqual([404, nobody.html]);
    expect((await mara.post(PATH, { email: email('ana', 'outra'), papel: 'AUDITOR' })).status).toBe(422);
  });

  it('tells who is invited, who works and who has no access, and takes the access of a person once asked', async () => {
    const rowOf = async (address: string) => {
      const row = (await mara.get(PATH)).html.split('<tr>').find((each) => each.includes(`>${address}<`)) ?? '';
      return [row.replace(/<[^>]+>/g, ' '), /pessoas\/([0-9a-f-]{36})\/convidar/.exec(row)?.[1] ?? ''] as const;
    };
    const address = 'vinda@acme.com.br';
    expect((await mara.post(PATH, { email: address, nome: 'Vinda Nova', papel: 'PREPARER' })).status).toBe(303);
    const [before, id] = await rowOf(address);
    expect(before).toMatch(/Sem acesso\s+nunca/);
    expect((await mara.post(`${PATH}/${id}/convidar`)).html).toMatch(/data-copy="link" hidden/);
    expect((await rowOf(address))[0]).toContain('Convidado');
    expect((await rowOf('nova@acme.com.br'))[0]).toMatch(/Ativo\s+\d\d\/\d\d\/\d{4}/);

    const bia = await signedIn(service, email('alice'));
    const asked = await mara.post(`${PATH}/${bia.personId}/desativar`);
    expect(asked.html).toContain('<h1>Desativar o acesso de Alice Elaboradora?</h1>');
    expect((await bia.get('/console')).status).toBe(200);
    expect((await mara.post(`${PATH}/${bia.personId}/desativar`, { confirmado: 'sim' })).status).toBe(303);
    expect((await bia.get('/console')).status).toBe(303);
    expect((await rowOf(email('alice')))[0]).toContain('Sem acesso');
    const own = await mara.post(`${PATH}/${mara.personId}/desativar`, { confirmado: 'sim' });
    expect([own.status, own.html.includes('Você não pode desativar o seu próprio acesso')]).toEqual([422, true]);
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

  it('leaves the client an Administrador, also by their own hand and of two at once', async () => {
    const own = await mara.post(PATH, { ...(await formOf('mara')), papel: 'SUPERVISOR' });
    expect([own.status, own.html.includes('Você não pode tirar de si o papel')]).toEqual([422, true]);
    const papel = ['SUPERVISOR', 'MODULE_ADMIN'];
    expect((await mara.post(PATH, { ...(await formOf('sol')), papel })).status).toBe(303);
    const sol = await signedIn(service, email('sol'));
    const forms = { mara: await formOf('mara'), sol: await formOf('sol') };
    expect((await mara.post(PATH, { ...forms.mara, papel: 'SUPERVISOR' })).status).toBe(422);
    const both = await Promise.all([
      sol.post(PATH, { ...forms.mara, papel: 'SUPERVISOR' }),
      mara.post(PATH, { ...forms.sol, papel: 'SUPERVISOR' }),
    ]);
    // Whoever comes second has lost the role meanwhile, or would leave nobody with it.
    const [first = 0, second = 0] = both.map(({ status }) => status).sort();
    expect([first, [403, 422].includes(second)]).toEqual([303, true]);
    const left = both[0]?.status === 303 ? sol : mara;
    expect((await left.get(PATH)).html.split('>Administrador do módulo: todas as empresas<')).toHaveLength(2);

    // The operator may, but not as a person.
    const last = left === mara ? 'mara' : 'sol';
    const file = join(service.dataDir, 'sem-administrador.json');
    const users = [{ email: email(last), roles: [{ role: 'SUPERVISOR' }] }];
    await writeFile(file, JSON.stringify({ clients: [{ ref: ledger.ref, users }] }));
    const refused = await cli.run('apply', file, ...as(last));
    expect([refused.status, refused.stderr.includes('ficaria sem Administrador do módulo')]).toEqual([1, true]);
    await cli.json('apply', file);
  });
});
