// `companies list`, `charts list`, `calls list`, `trial-balances list`: rows as in REST.
import type { Command } from 'commander';
import { AS_OF, instant, upTo, parseWholeNumber } from '../arguments.js';
import { companyFor, maySee } from '../permissions.js';
import { table } from '../output/table.js';
import type { Session } from '../session.js';

const CALLS_MAX = 1_000;

/** What a list shows first; a narrow terminal leaves out what follows. */
const COMPANY_COLUMNS = ['id', 'cnpj', 'razaoSocial', 'status', 'regimeTributario', 'nomeFantasia'];
const CALL_COLUMNS = ['at', 'route', 'status', 'durationMs', 'keyName', 'requestId'];
const TRIAL_BALANCE_COLUMNS = ['id', 'competencia', 'versao', 'status', 'linhas', 'importadoEm', 'importadoPor'];

export function registerLists(program: Command, session: Session): void {
  program
    .command('companies')
    .description('empresas de todos os clientes')
    .command('list')
    .description('lista as empresas de todos os clientes')
    .action(() =>
      session.run('companies list', async (deps, context) => {
        const all = await deps.queries.companies();
        const rows = all.filter(({ id }) => maySee(deps, context, Number(id), 'companies list'));
        return { json: rows, text: table(rows, { first: COMPANY_COLUMNS }) };
      }),
    );

  program
    .command('charts')
    .description('planos de contas de todas as empresas')
    .command('list')
    .description('lista os planos de contas de todas as empresas')
    .action(() =>
      session.run('charts list', async (deps, context) => ({
        json: (await deps.queries.charts()).filter(({ empresaId }) =>
          maySee(deps, context, Number(empresaId), 'charts list'),
        ),
      })),
    );

  program
    .command('calls')
    .description('últimas chamadas à API')
    .command('list')
    .description('lista as últimas chamadas, da mais nova para a mais antiga')
    .option('--limit <n>', `quantidade máxima de chamadas, até ${CALLS_MAX}`, upTo(CALLS_MAX), CALLS_MAX)
    .action(({ limit }: { limit: number }) =>
      session.run('calls list', async ({ queries }) => {
        const rows = await queries.calls(limit);
        return { json: rows, text: table(rows, { first: CALL_COLUMNS }) };
      }),
    );

  program
    .command('trial-balances')
    .description('balancetes de uma empresa, todas as versões')
    .command('list')
    .description('lista os balancetes de uma empresa, todas as versões')
    .requiredOption('--company <id>', 'id da empresa', parseWholeNumber)
    .option('--as-of <quando>', AS_OF, instant('end'))
    .action(({ company, asOf }: { company: number; asOf?: string }) =>
      session.run('trial-balances list', async (deps, context) => {
        const { companyId } = companyFor(deps, context, company, 'trial-balances list');
        const rows = await deps.queries.trialBalances(companyId, asOf ?? null);
        return { json: rows, text: table(rows, { first: TRIAL_BALANCE_COLUMNS }) };
      }),
    );
}
