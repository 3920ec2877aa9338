// Role × act on a reconciliation through HTTP: forms crafted by people who may not act change nothing.
import { describe, expect, it } from '#jest';
import { actLabels, type Act } from '../../../src/domain/reconciliation/transitions.js';
import { groupedBy } from '../../../src/domain/kernel/groupedBy.js';
import { buildAccounts } from '../../support/builders.js';
import { email, team, type Member } from '../../support/team.js';
import { alertIn, buttonsIn, does, done, formFor, openOffice, historyIn, pageOf } from './support.js';

/** What is done before, and who then does the act. Alice is an Elaborador who was not assigned. */
type Step = readonly [Member, Act];
const TO_ELABORATION: readonly Step[] = [['ana', 'start']];
const TO_SUBMITTED: readonly Step[] = [...TO_ELABORATION, ['ana', 'submit']];
const TO_REVIEW: readonly Step[] = [...TO_SUBMITTED, ['bia', 'open']];
const TO_PASSED: readonly Step[] = [...TO_REVIEW, ['bia', 'pass']];
const TO_APPROVAL: readonly Step[] = [...TO_PASSED, ['caio', 'open']];
const TO_APPROVED: readonly Step[] = [...TO_APPROVAL, ['caio', 'approve']];

const WRITERS: readonly Member[] = ['ana', 'alice', 'bia', 'caio', 'sol', 'mara'];
type Row = Readonly<{ act: Act; after: readonly Step[]; by: readonly Member[] }>;
const TABLE: readonly Row[] = [
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
const ROWS = TABLE.map((row, at) => ({ ...row, at }));
/** Acts of one state are shown on one page, of the first. */
const PAGES = [...groupedBy(ROWS, ({ act, after }) => JSON.stringify([after, act === 'assign'])).values()].flatMap(
  (rows) => members.map((member) => ({ rows, member, acts: rows.map(({ act }) => act).join(', ') })),
);

/** The acts that a person sees, possible or not: Alice as Ana, who has the same role. */
const seenBy = (member: Member): readonly Act[] =>
  TABLE.filter(({ by }) => by.includes(member === 'alice' ? 'ana' : member)).map(({ act }) => act);

/** One reconciliation for each row, brought to where its act is possible. */
const idOf = (at: number): number => office.month.ids[at] ?? NaN;

// Balances of zero: nothing is left to explain.
const accounts = TABLE.length + 1;
const prepared = buildAccounts(accounts).slice(0, -2);
const owners = [
  { reviewer: email('bia'), approver: email('caio') },
  ...prepared.map(({ code }) => ({ codigo: code, preparer: email('ana') })),
];
const office = await openOffice({ accounts, owners });
for (const [at, { after }] of TABLE.entries())
  for (const [member, act] of after) await done(office.people[member], act, idOf(at));

describe('A form of an act', () => {
  it.each(
    ROWS.flatMap((row) => members.filter((one) => !row.by.includes(one)).map((member) => ({ ...row, member }))),
  )('$act (row $at) by $member is refused', async ({ act, at, member }) => {
    const { status, html } = await does(office.people[member], act, idOf(at));
    expect([403, 409]).toContain(status);
    expect(alertIn(html)).not.toBe('');
  });

  it('changes nothing where it was refused', async () => {
    for (const [at, { after }] of TABLE.entries())
      expect(historyIn(await pageOf(office.people.sol, idOf(at)))).toBe(1 + after.length);
  });

  it.each(PAGES)('$acts: shown to $member as what they may do', async ({ rows, member }) => {
    const { enabled, disabled } = buttonsIn(await pageOf(office.people[member], idOf(rows[0].at)));
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
      const form = formFor(act, office.people.ana.personId);
      const { status, location } = await does(office.people[last], act, idOf(at), form);
      expect([status, location]).toEqual([303, `/console/conciliacoes/${idOf(at)}`]);
    },
  );

  it('assigns to an Elaborador of the company alone', async () => {
    const { sol, alice, bia } = office.people;
    const id = idOf(TABLE.findIndex(({ act }) => act === 'assign') + 1);
    for (const responsavel of ['', bia.personId, 'ninguém']) {
      const { status, html } = await does(sol, 'assign', id, { responsavel });
      expect([status, alertIn(html)]).toEqual([400, 'A pessoa indicada não é Elaborador desta empresa']);
    }
    await done(sol, 'assign', id, { responsavel: alice.personId });
    expect(await pageOf(sol, id)).toContain('Alice Elaboradora (Elaborador)');
  });
});
