// The checklist of a closing and its statement: page, contract, command line and dossier.
import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { client } from '../../support/client.js';
import { signedIn, type Browsing } from '../../support/console.js';
import { releasedMonth, type ReleasedMonth } from '../../support/releasedMonth.js';
import { removeDir, startService, temporaryDir, type Service } from '../../support/service.js';
import { as, email } from '../../support/team.js';

const STATEMENT = 'Declaro que conferi os saldos.\nResponsabilizo-me por eles.';
const MAY = '2026-05';

let service: Service;
let month: ReleasedMonth;
let people: Readonly<Record<'mara' | 'ana' | 'sol' | 'uma', Browsing>>;
let path = '';
let of: readonly string[] = [];

beforeAll(async () => {
  const dataDir = await temporaryDir();
  const checklist = [
    { text: 'Inventário <conferido>', role: 'SUPERVISOR', workingDay: 3, blocking: true },
    { text: 'Ata arquivada' },
  ];
  month = await releasedMonth(dataDir, { accounts: 2, company: { checklist, statement: STATEMENT } });
  const { cli, ledger } = month;
  const file = join(dataDir, 'uma.json');
  const roles = [{ role: 'SUPERVISOR', companies: [ledger.cnpjs[0]] }];
  const users = [{ email: 'uma@acme.com.br', name: 'Uma', roles }];
  const companies = [
    { cnpj: '11222333000181', razaoSocial: 'Outra', regimeTributario: 'MEI', status: 'ACTIVE', modules: [] },
  ];
  await writeFile(file, JSON.stringify({ clients: [{ ref: ledger.ref, companies, users }] }));
  await cli.json('apply', file);
  of = ['--company', String(ledger.companyIds[0]), '--period', MAY];
  path = `/console/fechamento/${ledger.companyIds[0]}/${MAY}/checklist`;
  service = await startService({ dataDir });
  people = {
    mara: await signedIn(service, email('mara')),
    ana: await signedIn(service, email('ana')),
    sol: await signedIn(service, email('sol')),
    uma: await signedIn(service, 'uma@acme.com.br'),
  };
}, 120_000);
afterAll(async () => {
  await service.stop();
  await removeDir(service.dataDir);
});

const rows = async () => {
  const { body } = await client(service.url, month.ledger.key).get(`/api/v1/closing-checklist?period=${MAY}`);
  return body.data as unknown as readonly Readonly<Record<string, unknown>>[];
};
const ticking = { ponto: 'Inventário <conferido>' };

describe('The checklist of a competence', () => {
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
    expect(page.html).toContain('Concluir: Ata arquivada');
    expect(page.html).not.toContain('Concluir: Inventário');
    expect(page.html).not.toContain('Fechar a competência');
    expect((await people.mara.get(path)).html).toContain('Fechar a competência');
    expect((await people.uma.get(path.replace(MAY, '2026-13'))).status).toBe(404);
    const closing = await people.mara.get(`/console/fechamento?competencia=${MAY}`);
    expect(closing.html).toContain(`href="${path}"`);
  });

  it('refuses to close until the blocking point is ticked by its role', async () => {
    const early = await people.mara.post(
      path.replace(/fechamento.*/, `competencias/${month.ledger.companyIds[0]}/${MAY}/fechar`),
    );
    expect(early.html).toContain('Antes de fechar, conclua no checklist:');
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
    const silent = await people.sol.post(`${path}/reabrir`, ticking);
    expect([silent.status, silent.html]).toEqual([400, expect.stringContaining('Informe o comentário')]);
    const long = await people.sol.post(`${path}/reabrir`, { ...ticking, comentario: 'x'.repeat(2_001) });
    expect([long.status, long.html]).toEqual([422, expect.stringContaining('mais de 2.000 caracteres')]);
    expect((await rows())[6]).toMatchObject({ feito: true });
    await people.mara.post(`${path}/reabrir`, { ...ticking, comentario: 'faltou <um> item' });
    expect((await rows())[6]).toMatchObject({ feito: false, feitoPor: '', comentario: 'faltou <um> item' });
    expect((await people.sol.get(path)).html).toContain('faltou &lt;um> item');
    await month.cli.json('checklist', 'tick', ...of, '--point', ticking.ponto, ...as('sol'));
    const listed = await month.cli.json<readonly object[]>('checklist', 'list', ...of, ...as('ana'));
    expect(listed[6]).toMatchObject({ feito: true, feitoPor: 'Sol Supervisora' });
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
