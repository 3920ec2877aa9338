// POST /api/v1/reconciliations/{id}/arquivos: what files of an account's movements would make of its composition. Nothing is
// recorded: keys never act in the workflow.
import { statementColumnsIn } from '../../commands/reconciliations/statementColumns.js';
import { decimalCents, exactBalance } from '../../domain/kernel/money.js';
import { refuse } from '../../domain/problem.js';
import type { KeyRecord } from '../../domain/registers.js';
import { statementSides, type StatementSide } from '../../domain/reconciliation/statements/statement.js';
import { statementAnswer } from '../../messages/statementAnswer.js';
import {
  COLUMNS_UNREAD,
  FILES_EXPECTED,
  INVERTED_UNREAD,
  SAME_FILE,
  sideNames,
  STATEMENT_BALANCE,
  STATEMENT_BALANCE_UNREAD,
  statementSentences,
} from '../../messages/statements.js';
import { findReconciliation } from '../../projections/views/reconciliations/reconciliations.js';
import { debitOf, withDebit } from '../../projections/views/trialBalances/debitOf.js';
import { limitedTo } from '../auth/keyCompanies.js';
import type { Route } from '../call.js';
import type { BodyDependencies, ReadDependencies, WriteDependencies } from '../dependencies.js';
import { clientGone } from '../http/connections/clientGone.js';
import { success } from '../http/response/envelope.js';
import { withMultipart, type ReceivedFile } from '../http/request/multipart.js';
import { parseIdAndQuery } from '../http/request/query.js';
import { matchingQuery } from './contract/matching.js';
import { pathId } from './contract/parameters.js';
import { readReconciliation } from './reconciliations.js';

type Dependencies = ReadDependencies & BodyDependencies & Pick<WriteDependencies, 'spool' | 'previewComposition'>;

export function matchFileRoutes(deps: Dependencies): readonly Route[] {
  return [
    {
      method: 'POST',
      path: '/api/v1/reconciliations/{id}/arquivos',
      scope: 'reconciliations:read',
      async handle(context, key) {
        const path = { schema: pathId, text: context.params['id'] };
        const { id, query } = parseIdAndQuery(path, matchingQuery, context.querystring);
        await withMultipart(context, deps, ['saldo', 'colunas', 'inverter'], async ({ fields, files }) => {
          const asked = { sides: sidesOf(files, fields), balanceCents: balanceOf(fields.saldo) };
          await readReconciliation(limitedTo(deps, key), key.clientId, id);
          const proposed = await previewOf(deps, key, id, asked, clientGone(context));
          context.body = success(statementAnswer(proposed, query));
        });
      },
    },
  ];
}

type Asked = Readonly<{ sides: ReturnType<typeof sidesOf>; balanceCents: number | null }>;

/** @throws DomainError ParameterInvalid for what is wrong with the files */
async function previewOf(
  deps: Dependencies,
  { clientId }: KeyRecord,
  id: number,
  { sides, balanceCents }: Asked,
  signal: AbortSignal,
) {
  const found = (await findReconciliation(deps.pages, { clientId }, id)) ?? refuse({ is: 'NoSuchReconciliation' });
  const { companyId, competence, row } = found;
  const account = {
    ...{ company: { companyId, clientId }, competence, reconciliationId: id, accountCode: row.contaCodigo },
    debit: debitOf(await withDebit(deps.pages.store, row)),
  };
  const changes = { undone: [], byHand: [], balanceCents, balanceText: STATEMENT_BALANCE };
  const previewed = await deps.previewComposition(account, sides, changes, signal);
  if (!('proposal' in previewed))
    return wrong(...statementSentences(previewed.fault).map((one) => `${sideNames[previewed.side]}: ${one}`));
  const { read, proposal } = previewed;
  const { sumCents } = proposal;
  const differenceCents = sumCents === null ? null : exactBalance(row.saldoContabil, -sumCents, row.ajustes);
  const untried = read.matched?.untried ?? 0;
  return { ...proposal, lines: read.lines, untried, differenceCents };
}

/** @throws DomainError ParameterInvalid */
function balanceOf(saldo: string | null): number | null {
  return saldo === null ? null : (decimalCents(saldo) ?? wrong(STATEMENT_BALANCE_UNREAD));
}

/** The ledger, then the statement. @throws DomainError ParameterInvalid */
function sidesOf(
  files: readonly ReceivedFile[],
  { colunas, inverter }: Readonly<Record<'colunas' | 'inverter', string | null>>,
) {
  const [ledger, statement, third] = files;
  if (ledger === undefined || third !== undefined) return wrong(FILES_EXPECTED);
  if (ledger.sha256 === statement?.sha256) return wrong(SAME_FILE);
  const columns = colunas === null ? {} : (statementColumnsIn(colunas) ?? wrong(COLUMNS_UNREAD));
  const inverted = inverter?.split(',').map((side) => side.trim()) ?? [];
  if (inverted.some((side) => !statementSides.some((one) => one === side))) return wrong(INVERTED_UNREAD);
  return files.map(({ path }, at) => {
    const side = statementSides[at] as StatementSide;
    return { side, path, isInverted: inverted.includes(side), chosen: columns[side] ?? null };
  });
}

/** @throws DomainError ParameterInvalid */
function wrong(...messages: readonly string[]): never {
  return refuse({ is: 'ParameterInvalid', messages });
}
