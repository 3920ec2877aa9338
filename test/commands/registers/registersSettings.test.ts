// Users, holidays, deadlines, owners and rules in an `apply` file, over a real log and a real store of people.
import { describe, expect, it } from '#jest';
import { eraseUser } from '../../../src/commands/people/access.js';
import { holdsRole, ownersFinder } from '../../../src/domain/clients/roles.js';
import { asOperator } from '../support/commandDeps.js';
import { chart, company as companyWithChart, ONE, THREE, TWO, without } from './registersDocuments.js';
import { useRegisters } from './registersWorld.js';
import { readAll } from '../../support/logEvents.js';

const { apply, errorsOf, deps } = useRegisters();

const company = (cnpj: string, more: object = {}) => without(companyWithChart(cnpj, more), 'charts');
const client = (more: object = {}, ...companies: object[]) => ({
  clients: [{ ref: 'acme', name: 'Grupo Acme', companies, ...more }],
});
const ana = { email: 'ana@acme.com.br', name: 'Ana Sá', roles: [{ role: 'PREPARER' }] };
const bia = { email: 'Bia@Acme.com.br', name: 'Bia Luz', roles: [{ role: 'REVIEWER', companies: [ONE] }] };
const registered = () => deps().registers.registers.workflowOf(1);
const idOf = async (email: string) => (await deps().people.byEmail([email]))[0]?.personId ?? '';

describe('A person who applies registers', () => {
  it('needs Administrador do módulo of the whole client: other roles and some companies are not enough', async () => {
    const gil = { email: 'gil@acme.com.br', name: 'Gil', roles: [{ role: 'MODULE_ADMIN', companies: [ONE] }] };
    const mara = { email: 'mara@acme.com.br', name: 'Mara', roles: [{ role: 'MODULE_ADMIN' }] };
    await apply(client({ users: [ana, gil, mara] }, company(ONE)));
    const as = async (email: string) => ({
      actor: { kind: 'person' as const, id: await idOf(email) },
      requestId: null,
    });
    const document = client({ holidays: ['2026-07-09'] });
    const path = ['clients', 0, 'ref'];
    const refusal = { problem: { is: 'RegistersInvalid', errors: [{ path, reason: { is: 'NotTheirClient' } }] } };
    for (const email of [ana.email, gil.email])
      await expect(apply(document, deps(), await as(email))).rejects.toMatchObject(refusal);
    const foreign = { clients: [{ ref: 'zeta', name: 'Zeta' }] };
    await expect(apply(foreign, deps(), await as(mara.email))).rejects.toMatchObject(refusal);
    expect(registered().holidays).toEqual([]);
    await apply(document, deps(), await as(mara.email));
    expect(registered().holidays).toEqual(['2026-07-09']);
  });
});

describe('Users of a client', () => {
  it('hold their roles, for every company or those named; names and e-mails stay out of the log', async () => {
    const result = await apply(client({ users: [ana, bia] }, company(ONE), company(TWO)));
    expect(result.items.map(({ kind, outcome }) => [kind, outcome])).toEqual([
      ['client', 'created'],
      ['company', 'created'],
      ['company', 'created'],
    ]);
    const anaId = await idOf('ana@acme.com.br');
    const biaId = await idOf('bia@acme.com.br');
    expect(holdsRole(registered(), anaId, 'PREPARER', 2)).toBe(true);
    expect(holdsRole(registered(), biaId, 'REVIEWER', 1)).toBe(true);
    expect(holdsRole(registered(), biaId, 'REVIEWER', 2)).toBe(false);
    const log = JSON.stringify(await readAll(deps().log, 'client-1')).toLowerCase();
    for (const word of ['ana@', 'bia@', 'ana sá', 'bia luz']) expect(log).not.toContain(word);
  });

  it('change nothing when applied again, and are not changed by a file that leaves them out', async () => {
    const document = client({ users: [ana, bia], holidays: ['2026-07-09'] }, company(ONE));
    await apply(document);
    const head = await deps().log.head();
    expect(await apply(document)).toMatchObject({ created: 0, changed: 0, unchanged: 2, position: null });
    expect(await apply(client({ users: [{ email: 'ANA@acme.com.br' }] }, company(ONE)))).toMatchObject({
      changed: 0,
    });
    expect(await apply(client({}, { cnpj: ONE }))).toMatchObject({ changed: 0, position: null });
    expect(await deps().log.head()).toBe(head);
  });

  it('count in their client when roles, a name or the holidays change', async () => {
    await apply(client({ users: [ana] }, company(ONE)));
    const anaId = await idOf(ana.email);
    const outcomes = async (more: object) => (await apply(client(more, company(ONE)))).items.map((i) => i.outcome);
    expect(await outcomes({ users: [{ ...ana, roles: [] }] })).toEqual(['changed', 'unchanged']);
    expect(holdsRole(registered(), anaId, 'PREPARER', 1)).toBe(false);
    expect(await outcomes({ users: [{ email: ana.email, name: 'Ana de Sá' }] })).toEqual(['changed', 'unchanged']);
    expect(await deps().people.byId([anaId])).toMatchObject([{ name: 'Ana de Sá', email: ana.email }]);
    expect(await outcomes({ holidays: ['2026-07-09', '2026-01-25', '2026-07-09'] })).toEqual([
      'changed',
      'unchanged',
    ]);
    expect(registered().holidays).toEqual(['2026-01-25', '2026-07-09']);
    expect((await readAll(deps().log, 'client-1')).map(({ type }) => type).slice(-3)).toEqual([
      'UserRolesChanged',
      'UserRenamed',
      'HolidaysChanged',
    ]);
  });

  it('belong to one client', async () => {
    await apply(client({ users: [ana] }));
    expect(await errorsOf({ clients: [{ ref: 'outro', name: 'Outro', users: [ana] }] })).toEqual({
      'clients[0].users[0].email': 'este e-mail é de um usuário de outro cliente',
    });
    expect(
      await errorsOf({
        clients: [
          { ref: 'b', name: 'B', users: [{ ...ana, email: 'caio@acme.com.br' }] },
          { ref: 'c', name: 'C', users: [{ ...ana, email: ' CAIO@acme.com.br' }] },
        ],
      }),
    ).toEqual({ 'clients[1].users[0].email': 'este e-mail aparece mais de uma vez' });
  });

  it('are refused with one error per field, and nothing is written', async () => {
    const users = [
      { email: 'sem arroba', name: 'X', roles: [] },
      { email: 'novo@acme.com.br' },
      { ...ana, name: '', roles: [{ role: 'CHEFE' }, { role: 'AUDITOR', companies: [] }] },
      { ...bia, roles: [{ role: 'REVIEWER', companies: [THREE, '123'] }], senha: 'x' },
      { ...ana, roles: 'PREPARER' },
      'ana',
    ];
    expect(await errorsOf(client({ users, holidays: ['2026-02-30', '09/07/2026'] }, company(ONE)))).toEqual({
      'clients[0].users[0].email': 'informe um e-mail válido',
      'clients[0].users[1].name': 'campo obrigatório',
      'clients[0].users[1].roles': 'campo obrigatório',
      'clients[0].users[2].name': 'não pode ficar em branco',
      'clients[0].users[2].roles[0].role':
        'deve ser um destes valores: PREPARER | REVIEWER | APPROVER | SUPERVISOR | MODULE_ADMIN | AUDITOR',
      'clients[0].users[2].roles[1].companies': 'informe pelo menos uma empresa ou omita o campo',
      'clients[0].users[3].roles[0].companies[1]': 'o CNPJ deve ter 14 caracteres',
      'clients[0].users[3].senha': 'campo desconhecido',
      'clients[0].users[4].email': 'este e-mail aparece mais de uma vez',
      'clients[0].users[4].roles': 'deve ser uma lista',
      'clients[0].users[5]': 'deve ser um objeto',
      'clients[0].holidays[0]': 'informe uma data real no formato AAAA-MM-DD',
      'clients[0].holidays[1]': 'informe uma data real no formato AAAA-MM-DD',
    });
    expect(await deps().people.byEmail([ana.email])).toEqual([]);
    const unknown = { ...bia, roles: [{ role: 'REVIEWER', companies: [ONE, THREE] }] };
    expect(await errorsOf(client({ users: [unknown] }, company(ONE)))).toEqual({
      'clients[0].users[0].roles[0].companies[1]': expect.stringMatching(/ não é uma empresa deste cliente$/),
    });
  });
});

describe('Erasing a user', () => {
  const cutShort = async () => {
    await apply(client({ users: [ana] }, company(ONE, { owners: [{ preparer: ana.email }] })));
    const [person] = await deps().people.byEmail([ana.email]);
    if (!person) throw new Error('not enrolled');
    const dying = { ...deps().people, erase: () => Promise.reject(new Error('killed')) };
    await expect(eraseUser({ ...deps(), people: dying }, person, asOperator)).rejects.toThrow('killed');
    await deps().registers.refresh();
    return person;
  };

  it('that was interrupted has ended the roles already, and is completed by running it again, with one event', async () => {
    const person = await cutShort();
    expect(registered().users.has(person.personId)).toBe(false);
    expect(deps().registers.registers.isErased(person.personId)).toBe(true);
    expect(await eraseUser(deps(), person, asOperator)).toBeNull();
    expect(await deps().people.byEmail([ana.email])).toEqual([]);
    const facts = await readAll(deps().log, 'client-1');
    expect(facts.filter(({ type }) => type === 'UserErased')).toHaveLength(1);
  });

  it('that was interrupted is final: the same e-mail applied again is another person', async () => {
    const person = await cutShort();
    expect(await errorsOf(client({ users: [{ email: ana.email }] }))).toEqual({
      'clients[0].users[0].name': 'campo obrigatório',
      'clients[0].users[0].roles': 'campo obrigatório',
    });
    await apply(client({ users: [ana] }, company(ONE)));
    expect(await idOf(ana.email)).not.toBe(person.personId);
    expect(await deps().people.byId([person.personId])).toEqual([]);
    expect(registered().owners.get(1)).toEqual([]);
  });
});

describe('Rules for accounts that the company does not have', () => {
  it('are told where the file has rules, once the company has a chart', async () => {
    const rules = { carry: ['1', '8'], risk: [{ prefix: '9.9', level: 'LOW' }] };
    expect((await apply(client({}, company(ONE, rules)))).warnings).toEqual([]);
    const withChart = await apply(client({}, { cnpj: ONE, charts: [chart('Plano 2026')], carry: ['1', '8'] }));
    expect(withChart.warnings).toEqual([
      { cnpj: ONE, rule: 'carry', prefix: '8' },
      { cnpj: ONE, rule: 'risk', prefix: '9.9' },
    ]);
    expect((await apply(client({}, { cnpj: ONE, nomeFantasia: 'Outra' }))).warnings).toEqual([]);
  });
});

describe('Settings of a company', () => {
  const owners = [
    { preparer: ana.email, reviewer: bia.email },
    { codigo: '1.1.01', preparer: 'BIA@acme.com.br' },
  ];

  it('are applied, count in their company, and change nothing when applied again', async () => {
    const more = {
      deadlines: { preparer: 3, reviewer: 4, approver: 4 },
      owners,
      autoApproval: { zero: true, upTo: '10.00' },
      carry: ['2', '1.1.02', '2'],
      congelarAoFechar: true,
      tolerance: [{ prefix: '1.1', amount: '150.00', percent: 0.5 }, { percent: 0.07 }],
      variation: [{ amount: '1000.00', percent: 20, against: 'PREVIOUS' }],
      risk: [{ prefix: '1.1', level: 'HIGH' }],
    };
    await apply(client({ users: [ana, bia] }, company(ONE)));
    const result = await apply(client({}, { cnpj: ONE, ...more }));
    expect(result.items.map(({ outcome }) => outcome)).toEqual(['unchanged', 'changed']);
    expect(await apply(client({}, { cnpj: ONE, ...more }))).toMatchObject({ changed: 0, position: null });
    const anaId = await idOf(ana.email);
    const biaId = await idOf('bia@acme.com.br');
    const account = { departamento: '', setor: '', codigo: '1.1.01' };
    expect(ownersFinder(registered(), 1)(account)).toEqual({ preparer: biaId, reviewer: biaId, approver: null });
    expect(ownersFinder(registered(), 1)({ ...account, codigo: '9' }).preparer).toBe(anaId);
    expect(registered().carry.get(1)).toEqual(['1.1.02', '2']);
    expect(registered().variation.get(1)).toEqual([
      { prefix: '', amountCents: 100_000, basisPoints: 2_000, against: 'PREVIOUS' },
    ]);
    expect(registered().risk.get(1)).toEqual([{ prefix: '1.1', level: 'HIGH' }]);
    expect([...registered().frozen]).toEqual([1]);
    expect(registered().tolerance.get(1)).toEqual([
      { prefix: '1.1', amountCents: 15_000, basisPoints: 50 },
      { prefix: '', amountCents: null, basisPoints: 7 },
    ]);
    expect(registered().deadlines.get(1)).toEqual({ preparer: 3, reviewer: 4, approver: 4 });
    expect(registered().autoApproval.get(1)).toEqual({
      zeroWithoutMovement: false,
      zero: true,
      withoutMovement: false,
      upToCents: 1000,
    });
  });

  it('are removed where they are set to null, or to an empty list', async () => {
    await apply(client({ users: [ana, bia] }, company(ONE, { autoApproval: { zero: true, upTo: 12.5 }, owners })));
    await apply(client({}, { cnpj: ONE, autoApproval: { upTo: null }, owners: [] }));
    expect(registered().autoApproval.get(1)).toMatchObject({ zero: true, upToCents: null });
    expect(registered().owners.get(1)).toEqual([]);
  });

  it('are refused with one error per field, and nothing is written', async () => {
    const wrong = company(ONE, {
      deadlines: { preparer: 0, reviewer: 2.5, approver: '8', supervisor: 1 },
      owners: [
        { preparer: 'ninguem@acme.com.br' },
        { preparer: 'sem arroba' },
        { departamento: 'A', setor: 'B', preparer: ana.email },
        { codigo: '1' },
        { codigo: '2', gerente: ana.email, preparer: ana.email },
      ],
      autoApproval: { zero: 'sim', upTo: '10,00', sempre: true },
    });
    const days = 'informe um número inteiro de dias úteis de 1 a 250';
    expect(await errorsOf(client({ users: [ana] }, wrong))).toEqual({
      'clients[0].companies[0].deadlines.preparer': days,
      'clients[0].companies[0].deadlines.reviewer': days,
      'clients[0].companies[0].deadlines.approver': days,
      'clients[0].companies[0].deadlines.supervisor': 'campo desconhecido',
      'clients[0].companies[0].owners[0].preparer': 'ninguem@acme.com.br não é um usuário deste cliente',
      'clients[0].companies[0].owners[1]': 'já há responsáveis para as mesmas contas nesta empresa',
      'clients[0].companies[0].owners[1].preparer': 'informe um e-mail válido',
      'clients[0].companies[0].owners[2]': 'informe apenas um destes campos: departamento; setor; codigo',
      'clients[0].companies[0].owners[3]': 'informe pelo menos um destes campos: preparer; reviewer; approver',
      'clients[0].companies[0].owners[4].gerente': 'campo desconhecido',
      'clients[0].companies[0].autoApproval.zero': 'deve ser true ou false',
      'clients[0].companies[0].autoApproval.upTo': 'informe um valor maior ou igual a zero como "10.00"',
      'clients[0].companies[0].autoApproval.sempre': 'campo desconhecido',
    });
    for (const upTo of [-1, '-0.01', '1.001', 0.001, {}, true, '', '99999999999999'])
      expect(await errorsOf(client({}, company(ONE, { autoApproval: { upTo } })))).toHaveProperty([
        'clients[0].companies[0].autoApproval.upTo',
      ]);
    for (const value of ['x', [], 3])
      expect(await errorsOf(client({}, company(ONE, { deadlines: value })))).toEqual({
        'clients[0].companies[0].deadlines': 'deve ser um objeto',
      });
  });
});
