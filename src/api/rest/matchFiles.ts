// POST /api/v1/reconciliations/{id}/arquivos: what files of an account's movements would make of its composition. Nothing is
// recorded: keys never act in the workflow.
import { statementColumnsIn } from '../../commands/reconciliations/statementFiles.js';
import { decimalCents, exactBalance } from '../../domain/kernel/money.js';
import { refuse } from '../../domain/problem.js';
import { statementSides, type StatementSide } from '../../domain/reconciliation/statement.js';
import { statementAnswer } from '../../messages/statementAnswer.js';
import {
  COLUMNS_UNREAD,
  INVERTED_UNREAD,
  LEDGER_MISSING,
  SAME_FILE,
  sideNames,
  STATEMENT_BALANCE,
  STATEMENT_BALANCE_UNREAD,
  statementSentences,
} from '../../messages/statements.js';
import { findReconciliation } from '../../projections/views/reconciliations/reconciliations.js';
import { limitedTo } from '../auth/keyCompanies.js';
import type { Route } from '../call.js';
import type { BodyDependencies, ReadDependencies, WriteDependencies } from '../dependencies.js';
import { clientGone } from '../http/connections/clientGone.js';
import { success } from '../http/response/envelope.js';
import { withMultipart, type ReceivedFile } from '../http/request/multipart.js';
import { parseId } from '../http/request/query.js';
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
        const id = parseId(pathId, context.params['id']);
        const { clientId } = key;
        await readReconciliation(limitedTo(deps, key), clientId, id);
        const found =
          (await findReconciliation(deps.pages, { clientId }, id)) ?? refuse({ is: 'NoSuchReconciliation' });
        await withMultipart(context, deps, ['saldo', 'colunas', 'inverter'], async ({ fields, files }) => {
          const { saldo } = fields;
          const { companyId, competence, row } = found;
          const account = {
            ...{ company: { companyId, clientId }, competence, reconciliationId: id },
            accountCode: row.contaCodigo,
            debit: row.saldoContabil === row.saldoContabilDevedor ? (1 as const) : (-1 as const),
          };
          const balanceCents = saldo === null ? null : decimalCents(saldo);
          if (saldo !== null && balanceCents === null) return wrong(STATEMENT_BALANCE_UNREAD);
          const changes = { undone: [], byHand: [], balanceCents, balanceText: STATEMENT_BALANCE };
          const previewed = await deps.previewComposition(
            account,
            sidesOf(files, fields),
            changes,
            clientGone(context),
          );
          if (!('proposal' in previewed))
            return wrong(
              ...statementSentences(previewed.fault).map((one) => `${sideNames[previewed.side]}: ${one}`),
            );
          const { read, proposal } = previewed;
          const { sumCents } = proposal;
          const differenceCents =
            sumCents === null ? null : exactBalance(row.saldoContabil, -sumCents, row.ajustes);
          const untried = read.matched?.untried ?? 0;
          context.body = success(statementAnswer({ ...proposal, lines: read.lines, untried, differenceCents }));
        });
      },
    },
  ];
}

/** The ledger, then the statement. @throws DomainError ParameterInvalid */
function sidesOf(
  files: readonly ReceivedFile[],
  { colunas, inverter }: Readonly<Record<'colunas' | 'inverter', string | null>>,
) {
  const [ledger, statement, third] = files;
  if (ledger === undefined || third !== undefined) return wrong(LEDGER_MISSING);
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
