// `release`, `close`, `reopen`: what people do with the books of one competence.
import type { Command } from 'commander';
import { closeCompetence, reopenCompetence } from '../commands/closeCompetence.js';
import { release, type CompetenceOfCompany } from '../commands/release.js';
import type { Competence } from '../domain/competence/competence.js';
import { closingWarning } from '../messages/closing.js';
import { competence, wholeNumber } from './arguments.js';
import { companyFor } from './permission.js';
import type { Session } from './session.js';
import type { CommandContext } from '../commands/context.js';
import type { Role } from '../domain/registers/roles.js';
import type { OperatorWorld } from './world.js';

type Options = Readonly<{ company: number; period: Competence }>;

export function registerBooks(program: Command, session: Session): void {
  ofCompetence(program.command('release'))
    .description('libera para conciliação a versão mais nova do balancete')
    .action((options: Options) =>
      session.runForPeople(async (world, context) => {
        const done = await release(world, asked(world, context, options, RELEASERS), context);
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
        const { warnings, position } = await closeCompetence(
          world,
          asked(world, context, options, CLOSERS),
          context,
        );
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
        const books = asked(world, context, options, CLOSERS);
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

/** Source: workflow, People and roles, Transitions. */
const RELEASERS: readonly Role[] = ['SUPERVISOR', 'MODULE_ADMIN'];
const CLOSERS: readonly Role[] = ['MODULE_ADMIN'];

function asked(
  world: OperatorWorld,
  context: CommandContext,
  { company, period }: Options,
  allowed: readonly Role[],
): CompetenceOfCompany {
  return { company: companyFor(world, context, company, allowed), competence: period };
}
