// A registers' file in a line, and its decision as the kit takes it.
import { decideClient } from '../../../src/domain/clients/decide.js';
import type { KnownPeople } from '../../../src/domain/clients/decideSettings.js';
import type { Client } from '../../../src/domain/clients/fold.js';
import type { RequestedClient, RequestedCompany } from '../../../src/domain/clients/applyRequest.js';

/** A company with everything that a new one needs. */
export const companyWith = (cnpj: string, more: Partial<RequestedCompany> = {}): RequestedCompany => ({
  ...nothingOf(cnpj),
  legalName: `Empresa ${cnpj}`,
  taxRegime: 'MEI',
  status: 'ACTIVE',
  modules: [],
  ...more,
});

/** A company of which the file gives the CNPJ alone, and what is named here. */
export const nothingOf = (cnpj: string, more: Partial<RequestedCompany> = {}) =>
  ({ path: [cnpj], cnpj, charts: [], ...more }) as RequestedCompany;

export const clientWith = (...companies: RequestedCompany[]): RequestedClient => ({
  path: ['clients', 0],
  ref: 'acme',
  name: 'Acme',
  companies,
  users: [],
  holidays: undefined,
});

/** The owner of an e-mail is who stands before its @. */
export function peopleOf(...emails: readonly string[]): KnownPeople {
  return new Map(emails.map((email) => [email, { personId: email.split('@')[0] ?? '', clientId: 1 }]));
}

/** The n-th company is "n"; ids that a run reserves follow from n alone. */
const reserved = { companyId: (cnpj: string) => Number(cnpj) + 1, chartId: () => 1 };

export const applied =
  (requested: RequestedClient, people: KnownPeople = new Map()) =>
  (state: Client) => ({
    events: decideClient(state, { clientId: 1, requested, reserved, people }),
    outcome: null,
  });
