// `schedules list`, `create`, `end`: the schedules of a company's accounts.
import type { Command } from 'commander';
import { createSchedule, endSchedule } from '../../commands/competence/schedules.js';
import { scheduleKindValues, type ScheduleKind } from '../../domain/books/schedules.js';
import type { Competence } from '../../domain/kernel/competence.js';
import { decimalCents } from '../../domain/kernel/money.js';
import { competence, filled, oneOf, parseWholeNumber } from '../arguments.js';
import { table } from '../output/table.js';
import { companyFor, companyOf } from '../permissions.js';
import type { Session } from '../session.js';

type ListOptions = Readonly<{ company: number; account?: string; period?: Competence }>;
type CreateOptions = Readonly<{
  company: number;
  account: string;
  description: string;
  amount: string;
  kind: ScheduleKind;
  first: Competence;
  months: number;
}>;
type EndOptions = Readonly<{ company: number; id: number; from: Competence }>;

const COLUMNS = ['id', 'contaCodigo', 'descricao', 'tipo', 'valor', 'inicio', 'meses', 'esperado', 'encerradoEm'];

export function registerSchedules(program: Command, session: Session): void {
  const group = program.command('schedules').description('cronogramas: itens que se repetem por regra');
  ofCompany(group.command('list'))
    .description('lista os cronogramas de uma empresa e, com --period, o saldo que cada um espera')
    .option('--account <codigo>', 'só os desta conta', filled)
    .option('--period <competencia>', 'competência do saldo esperado (AAAA-MM)', competence)
    .action(({ company, ...filter }: ListOptions) =>
      session.run('schedules list', async (deps, context) => {
        const { companyId } = companyFor(deps, context, company, 'schedules list');
        const rows = await deps.queries.schedules(companyId, filter);
        return { json: rows, text: table(rows, { first: COLUMNS }) };
      }),
    );

  ofCompany(group.command('create'))
    .description('cria um cronograma de uma conta')
    .requiredOption('--account <codigo>', 'código da conta', filled)
    .requiredOption('--description <texto>', 'descrição dos itens', filled)
    .requiredOption('--amount <valor>', 'valor inteiro, com ponto decimal e o sinal do saldo; por mês com FIXED')
    .requiredOption('--kind <tipo>', scheduleKindValues.join(', '), oneOf(scheduleKindValues))
    .requiredOption('--first <competencia>', 'primeira competência (AAAA-MM)', competence)
    .requiredOption('--months <n>', 'número de meses', parseWholeNumber)
    .action(({ company: companyId, account: accountCode, amount, ...rule }: CreateOptions) =>
      session.run('schedules create', async (deps, context) => {
        const company = companyOf(deps, context, companyId);
        const amountCents = decimalCents(amount) ?? NaN;
        const asked = { company, accountCode, amountCents, ...rule };
        const { scheduleId, position } = await createSchedule(deps, asked, context);
        return { json: { ok: true, id: scheduleId }, change: { position, registersChanged: false } };
      }),
    );

  ofCompany(group.command('end'))
    .description('encerra um cronograma: a partir de --from ele não espera mais nada')
    .requiredOption('--id <id>', 'id do cronograma', parseWholeNumber)
    .requiredOption('--from <competencia>', 'primeira competência sem ele (AAAA-MM)', competence)
    .action(({ company: companyId, id: scheduleId, from }: EndOptions) =>
      session.run('schedules end', async (deps, context) => {
        const company = companyOf(deps, context, companyId);
        const { position } = await endSchedule(deps, { company, scheduleId, from }, context);
        return { json: { ok: true }, change: { position, registersChanged: false } };
      }),
    );
}

function ofCompany(command: Command): Command {
  return command.requiredOption('--company <id>', 'id da empresa', parseWholeNumber);
}
