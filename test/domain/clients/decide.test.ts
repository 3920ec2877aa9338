import { describe, expect, it } from '#jest';
import fc from 'fast-check';
import { checkClient } from '../../../src/domain/clients/decide.js';
import { client, clientRefs } from '../../../src/domain/clients/fold.js';
import { pathText } from '../../../src/messages/registers.js';
import { given } from '../../support/given.js';
import { applied, clientWith, companyWith, nothingOf } from './support.js';

const nobody = { clientId: null, people: new Map() };

/** Who controls each company: an index or nobody. */
const parentsArbitrary = fc
  .integer({ min: 1, max: 8 })
  .chain((count) => fc.array(fc.option(fc.nat({ max: count - 1 })), { minLength: count, maxLength: count }));
const companiesOf = (parents: readonly (number | null)[]) =>
  parents.map((parent, index) =>
    companyWith(String(index), { parentCnpj: parent === null ? null : String(parent) }),
  );

/** Walks from the company until it is back or at an end. */
function comesBack(parents: readonly (number | null)[], from: number): boolean {
  let at = parents[from] ?? null;
  for (let step = 0; at !== null && step <= parents.length; step++) {
    if (at === from) return true;
    at = parents[at] ?? null;
  }
  return false;
}

describe('A client', () => {
  it('is refused exactly where companies control themselves over a circle', () => {
    fc.assert(
      fc.property(parentsArbitrary, (parents) => {
        const faults = checkClient(client.initial(), clientWith(...companiesOf(parents)), nobody);
        const expected = parents.flatMap((_, index) => (comesBack(parents, index) ? [String(index)] : []));
        expect(faults.map(({ path }) => path[0])).toEqual(expected);
        for (const { reason, path } of faults)
          expect(reason.is).toBe(parents[Number(path[0])] === Number(path[0]) ? 'ParentItself' : 'ParentCircle');
      }),
    );
  });

  it('asked for twice changes nothing the second time, whatever it was before', () => {
    fc.assert(
      fc.property(parentsArbitrary, parentsArbitrary, (before, after) => {
        const known = given(client).when(applied(clientWith(...companiesOf(before))));
        const requested = applied(clientWith(...companiesOf(after)));
        known.after().when(requested).again().thenNothing();
      }),
    );
  });

  it('keeps the controlling company that a file leaves out, and drops it when it is null', () => {
    const requested = clientWith(companyWith('0'), companyWith('1', { parentCnpj: '0' }));
    const known = given(client).when(applied(requested)).after();
    known.when(applied(clientWith(companyWith('1')))).thenNothing();
    known.when(applied(clientWith(companyWith('1', { parentCnpj: null })))).then([
      {
        type: 'CompanyChanged',
        data: expect.objectContaining({ companyId: 2, parentCompanyId: null }) as unknown,
      },
    ]);
  });

  it('that is new must have a name, its companies all their fields', () => {
    const faults = checkClient(client.initial(), { ...clientWith(nothingOf('0')), name: undefined }, nobody);
    expect(faults.map(({ path }) => pathText(path))).toEqual([
      'clients[0].name',
      '0.razaoSocial',
      '0.regimeTributario',
      '0.status',
      '0.modules',
    ]);
  });

  it('keeps what a file leaves out of a company that is there', () => {
    const known = given(client)
      .when(applied(clientWith(companyWith('0', { tradeName: 'Zero' }))))
      .after();
    known.when(applied(clientWith(nothingOf('0')))).thenNothing();
    expect(checkClient(known.state(), clientWith(nothingOf('0')), nobody)).toEqual([]);
  });

  it('is refused where a controlling company is neither registered nor in the file', () => {
    const controlled = clientWith(companyWith('1', { parentCnpj: '0' }));
    expect(checkClient(client.initial(), controlled, nobody)).toEqual([
      { path: ['1', 'controladoraCnpj'], reason: { is: 'ParentUnknown', cnpj: '0' } },
    ]);
    const known = given(client)
      .when(applied(clientWith(companyWith('0'))))
      .after();
    expect(checkClient(known.state(), controlled, nobody)).toEqual([]);
  });

  it('is refused where a file closes a circle with the controlling companies that are registered', () => {
    const known = given(client)
      .when(applied(clientWith(companyWith('0'), companyWith('1', { parentCnpj: '0' }))))
      .after();
    const closing = clientWith(nothingOf('0', { parentCnpj: '1' }));
    expect(checkClient(known.state(), closing, nobody).map(({ reason }) => reason.is)).toEqual(['ParentCircle']);
  });

  it('registers each chart of a company once, by its exact name', () => {
    const chartNamed = (name: string) => ({
      path: ['charts', 0],
      name,
      accounts: [],
      validFrom: '2026-01-01',
      validTo: null,
      active: true,
    });
    const requested = (...names: string[]) => clientWith(companyWith('0', { charts: names.map(chartNamed) }));
    const registered = (name: string) => ({
      type: 'ChartRegistered',
      data: { chartId: 1, companyId: 1, clientId: 1, name },
    });
    const known = given(client)
      .when(applied(requested('Plano')))
      .after();
    known.when(applied(requested('Plano', 'plano'))).then([registered('plano')]);
  });

  it('keeps the columns that a company saved last of each side of its statements', () => {
    const saved = (side: string, data: string) => ({
      type: 'StatementMappingSaved',
      data: { clientId: 1, companyId: 2, side, mapping: { data } },
    });
    const { statementMappings } = given(
      client,
      saved('razao', 'A'),
      saved('extrato', 'B'),
      saved('razao', 'C'),
    ).state();
    expect([...(statementMappings.get(2) ?? [])]).toEqual([
      ['razao', { data: 'C' }],
      ['extrato', { data: 'B' }],
    ]);
  });
});

describe('The ids of clients by their ref', () => {
  it('come from registrations alone', () => {
    const registered = { type: 'ClientRegistered', data: { clientId: 1, ref: 'acme' } };
    const later = { type: 'LaterFact', data: { clientId: 2, ref: 'beta' } };
    expect([...given(clientRefs, registered, later).state()]).toEqual([['acme', 1]]);
  });
});
