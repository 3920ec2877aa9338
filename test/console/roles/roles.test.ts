// Role × page × act through HTTP, one test a cell, over every route that the console has; and every address with
// an id of another company or client, which is answered as one of nobody.
import { beforeAll, describe, expect, it } from '#jest';
import { routes } from '../../../src/console/routes.js';
import type { Browsing, Page } from '../../support/console.js';
import { openRolesOffice } from './office.js';
import { addressOf, people, table, UNKNOWN, type Ids, type Row, type Who } from './table.js';

const nameOf = ({ method, path }: Pick<Row, 'method' | 'path'>): string => `${method} ${path}`;
const CELLS = table.flatMap((row) =>
  people.map((who) => ({ row, who, name: nameOf(row), may: row.may.includes(who) })),
);
/** Each of these cells has a reconciliation of its own, after that of the others. */
const DONE = CELLS.filter(({ row, may }) => row.act !== undefined && may);
const WITH_ID = table.filter(({ ids }) => Object.values(ids).some((kind) => kind !== 'nothing'));

const office = await openRolesOffice(1 + DONE.length);

function idsFor(row: Row, who: Who): Ids {
  const ids = office.idsOf(who);
  const at = DONE.findIndex((cell) => cell.row === row && cell.who === who);
  return at === -1 ? ids : { ...ids, reconciliation: String(office.month.ids[1 + at]) };
}

function ask(by: Browsing, row: Row, ids: Ids): Promise<Page> {
  const address = addressOf(row, ids);
  if (row.method === 'GET') return by.get(address);
  return typeof row.form === 'function' ? by.upload(address, row.form()) : by.post(address, row.form);
}

describe('The table of roles', () => {
  it('has a row for each route of the console, and for no other', () => {
    expect(table.map(nameOf).sort()).toEqual([...new Set(routes.map(nameOf))].sort());
  });

  describe('of those it leaves out', () => {
    // Auditoria as its file: the page also shows the seals, which grow meanwhile.
    const pages = ['auditoria?formato=csv', 'balancetes', 'competencias', 'empresas', 'regras', 'pessoas'];
    const seen = async (): Promise<readonly unknown[]> => {
      const { mara } = office.people;
      const shown = await Promise.all(pages.map((page) => mara.get(`/console/${page}`)));
      const webhook = await mara.get(`/console/webhooks/${office.idsOf('mara').webhook}`);
      // Deliveries are on their way meanwhile: their number counts, not their state.
      const deliveries = (await mara.get('/console/entregas')).html.split('<tr').length;
      return [...shown.map(({ html }) => html), webhook.html.replace(/<figure.*?<\/figure>/gs, ''), deliveries];
    };
    let before: readonly unknown[];
    beforeAll(async () => {
      await office.people.mara.get('/console'); // takes the notice of what was done before
      before = await seen();
    });

    it.each(CELLS.filter(({ may }) => !may))('$name refuses $who', async ({ row, who }) => {
      const { status } = await ask(office.people[who], row, idsFor(row, who));
      expect(row.refused).toContain(status);
    });

    it('changes nothing that an Administrador sees', async () => {
      expect(await seen()).toEqual(before);
    });
  });

  it.each(CELLS.filter(({ may }) => may))('$name lets $who in', async ({ row, who }) => {
    const by = row.endsSession ? await office.signIn(who) : office.people[who];
    const { status, html } = await ask(by, row, idsFor(row, who));
    expect([status, status === row.ok ? '' : html]).toEqual([row.ok, '']);
  });
});

describe.each(['company', 'client'])('An id of another %s', (of) => {
  const [by, ids] = of === 'company' ? [office.uma, office.second] : [office.people.mara, office.foreign];
  beforeAll(() => by.get('/console')); // takes the notice of what was done before

  it.each(WITH_ID.map((row) => ({ row, name: nameOf(row) })))(
    'in $name is like one of nobody',
    async ({ row }) => {
      const theirs = await ask(by, row, ids);
      const nobodys = await ask(by, row, UNKNOWN);
      expect([403, 404]).toContain(theirs.status);
      expect([theirs.status, theirs.html]).toEqual([nobodys.status, nobodys.html]);
    },
  );
});
