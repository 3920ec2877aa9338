// Role × page × act through HTTP, one test a cell, over every route that the console has; every act in a state where
// it is possible; and every address with an id of another company or client, which is answered as one of nobody.
import { beforeAll, describe, expect, it } from '#jest';
import { routes } from '../../../src/console/routes.js';
import { actLabels, type Act } from '../../../src/domain/reconciliation/transitions.js';
import { groupedBy } from '../../../src/domain/kernel/groupedBy.js';
import { buildAccounts } from '../../support/builders.js';
import type { Browsing, Page } from '../../support/console.js';
import { email, team, type Member } from '../../support/team.js';
import { alertIn, buttonsIn, does, done, formFor, historyIn, pageOf } from '../conciliacao/support.js';
import { openRolesOffice } from './office.js';
import { addressOf, people, table, UNKNOWN, type Ids, type Row, type Who } from './table.js';

const nameOf = ({ method, path }: Pick<Row, 'method' | 'path'>): string => `${method} ${path}`;
/** Acts that are possible on no reconciliation of these are among ACTS. */
const CELLS = table
  .filter(({ act, may }) => act === undefined || may.length > 0)
  .flatMap((row) => people.map((who) => ({ row, who, name: nameOf(row), may: row.may.includes(who) })));
/** Each of these cells has a reconciliation of its own, after that of the others. */
const DONE = CELLS.filter(({ row, may }) => row.act !== undefined && may);
const WITH_ID = table.filter(({ ids }) => Object.values(ids).some((kind) => kind !== 'nothing'));

/** What is done before, and who then does the act. Alice is an Elaborador who was not assigned. */
type Step = readonly [Member, Act];
const TO_ELABORATION: readonly Step[] = [['ana', 'start']];
const TO_SUBMITTED: readonly Step[] = [...TO_ELABORATION, ['ana', 'submit']];
const TO_REVIEW: readonly Step[] = [...TO_SUBMITTED, ['bia', 'open']];
const TO_PASSED: readonly Step[] = [...TO_REVIEW, ['bia', 'pass']];
const TO_APPROVAL: readonly Step[] = [...TO_PASSED, ['caio', 'open']];
const TO_APPROVED: readonly Step[] = [...TO_APPROVAL, ['caio', 'approve']];

const WRITERS: readonly Member[] = ['ana', 'alice', 'bia', 'caio', 'sol', 'mara'];
type ActRow = Readonly<{ act: Act; after: readonly Step[]; by: readonly Member[] }>;
const ACTS: readonly ActRow[] = [
  { act: 'start', after: [], by: ['ana', 'alice'] },
  { act: 'ask-documents', after: TO_ELABORATION, by: ['ana'] },
  { act: 'ask-adjustment', after: TO_ELABORATION, by: ['ana'] },
  { act: 'resume', after: [...TO_ELABORATION, ['ana', 'ask-documents']], by: ['ana'] },
  { act: 'compose', after: TO_ELABORATION, by: ['ana'] },
  { act: 'adjust', after: TO_ELABORATION, by: ['ana'] },
  { act: 'submit', after: TO_ELABORATION, by: ['ana'] },
  { act: 'recall', after: TO_SUBMITTED, by: ['ana'] },
  { act: 'open', after: TO_SUBMITTED, by: ['bia'] },
  { act: 'pass', after: TO_REVIEW, by: ['bia'] },
  { act: 'return', after: TO_REVIEW, by: ['bia'] },
  { act: 'open', after: TO_PASSED, by: ['caio'] },
  { act: 'approve', after: TO_APPROVAL, by: ['caio'] },
  { act: 'reject', after: TO_APPROVAL, by: ['caio'] },
  { act: 'reopen', after: TO_APPROVED, by: ['sol', 'mara'] },
  { act: 'waive', after: [], by: ['sol'] },
  { act: 'restore', after: [['sol', 'waive']], by: ['sol'] },
  { act: 'comment', after: [], by: WRITERS },
  { act: 'attach', after: [], by: WRITERS },
  // Nobody is set for this account and the next.
  { act: 'assign', after: [], by: ['sol'] },
];
const members = Object.keys(team) as Member[];
const ROWS = ACTS.map((row, at) => ({ ...row, at }));
/** Acts of one state are shown on one page, of the first. */
const PAGES = [...groupedBy(ROWS, ({ act, after }) => JSON.stringify([after, act === 'assign'])).values()].flatMap(
  (rows) => members.map((member) => ({ rows, member, acts: rows.map(({ act }) => act).join(', ') })),
);

/** The acts that a person sees, possible or not: Alice as Ana, who has the same role. */
const seenBy = (member: Member): readonly Act[] =>
  ACTS.filter(({ by }) => by.includes(member === 'alice' ? 'ana' : member)).map(({ act }) => act);

/** One reconciliation for each row, brought to where its act is possible. */
const idOf = (at: number): number => office.atos.ids[at] ?? NaN;

// Balances of zero: nothing is left to explain.
const accounts = ACTS.length + 1;
const prepared = buildAccounts(accounts).slice(0, -2);
const owners = [
  { reviewer: email('bia', 'atos'), approver: email('caio', 'atos') },
  ...prepared.map(({ code }) => ({ codigo: code, preparer: email('ana', 'atos') })),
];

const office = await openRolesOffice(1 + DONE.length, { accounts, owners });
const { people: actors } = office.atos;
for (const [at, { after }] of ACTS.entries())
  for (const [member, act] of after) await done(actors[member], act, idOf(at));

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

describe('A form of an act', () => {
  it.each(
    ROWS.flatMap((row) => members.filter((one) => !row.by.includes(one)).map((member) => ({ ...row, member }))),
  )('$act (row $at) by $member is refused', async ({ act, at, member }) => {
    const { status, html } = await does(actors[member], act, idOf(at));
    expect([403, 409]).toContain(status);
    expect(alertIn(html)).not.toBe('');
  });

  it('changes nothing where it was refused', async () => {
    for (const [at, { after }] of ACTS.entries())
      expect(historyIn(await pageOf(actors.sol, idOf(at)))).toBe(1 + after.length);
  });

  it.each(PAGES)('$acts: shown to $member as what they may do', async ({ rows, member }) => {
    const { enabled, disabled } = buttonsIn(await pageOf(actors[member], idOf(rows[0].at)));
    const seen = seenBy(member);
    for (const { act, by } of rows) {
      const label = actLabels[act];
      const may = by.includes(member);
      const shown = [enabled.includes(label), disabled.includes(label)];
      expect([act, ...shown]).toEqual([act, may, seen.includes(act) && !may]);
    }
    const others = Object.entries(actLabels).filter(([name]) => !seen.includes(name as Act));
    for (const [, hidden] of others) expect([...enabled, ...disabled]).not.toContain(hidden);
  });

  it.each(ROWS.map((row) => ({ ...row, last: row.by.at(-1) as Member })))(
    '$act (row $at) by $last is done',
    async ({ act, at, last }) => {
      const form = formFor(act, actors.ana.personId);
      const { status, location } = await does(actors[last], act, idOf(at), form);
      expect([status, location]).toEqual([303, `/console/conciliacoes/${idOf(at)}`]);
    },
  );

  it('assigns to an Elaborador of the company alone', async () => {
    const { sol, alice, bia } = actors;
    const id = idOf(ACTS.findIndex(({ act }) => act === 'assign') + 1);
    for (const responsavel of ['', bia.personId, 'ninguém']) {
      const { status, html } = await does(sol, 'assign', id, { responsavel });
      expect([status, alertIn(html)]).toEqual([400, 'A pessoa indicada não é Elaborador desta empresa']);
    }
    await done(sol, 'assign', id, { responsavel: alice.personId });
    expect(await pageOf(sol, id)).toContain('Alice Elaboradora (Elaborador)');
  });
});
