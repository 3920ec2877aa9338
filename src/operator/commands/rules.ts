// `rules backtest`: what a company's rules would have done in a competence. Writes nothing.
import { backtestRules } from '../../commands/reconciliations/backtestRules.js';
import { readRegistersFile, type RegistersFile } from '../../commands/registers/registersFile.js';
import { readTriedRules } from '../../commands/registers/readRegisters.js';
import { withRules } from '../../domain/clients/decideSettings.js';
import { roles as ALL_ROLES } from '../../domain/clients/roles.js';
import type { Backtest, BacktestRow } from '../../domain/reconciliation/backtest.js';
import {
  backtestNames,
  backtestSum,
  backtestTitle,
  CODES_MAX,
  disagreedText,
  neverReleased,
  shareOf,
} from '../../messages/reconciliations.js';
import { ofMonth } from '../arguments.js';
import { command, optional } from '../command.js';
import { table } from '../output.js';
import { companyFor } from '../permissions.js';
import { Refused } from '../refusalText.js';

const backtest = command({
  name: 'rules backtest',
  says: 'mostra o que as regras teriam feito em um mês já conciliado, e em quanto as pessoas concordaram',
  roles: ALL_ROLES,
  examples: [
    'rules backtest --company 1 --period 2026-10',
    'rules backtest --company 1 --period 2026-10 --settings regras.json',
  ],
  takes: {
    ...ofMonth,
    settings: optional(
      '<arquivo>',
      'JSON com as regras a experimentar, com os campos da empresa no arquivo de cadastros',
    ),
  },
  async run({ company, period, settings }, deps, running) {
    const facts = companyFor(deps, running, company);
    const file: RegistersFile | null = settings === null ? null : await readRegistersFile(settings);
    const now = deps.registers.registers.workflowOf(facts.clientId);
    const tried = file ? withRules(now, company, readTriedRules(file)) : now;
    const backtest = await backtestRules(deps, { company: facts, competence: period }, tried);
    if (backtest === null) throw new Refused(neverReleased(period));
    const tableRows = backtest.rows.map((row) => ({
      regra: backtestNames[row.rule],
      ...figuresOf(backtest, row),
      contasDiscordantes: disagreedText(row.disagreed),
    }));
    const rows = backtest.rows.map((row) => ({
      regra: row.rule,
      ...figuresOf(backtest, row),
      contasDiscordantes: row.disagreed.slice(0, CODES_MAX),
    }));
    return {
      json: { empresaId: company, competencia: period, contas: backtest.accounts, regras: rows },
      text: (columns) =>
        `${backtestTitle(period)}: ${backtestSum(backtest)}\n\n${table(tableRows, { names: NAMES })(columns)}`,
    };
  },
});

export const commands = [backtest];

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
