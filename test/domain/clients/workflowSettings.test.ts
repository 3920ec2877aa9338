import { describe, expect, it } from '#jest';
import { NO_AUTO_APPROVAL } from '../../../src/domain/clients/rules.js';
import { client, type Client } from '../../../src/domain/clients/fold.js';
import type { ClientEvent, InvitationKind } from '../../../src/domain/clients/events.js';
import {
  holdsForClient,
  holdsRole,
  normalizeGrants,
  ownersFinder,
  type OwnerEntry,
} from '../../../src/domain/clients/roles.js';
import type { Actor, Recorded } from '../../../src/domain/kernel/event.js';
import { companyRulesOf } from '../../../src/domain/reconciliation/companyRules.js';
import { autoApprovalOf, deadlinesOf, linksToTell } from '../../../src/domain/clients/workflowSettings.js';
import { given, recorded } from '../../support/given.js';

const after = (...events: ClientEvent[]): Client => given(client, ...events).state();
const ofCompany = { clientId: 1, companyId: 3 };
const entry = (more: Partial<OwnerEntry>): OwnerEntry => ({
  scope: 'all',
  value: '',
  preparer: null,
  reviewer: null,
  approver: null,
  ...more,
});
const owners = (...entries: OwnerEntry[]): ClientEvent => ({
  type: 'DefaultOwnersChanged',
  data: { ...ofCompany, owners: entries },
});
const account = { departamento: 'Financeiro', setor: 'Tesouraria', codigo: '1.1.01' };

describe('Roles', () => {
  const state = after({
    type: 'UserRegistered',
    data: {
      clientId: 1,
      personId: 'ana',
      roles: [
        { role: 'PREPARER', companyIds: [3] },
        { role: 'AUDITOR', companyIds: null },
      ],
    },
  });

  it('hold for the companies named, or for every one', () => {
    expect(holdsRole(state, 'ana', 'PREPARER', 3)).toBe(true);
    expect(holdsRole(state, 'ana', 'PREPARER', 4)).toBe(false);
    expect(holdsRole(state, 'ana', 'AUDITOR', 4)).toBe(true);
    expect(holdsRole(state, 'ana', 'APPROVER', 3)).toBe(false);
    expect(holdsRole(state, 'bia', 'AUDITOR', 3)).toBe(false);
    expect(holdsForClient(state, 'bia', ['AUDITOR'])).toBe(false);
  });

  it('are replaced whole, and gone with the person', () => {
    const changed: ClientEvent = { type: 'UserRolesChanged', data: { clientId: 1, personId: 'ana', roles: [] } };
    const evolved = (event: ClientEvent) =>
      after(
        {
          type: 'UserRegistered',
          data: { clientId: 1, personId: 'ana', roles: [{ role: 'APPROVER', companyIds: null }] },
        },
        event,
      );
    expect(holdsRole(evolved(changed), 'ana', 'APPROVER', 3)).toBe(false);
    expect(
      holdsRole(evolved({ type: 'UserErased', data: { clientId: 1, personId: 'ana' } }), 'ana', 'APPROVER', 3),
    ).toBe(false);
  });

  it('stay when the person’s name changes', () =>
    expect(
      holdsRole(
        given(client, {
          type: 'UserRegistered',
          data: { clientId: 1, personId: 'ana', roles: [{ role: 'APPROVER', companyIds: null }] },
        })
          .and({ type: 'UserRenamed', data: { clientId: 1, personId: 'ana' } })
          .state(),
        'ana',
        'APPROVER',
        3,
      ),
    ).toBe(true));

  it('granted twice hold for the companies of both, in the order of the roles', () => {
    expect(
      normalizeGrants([
        { role: 'AUDITOR', companyIds: [1] },
        { role: 'PREPARER', companyIds: [4, 2] },
        { role: 'PREPARER', companyIds: [2] },
        { role: 'AUDITOR', companyIds: null },
      ]),
    ).toEqual([
      { role: 'PREPARER', companyIds: [2, 4] },
      { role: 'AUDITOR', companyIds: null },
    ]);
  });
});

describe('Default owners', () => {
  it('come, for each step, from the most specific entry that names one', () => {
    const state = after(
      owners(
        entry({ scope: 'account', value: '1.1.01', approver: 'code' }),
        entry({ preparer: 'all', reviewer: 'all', approver: 'all' }),
        entry({ scope: 'sector', value: 'Tesouraria', reviewer: 'sector' }),
        entry({ scope: 'department', value: 'Financeiro', preparer: 'dept', reviewer: 'dept' }),
      ),
    );
    expect(ownersFinder(state, 3)(account)).toEqual({ preparer: 'dept', reviewer: 'sector', approver: 'code' });
    expect(ownersFinder(state, 3)({ ...account, codigo: '1.1.02', setor: '' })).toEqual({
      preparer: 'dept',
      reviewer: 'dept',
      approver: 'all',
    });
    expect(ownersFinder(state, 4)(account)).toEqual({ preparer: null, reviewer: null, approver: null });
  });

  it('are the next ones once a person is erased', () => {
    const state = after(
      owners(entry({ preparer: 'bia' }), entry({ scope: 'account', value: '1.1.01', preparer: 'ana' })),
      { type: 'UserErased', data: { clientId: 1, personId: 'ana' } },
    );
    expect(ownersFinder(state, 3)(account).preparer).toBe('bia');
    expect(state.owners.get(3)).toEqual([entry({ preparer: 'bia' })]);
  });
});

describe('Links to sign in by', () => {
  const mara: Actor = { kind: 'person', id: 'mara' };
  const operator: Actor = { kind: 'operator', id: 'operator', name: 'Operador' };
  const time = (minute: number): string => `2026-09-10T12:0${minute}:00.000Z`;
  const made = (minute: number, kind: InvitationKind, actor: Actor): Recorded => {
    const { metadata, ...event } = recorded(
      { type: 'SignInLinkMade', data: { clientId: 1, personId: 'ana', kind }, at: time(minute) },
      minute,
    );
    return { ...event, metadata: { ...metadata, actor } };
  };
  const seen = (minute: number): Recorded =>
    recorded({ type: 'SignInLinksSeen', data: { clientId: 1, personId: 'ana', until: time(minute) } }, 9);
  const told = (...events: Recorded[]) =>
    linksToTell(
      events.reduce((state, event) => client.evolve(state, event, []), client.initial()),
      'ana',
    ).map(({ kind, by, at }) => ({ kind, by, at }));

  it('are told once by each who made some, the newest of each kind', () => {
    expect(
      told(
        made(0, 'RESET', mara),
        made(1, 'INVITE', mara),
        made(2, 'RESET', operator),
        made(3, 'RESET', { ...mara, id: 'caio' }),
        made(4, 'RESET', mara),
      ),
    ).toEqual([
      { kind: 'INVITE', by: mara, at: time(1) },
      { kind: 'RESET', by: operator, at: time(2) },
      { kind: 'RESET', by: { ...mara, id: 'caio' }, at: time(3) },
      { kind: 'RESET', by: mara, at: time(4) },
    ]);
  });

  it('are told no more once they were read, or with the person, but for newer ones', () => {
    const one = made(0, 'RESET', mara);
    const two = made(1, 'RESET', operator);
    expect(told(one, two, seen(1))).toEqual([]);
    expect(told(one, two, seen(0))).toEqual([{ kind: 'RESET', by: operator, at: time(1) }]);
    expect(told(seen(1))).toEqual([]);
    const erased = recorded({ type: 'UserErased', data: { clientId: 1, personId: 'ana' } }, 9);
    expect(told(one, two, erased)).toEqual([]);
  });

  it('are told from the second on: the first one lets a person in', () => {
    const first = made(0, 'INVITE', mara);
    expect(told(first)).toEqual([]);
    expect(told(first, made(1, 'INVITE', mara))).toEqual([{ kind: 'INVITE', by: mara, at: time(1) }]);
    expect(told(first, made(1, 'INVITE', operator))).toEqual([
      { kind: 'INVITE', by: mara, at: time(0) },
      { kind: 'INVITE', by: operator, at: time(1) },
    ]);
    expect(told(first, seen(0), made(1, 'INVITE', mara))).toEqual([{ kind: 'INVITE', by: mara, at: time(1) }]);
  });
});

describe('Deadlines, holidays and rules', () => {
  it('are 5, 7 and 8 days, none and off until set, and then what was set last', () => {
    const before = after();
    expect(deadlinesOf(before, 3)).toEqual({ preparer: 5, reviewer: 7, approver: 8 });
    expect(before.holidays).toEqual([]);
    expect(autoApprovalOf(before, 3)).toEqual(NO_AUTO_APPROVAL);
    const set = after(
      { type: 'DeadlinesChanged', data: { ...ofCompany, preparer: 2, reviewer: 2, approver: 10 } },
      { type: 'HolidaysChanged', data: { clientId: 1, holidays: ['2026-07-09'] } },
      { type: 'AutoApprovalChanged', data: { ...ofCompany, ...NO_AUTO_APPROVAL, zero: true } },
    );
    expect(deadlinesOf(set, 3)).toEqual({ preparer: 2, reviewer: 2, approver: 10 });
    expect(deadlinesOf(set, 4)).toEqual({ preparer: 5, reviewer: 7, approver: 8 });
    expect(set.holidays).toEqual(['2026-07-09']);
    expect(autoApprovalOf(set, 3).zero).toBe(true);
    expect(autoApprovalOf(set, 4).zero).toBe(false);
  });
});

describe('A company that carries items', () => {
  it('has its open items carried for codes that begin so, until other ones are named', () => {
    const carrying = (...carry: readonly string[]): ClientEvent => {
      return { type: 'CarryRuleChanged', data: { ...ofCompany, carry } };
    };
    const carries = (code: string, ...events: readonly ClientEvent[]) =>
      companyRulesOf(after(...events), 3).carries(code);
    expect(carries('1.1.02')).toBe(false);
    expect(carries('1.1.02', carrying('2', '1.1'))).toBe(true);
    expect(carries('1.2', carrying('2', '1.1'))).toBe(false);
    expect(carries('1.1.02', carrying('1.1'), carrying())).toBe(false);
  });
});
