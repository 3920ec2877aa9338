// Saves the column mapping of a company's files. May be sent twice.
import { clientOf, type Client } from '../../domain/clients/fold.js';
import type { CompanyFacts, MappingSaved, StatementMappingSaved } from '../../domain/clients/events.js';
import type { ColumnMapping } from '../../domain/trialBalance/interpretation.js';
import { MAPPERS } from '../../domain/clients/roles.js';
import type { StatementMapping, StatementSide } from '../../domain/reconciliation/statement.js';
import { requireRole } from '../people/requireRole.js';
import type { CommandContext } from '../kernel/context.js';
import type { Folds } from '../kernel/folds.js';
import { decideOn, type Transactor } from '../kernel/transact.js';

/** @returns the event's position, null when the mapping is unchanged. @throws DomainError `RoleMissing` */
export async function saveMapping(
  deps: Transactor,
  { companyId, clientId }: Pick<CompanyFacts, 'companyId' | 'clientId'>,
  mapping: ColumnMapping,
  context: CommandContext,
): Promise<number | null> {
  const fact: MappingSaved = { type: 'MappingSaved', data: { companyId, clientId, mapping } };
  return save(deps, fact, ({ mappings }) => mappings.get(companyId), context);
}

/** Does `saveMapping` for the files of an account's movements on one side. */
export async function saveStatementMapping(
  deps: Transactor,
  { companyId, clientId }: Pick<CompanyFacts, 'companyId' | 'clientId'>,
  { side, mapping }: Pick<StatementMappingSaved['data'], 'side' | 'mapping'>,
  context: CommandContext,
): Promise<number | null> {
  const fact: StatementMappingSaved = {
    type: 'StatementMappingSaved',
    data: { companyId, clientId, side, mapping },
  };
  return save(deps, fact, ({ statementMappings }) => statementMappings.get(companyId)?.get(side), context);
}

/** The columns saved of a company's files on one side; null without any. */
export async function statementMappingsOf(
  folds: Folds,
  { companyId, clientId }: Pick<CompanyFacts, 'companyId' | 'clientId'>,
): Promise<(side: StatementSide) => StatementMapping | null> {
  const { state } = await folds.load(...clientOf(clientId));
  return (side) => state.statementMappings.get(companyId)?.get(side) ?? null;
}

type Mapping = ColumnMapping | StatementMapping;

async function save(
  deps: Transactor,
  fact: MappingSaved | StatementMappingSaved,
  saved: (state: Client) => Mapping | undefined,
  context: CommandContext,
): Promise<number | null> {
  const { clientId } = fact.data;
  await requireRole(deps, fact.data, context.actor, MAPPERS);
  const { position } = await decideOn(deps, context, clientOf(clientId), (state) => ({
    events: isSame(saved(state), fact.data.mapping) ? [] : [fact],
    outcome: null,
  }));
  return position;
}

function isSame(one: Mapping | undefined, other: Mapping): boolean {
  const entries = (mapping: Mapping): string => JSON.stringify(Object.entries(mapping).sort());
  return one !== undefined && entries(one) === entries(other);
}
