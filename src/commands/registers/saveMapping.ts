// Saves the column mapping of a company's files. May be sent twice.
import { client as clientFold, clientStream } from '../../domain/clients/fold.js';
import type { CompanyFacts, MappingSaved } from '../../domain/clients/events.js';
import type { ColumnMapping } from '../../domain/clients/columnMapping.js';
import { MAPPERS } from '../../domain/clients/roles.js';
import { requireRole } from '../people/requireRole.js';
import type { CommandContext } from '../kernel/context.js';
import { transact, type Transactor } from '../kernel/transact.js';

/**
 * @returns the event's position, null when the mapping is unchanged
 * @throws DomainError `RoleMissing`
 */
export async function saveMapping(
  deps: Transactor,
  { companyId, clientId }: Pick<CompanyFacts, 'companyId' | 'clientId'>,
  mapping: ColumnMapping,
  context: CommandContext,
): Promise<number | null> {
  await requireRole(deps, { companyId, clientId }, context.actor, MAPPERS);
  const fact: MappingSaved = { type: 'MappingSaved', data: { companyId, clientId, mapping } };
  const { position } = await transact(deps, context, {
    stream: clientStream(clientId),
    fold: clientFold,
    gather: async () => null,
    decide: ({ mappings }) => ({
      events: isSame(mappings.get(companyId), mapping) ? [] : [fact],
      outcome: null,
    }),
  });
  return position;
}

function isSame(one: ColumnMapping | undefined, other: ColumnMapping): boolean {
  const entries = (mapping: ColumnMapping): string => JSON.stringify(Object.entries(mapping).sort());
  return one !== undefined && entries(one) === entries(other);
}
