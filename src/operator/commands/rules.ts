// `rules backtest`: what a company's rules would have done in a competence. Writes nothing.
import type { Command } from 'commander';
import { backtestRules } from '../../commands/reconciliations/backtestRules.js';
import { readRegistersFile, type RegistersFile } from '../../commands/registers/registersFile.js';
import { readTriedRules } from '../../commands/registers/readRegisters.js';
import { withRules } from '../../domain/clients/decideSettings.js';
import type { Competence } from '../../domain/kernel/competence.js';
import type { Backtest, BacktestRow } from '../../domain/reconciliation/backtest.js';
import {
  backtestNames,
  backtestSum,
  backtestTitle,
  CODES_MAX,
  disagreedText,
  neverReleased,
  shareOf,
} from '../../messages/backtest.js';
import { competence, parseWholeNumber } from '../arguments.js';
import { table } from '../output/table.js';
import { companyFor } from '../permissions.js';
import { Refused } from '../refused.js';
import type { Session } from '../session.js';

type Options = Readonly<{ company: number; period: Competence; settings?: string }>;

export function registerRules(program: Command, session: Session): void {
  program
    .command('rules')
    .description('regras de uma empresa')
    .command('backtest')
    .description('mostra o que as regras teriam feito em um mês já conciliado, e em quanto as pessoas concordaram')
    .requiredOption('--company <id>', 'id da empresa', parseWholeNumber)
    .requiredOption('--period <competencia>', 'competência (AAAA-MM)', competence)
    .option(
      '--settings <arquivo>',
      'JSON com as regras a experimentar, com os campos da empresa no arquivo de cadastros',
    )
    .action(({ company, period, settings }: Options) =>
      session.run('rules backtest', async (deps, context) => {
        const facts = companyFor(deps, context, company, 'rules backtest');
        const file: RegistersFile | null = settings === undefined ? null : await readRegistersFile(settings);
        const now = deps.registers.registers.workflowOf(facts.clientId);
        const tried = file ? withRules(now, company, readTriedRules(file)) : now;
        const done = await backtestRules(deps, { company: facts, competence: period }, tried);
        if (done === null) throw new Refused(neverReleased(period));
        const shown = done.rows.map((row) => ({
          ...{ regra: backtestNames[row.rule], ...figuresOf(done, row) },
          contasDiscordantes: disagreedText(row.disagreed),
        }));
        const rows = done.rows.map((row) => ({
          ...{ regra: row.rule, ...figuresOf(done, row) },
          contasDiscordantes: row.disagreed.slice(0, CODES_MAX),
        }));
        return {
          json: { empresaId: company, competencia: period, contas: done.accounts, regras: rows },
          text: (columns) =>
            `${backtestTitle(period)}: ${backtestSum(done)}\n\n${table(shown, { names: NAMES })(columns)}`,
        };
      }),
    );
}

/** Headings of this table alone. */
const NAMES = { percentual: '%', semResultado: 'sem resultado', contasDiscordantes: 'quais discordaram' };

function figuresOf(backtest: Backtest, { isOn, accounts, agreed, disagreed, undecided }: BacktestRow) {
  return {
    ligada: isOn,
    contas: accounts,
    percentual: shareOf(backtest, accounts),
    concordaram: agreed,
    discordaram: disagreed.length,
    semResultado: undecided,
  };
}
