import { describe, expect, it } from '#jest';
import { checkClient } from '../../../src/domain/clients/decide.js';
import { checkAdministrators, type KnownPeople } from '../../../src/domain/clients/decideSettings.js';
import { client, type Client } from '../../../src/domain/clients/fold.js';
import type { CompanyList, ClientEvent } from '../../../src/domain/clients/events.js';
import type {
  RequestedClient,
  RequestedOwners,
  RequestedRules,
  RequestedUser,
} from '../../../src/domain/clients/applyRequest.js';
import { pathText } from '../../../src/messages/registers.js';
import { given, type Given } from '../../support/given.js';
import { applied, clientWith, companyWith, nothingOf, peopleOf } from './support.js';

const people = peopleOf('ana@acme', 'bia@acme');
const ofCompany = { clientId: 1, companyId: 1 };
const known = given(client)
  .when(applied(clientWith(companyWith('0'))))
  .after();

/** The same client with these settings in its file, for the client or for its only company. */
const file = (settings: Partial<RequestedClient>): RequestedClient => ({ ...clientWith(), ...settings });
const ofOnlyCompany = (settings: Parameters<typeof nothingOf>[1]) => clientWith(nothingOf('0', settings));
const user = (email: string, facts: Partial<RequestedUser> = {}): RequestedUser => ({
  path: [email],
  email,
  name: undefined,
  roles: undefined,
  ...facts,
});
const faultsOf = (past: Given<Client>, requested: RequestedClient, known: KnownPeople = people) =>
  checkClient(past.state(), requested, { clientId: 1, people: known }).map(({ path, reason }) => [
    pathText(path),
    reason.is,
  ]);

describe('Users of a file', () => {
  const preparer = { path: ['roles', 0], role: 'PREPARER', cnpjs: ['0'] } as const;
  const grants = [{ role: 'PREPARER', companyIds: [1] }];
  const hired = known.when(
    applied(file({ users: [user('ana@acme', { name: 'Ana', roles: [preparer] })] }), people),
  );

  it('are registered with their roles for the companies named, and a second time change nothing', () => {
    hired.then([{ type: 'UserRegistered', data: { clientId: 1, personId: 'ana', roles: grants } }]);
    hired.again().thenNothing();
  });

  it('keep the roles that a file leaves out, and have exactly those that it gives', () => {
    const change = (facts: Partial<RequestedUser>) =>
      hired.after().when(applied(file({ users: [user('ana@acme', facts)] }), people));
    change({}).thenNothing();
    change({ roles: [{ path: ['roles', 0], role: 'AUDITOR', cnpjs: null }] }).then([
      {
        type: 'UserRolesChanged',
        data: { clientId: 1, personId: 'ana', roles: [{ role: 'AUDITOR', companyIds: null }] },
      },
    ]);
  });

  it('have no role when they are registered without one', () =>
    known
      .when(applied(file({ users: [user('bia@acme', { name: 'Bia' })] }), people))
      .then([{ type: 'UserRegistered', data: { clientId: 1, personId: 'bia', roles: [] } }]));

  it('must have name and roles when they are new, and name companies of the client', () => {
    const stranger = { path: ['roles', 0], role: 'AUDITOR', cnpjs: ['0', '9'] } as const;
    expect(faultsOf(known, file({ users: [user('bia@acme')] }))).toEqual([
      ['bia@acme.name', 'Required'],
      ['bia@acme.roles', 'Required'],
    ]);
    expect(faultsOf(known, file({ users: [user('bia@acme', { name: 'Bia', roles: [stranger] })] }))).toEqual([
      ['roles[0].companies[1]', 'CompanyUnknown'],
    ]);
    expect(faultsOf(hired.after(), file({ users: [user('ana@acme')] }))).toEqual([]);
    const everywhere = { ...stranger, cnpjs: null };
    expect(faultsOf(known, file({ users: [user('bia@acme', { name: 'Bia', roles: [everywhere] })] }))).toEqual([]);
  });

  it('are refused with the e-mail of another client’s user', () => {
    const theirs: KnownPeople = new Map([['ana@acme', { personId: 'ana', clientId: 2 }]]);
    expect(faultsOf(known, file({ users: [user('ana@acme')] }), theirs)).toEqual([
      ['ana@acme.email', 'EmailOfAnotherClient'],
    ]);
  });
});

describe('The last Administrador of the whole client', () => {
  const administrator = { path: ['roles', 0], role: 'MODULE_ADMIN', cnpjs: null } as const;
  const ofOne = { ...administrator, cnpjs: ['0'] };
  const team = file({
    users: [
      user('ana@acme', { name: 'Ana', roles: [administrator] }),
      user('bia@acme', { name: 'Bia', roles: [administrator] }),
    ],
  });
  const both = known.when(applied(team, people)).after();
  const only = both.when(applied(file({ users: [user('bia@acme', { roles: [ofOne] })] }), people)).after();
  const faults = (past: Given<Client>, ...users: readonly RequestedUser[]) =>
    checkAdministrators(past.state(), file({ users }), people).map(({ path, reason }) => [
      pathText(path),
      reason.is,
    ]);
  const lost = [['ana@acme.roles', 'LastAdministrator']];

  it('loses the role to no person, neither whole nor for some companies', () => {
    expect(faults(only, user('ana@acme', { roles: [] }))).toEqual(lost);
    expect(faults(only, user('ana@acme', { roles: [ofOne] }))).toEqual(lost);
    expect(faults(only, user('ana@acme', { roles: [{ ...administrator, role: 'SUPERVISOR' }] }))).toEqual(lost);
    expect(faults(only, user('ana@acme', { name: 'Ana Maria' }))).toEqual([]);
    expect(faults(only, user('bia@acme', { roles: [] }))).toEqual([]);
  });

  it('is whoever is left: one of two may lose it, both may not, and another may get it at once', () => {
    const ana = user('ana@acme', { roles: [] });
    const bia = user('bia@acme', { roles: [] });
    expect(faults(both, ana)).toEqual([]);
    expect(faults(both, ana, bia)).toEqual([...lost, ['bia@acme.roles', 'LastAdministrator']]);
    expect(faults(only, ana, user('nova@acme', { name: 'Nova', roles: [administrator] }))).toEqual([]);
  });
});

describe('Settings of a file', () => {
  it('change the holidays only where the list differs', () => {
    const changed = known.when(applied(file({ holidays: ['2026-07-09'] })));
    changed.then([{ type: 'HolidaysChanged', data: { clientId: 1, holidays: ['2026-07-09'] } }]);
    changed.again().thenNothing();
  });

  it('change the deadlines named and keep the others', () => {
    const changed = known.when(applied(ofOnlyCompany({ deadlines: days(undefined, undefined, 9) })));
    changed.then([{ type: 'DeadlinesChanged', data: { ...ofCompany, preparer: 5, reviewer: 7, approver: 9 } }]);
    changed.again().thenNothing();
    changed
      .after()
      .when(applied(ofOnlyCompany({ deadlines: days(3, 4, undefined) })))
      .then([{ type: 'DeadlinesChanged', data: { ...ofCompany, preparer: 3, reviewer: 4, approver: 9 } }]);
  });

  it('are refused where a step would be due after the next one, counting the deadlines left out', () => {
    const faults = (...of: Parameters<typeof days>) => faultsOf(known, ofOnlyCompany({ deadlines: days(...of) }));
    expect(faults(8, undefined, undefined)).toEqual([['0.deadlines.preparer', 'DeadlineAfterNext']]);
    expect(faults(undefined, 9, undefined)).toEqual([['0.deadlines.reviewer', 'DeadlineAfterNext']]);
    expect(faults(7, 7, 7)).toEqual([]);
    const newCompany = clientWith(companyWith('1', { deadlines: days(6, 5, undefined) }));
    expect(faultsOf(known, newCompany)).toEqual([['1.deadlines.preparer', 'DeadlineAfterNext']]);
  });

  it('change the default owners only where the list differs', () => {
    const requested = ofOnlyCompany({ owners: [ownersOf('ana@acme')] });
    const owners = [{ scope: 'all', value: '', preparer: 'ana', reviewer: null, approver: null }];
    const changed = known.when(applied(requested, people));
    changed.then([{ type: 'DefaultOwnersChanged', data: { ...ofCompany, owners } }]);
    changed.again().thenNothing();
  });

  it('are refused where a default owner is neither a user nor in the file', () => {
    const requested = ofOnlyCompany({ owners: [ownersOf('ana@acme', 'bia@acme')] });
    expect(faultsOf(known, requested)).toEqual([
      ['owners[0].preparer', 'UserUnknown'],
      ['owners[0].reviewer', 'UserUnknown'],
    ]);
    expect(faultsOf(known, requested, new Map())).toEqual(faultsOf(known, requested));
    const hired = known.when(applied(file({ users: [user('ana@acme', { roles: [] })] }), people)).after();
    const bia = user('bia@acme', { name: 'Bia', roles: [] });
    expect(faultsOf(hired, { ...requested, users: [bia] })).toEqual([]);
  });

  it('change the rules of automatic approval named and keep the others; null ends the amount', () => {
    const autoApproval = (given: Partial<RequestedRules>) =>
      applied(ofOnlyCompany({ autoApproval: given as RequestedRules }));
    const changedTo = (more: object) => [
      { type: 'AutoApprovalChanged', data: { ...ofCompany, ...rules, ...more } },
    ];
    const rules = { zeroWithoutMovement: false, zero: true, withoutMovement: false, upToCents: 500 };
    const changed = known.when(autoApproval({ zero: true, upToCents: 500 }));
    changed.then(changedTo({}));
    changed.again().thenNothing();
    const more = { zeroWithoutMovement: true, withoutMovement: true };
    changed.after().when(autoApproval(more)).then(changedTo(more));
    changed
      .after()
      .when(autoApproval({ upToCents: null }))
      .then(changedTo({ upToCents: null }));
  });

  it.each([
    ['carry', 'CarryRuleChanged', ['1.1', '2']],
    ['tolerance', 'ToleranceChanged', [{ prefix: '1.1', amountCents: 500, basisPoints: null }]],
    ['variation', 'VariationRulesChanged', [{ prefix: '', amountCents: 5, basisPoints: 9, against: 'PREVIOUS' }]],
    ['risk', 'RiskRulesChanged', [{ prefix: '1.1', level: 'HIGH' }]],
    ['checklist', 'ChecklistChanged', [{ text: 'Ata', role: 'SUPERVISOR', workingDay: 3, blocking: true }]],
  ])('replace %s by the complete list of the file, and keep it where the file has none', (name, type, list) => {
    const changed = (rules: readonly unknown[]) =>
      ({ type, data: { ...ofCompany, [name]: rules } }) as ClientEvent;
    known.when(applied(ofOnlyCompany({ [name]: [] }))).thenNothing();
    const set = known.when(applied(ofOnlyCompany({ [name]: list })));
    set.then([changed(list)]);
    set.again().thenNothing();
    const past = set.after();
    past.when(applied(ofOnlyCompany({}))).thenNothing();
    past.when(applied(ofOnlyCompany({ [name]: [] }))).then([changed([])]);
    expect([...past.state()[name as CompanyList]]).toEqual([[ofCompany.companyId, list]]);
  });

  it('names accounts kept with another company of the client, which has to be known', () => {
    const rule = { prefix: '1.1', counterpart: '1', counterpartPrefix: '2.1' };
    const both = clientWith(companyWith('0', { intercompany: [rule] }), companyWith('1'));
    const none = given(client);
    expect(faultsOf(none, both)).toEqual([]);
    const naming = (counterpart: string) =>
      faultsOf(none, clientWith(companyWith('0', { intercompany: [{ ...rule, counterpart }] })));
    expect(naming('7')).toEqual([['0.intercompany[0].counterpart', 'CompanyUnknown']]);
    expect(naming('0')).toEqual([['0.intercompany[0].counterpart', 'CompanyUnknown']]);
    const set = given(client).when(applied(both));
    const change = {
      type: 'IntercompanyChanged',
      data: {
        clientId: 1,
        companyId: 1,
        intercompany: [{ prefix: '1.1', counterpartId: 2, counterpartPrefix: '2.1' }],
      },
    };
    expect(set.events).toContainEqual(change);
    set.again().thenNothing();
  });

  it('set the statement of a closing, and take it away', () => {
    const changed = (statement: string | null): ClientEvent => {
      return { type: 'ClosingStatementChanged', data: { ...ofCompany, statement } };
    };
    known.when(applied(ofOnlyCompany({ statement: null }))).thenNothing();
    const set = known.when(applied(ofOnlyCompany({ statement: 'Declaro.' })));
    set.then([changed('Declaro.')]);
    set.again().thenNothing();
    const removed = set.after().when(applied(ofOnlyCompany({ statement: null })));
    removed.then([changed(null)]);
    removed.again().thenNothing();
  });

  it('freeze closed months from when it is asked until it is taken back', () => {
    const changed = (frozen: boolean): ClientEvent => {
      return { type: 'ClosedMonthsRuleChanged', data: { ...ofCompany, frozen } };
    };
    known.when(applied(ofOnlyCompany({ freezesClosed: false }))).thenNothing();
    const frozen = known.when(applied(ofOnlyCompany({ freezesClosed: true })));
    frozen.then([changed(true)]);
    frozen.again().thenNothing();
    expect([...frozen.after().state().frozen]).toEqual([ofCompany.companyId]);
    const past = frozen.after();
    past.when(applied(ofOnlyCompany({}))).thenNothing();
    const thawed = past.when(applied(ofOnlyCompany({ freezesClosed: false })));
    thawed.then([changed(false)]);
    thawed.again().thenNothing();
  });
});

function days(preparer: number | undefined, reviewer: number | undefined, approver: number | undefined) {
  return { preparer, reviewer, approver };
}

function ownersOf(preparer: string, reviewer?: string): RequestedOwners {
  return { path: ['owners', 0], scope: 'all', value: '', preparer, reviewer, approver: undefined };
}
