// `companies list`, `charts list`, `calls list`, `trial-balances list`: rows as in REST.
import type { Command } from 'commander';
import { AS_OF, instant, upTo, wholeNumber } from '../arguments.js';
import { companyFor, maySee } from '../permissions.js';
import type { Session } from '../session.js';

const CALLS_MAX = 1_000;

export function registerLists(program: Command, session: Session): void {
  program
    .command('companies')
    .description('Empresas')
    .command('list')
    .description('lista as empresas de todos os clientes')
    .action(() =>
      session.run('companies list', async (deps, context) => ({
        json: (await deps.queries.companies()).filter(({ id }) =>
          maySee(deps, context, Number(id), 'companies list'),
        ),
      })),
    );

  program
    .command('charts')
    .description('Planos de contas')
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
    .description('Chamadas à API')
    .command('list')
    .description('lista as últimas chamadas, da mais nova para a mais antiga')
    .option('--limit <n>', `quantidade máxima de chamadas, até ${CALLS_MAX}`, upTo(CALLS_MAX), CALLS_MAX)
    .action(({ limit }: { limit: number }) =>
      session.run('calls list', async ({ queries }) => ({ json: await queries.calls(limit) })),
    );

  program
    .command('trial-balances')
    .description('Balancetes')
    .command('list')
    .description('lista os balancetes de uma empresa, todas as versões')
    .requiredOption('--company <id>', 'id da empresa', wholeNumber)
    .option('--as-of <quando>', AS_OF, instant('end'))
    .action(({ company, asOf }: { company: number; asOf?: string }) =>
      session.run('trial-balances list', async (deps, context) => {
        const { companyId } = companyFor(deps, context, company, 'trial-balances list');
        return { json: await deps.queries.trialBalances(companyId, asOf ?? null) };
      }),
    );
}
