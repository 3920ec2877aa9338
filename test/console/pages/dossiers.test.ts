// Dossiers and seals in Auditoria, over HTTP: the same bytes as the operator's, for those who see the company
// alone.
import { beforeAll, describe, expect, it } from '#jest';
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dataPaths } from '../../../src/app/stores.js';
import { partOf, signedIn, teamSignedIn, type Browsing } from '../../support/console.js';
import { registerLedger } from '../../support/ledger.js';
import { releasedMonth, type ReleasedMonth } from '../../support/releasedMonth.js';
import { email, registerTeam, as } from '../../support/team.js';
import { readEntries } from '../../support/dossierEntries.js';
import { until } from '../../support/until.js';
import { client } from '../../support/client.js';
import { serviceOfFile } from '../../support/serviceOfFile.js';

const service = serviceOfFile();
let month: ReleasedMonth;
let auro: Browsing;
/** Auditor of the second company alone. */
let dora: Browsing;
/** Auditor of another client. */
let stranger: Browsing;

const company = (at: number): number => month.ledger.companyIds[at] ?? 0;
const page = (at: number, more = ''): string => `/console/auditoria?companyId=${company(at)}${more}`;
const address = (id: number | string, period = '2026-05'): string => `/console/auditoria/dossies/${id}/${period}`;

/** As bytes. */
async function download(person: Browsing, path: string, form: object = {}): Promise<Response & { file: Buffer }> {
  const answer = await fetch(service.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: person.cookie(), 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ csrf: person.csrfToken, ...form }),
  });
  return Object.assign(answer, { file: Buffer.from(await answer.arrayBuffer()) });
}

/** Asked for again until it is as wanted. */
async function awaited<Answer>(ask: () => Promise<Answer>, matches: (answer: Answer) => boolean): Promise<Answer> {
  let answer = await ask();
  await until(async () => matches(answer) || matches((answer = await ask())));
  return answer;
}

service.needs(async (dataDir) => {
  month = await releasedMonth(dataDir, { accounts: 3, companies: 2 });
  const { cli, ledger } = month;
  await registerTeam(cli, await registerLedger(dataDir, { ref: 'zeta', firstCnpj: 50, accounts: 3 }));
  const roles = [{ role: 'AUDITOR', companies: [ledger.cnpjs[1]] }];
  await cli.apply({ ref: 'acme', users: [{ email: 'dora@acme.com.br', name: 'Dora Auditora', roles }] });
  await cli.json('close', ...month.of, '--yes');
});
beforeAll(async () => {
  auro = await signedIn(service, email('auro'));
  dora = await signedIn(service, 'dora@acme.com.br');
  stranger = await signedIn(service, email('auro', 'zeta'));
});

describe('Auditoria', () => {
  it('offers the dossier of a closed month with the fingerprint of its checkpoint beside', async () => {
    const sealed = await awaited(
      () => auro.get(page(0)),
      ({ html }) => html.includes('Baixar dossiê') && !html.includes('Ainda sem selo'),
    );
    const { file } = await download(auro, address(company(0)));
    const path = join(service.dataDir, 'console.zip');
    await writeFile(path, file);
    const checkpoint = (await readEntries(path)).get('checkpoint.txt') ?? Buffer.alloc(0);
    expect(sealed.html).toContain(createHash('sha256').update(checkpoint).digest('hex'));
    expect(sealed.html).toContain('Selos');
    expect(sealed.html).not.toContain('Nenhum selo ainda');
  });

  it('gives the bytes of the operator, which verify, as an attachment', async () => {
    const answer = await download(auro, address(company(0)));
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual(
      [200, 'application/zip', `attachment; filename="dossie-${company(0)}-2026-05.zip"`],
    );
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    const [own, operators] = ['console.zip', 'operador.zip'].map((name) => join(service.dataDir, name));
    await writeFile(own ?? '', answer.file);
    await month.cli.json('dossier', operators ?? '', ...month.of);
    expect(answer.file.equals(await readFile(operators ?? ''))).toBe(true);
    expect(await month.cli.json('verify-dossier', own ?? '')).toMatchObject({ ok: true, problems: [] });
  });

  it('names people where that is asked for, as the operator’s does', async () => {
    const { file } = await download(auro, address(company(0)), { nomes: 'sim' });
    const [own, operators] = ['com-nomes.zip', 'operador-nomes.zip'].map((name) => join(service.dataDir, name));
    await writeFile(own ?? '', file);
    expect((await readEntries(own ?? '')).has('pessoas.json')).toBe(true);
    await month.cli.json('dossier', operators ?? '', ...month.of, '--names');
    expect(file.equals(await readFile(operators ?? ''))).toBe(true);
  });

  it('says that acts after the closing are not in the dossier, and offers one that has them', async () => {
    expect((await auro.get(page(0))).html).not.toContain('posteriores');
    await month.does('sol', 'assign', month.ids[0] ?? 0, '--to', email('ana'));
    const { html } = await auro.get(page(0));
    expect(html).toMatch(/Há atos posteriores nas conciliações, até .*: não estão no dossiê/s);
    const eventsWith = async (form: object): Promise<Buffer | undefined> => {
      const path = join(service.dataDir, 'ate-agora.zip');
      await writeFile(path, (await download(auro, address(company(0)), form)).file);
      expect(await month.cli.json('verify-dossier', path)).toMatchObject({ ok: true, problems: [] });
      return (await readEntries(path)).get('events.ndjson');
    };
    expect((await eventsWith({}))?.includes('"move":"assign"')).toBe(false);
    expect((await eventsWith({ agora: 'sim' }))?.includes('"move":"assign"')).toBe(true);
  });

  it('leaves no file behind', async () => {
    const files = await readdir(dataPaths(service.dataDir).uploads, { recursive: true });
    expect(files.filter((name) => name.includes('dossie'))).toEqual([]);
  });

  it('gives nothing of a company that the person does not see, by any address', async () => {
    expect((await dora.get(page(0))).status).toBe(404);
    expect((await dora.get(page(1))).html).not.toContain('Baixar dossiê');
    for (const person of [dora, stranger])
      for (const id of ['', `0${company(0)}`, `${company(0)}.0`, company(0)]) {
        const { status } = await download(person, address(id));
        expect([id, status]).toEqual([id, 404]);
      }
    expect((await download(auro, address(company(0), '2026-13'))).status).toBe(404);
  });

  it('refuses a month that is not closed, and says so on the page', async () => {
    expect((await auro.get(page(0, '&period=2026-04'))).html).toContain('A competência 04/2026 não está fechada.');
    const refused = await auro.post(address(company(0), '2026-04'));
    expect([refused.status, refused.location]).toEqual([303, page(0, '&period=2026-04')]);
    expect((await auro.get(page(0))).html).toContain('Sem dossiê de 04/2026: a competência não está fechada');
  });

  it('refuses such a month at once, also while another dossier is made', async () => {
    const sessions = await Promise.all([1, 2, 3].map(() => signedIn(service, email('auro'))));
    const told = sessions.map(async (one) => {
      await one.post(address(company(0), '2026-04'));
      return (await one.get(page(0))).html.includes('Sem dossiê de 04/2026: a competência não está fechada');
    });
    expect(await Promise.all(told)).toEqual([true, true, true]);
  });

  it('makes one at a time for a client, and the next once that one ended', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => download(auro, address(company(0)))));
    expect(answers.filter(({ status }) => status !== 200 && status !== 303)).toEqual([]);
    const next = await download(auro, address(company(0)));
    expect(next.status).toBe(200);
    expect(next.file.equals(answers.find(({ status }) => status === 200)?.file ?? Buffer.alloc(0))).toBe(true);
  });

  it('shows a reopened month no more', async () => {
    await month.cli.json('reopen', ...month.of, '--reason', 'Erro');
    const { html } = await awaited(
      () => auro.get(page(0)),
      (one) => one.html.includes('Nenhuma competência fechada'),
    );
    expect(html).not.toContain('Baixar dossiê');
    expect((await download(auro, address(company(0)))).status).toBe(303);
  });
});

// The checklist of a closing and its statement: page, contract, command line and dossier.
describe('The checklist of a competence', () => {
  const STATEMENT = 'Declaro que conferi os saldos.\nResponsabilizo-me por eles.';
  const MAY = '2026-05';

  let month: ReleasedMonth;
  let people: Readonly<Record<'mara' | 'ana' | 'sol' | 'uma', Browsing>>;
  let path = '';
  let of: readonly string[] = [];

  service.needs(async (dataDir) => {
    const checklist = [
      { text: 'Inventário <conferido>', role: 'SUPERVISOR', workingDay: 3, blocking: true },
      { text: 'Ata arquivada' },
    ];
    month = await releasedMonth(dataDir, {
      ref: 'pontos',
      firstCnpj: 20,
      accounts: 2,
      company: { checklist, statement: STATEMENT },
    });
    const { cli, ledger } = month;
    const roles = [{ role: 'SUPERVISOR', companies: [ledger.cnpjs[0]] }];
    const users = [{ email: 'uma@pontos.com.br', name: 'Uma', roles }];
    const companies = [
      { cnpj: '11222333000181', razaoSocial: 'Outra', regimeTributario: 'MEI', status: 'ACTIVE', modules: [] },
    ];
    await cli.apply({ ref: ledger.ref, companies, users });
    of = ['--company', String(ledger.companyIds[0]), '--period', MAY];
    path = `/console/fechamento/${ledger.companyIds[0]}/${MAY}/checklist`;
  });
  beforeAll(async () => {
    people = {
      ...(await teamSignedIn(service, ['mara', 'ana', 'sol'], 'pontos')),
      uma: await signedIn(service, 'uma@pontos.com.br'),
    };
  });

  const rows = async () => {
    const { body } = await client(service.url, month.ledger.key).get(`/api/v1/closing-checklist?period=${MAY}`);
    return body.data as unknown as readonly Readonly<Record<string, unknown>>[];
  };
  const ticking = { ponto: 'Inventário <conferido>' };

  it('has computed points, then those of the company, in the contract and on the page', async () => {
    const found = await rows();
    expect(found.map(({ tipo, feito }) => [tipo, feito])).toEqual([
      ['IMPORTADO', true],
      ['LIBERADO', true],
      ['CONCLUIDO', false],
      ['SEM_ATRASO', expect.any(Boolean)],
      ['CONTINUIDADE', true],
      ['DOSSIE', false],
      ['LIVRE', false],
      ['LIVRE', false],
    ]);
    const point = { papel: 'Supervisor', diaUtil: 3, prazo: '2026-06-03', impeditivo: true, comentario: '' };
    expect(found[6]).toMatchObject({ descricao: ticking.ponto, ...point });
    expect((await people.sol.get(path)).html).toContain(`href="/console/fechamento?period=${MAY}"`);
    const api = client(service.url, month.ledger.key);
    const second = await api.get(`/api/v1/closing-checklist?period=${MAY}&page=2&limit=3`);
    expect(second.body.data).toEqual(found.slice(3, 6));
    expect(second.body).toMatchObject({ pagination: { total: 8, pages: 3 } });
    const unasked = await api.get('/api/v1/closing-checklist');
    expect([unasked.status, unasked.body.error]).toEqual([400, 'informe period']);
    const backwards = await api.get(`/api/v1/closing-checklist?period=${MAY}&page=2&limit=3&order=desc`);
    expect(backwards.body.data).toEqual([...found].reverse().slice(3, 6));
    const page = await people.ana.get(path);
    expect(page.html).toContain('Inventário &lt;conferido>');
    expect(page.html).toContain('3º dia útil (03/06)');
    expect(page.html).toMatch(/<span class="state bad">Atrasado, impede fechar</);
    expect(page.html).toMatch(/Ata arquivada[^]*<span class="state plain">Pendente</);
    expect(page.html).toContain('Concluir: Ata arquivada');
    expect(page.html).toMatch(/<a href="[^"]*vez=abertas">Todas as conciliações concluídas</);
    expect(page.html).not.toMatch(/>Balancete importado<\/a>/);
    expect(page.html).not.toContain('Concluir: Inventário');
    expect(page.html).not.toContain('Fechar a competência');
    expect((await people.mara.get(path)).html).toContain('Fechar a competência');
    expect((await people.uma.get(path.replace(MAY, '2026-13'))).status).toBe(404);
    const closing = await people.mara.get(`/console/fechamento?period=${MAY}`);
    expect(closing.html).toContain(`href="${path}"`);
    const { html } = await people.mara.get('/console/competencias');
    expect(html).toContain(`<a href="${path}">Falta no checklist: Inventário &lt;conferido></a>`);
    const { html: file } = await people.mara.get('/console/competencias?formato=csv');
    expect(file).toContain('Falta no checklist: Inventário <conferido>');
  });

  it('refuses to close until the blocking point is ticked by its role', async () => {
    const early = await people.mara.post(
      path.replace(/fechamento.*/, `competencias/${month.ledger.companyIds[0]}/${MAY}/fechar`),
    );
    expect(early.html.replace(/<[^>]+>/g, '')).toContain('Antes de fechar, conclua no checklist:');
    expect(early.html).toMatch(/<button class="primary" disabled[^>]*>Fechar</);
    const { stderr } = await month.cli.run('close', ...of, '--yes', '--confirm-statement', STATEMENT, '--json');
    expect(stderr).toContain('PENDENCIAS_DO_FECHAMENTO');
    const refused = await people.ana.post(`${path}/concluir`, ticking);
    expect(refused.status).toBe(403);
    expect(refused.html).toContain('somente Supervisor');
    expect((await people.sol.post(`${path}/concluir`, ticking)).location).toBe(path);
    expect((await rows())[6]).toMatchObject({
      feito: true,
      feitoPor: 'Sol Supervisora',
      feitoEm: expect.any(String),
    });
    expect((await people.sol.post(`${path}/concluir`, { ponto: 'Outro' })).status).toBe(404);
  });

  it('is reopened with a comment, and ticked from the command line', async () => {
    expect((await people.sol.get(path)).html).toMatch(/name="comentario" required [^>]*pattern="\.\*\\S\.\*"/);
    const silent = await people.sol.post(`${path}/reabrir`, ticking);
    expect([silent.status, silent.html]).toEqual([400, expect.stringContaining('Informe o comentário')]);
    const long = await people.sol.post(`${path}/reabrir`, { ...ticking, comentario: 'x'.repeat(2_001) });
    expect([long.status, long.html]).toEqual([422, expect.stringContaining('mais de 2.000 caracteres')]);
    expect((await rows())[6]).toMatchObject({ feito: true });
    await people.mara.post(`${path}/reabrir`, { ...ticking, comentario: 'faltou <um> item' });
    expect((await rows())[6]).toMatchObject({ feito: false, feitoPor: '', comentario: 'faltou <um> item' });
    expect((await people.sol.get(path)).html).toContain('faltou &lt;um> item');
    await people.sol.post(`${path}/reabrir`, { ...ticking, comentario: 'o meu motivo' });
    const second = (await people.sol.get(path)).html;
    expect(second).toContain('Já estava assim, e nada foi gravado. Reaberto: Inventário');
    expect(second).not.toContain('o meu motivo');
    for (const id of month.ids)
      await month.cli.json(
        'reconciliations',
        'do',
        'waive',
        '--id',
        `${id}`,
        '--reason',
        'x',
        ...as('sol', 'pontos'),
      );
    const stage = async () => {
      const { html } = await people.mara.get(`/console/competencias?period=${MAY}`);
      return /Aberta · [^<]*/.exec(html)?.[0];
    };
    expect(await stage()).toBe('Aberta · Falta o checklist');
    const closing = `/console/fechamento?period=${MAY}`;
    const inClosing = partOf(await people.mara.get(closing), '05/2026');
    expect(inClosing).toContain(`<a class="state warn" href="${path}">Falta o checklist</a>`);
    expect(inClosing).not.toContain('Pronto para fechar');
    expect((await people.mara.get(`${closing}&formato=csv`)).html).toContain(';Falta o checklist;');
    const blocking = async () => partOf(await people.mara.get('/console'), 'O que impede o fechamento');
    expect(await blocking()).toMatch(new RegExp(`<a href="${path}">[^]*Falta o checklist`));
    await month.cli.json('checklist', 'tick', ...of, '--point', ticking.ponto, ...as('sol', 'pontos'));
    const listed = await month.cli.json<readonly object[]>('checklist', 'list', ...of, ...as('ana', 'pontos'));
    expect(listed[6]).toMatchObject({ feito: true, feitoPor: 'Sol Supervisora' });
    expect(await stage()).toBe('Aberta · Pronto para fechar');
    expect(partOf(await people.mara.get(closing), '05/2026')).toContain('Pronto para fechar');
    expect(await blocking()).not.toContain('Falta o checklist');
    await month.cli.json('checklist', 'tick', ...of, '--point', 'Ata arquivada');
    await month.cli.json('checklist', 'reopen', ...of, '--point', 'Ata arquivada', '--comment', 'falta assinar');
  });

  it('closes with the statement confirmed word by word, which the history has', async () => {
    const { stderr } = await month.cli.run('close', ...of, '--yes', '--json');
    expect(stderr).toContain('DECLARACAO_NAO_CONFIRMADA');
    const confirmed = async (text: string) =>
      (await month.cli.run('close', ...of, '--yes', '--confirm-statement', text)).stderr;
    expect(await confirmed('Declaro que conferi.')).toContain('confirme a declaração');
    const address = `/console/competencias/${month.ledger.companyIds[0]}/${MAY}/fechar`;
    const question = await people.mara.post(address);
    expect(question.html).toContain('Confirmo esta declaração');
    const unread = await people.mara.post(address, { confirmado: 'sim' });
    expect(unread.status).toBe(409);
    expect(unread.html).toContain('confirme a declaração');
    const done = await people.mara.post(address, {
      confirmado: 'sim',
      declaracao: STATEMENT.replace('\n', '\r\n'),
    });
    expect(done.status).toBe(303);
    const { stdout } = await month.cli.run('history', ...of);
    expect(stdout).toContain('e declarou: "Declaro que conferi os saldos.');
    const late = await people.sol.post(`${path}/reabrir`, { ...ticking, comentario: 'tarde' });
    expect(late.status).toBe(409);
    expect((await people.mara.get(path)).html).not.toMatch(/>Concluir<|>Reabrir<|Fechar a competência/);
    await month.cli.json('reopen', ...of, '--reason', 'faltou um lançamento');
    const inOneLine = STATEMENT.replace('\n', ' ');
    await month.cli.json('close', ...of, '--yes', '--confirm-statement', inOneLine);
    const dossier = join(service.dataDir, 'dossie.zip');
    await month.cli.json('dossier', ...of, dossier);
    expect(await month.cli.json('verify-dossier', dossier)).toMatchObject({ ok: true });
  });

  it('has the dossier of the closing in force', async () => {
    const dossierMade = async () => (await rows()).find(({ tipo }) => tipo === 'DOSSIE')?.['feito'];
    expect(await dossierMade()).toBe(true);
    expect((await people.sol.get(path)).html).toContain('Dossiê feito depois do fechamento');
    expect((await month.cli.run('history', ...of)).stdout).toContain('fez o dossiê de');
    await month.cli.json('reopen', ...of, '--reason', 'Erro');
    expect(await dossierMade()).toBe(false);
    await month.cli.json('close', ...of, '--yes', '--confirm-statement', STATEMENT.replace('\n', ' '));
    expect(await dossierMade()).toBe(false);
    const address = `/console/auditoria/dossies/${month.ledger.companyIds[0]}/${MAY}`;
    for (const form of [{}, { agora: 'sim' }]) expect((await people.uma.post(address, form)).status).toBe(200);
    expect(await dossierMade()).toBe(true);
    const { stdout } = await month.cli.run('history', ...of);
    expect(stdout.match(/fez o dossiê de/g)).toHaveLength(2);
    const second = join(service.dataDir, 'segundo.zip');
    await month.cli.json('dossier', ...of, '--later', second);
    expect(await month.cli.json('verify-dossier', second)).toMatchObject({ ok: true });
  });
});
