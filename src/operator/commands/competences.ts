// `release`, `close`, `reopen` of a competence.
import type { Command } from 'commander';
import { closeCompetence, previewClosing, reopenCompetence } from '../../commands/competence/closeCompetence.js';
import { release, type CompanyCompetence } from '../../commands/competence/release.js';
import type { Competence } from '../../domain/kernel/competence.js';
import { closingWarningSentence } from '../../messages/closingWarnings.js';
import { closingWarning } from '../../messages/operator/confirmations.js';
import { competence, parseWholeNumber } from '../arguments.js';
import { companyOf } from '../permissions.js';
import type { Session } from '../session.js';
import type { CommandContext } from '../../commands/kernel/context.js';
import type { OperatorDependencies } from '../dependencies.js';

type Options = Readonly<{ company: number; period: Competence }>;

export function registerCompetences(program: Command, session: Session): void {
  ofCompetence(program.command('release'))
    .description('libera para conciliação a versão mais nova do balancete')
    .action((options: Options) =>
      session.run('release', async (deps, context) => {
        const done = await release(deps, competenceOf(deps, context, options), context);
        const { trialBalanceId, version, reconciliations, position } = done;
        return {
          json: { ok: true, trialBalanceId, version, reconciliations },
          change: { position, registersChanged: false },
        };
      }),
    );

  ofCompetence(program.command('close'))
    .description('fecha a competência: novas importações e liberações passam a ser recusadas')
    .option('--yes', 'não pede confirmação; obrigatória fora de um terminal, se há conciliações por concluir')
    .action(({ yes = false, ...options }: Options & Readonly<{ yes?: boolean }>) =>
      session.run('close', async (deps, context) => {
        const books = competenceOf(deps, context, options);
        const before = await previewClosing(deps, books, context);
        if (before?.some(({ is }) => is === 'ReconciliationsUnfinished'))
          await session.confirm(closingWarning(options.period, before.map(closingWarningSentence)), yes);
        const { warnings, position } = await closeCompetence(deps, books, context);
        return {
          json: { ok: true, warnings: warnings.map(closingWarningSentence) },
          change: { position, registersChanged: false },
        };
      }),
    );

  ofCompetence(program.command('reopen'))
    .description('reabre a última competência fechada')
    .requiredOption('--reason <texto>', 'justificativa')
    .action((options: Options & Readonly<{ reason: string }>) =>
      session.run('reopen', async (deps, context) => {
        const { reason } = options;
        const books = competenceOf(deps, context, options);
        const { position } = await reopenCompetence(deps, { ...books, reason }, context);
        return { json: { ok: true, warnings: [] }, change: { position, registersChanged: false } };
      }),
    );
}

function ofCompetence(command: Command): Command {
  return command
    .requiredOption('--company <id>', 'id da empresa', parseWholeNumber)
    .requiredOption('--period <competencia>', 'competência (AAAA-MM)', competence);
}

function competenceOf(
  deps: OperatorDependencies,
  context: CommandContext,
  { company, period }: Options,
): CompanyCompetence {
  return { company: companyOf(deps, context, company), competence: period };
}
