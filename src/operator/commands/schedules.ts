// `schedules list`, `create`, `end`: the schedules of a company's accounts.
import { createSchedule, endSchedule } from '../../commands/competence/schedules.js';
import { scheduleKindValues } from '../../domain/books/schedules.js';
import { roles as ALL_ROLES, SCHEDULERS } from '../../domain/clients/roles.js';
import { amount, competence, filled, ofCompany, oneOf, parseWholeNumber } from '../arguments.js';
import { command, listCommand, optional, required } from '../command.js';
import { companyFor, companyOf } from '../permissions.js';

const list = listCommand({
  name: 'schedules list',
  says: 'lista os cronogramas de uma empresa e, com --period, o saldo que cada um espera',
  roles: ALL_ROLES,
  examples: ['schedules list --company 1', 'schedules list --company 1 --account 1.1.06.01 --period 2026-10'],
  takes: {
    ...ofCompany,
    account: optional('<codigo>', 'só os desta conta', filled),
    period: optional('<competencia>', 'competência do saldo esperado (AAAA-MM)', competence),
  },
  first: ['id', 'contaCodigo', 'descricao', 'tipo', 'valor', 'inicio', 'meses', 'esperado', 'encerradoEm'],
  rows: async ({ company, ...filter }, deps, running) =>
    deps.queries.schedules(companyFor(deps, running, company).companyId, filter),
});

const create = command({
  name: 'schedules create',
  says: 'cria um cronograma de uma conta',
  roles: SCHEDULERS,
  changes: true,
  examples: [
    "schedules create --company 1 --account 1.1.06.01 --description 'Seguro da frota' --amount 12000.00 --kind LINEAR --first 2026-01 --months 12",
  ],
  takes: {
    ...ofCompany,
    account: required('<codigo>', 'código da conta', filled),
    description: required('<texto>', 'descrição dos itens', filled),
    amount: required('<valor>', 'valor total, com ponto decimal e o sinal do saldo; por mês com FIXED', amount),
    kind: required('<tipo>', 'como o valor se reparte', oneOf(scheduleKindValues)),
    first: required('<competencia>', 'primeira competência (AAAA-MM)', competence),
    months: required('<n>', 'número de meses', parseWholeNumber),
  },
  async run({ company: companyId, account: accountCode, amount: amountCents, ...rule }, deps, running) {
    const company = companyOf(deps, running, companyId);
    const schedule = { company, accountCode, amountCents, ...rule };
    const { scheduleId, position } = await createSchedule(deps, schedule, running);
    return { json: { ok: true, id: scheduleId }, change: { position } };
  },
});

const end = command({
  name: 'schedules end',
  says: 'encerra um cronograma: a partir de --from ele não espera mais nada',
  roles: SCHEDULERS,
  changes: true,
  examples: ['schedules end --company 1 --id 4 --from 2026-10'],
  takes: {
    ...ofCompany,
    id: required('<id>', 'id do cronograma', parseWholeNumber),
    from: required('<competencia>', 'primeira competência sem ele (AAAA-MM)', competence),
  },
  async run({ company: companyId, id: scheduleId, from }, deps, running) {
    const company = companyOf(deps, running, companyId);
    const { position } = await endSchedule(deps, { company, scheduleId, from }, running);
    return { json: { ok: true }, change: { position } };
  },
});

export const commands = [list, create, end];
