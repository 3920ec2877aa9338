// /console/regras: deadlines, automatic approval, default owners and the other rules of each company, and the client's holidays.
import { backtestRules } from '../../../commands/reconciliations/backtestRules.js';
import { booksOf } from '../../../domain/books/fold.js';
import type { CompanyFacts } from '../../../domain/clients/events.js';
import { prefixesOfRules, unusedPrefixes } from '../../../domain/clients/workflowSettings.js';
import { parseCompetence, type Competence } from '../../../domain/kernel/competence.js';
import { codesFrom, placesOfAccounts } from '../../../projections/views/accounts.js';
import { chartIdsOf } from '../../../projections/views/charts.js';
import { showPage } from '../../design/Page.js';
import { form, NOT_REFUSED, type FormFields } from '../../session/readForm.js';
import { companySeen, get, parameter, type ConsoleCall, type ConsoleRoute } from '../../route.js';
import { changeRegisters, mayEdit } from '../registers/change.js';
import { BACKTEST, BacktestTable, type BacktestProps } from './BacktestTable.js';
import { CompanyRules, rulesSent } from './CompanyRules.js';
import { changeHolidays, HOLIDAYS, RULES, rulesFor, showRules } from './Rules.js';

export const rulePages: readonly ConsoleRoute[] = [
  get(RULES, showRules),
  form(HOLIDAYS, changeHolidays, { again: showRules, may: mayEdit }),
  get(`${RULES}/{id}`, showCompany),
  form(`${RULES}/{id}`, changeCompany, { again: showCompany, may: mayEdit }),
];

async function showCompany(call: ConsoleCall, { errors, status } = NOT_REFUSED): Promise<void> {
  const { deps } = call;
  const company = companySeen(call, parameter(call, 'id'));
  const rules = rulesFor(call)(company.companyId);
  const { workflow } = rules;
  const edits = mayEdit(call.state.session.access);
  const owners = workflow.owners.get(company.companyId) ?? [];
  const named = owners.flatMap(({ preparer, reviewer, approver }) => [preparer, reviewer, approver]);
  // Whoever edits chooses among all users.
  const ids = edits ? [...workflow.users.keys()] : named.filter((id) => id !== null);
  const people = await deps.people.byId([...new Set(ids)]);
  const charts = edits ? await chartIdsOf(deps.pages, company, company.companyId) : [];
  const places = await placesOfAccounts(deps.pages, company, charts);
  const prefixes = prefixesOfRules(workflow, company.companyId).map(({ prefix }) => prefix);
  const codes = await codesFrom(deps.pages, company, charts, ['', ...prefixes]);
  const unused = unusedPrefixes(workflow, company.companyId, codes);
  const asked = await backtestOf(call, company);
  showPage(call, {
    ...{ title: `Regras de ${company.legalName}`, status },
    body: (
      <>
        <CompanyRules
          {...{ call, rules, places, unused, errors }}
          emails={new Map(people.map(({ personId, email }) => [personId, email]))}
        />
        <BacktestTable {...asked} />
      </>
    ),
  });
}

/** Of the month in the address; the form offers the last one closed, else the last one imported. */
async function backtestOf(call: ConsoleCall, company: CompanyFacts): Promise<BacktestProps> {
  const { companyId } = company;
  const path = `${RULES}/${companyId}`;
  const competence = parseCompetence(new URLSearchParams(call.querystring).get(BACKTEST) ?? '');
  if (competence !== null)
    return { path, period: competence, found: await backtestRules(call.deps, { company, competence }) };
  const { state } = await call.deps.folds.load(...booksOf(companyId));
  const months = Object.entries(state.months).sort(([one], [other]) => (one < other ? 1 : -1));
  const offered = months.find(([, { closed }]) => closed) ?? months[0];
  return { path, period: offered === undefined ? null : (offered[0] as Competence), found: undefined };
}

async function changeCompany(call: ConsoleCall, fields: FormFields) {
  const { cnpj, legalName } = companySeen(call, parameter(call, 'id'));
  const { part, lines, errors: typing } = rulesSent(fields);
  const companies = [{ cnpj, ...part }];
  const errors = typing.length > 0 ? typing : await changeRegisters(call, { companies }, lines);
  return errors.length > 0 ? errors : { told: `Regras de ${legalName} salvas`, to: call.path };
}
