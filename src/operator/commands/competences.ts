// `release`, `close`, `reopen` of a competence.
import type { Command } from 'commander';
import { closeCompetence, previewClosing, reopenCompetence } from '../../commands/competence/closeCompetence.js';
import { reopenPoint, tickPoint } from '../../commands/competence/checklist.js';
import { release, type CompanyCompetence } from '../../commands/competence/release.js';
import type { Competence } from '../../domain/kernel/competence.js';
import { closingWarningSentence } from '../../messages/closingWarnings.js';
import { closingWarning } from '../../messages/operator/confirmations.js';
import { competence, parseWholeNumber } from '../arguments.js';
import { table } from '../output/table.js';
import { companyFor, companyOf, maySee } from '../permissions.js';
import type { Session } from '../session.js';
import type { CommandContext } from '../../commands/kernel/context.js';
import type { OperatorDependencies } from '../dependencies.js';

type Options = Readonly<{ company: number; period: Competence }>;

type CloseOptions = Options & Readonly<{ yes?: boolean; confirmStatement?: string }>;

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
    .option('--confirm-statement <texto>', 'a declaração da empresa, que a recusa sem esta opção mostra')
    .action(({ yes = false, confirmStatement = '', ...options }: CloseOptions) =>
      session.run('close', async (deps, context) => {
        const books = competenceOf(deps, context, options);
        const before = await previewClosing(deps, books, context);
        if (before?.warnings.some(({ is }) => is === 'ReconciliationsUnfinished'))
          await session.confirm(closingWarning(options.period, before.warnings.map(closingWarningSentence)), yes);
        const confirmed = confirmedIn(confirmStatement, before?.statement ?? null);
        const { warnings, position } = await closeCompetence(deps, { ...books, confirmed }, context);
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

/** The company's text, when it is what was confirmed, which may have the lines of it in one; else null. */
function confirmedIn(text: string, statement: string | null): string | null {
  const words = (one: string): string => one.replace(/\s+/g, ' ').trim();
  return statement !== null && words(text) === words(statement) ? statement : null;
}

/** `checklist list`, `tick`, `reopen`. */
export function registerChecklist(program: Command, session: Session): void {
  const checklist = program.command('checklist').description('checklist de fechamento de uma competência');
  ofCompetence(checklist.command('list'))
    .description('lista os pontos, calculados e da empresa')
    .action((options: Options) =>
      session.run('checklist list', async (deps, context) => {
        const { companyId } = companyFor(deps, context, options.company, 'checklist list');
        const rows = await deps.queries.checklist(companyId, options.period);
        return { json: rows, text: table(rows, { first: CHECKLIST_COLUMNS }) };
      }),
    );
  const intercompany = program.command('intercompany').description('saldos entre empresas do mesmo cliente');
  ofCompetence(intercompany.command('list'))
    .description('lista os saldos da empresa com outras, lado a lado, e a diferença')
    .action((options: Options) =>
      session.run('intercompany list', async (deps, context) => {
        const { companyId } = companyFor(deps, context, options.company, 'intercompany list');
        const visible = (other: number) => maySee(deps, context, other, 'intercompany list');
        const rows = await deps.queries.intercompany(companyId, options.period, visible);
        return { json: rows, text: table(rows, { first: INTERCOMPANY_COLUMNS }) };
      }),
    );
  ofCompetence(checklist.command('tick'))
    .description('conclui um ponto da empresa')
    .requiredOption('--point <texto>', 'texto do ponto')
    .action(({ point, ...options }: Options & Readonly<{ point: string }>) =>
      session.run('checklist tick', async (deps, context) => {
        const { position } = await tickPoint(deps, { ...competenceOf(deps, context, options), point }, context);
        return { json: { ok: true }, change: { position, registersChanged: false } };
      }),
    );
  ofCompetence(checklist.command('reopen'))
    .description('reabre um ponto concluído')
    .requiredOption('--point <texto>', 'texto do ponto')
    .requiredOption('--comment <texto>', 'por que')
    .action(({ point, comment, ...options }: Options & Readonly<{ point: string; comment: string }>) =>
      session.run('checklist reopen', async (deps, context) => {
        const place = { ...competenceOf(deps, context, options), point, comment };
        const { position } = await reopenPoint(deps, place, context);
        return { json: { ok: true }, change: { position, registersChanged: false } };
      }),
    );
}

const INTERCOMPANY_COLUMNS = [
  'prefixo',
  'saldo',
  'contraparteId',
  'contrapartePrefixo',
  'contraparteSaldo',
  'diferenca',
];
const CHECKLIST_COLUMNS = ['descricao', 'feito', 'impeditivo', 'papel', 'prazo', 'feitoPor', 'feitoEm'];

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
