// What an import is asked for, by what its key may see.
import type { ImportRequest } from '../../commands/imports/importTrialBalance.js';
import type { KeyRecord } from '../../domain/registers.js';

export function importRequestOf(
  { clientId, companyIds, scopes }: KeyRecord,
  validateOnly: boolean,
): ImportRequest {
  return { clientId, companyIds, validateOnly, seesReconciliations: scopes.includes('reconciliations:read') };
}
