// Pessoas, by an Administrador of the whole client: people, roles, links, sessions; nobody of another client.
import { beforeAll, describe, expect, it } from '#jest';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nobody, partOf, rowOf, signedIn, type Browsing, type Page } from '../../support/console.js';
import { registerLedger, type Ledger } from '../../support/ledger.js';
import { commandLine, type CommandLine } from '../../support/operator.js';
import { as, email, registerTeam, type Member } from '../../support/team.js';
import { hidden } from '../../support/trialBalanceFiles.js';
import { reconciliationStates } from '../../../src/domain/reconciliation/states.js';
import { daysFrom } from '../../../src/messages/deadlines.js';
import { until } from '../../support/until.js';
import { openPeople } from '../../../src/app/stores.js';
import { serviceOfFile } from '../../support/serviceOfFile.js';
import { releaseLines } from '../../support/releasedMonth.js';

const PATH = '/console/pessoas';
const service = serviceOfFile();
let cli: CommandLine;
let mara: Browsing;
let ana: Browsing;
let foreign: Browsing;
let ledger: Ledger;

service.needs(async (dataDir) => {
  cli = commandLine(dataDir);
  ledger = await registerLedger(dataDir, { companies: 5 });
  await registerTeam(cli, ledger);
  await registerTeam(cli, await registerLedger(dataDir, { ref: 'outra', firstCnpj: 50 }));
});
beforeAll(async () => {
  mara = await signedIn(service, email('mara'));
  ana = await signedIn(service, email('ana'));
  foreign = await signedIn(service, email('ana', 'outra'));
});

/** The values of the boxes that a page shows ticked. */
const ticked = (html: string): string[] =>
  [...html.matchAll(/<input[^>]*type="checkbox"[^>]*>/g)]
    .filter(([box]) => box.includes(' checked'))
    .map(([box]) => /value="([^"]*)"/.exec(box)?.[1] ?? '');

/** The address of the form that begins with a person's roles. */
async function pageOf(name: Member, by = mara): Promise<string> {
  const { html } = await by.get(PATH);
  return /href="([^"#]+)#cadastro"/.exec(rowOf(html, email(name)))?.[1] ?? '';
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
    expect(html).toMatch(
      /Revisor<\/label><span class="hint" id="dica-papel-REVIEWER">revisa e encaminha, ou devolve</,
    );
    expect(html).toContain('name="papel" value="REVIEWER" aria-describedby="dica-papel-REVIEWER"');
    expect(html).toMatch(/<th scope="row"[^>]*>Bia Revisora</);
    expect(html).not.toContain('@outra.com.br');
  });

  it('names three companies of a role and tells how many more there are, which an export has', async () => {
    const papel = ledger.cnpjs.map((cnpj) => `PREPARER ${cnpj}`);
    await mara.post(PATH, { email: 'muitas@acme.com.br', nome: 'Muitas', papel });
    const row = rowOf((await mara.get(PATH)).html, 'muitas@acme.com.br');
    expect(row).toContain(`${ledger.cnpjs[2]} Ltda e mais 2<`);
    expect(row).not.toContain(`${ledger.cnpjs[3]} Ltda`);
    const { html } = await mara.get(`${PATH}?formato=csv`);
    for (const cnpj of ledger.cnpjs) expect(html).toContain(`${cnpj} Ltda`);
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
    const accepted = await nobody(service).post(new URL(link).pathname, { senha: 'um cavalo correto e pilhas' });
    expect([accepted.status, accepted.location]).toEqual([303, '/console']);
  });

  it('refuses what apply refuses, and shows again what was typed, every box that was ticked and no other', async () => {
    const papel = ['PREPARER', 'AUDITOR', ...ledger.cnpjs.slice(1).map((cnpj) => `REVIEWER ${cnpj}`)];
    const { status, html } = await mara.post(PATH, { email: 'nova3@acme.com.br', nome: '', papel });
    expect(status).toBe(422);
    for (const shown of ['value="nova3@acme.com.br"', 'note bad']) expect(html).toContain(shown);
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

  it('saves the roles of one of two who change them at the same moment, and shows them to the other', async () => {
    const elsewhere = await signedIn(service, email('mara'));
    for (const common of ['APPROVER', 'SUPERVISOR']) {
      const form = await formOf('auro');
      const wanted = [
        [common, 'PREPARER'],
        [common, 'REVIEWER'],
      ];
      const answers = await Promise.all(
        [mara, elsewhere].map((by, at) => by.post(PATH, { ...form, papel: wanted[at] ?? [] })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([303, 422]);
      const saved = wanted[answers.findIndex(({ status }) => status === 303)];
      const refused = answers.find(({ status }) => status === 422);
      expect(ticked(refused?.html ?? '').sort()).toEqual(saved?.toSorted());
      expect((await formOf('auro')).papel.sort()).toEqual(saved?.toSorted());
    }
  });

  it('tells who is invited, who works and who has no access, and takes the access of a person once asked', async () => {
    const personAt = async (address: string) => {
      const row = rowOf((await mara.get(PATH)).html, address);
      return [row.replace(/<[^>]+>/g, ' '), /pessoas\/([0-9a-f-]{36})\/convidar/.exec(row)?.[1] ?? ''] as const;
    };
    const address = 'vinda@acme.com.br';
    expect((await mara.post(PATH, { email: address, nome: 'Vinda Nova', papel: 'PREPARER' })).status).toBe(303);
    const [before, id] = await personAt(address);
    expect(before).toMatch(/Sem acesso\s+nunca/);
    expect((await mara.post(`${PATH}/${id}/convidar`)).html).toMatch(/data-copy="link" hidden/);
    expect((await personAt(address))[0]).toContain('Convidado');
    const [active, invited] = await personAt('nova@acme.com.br');
    expect(active).toMatch(/Ativo\s+\d\d\/\d\d\/\d{4}.*Redefinir senha/);
    expect(invited).toBe('');

    const bia = await signedIn(service, email('alice'));
    const asked = await mara.post(`${PATH}/${bia.personId}/desativar`);
    expect(asked.html).toContain('<h1>Desativar o acesso de Alice Elaboradora?</h1>');
    expect((await bia.get('/console')).status).toBe(200);
    expect((await mara.post(`${PATH}/${bia.personId}/desativar`, { confirmado: 'sim' })).status).toBe(303);
    expect((await bia.get('/console')).status).toBe(303);
    expect((await personAt(email('alice')))[0]).toContain('Sem acesso');
    const own = await mara.post(`${PATH}/${mara.personId}/desativar`, { confirmado: 'sim' });
    expect([own.status, own.html.includes('Você não pode desativar o seu próprio acesso')]).toEqual([422, true]);
  });

  it('ends the sessions of a person, and tells of it', async () => {
    const bia = await signedIn(service, email('bia'));
    expect((await bia.get('/console')).status).toBe(200);
    await mara.post(`${PATH}/${bia.personId}/encerrar`);
    expect((await bia.get('/console')).status).toBe(303);
    const { html } = await mara.get(PATH);
    for (const told of ['1 sessão de Bia Revisora encerrada.', 'Sessões encerradas']) expect(html).toContain(told);
  });

  it('tells who has access after thousands of records, and since when it knows of no sign-in', async () => {
    const { people, credentials } = openPeople({ dataDir: service.dataDir }, null);
    const { personId } = ana;
    const [clientId = 0] = (await people.byId([personId])).map((person) => person.clientId);
    const account = { issuer: 'https://entrada.exemplo.com.br', subject: 'ana' };
    await credentials.add({ personId, passwordHash: null, accounts: [account] });
    const record = { personId, clientId, act: 'FAILED', address: null } as const;
    for (let at = 0; at < 2_000; at++) await credentials.record({ ...record, atMs: Date.now() + at });
    await people.close();
    const row = rowOf((await mara.get(PATH)).html, email('ana')).replace(/<[^>]+>/g, ' ');
    expect(row).toMatch(/Ativo\s+antes de\s+\d\d\/\d\d\/\d{4}/);
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

// Meu dia by role, over HTTP.
describe('The work of a person', () => {
  let cli: CommandLine;
  let ledger: Ledger;

  const shown = async (name: Member): Promise<Page> =>
    (await signedIn(service, email(name, 'dia'))).get('/console');
  const account = (at: number): string => ledger.accounts[at]?.code ?? '';
  const act = (name: Member, id: number, what: string, ...more: readonly string[]) =>
    cli.json('reconciliations', 'do', what, '--id', String(id), ...as(name, 'dia'), ...more);

  service.needs(async (dataDir) => {
    cli = commandLine(dataDir);
    ledger = await registerLedger(dataDir, { ref: 'dia', firstCnpj: 20, companies: 1, accounts: 14 });
    const owners = [{ reviewer: email('bia', 'dia'), approver: email('caio', 'dia') }];
    await registerTeam(cli, ledger, { owners });
    const lines = ledger.accounts.map(({ code }) => `${code};0,00;0,00;1,00;-1,00`);
    const of = ['--company', String(ledger.companyIds[0]), '--period', '2026-04'];
    const [first, second] = await releaseLines(cli, dataDir, { of, lines });
    for (const row of [first, second]) await act('sol', row?.id ?? 0, 'assign', '--to', email('ana', 'dia'));
    await act('ana', first?.id ?? 0, 'start');
    const items = join(dataDir, 'itens.json');
    await writeFile(items, JSON.stringify([{ description: 'Extrato', date: '2026-04-30', amount: '-1.00' }]));
    await act('ana', first?.id ?? 0, 'compose', '--items', items);
    await act('ana', first?.id ?? 0, 'submit');
    await act('bia', first?.id ?? 0, 'open');
    await act('bia', first?.id ?? 0, 'return', '--comment', 'Falta o <extrato> do banco');
  });

  service.needs(async (dataDir) => {
    const many = await registerLedger(dataDir, { ref: 'atrasos', firstCnpj: 30, companies: 1, accounts: 2_004 });
    const preparer = email('ana', 'atrasos');
    const owners = many.accounts.slice(-3).map(({ code }) => ({ codigo: code, preparer }));
    await registerTeam(commandLine(dataDir), many, { owners });
    const lines = many.accounts.map(({ code }) => `${code};0,00;0,00;1,00;-1,00`);
    const of = ['--company', String(many.companyIds[0]), '--period', '2026-04'];
    await releaseLines(commandLine(dataDir), dataDir, { of, lines });
  });

  describe('Meu dia', () => {
    it('shows an Elaborador what was returned with its words, and what waits, with age and reason', async () => {
      const page = await shown('ana');
      const returned = partOf(page, 'Devolvidas a mim');
      expect(returned).toContain(account(0));
      expect(returned).toContain('Bia Revisora: “Falta o &lt;extrato> do banco”');
      const waiting = partOf(page, 'Esperam por mim');
      expect(waiting).toContain(account(1));
      expect(waiting).not.toContain(account(0));
      expect(waiting).toContain(reconciliationStates.NOT_STARTED.waits);
      expect(waiting).toMatch(/class="state bad">há \d+ dias</);
      expect(page.html).toMatch(/Esperam por mim<\/dt><dd><a [^>]*>2</);
      expect(page.html).toMatch(/Devolvidas<\/dt><dd><a class="warn" href="#devolvidas">1</);
      expect(page.html).toMatch(/Atrasadas<\/dt><dd><a class="bad"[^>]*>2</);
      expect(partOf(page, 'Atrasadas por pessoa')).toBe('');
    });

    it('leads to all that wait where there are more than it shows', async () => {
      const sol = await signedIn(service, email('sol', 'dia'));
      const { html } = await sol.get('/console');
      const [, href = ''] = /<a href="([^"]*)">Ver todas as 12</.exec(html) ?? [];
      expect((await sol.get(href.replaceAll('&amp;', '&'))).html).toContain('12 conciliações');
      expect((await shown('ana')).html).not.toContain('Ver todas as');
    });

    it.each(['bia', 'sol', 'mara'] as const)('shows %s who is late with how many', async (who) => {
      const late = partOf(await shown(who), 'Atrasadas por pessoa');
      expect(late).toMatch(/Ana Elaboradora<\/a><small>Elaborador.*?<\/svg> ?2</s);
      expect(late).toContain('Ninguém');
    });

    it('opens from the name exactly the late ones of the person, or of nobody', async () => {
      const sol = await signedIn(service, email('sol', 'dia'));
      const late = partOf(await sol.get('/console'), 'Atrasadas por pessoa');
      const rows = [...late.matchAll(/href="([^"]*responsavel=[^"]*)">\s*([^<]*?)\s*<.*?<\/svg> ?(\d+)/gs)];
      expect(rows.map(([, , name, count]) => [name, count])).toEqual([
        ['Ninguém ainda', '12'],
        ['Ana Elaboradora', '2'],
      ]);
      for (const [, href = '', , count] of rows)
        expect((await sol.get(href.replaceAll('&amp;', '&'))).html).toContain(`${count} conciliações`);
    });

    it('counts all that are late, however many', async () => {
      const sol = await signedIn(service, email('sol', 'atrasos'));
      const late = partOf(await sol.get('/console'), 'Atrasadas por pessoa');
      const rows = [...late.matchAll(/responsavel=[^>]*>\s*([^<]*?)\s*<.*?<\/svg> ?([\d.]+)/gs)];
      expect(rows.map(([, name, count]) => [name, count])).toEqual([
        ['Ninguém ainda', '2.001'],
        ['Ana Elaboradora', '3'],
      ]);
    });

    it('tells who has nothing to do what to do next', async () => {
      const page = await shown('alice');
      expect(partOf(page, 'Esperam por mim')).toMatch(/Nada espera por você agora\..*Ver todas as conciliações/s);
    });

    it('shows the Administrador what blocks closing, and the Auditor what was closed', async () => {
      const blocking = partOf(await shown('mara'), 'O que impede o fechamento');
      expect(blocking).toMatch(/Em conciliação<\/span>.*vez=abertas">14</s);
      expect(blocking).toContain('04/2026');
      const before = partOf(await shown('auro'), 'Fechadas por último');
      expect(before).toContain('Nenhuma competência foi fechada ainda.');
      const mara = await signedIn(service, email('mara', 'dia'));
      await mara.post(`/console/competencias/${ledger.companyIds[0]}/2026-04/fechar`, { confirmado: 'sim' });
      expect(partOf(await shown('auro'), 'Fechadas por último')).toContain('a concluir');
      expect(partOf(await shown('auro'), 'Esperam por mim')).toBe('');
    });
  });

  describe('Avisos', () => {
    const notices = async (name: Member) => {
      const by = await signedIn(service, email(name, 'dia'));
      const rows = (await by.get('/console/avisos')).html.split('<tr').slice(2);
      return { rows, total: (await by.get('/console/avisos/total')).html };
    };

    it('tell an Elaborador what was returned, once, and what is late, and count them', async () => {
      const { rows, total } = await notices('ana');
      expect(rows).toHaveLength(2);
      expect(rows[0]).toContain('>Devolvida<');
      expect(rows[0]).toContain(account(0));
      expect(rows[0]).toContain('Bia Revisora: “Falta o &lt;extrato> do banco”');
      expect(rows[1]).toContain('>Atrasada<');
      expect(total).toBe('<strong id="contagem">2</strong>');
      expect((await notices('auro')).total).toBe('');
    });

    it('tell who is mentioned by name in a comment, until they act there; nobody else', async () => {
      const of = ['--company', String(ledger.companyIds[0])];
      const listed = await cli.json<readonly { id: number }[]>('reconciliations', 'list', ...of);
      const id = listed[5]?.id ?? 0;
      await act('sol', id, 'comment', '--comment', 'Veja com a @bia revisora e o banco@caio.com <b>');
      const isTold = async () => (await notices('bia')).rows.some((row) => row.includes('>Mencionou você<'));
      await until(isTold);
      const { rows } = await notices('bia');
      const mentions = rows.filter((row) => row.includes('>Mencionou você<'));
      expect(mentions).toEqual([expect.stringContaining(account(5))]);
      expect(rows.join('')).toContain('Sol Supervisora: “Veja com a @bia revisora e o banco@caio.com &lt;b>”');
      for (const other of ['caio', 'sol', 'ana'] as const)
        expect((await notices(other)).rows.join('')).not.toContain('Mencionou');
      await act('bia', id, 'comment', '--comment', 'Visto');
      await until(async () => !(await isTold()));
    });
  });

  describe('A deadline', () => {
    it.each([
      ['2026-11-10T02:59:59.999Z', 'há 15 dias'],
      ['2026-11-24T02:59:59.999Z', 'há 1 dia'],
      ['2026-11-25T02:59:59.999Z', 'hoje'],
      ['2026-11-28T02:59:59.999Z', 'em 3 dias'],
    ])('%s is named by days of São Paulo', (at, text) => {
      expect(daysFrom(at, new Date('2026-11-25T02:00:00Z'))).toBe(text);
    });
  });
});
