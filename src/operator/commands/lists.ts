// `companies list`, `charts list`, `calls list`, `trial-balances list`: rows as REST has them.
import type { Command } from 'commander';
import { AS_OF, instant, upTo, wholeNumber } from '../arguments.js';
import { companyFor, maySee, READERS } from '../permissions.js';
import type { Session } from '../session.js';

const CALLS_MAX = 1_000;

export function registerLists(program: Command, session: Session): void {
  program
    .command('companies')
    .description('Empresas')
    .command('list')
    .description('lista as empresas de todos os clientes')
    .action(() =>
      session.runForPeople(async (world, context) => ({
        json: (await world.queries.companies()).filter(({ id }) => maySee(world, context, Number(id))),
      })),
    );

  program
    .command('charts')
    .description('Planos de contas')
    .command('list')
    .description('lista os planos de contas de todas as empresas')
    .action(() =>
      session.runForPeople(async (world, context) => ({
        json: (await world.queries.charts()).filter(({ empresaId }) => maySee(world, context, Number(empresaId))),
      })),
    );

  program
    .command('calls')
    .description('Chamadas à API')
    .command('list')
    .description('lista as últimas chamadas, da mais nova para a mais antiga')
    .option('--limit <n>', `quantidade máxima de chamadas, até ${CALLS_MAX}`, upTo(CALLS_MAX), CALLS_MAX)
    .action(({ limit }: { limit: number }) =>
      session.run(async ({ queries }) => ({ json: await queries.calls(limit) })),
    );

  program
    .command('trial-balances')
    .description('Balancetes')
    .command('list')
    .description('lista os balancetes de uma empresa, todas as versões')
    .requiredOption('--company <id>', 'id da empresa', wholeNumber)
    .option('--as-of <quando>', AS_OF, instant('end'))
    .action(({ company, asOf }: { company: number; asOf?: string }) =>
      session.runForPeople(async (world, context) => {
        const { companyId } = companyFor(world, context, company, READERS);
        return { json: await world.queries.trialBalances(companyId, asOf ?? null) };
      }),
    );
}
