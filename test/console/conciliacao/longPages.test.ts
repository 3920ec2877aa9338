// Pages of a hundred: composition, comments and history of one reconciliation, and what waits for a person, however
// long they are.
import { describe, expect, it } from '#jest';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { dataPaths } from '../../../src/app/stores.js';
import { actPath, pagePath } from '../../../src/console/pages/conciliacao/addresses.js';
import type { Browsing } from '../../support/console.js';
import { email, team, type Member } from '../../support/team.js';
import { alertIn, does, done, historyIn, openOffices, pageOf, textIn, upload } from './support.js';

const withEveryRole = (name: Member) => ({
  email: email(name, 'waiting'),
  name: team[name][0],
  roles: ['PREPARER', 'REVIEWER', 'APPROVER'].map((role) => ({ role })),
});
const { acme: office, waiting } = await openOffices({
  acme: {
    accounts: 1,
    // A file of the client that leaves room for 4,000 bytes; it takes none on the disk.
    async prepare(dataDir) {
      const folder = join(dataPaths(dataDir).evidence, '1');
      await mkdir(folder, { recursive: true });
      const file = await open(join(folder, 'a'.repeat(64)), 'w');
      await file.truncate(20 * 2 ** 30 - 4_000);
      await file.close();
    },
  },
  waiting: {
    accounts: 206,
    owners: [{ preparer: email('ana', 'waiting'), reviewer: email('bia', 'waiting') }],
    users: [withEveryRole('bia'), withEveryRole('alice')],
  },
});
const [id = NaN] = office.month.ids;
await done(office.people.ana, 'start', id);

/** Of the form of the composition. */
const rowsIn = (html: string): number =>
  html.split('aria-labelledby="adjust"')[0]?.match(/<input[^>]*aria-label="Descrição, linha/g)?.length ?? 0;
const valueOf = (html: string, name: string): string | undefined =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1];

describe('A composition of 250 rows', () => {
  const pasted = Array.from({ length: 250 }, (_, at) => `Item ${at + 1}\t31/05/2026\t1,00\t`).join('\n');

  it('is read a hundred at a time', async () => {
    const { ana, sol } = office.people;
    await done(ana, 'compose', id, { colado: pasted });
    const first = await pageOf(sol, id);
    expect([first.includes('>Item 100<'), first.includes('>Item 101<')]).toEqual([true, false]);
    expect(first).toContain(`href="${pagePath(id)}?composicao=3#compose"`);
    expect(textIn(first)).toContain('Soma registrada 250,00');
    const last = (await sol.get(`${pagePath(id)}?composicao=9`)).html;
    expect([last.includes('>Item 200<'), last.includes('>Item 201<'), last.includes('>Item 250<')]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('is whole on paper, read only', async () => {
    const { ana } = office.people;
    const { html } = await ana.get(`${pagePath(id)}?papel=sim`);
    expect([html.match(/>Item \d+</g)?.length, html.includes('<form class="items"')]).toEqual([250, false]);
    expect(html).toMatch(/Impresso por Ana Elaboradora em \d\d\/\d\d\/\d{4}/);
    expect(html).toContain('Soma registrada');
    expect(html).not.toContain(`action="${pagePath(id)}/`);
  });

  it('is typed a hundred at a time, and saved whole from each of its pages', async () => {
    const { ana } = office.people;
    const html = await pageOf(ana, id);
    expect([rowsIn(html), valueOf(html, 'descricao_100'), valueOf(html, 'descricao_250')]).toEqual([
      100,
      'Item 100',
      'Item 250',
    ]);
    const form = Object.fromEntries(
      [...html.matchAll(/name="((?:descricao|data|valor|documento)_\d+)" value="([^"]*)"/g)].map(
        ([, name = '', value = '']) => [name, value],
      ),
    );
    const second = await does(ana, 'compose', id, { ...form, descricao_1: 'Outro', acao: 'pagina-2' });
    expect([second.status, rowsIn(second.html)]).toEqual([200, 100]);
    expect(second.html).toContain('aria-label="Descrição, linha 101"');
    expect(valueOf(second.html, 'descricao_1')).toBe('Outro');
    const wrong = await does(ana, 'compose', id, { ...form, descricao_230: '' });
    expect([wrong.status, wrong.html.includes('Linha 230: Informe a descrição')]).toEqual([400, true]);
    await done(ana, 'compose', id, { ...form, descricao_1: 'Outro', remover_2: 'sim' });
    const saved = await pageOf(ana, id);
    expect([valueOf(saved, 'descricao_1'), valueOf(saved, 'descricao_249')]).toEqual(['Outro', 'Item 250']);
    const blank = await does(ana, 'compose', id, { ...form, acao: 'linhas' });
    expect([rowsIn(blank.html), blank.html.includes('aria-label="Descrição, linha 260"')]).toEqual([60, true]);
  });
});

describe('Comments and history', () => {
  it('are a hundred on a page, the newest first, each list by itself', async () => {
    const { sol, ana } = office.people;
    for (let number = 1; number <= 130; number++)
      await done(sol, 'comment', id, { comentario: `Nota ${number} ${'x'.repeat(500)}` });
    const comments = (html: string): readonly number[] =>
      [...html.matchAll(/<article class="comment">.*?Nota (\d+)/gs)].map(([, number]) => Number(number));
    const first = await pageOf(ana, id);
    const shown = comments(first);
    expect([shown.length, shown[0], shown.at(-1), historyIn(first)]).toEqual([100, 31, 130, 100]);
    expect(first).toContain(`href="${pagePath(id)}?comentarios=2#comentarios"`);
    const older = (await ana.get(`${pagePath(id)}?comentarios=2&historico=2`)).html;
    expect(comments(older)).toEqual(Array.from({ length: 30 }, (_, at) => at + 1));
    expect(historyIn(older)).toBe(34);
    expect(older).toContain(`href="${pagePath(id)}?comentarios=1&amp;historico=2#comentarios"`);
    expect(first.length).toBeLessThan(300_000);
    const paper = (await ana.get(`${pagePath(id)}?papel=sim`)).html;
    expect([comments(paper).length, historyIn(paper)]).toEqual([130, 134]);
    const then = await ana.get(`/console/auditoria/momento/${id}?em=${new Date().toISOString().slice(0, 10)}`);
    expect([then.status, historyIn(then.html)]).toEqual([200, 134]);
  });

  it('are told of at most a hundred events when others were first', async () => {
    const { ana } = office.people;
    const late = await does(ana, 'submit', id, { revisao: '1' });
    expect([late.status, historyIn(late.html)]).toEqual([409, 100]);
  });
});

describe('Evidence', () => {
  it('of a client has 20 GB', async () => {
    const { sol } = office.people;
    const attach = (bytes: number) => sol.upload(actPath(id, 'attach'), upload(new Uint8Array(bytes)));
    const { status, html } = await attach(4_001);
    expect([status, alertIn(html)]).toEqual([
      409,
      'Este arquivo não cabe: as evidências da empresa ou grupo têm 20 GB no máximo. Peça mais espaço a quem opera o serviço',
    ]);
    expect((await attach(1_000)).status).toBe(303);
    expect((await attach(3_001)).status).toBe(409);
  });
});

describe('What nobody was set for', () => {
  const { alice, bia, caio } = waiting.people;
  const [id = NaN] = waiting.month.ids;
  const waitsFor = async (person: Browsing): Promise<boolean> => {
    const { html } = await person.get('/console/conciliacoes?fila=minhas');
    return html.includes(`/console/conciliacoes/${id}?`);
  };

  it('waits for those who may do it, and not for who prepared or reviewed it', async () => {
    await done(bia, 'start', id);
    await done(bia, 'submit', id);
    expect([await waitsFor(bia), await waitsFor(alice)]).toEqual([false, true]);
    expect((await bia.get('/console/avisos/total')).html).toBe('');
    await done(alice, 'open', id);
    await done(alice, 'pass', id);
    expect([await waitsFor(bia), await waitsFor(alice), await waitsFor(caio)]).toEqual([false, false, true]);
  });
});

describe('Avisos', () => {
  it('tell of the 200 that wait for longest, and of all that was returned', async () => {
    const { ana, bia } = waiting.people;
    const id = waiting.month.ids.at(-1) ?? NaN;
    await done(ana, 'start', id);
    await done(ana, 'submit', id);
    await done(bia, 'open', id);
    await done(bia, 'return', id, { comentario: 'Falta o extrato' });
    const { html } = await ana.get('/console/avisos');
    expect(textIn(html)).toMatch(/Devolvida .*“Falta o extrato” .*Atrasada /);
    expect(html).toContain('aria-label="Páginas, 201 itens"');
    expect((await ana.get('/console/avisos/total')).html).toBe('<strong id="contagem">99+</strong>');
  });
});
