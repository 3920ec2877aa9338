// A key may be limited to some companies of its client: all others answer as another client's.
// Source: docs/spec/keys.md#limits.
import type { KeyRecord, Registers } from '../../domain/registers.js';

export function isKnownTo({ companyIds }: Pick<KeyRecord, 'companyIds'>, companyId: number): boolean {
  return companyIds?.includes(companyId) ?? true;
}

type Known = Pick<Registers, 'company' | 'companyByCnpj' | 'reconcilingCompanyIds' | 'companyName' | 'workflowOf'>;

/** The same dependencies, with registers that know only the companies of the key. */
export function limitedTo<Deps extends Readonly<{ registers: Known }>>(
  deps: Deps,
  key: Pick<KeyRecord, 'companyIds'>,
): Deps {
  if (key.companyIds === undefined) return deps;
  return { ...deps, registers: limitedRegisters(deps.registers, key) };
}

/** As `limitedTo`, for webhooks: their events are about all companies of the client, so a limited key has no scope for them. */
export function forAllCompanies(key: KeyRecord): KeyRecord {
  return key.companyIds === undefined ? key : { ...key, scopes: [] };
}

function limitedRegisters(registers: Known, key: Pick<KeyRecord, 'companyIds'>): Known {
  return {
    company: (clientId, companyId) => (isKnownTo(key, companyId) ? registers.company(clientId, companyId) : null),
    companyByCnpj(clientId, cnpj) {
      const company = registers.companyByCnpj(clientId, cnpj);
      return company !== null && isKnownTo(key, company.companyId) ? company : null;
    },
    reconcilingCompanyIds: (clientId) =>
      registers.reconcilingCompanyIds(clientId).filter((id) => isKnownTo(key, id)),
    companyName: (companyId) => registers.companyName(companyId),
    workflowOf: (clientId) => registers.workflowOf(clientId),
  };
}
