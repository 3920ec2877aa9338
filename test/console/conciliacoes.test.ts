// The list of reconciliations: whose they are, its filters, and acts on many of them.
import { describe, expect, it } from '#jest';
import { undoOf } from '../../src/console/pages/conciliacoes/bulk.js';
import type { ReconciliationStatus } from '../../src/domain/reconciliation/states.js';
import { buildCnpj } from '../support/builders.js';
import type { Browsing } from '../support/console.js';
import { email, type Member } from '../support/team.js';
import { until } from '../support/until.js';
import { openOffice, textIn } from './conciliacao/support.js';

const LIST = '/console/conciliacoes';
const ACCOUNTS = 130;
const STRANGER = 'zeca@acme.com.br';

const as = (name: Member): Browsing => office.people[name];

const office = await openOffice({
  accounts: ACCOUNTS,
  companies: 2,
  users: [
    // Of the second company alone, which has no reconciliations.
    {
      email: STRANGER,
      name: 'Zeca de Fora',
      roles: ['SUPERVISOR', 'PREPARER'].map((role) => ({ role, companies: [buildCnpj(2)] })),
    },
    ...Array.from({ length: 200 }, (_, at) => ({
      email: `pessoa${at + 1}@acme.com.br`,
      name: `Pessoa ${at + 1}`,
      roles: [{ role: 'PREPARER' }],
    })),
  ],
  prepare: (_, { releaseAnother }) => releaseAnother(ACCOUNTS - 10),
});
const { month } = office;

/** The reconciliations of a page, by their links. */
async function shown(name: Member, query: string): Promise<readonly number[]> {
  const { html, status } = await as(name).get(`${LIST}?${query}`);
  expect(status).toBe(200);
  const links = html.matchAll(/<th scope="row" class="start account"><a href="\/console\/conciliacoes\/(\d+)\?/g);
  return [...links].map(([, id]) => Number(id));
}
const total = async (name: Member, query: string): Promise<string> => {
  const { html } = await as(name).get(`${LIST}?${query}`);
  return /<p class="list-count" role="status">([^<]*)</.exec(html)?.[1] ?? '';
};
const act = (name: Member, ato: string, ids: readonly number[], more: Readonly<Record<string, string>> = {}) =>
  as(name).post(LIST, {
    ato,
    id: ids.map(String),
    voltar: `${LIST}?fila=todas&ordem=-prazo`,
    confirmado: 'sim',
    ...more,
  });

describe('The list of reconciliations', () => {
  it('has 100 on a page, and every one on some page in each order', async () => {
    for (const ordem of ['', 'conta', '-conta', 'saldo', '-diferenca', 'variacao', 'prazo', 'competencia']) {
      const first = await shown('sol', `fila=todas&ordem=${ordem}`);
      const second = await shown('sol', `fila=todas&page=2&ordem=${ordem}`);
      expect([first.length, second.length]).toEqual([100, ACCOUNTS - 100]);
      expect([...first, ...second].sort((a, b) => a - b)).toEqual([...month.ids]);
    }
    expect(await shown('sol', 'fila=todas&ordem=-conta')).toEqual(month.ids.toReversed().slice(0, 100));
  });

  it('is sent as compressed as the browser takes it, with the same content', async () => {
    const page = (encoding: string) => as('sol').get(`${LIST}?fila=todas`, { 'accept-encoding': encoding });
    const plain = await page('identity');
    for (const [asked, sent] of [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
      ['identity', null],
    ] as const) {
      const { headers, html } = await page(asked);
      expect([asked, headers.get('content-encoding')]).toEqual([asked, sent]);
      expect(html).toBe(plain.html);
      expect(headers.get('vary')).toContain('Accept-Encoding');
    }
  });

  it('is of a version whose pages tell the sum of all its lines', async () => {
    const { html } = await as('sol').get('/console/balancetes');
    const [version = ''] = /\/console\/balancetes\/\d+/.exec(html) ?? [];
    for (const page of [1, 2])
      expect((await as('sol').get(`${version}?page=${page}`)).html).toMatch(/Soma de 130 linhas/);
  });

  it('says after its last page how many there are, and leads to the last one', async () => {
    const { status, html } = await as('sol').get(`${LIST}?fila=todas&page=3`);
    expect([status, html.includes('A lista tem só 2 páginas.')]).toEqual([200, true]);
    expect(html).toMatch(/href="[^"]*page=2">Ver a última página</);
  });

  it('finds the beginnings of codes and of words of the description, whatever the accents', async () => {
    const account = month.ledger.accounts[7] as { code: string; description?: string };
    expect(await shown('sol', `fila=todas&texto=${account.code}`)).toContain(month.ids[7]);
    expect(await total('sol', 'fila=todas&texto=zzz')).toBe('Nenhuma conciliação');
    expect(await total('sol', 'fila=todas&texto=%25')).toBe('130 conciliações');
  });

  it('has all of those of which the search shows twenty', async () => {
    const { html } = await as('sol').get('/console/busca?texto=1.1');
    expect(html).toContain('As primeiras 20 conciliações.');
    const [, query = ''] = /conciliacoes\?([^"]*)">Procurar em todas/.exec(html) ?? [];
    const { length } = month.ledger.accounts.filter(({ code }) => code.startsWith('1.1'));
    expect(await total('sol', query.replaceAll('&amp;', '&'))).toBe(`${length} conciliações`);
  });

  it('shows to each person what waits for them, and who was set', async () => {
    expect(await total('ana', '')).toBe('130 conciliações');
    expect(await total('sol', 'vez=elaborador')).toBe('130 conciliações');
    expect(await total('sol', 'vez=revisor&diferenca=sim')).toBe('Nenhuma conciliação');
    expect(await total('sol', 'vez=abertas&diferenca=sim')).toBe('10 conciliações');
    expect(await total('alice', 'fila=minhas')).toBe('Nenhuma conciliação');
    expect(await total('bia', 'fila=minhas')).toBe('Nenhuma conciliação');
    expect(await total('bia', 'responsavel=Ana+Elaboradora')).toBe('130 conciliações');
    expect(await total('bia', 'responsavel=Ninguém')).toBe('Nenhuma conciliação');
    expect(await shown('bia', 'diferenca=sim&ordem=diferenca')).toEqual(month.ids.slice(-10));
    expect((await shown('bia', 'fila=todas&ordem=-diferenca')).slice(0, 10)).toEqual(
      month.ids.slice(-10).reverse(),
    );
  });

  it('begins with all of them for who has no step in the workflow', async () => {
    for (const name of ['mara', 'auro'] as const)
      expect((await as(name).get(LIST)).html).toMatch(/aria-current="page"[^>]*>\s*Todas/);
    expect((await as('sol').get(LIST)).html).toMatch(/aria-current="page"[^>]*>\s*Minhas/);
  });

  it('refuses values that no filter has, naming the filter', async () => {
    const { status, html } = await as('sol').get(`${LIST}?status=PRONTO&period=2026-13`);
    expect(status).toBe(400);
    expect(html).toContain('O filtro Estado tem um valor que não existe.');
    expect(html).toContain('O filtro Competência tem um valor que não existe.');
    expect(html).toContain('Nenhuma conciliação');
  });

  it('shows and does nothing of another company to a person of one company, by any address or form', async () => {
    const zeca = await office.signIn(STRANGER);
    const own = month.ledger.companyIds[1];
    const other = month.ledger.companyIds[0];
    for (const query of ['', 'fila=todas', 'texto=1', 'responsavel=Ana+Elaboradora', 'ordem=-conta']) {
      const { html } = await zeca.get(`${LIST}?${query}`);
      expect(html).toContain('Nenhuma conciliação');
      expect(html).not.toContain(month.ledger.cnpjs[0]);
      expect(html).toContain(`<option value="${own}"`);
    }
    const others = await zeca.get(`${LIST}?companyId=${other}`);
    expect([others.status, others.html.includes(month.ledger.cnpjs[0] ?? '')]).toEqual([404, false]);
    const form = { ato: 'waive', id: String(month.ids[9]), texto: 'x', voltar: '' };
    const asked = await zeca.post(LIST, form);
    expect(asked.html).toContain('<h1>Dispensar 0 conciliações?</h1>');
    expect(asked.html).toContain('<dd>0,00</dd>');
    const forged = await zeca.post(LIST, { ...form, confirmado: 'sim' });
    expect(forged.html).toContain(`1 recusada: Conciliação ${month.ids[9]} não encontrada`);
    expect(forged.html).not.toContain(month.ledger.accounts[9]?.code);
  });

  it('replaces the list alone for a filter, and writes the filters into the address', async () => {
    const { html, headers } = await as('sol').get(`${LIST}?fila=todas&texto=&status=NOT_STARTED`, {
      'HX-Request': 'true',
      'HX-Target': 'div#lista',
    });
    expect(html).toContain('<div id="lista">');
    expect(html).not.toContain('role="search"');
    expect(headers.get('hx-replace-url')).toBe(`${LIST}?fila=todas&status=NOT_STARTED`);
    expect(headers.get('vary')).toContain('HX-Request');
  });

  it('tells how many each queue has with the filters, and removes a filter by its chip', async () => {
    const { html } = await as('sol').get(`${LIST}?fila=todas&diferenca=sim&period=2026-05`);
    const tab = (name: string) => new RegExp(`>${name}<small> (\\d+)<`).exec(html)?.[1];
    expect([tab('Todas'), tab('Devolvidas'), tab('Concluídas')]).toEqual(['10', '0', '0']);
    const chip = (name: string) =>
      new RegExp(`href="([^"]*)" aria-label="Remover o filtro ${name}"`).exec(html)?.[1];
    expect(chip('Diferença: Só com diferença')).toBe(`${LIST}?fila=todas&amp;period=2026-05`);
    expect(chip('Competência: 05/2026')).toBe(`${LIST}?fila=todas&amp;diferenca=sim`);
  });
});

describe('The export of the list', () => {
  it('has all that its filters find, as CSV and as XLSX, of what the person sees', async () => {
    const of = (format: string) => as('ana').get(`${LIST}?fila=todas&period=2026-05&formato=${format}`);
    const csv = await of('csv');
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="conciliacoes.csv"');
    const [head, first, ...others] = csv.html.trim().split('\r\n');
    expect(head).toContain(
      'Empresa;Competência;Conta;Descrição;Saldo contábil;Saldo contábil (devedor);Mês anterior (devedor)',
    );
    expect(first).toMatch(/;05\/2026;.*;Não iniciada;Ana Elaboradora;Elaborador;\d\d\/06\/2026 23:59;$/);
    expect(others).toHaveLength(ACCOUNTS - 1);
    expect((await of('xlsx')).html.slice(0, 2)).toBe('PK');
    expect((await as('ana').get(`${LIST}?fila=todas`)).html).toContain(
      `href="${LIST}?fila=todas&amp;formato=xlsx"`,
    );
  });
});

describe('An act on several reconciliations', () => {
  it('asks with its name, the number and the sums of what is selected, and does nothing until then', async () => {
    // The last ten have 1,00 D, the others nothing.
    const ids = month.ids.slice(-3);
    const more = { texto: 'Conferir <b>tudo</b>', para: as('alice').personId };
    const asked = await act('sol', 'waive', ids, { ...more, confirmado: '' });
    expect([asked.status, asked.html.match(/<h1>[^<]*/)?.[0]]).toEqual([200, '<h1>Dispensar 3 conciliações?']);
    const text = textIn(asked.html);
    expect(text).toContain('Soma dos saldos devedores 3,00 D Soma dos saldos credores 0,00');
    expect(asked.html).toMatch(/<textarea[^>]*required[^>]*>Conferir &lt;b>tudo&lt;\/b><\/textarea>/);
    expect(text).not.toContain('Alice');
    expect(await total('sol', 'fila=concluidas')).toBe('Nenhuma conciliação');
    const hidden = [...asked.html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
    const fields = hidden.map(([, name = '', value = '']) => [name, value.replaceAll('&lt;', '<')]);
    expect(fields).toEqual(expect.arrayContaining([...ids.map((id) => ['id', String(id)]), ['ato', 'waive']]));
    // The list is gone back to with the same rows selected.
    const back = `${LIST}?fila=todas&ordem=-prazo&selecionadas=${ids.join('.')}`;
    expect(fields).toContainEqual(['voltar', back.replaceAll('&', '&amp;')]);
    const { html } = await as('sol').get(`${LIST}?fila=todas&page=2&selecionadas=${ids.join('.')}`);
    const selected = html.matchAll(/name="id" value="(\d+)" checked/g);
    expect([...selected].map(([, id]) => Number(id))).toEqual(ids);

    const assigned = await act('sol', 'assign', ids.slice(0, 1), { ...more, confirmado: '' });
    expect(assigned.html).toContain('<h1>Atribuir 1 conciliação?</h1>');
    expect(assigned.html).toContain(' selected>Alice Elaboradora</option>');
    expect(assigned.html).toContain('>Pessoa 200</option>');
    expect(assigned.html).not.toContain('Zeca de Fora');
    for (const para of ['00000000-0000-4000-8000-000000000000', 'x'])
      expect((await act('sol', 'assign', ids, { para, confirmado: '' })).html).not.toContain(' selected>');
  });

  it('is done or refused for each by itself, and told', async () => {
    const [first = 0, second = 0, third = 0] = month.ids;
    const started = await act('ana', 'start', [first, second]);
    const back = `${LIST}?fila=todas&ordem=-prazo`;
    expect([started.status, started.location]).toEqual([303, `${back}&selecionadas=${first}.${second}`]);
    const { html } = await as('ana').get(started.location ?? '');
    expect(html).toContain('Iniciar: 2 feitas.');
    expect(html).not.toContain('Desfazer');

    const mixed = await act('ana', 'start', [second, third, 987_654]);
    expect(mixed.status).toBe(200);
    expect(mixed.html).toContain('Iniciar: 1 feita, 2 recusadas.');
    expect(mixed.html).toContain('No estado &quot;Em elaboração&quot; não é possível iniciar');
    expect(mixed.html).toContain('1 recusada: Conciliação 987654 não encontrada');
    expect(await total('ana', 'fila=todas&status=IN_ELABORATION')).toBe('3 conciliações');
  });

  it('offers Desfazer only where the way back leads to where it was', () => {
    const undone = (act: 'submit' | 'waive', before: ReconciliationStatus, after: ReconciliationStatus) =>
      undoOf(act, [{ id: 1, before, after }]) !== undefined;
    expect([
      undone('submit', 'IN_ELABORATION', 'SUBMITTED_FOR_REVIEW'),
      undone('submit', 'IN_ELABORATION', 'SUBMITTED_FOR_APPROVAL'),
      undone('waive', 'NOT_STARTED', 'WAIVED'),
      undone('waive', 'PENDING', 'WAIVED'),
    ]).toEqual([true, false, true, false]);
  });

  it('begins what is not begun, tells equal refusals in one line, and is taken back by Desfazer', async () => {
    const even = month.ids.slice(20, 23);
    const uneven = month.ids.slice(-7);
    const sent = await act('ana', 'submit', [...even, ...uneven]);
    expect(sent.html).toContain('Enviar: 3 feitas, 7 recusadas.');
    const refused = [...sent.html.matchAll(/<li>7 recusadas: (.*?)<\/li>/g)].map(([, line = '']) => line);
    expect(refused).toHaveLength(1);
    expect([refused[0]?.match(/<a /g)?.length, refused[0]?.endsWith(' e mais 2')]).toEqual([5, true]);
    expect(await total('ana', 'status=SUBMITTED_FOR_REVIEW')).toBe('3 conciliações');
    // Nothing was begun of what was refused.
    expect(await shown('ana', 'status=NOT_STARTED&page=2')).toEqual(expect.arrayContaining([...uneven]));

    const more = month.ids.slice(24, 26);
    const { location } = await act('ana', 'submit', more);
    const { html } = await as('ana').get(location ?? '');
    const undo = /<form method="post" action="([^"]*)" class="undo">(.*?)<\/form>/s.exec(html);
    const fields = [...(undo?.[2] ?? '').matchAll(/name="([^"]*)" value="([^"]*)"/g)];
    const form: Record<string, string[]> = {};
    for (const [, name = '', value = ''] of fields) (form[name] ??= []).push(value.replaceAll('&amp;', '&'));
    expect((await as('ana').post(undo?.[1] ?? '', form)).location).toBe(location);
    expect(await total('ana', 'status=SUBMITTED_FOR_REVIEW')).toBe('3 conciliações');
    const page = `${LIST}/${even[0]}`;
    expect((await act('ana', 'submit', [], { voltar: page })).location).toBe(page);
    const passed = await act('bia', 'pass', even);
    expect((await as('bia').get(passed.location ?? '')).html).toContain('Encaminhar para aprovação: 3 feitas.');
  });

  it('needs a selection', async () => {
    const none = await act('ana', 'start', []);
    expect((await as('ana').get(none.location ?? '')).html).toContain('Selecione ao menos uma conciliação.');
  });
});

describe('What waits for somebody who lost the role', () => {
  it('is in the queue of all who have it, and can be begun from there', async () => {
    const waiting = await total('ana', 'fila=minhas&status=NOT_STARTED');
    expect([waiting, await total('alice', 'fila=minhas')]).toEqual([
      expect.stringMatching(/^\d+ conciliações$/),
      'Nenhuma conciliação',
    ]);
    await month.cli.apply({ ref: 'acme', users: [{ email: email('ana'), roles: [] }] });
    await until(async () => (await total('alice', 'fila=minhas&status=NOT_STARTED')) === waiting, 'her queue');
    expect(await total('bia', 'fila=minhas&vez=elaborador')).toBe('Nenhuma conciliação');
    const [first = 0] = await shown('alice', 'fila=minhas&status=NOT_STARTED');
    const { location } = await act('alice', 'start', [first]);
    expect((await as('alice').get(location ?? '')).html).toContain('Iniciar: 1 feita.');
  });
});
