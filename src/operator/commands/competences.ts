// `release`, `close`, `reopen`: what people do with the books of one competence.
import type { Command } from 'commander';
import { closeCompetence, reopenCompetence } from '../../commands/competence/closeCompetence.js';
import { release, type CompetenceOfCompany } from '../../commands/competence/release.js';
import type { Competence } from '../../domain/kernel/competence.js';
import { closingWarning } from '../../messages/closingWarnings.js';
import { competence, wholeNumber } from '../arguments.js';
import { companyOf } from '../permissions.js';
import type { Session } from '../session.js';
import type { CommandContext } from '../../commands/kernel/context.js';
import type { OperatorWorld } from '../dependencies.js';

type Options = Readonly<{ company: number; period: Competence }>;

export function registerBooks(program: Command, session: Session): void {
  ofCompetence(program.command('release'))
    .description('libera para conciliação a versão mais nova do balancete')
    .action((options: Options) =>
      session.runForPeople(async (world, context) => {
        const done = await release(world, asked(world, context, options), context);
        const { trialBalanceId, version, reconciliations, position } = done;
        return {
          json: { ok: true, trialBalanceId, version, reconciliations },
          change: { position, registersChanged: false },
        };
      }),
    );

  ofCompetence(program.command('close'))
    .description('fecha a competência: novas importações e liberações passam a ser recusadas')
    .action((options: Options) =>
      session.runForPeople(async (world, context) => {
        const { warnings, position } = await closeCompetence(world, asked(world, context, options), context);
        return {
          json: { ok: true, warnings: warnings.map(closingWarning) },
          change: { position, registersChanged: false },
        };
      }),
    );

  ofCompetence(program.command('reopen'))
    .description('reabre a última competência fechada')
    .requiredOption('--reason <texto>', 'justificativa')
    .action((options: Options & Readonly<{ reason: string }>) =>
      session.runForPeople(async (world, context) => {
        const { reason } = options;
        const books = asked(world, context, options);
        const { position } = await reopenCompetence(world, { ...books, reason }, context);
        return { json: { ok: true, warnings: [] }, change: { position, registersChanged: false } };
      }),
    );
}

function ofCompetence(command: Command): Command {
  return command
    .requiredOption('--company <id>', 'id da empresa', wholeNumber)
    .requiredOption('--period <competencia>', 'competência (AAAA-MM)', competence);
}

function asked(world: OperatorWorld, context: CommandContext, { company, period }: Options): CompetenceOfCompany {
  return { company: companyOf(world, context, company), competence: period };
}
