// /console/regras: deadlines, automatic approval, default owners and the other rules of each company, the client's holidays, and what
// the rules would have done in a month.
import * as words from '../../../messages/reconciliations.js';
import { backtestRules } from '../../../commands/reconciliations/backtestRules.js';
import { booksOf } from '../../../domain/books/fold.js';
import type { CompanyFacts } from '../../../domain/clients/events.js';
import { prefixesOfRules, unusedPrefixes } from '../../../domain/clients/workflowSettings.js';
import type { Competence } from '../../../domain/kernel/competence.js';
import { codesFrom, placesOfAccounts } from '../../../projections/views/accounts.js';
import { chartIdsOf } from '../../../projections/views/charts.js';
import { showPage } from '../../design/Page.js';
import { form, NOT_REFUSED, type FormFields } from '../../session/readForm.js';
import { askedIn, companySeen, get, parameter, type ConsoleCall, type ConsoleRoute } from '../../route.js';
import { changeRegisters, mayEdit } from '../registers/change.js';
import { CompanyRules, rulesSent } from './CompanyRules.js';
import { changeHolidays, HOLIDAYS, RULES, rulesFor, showRules } from './Rules.js';
import type { Backtest, BacktestRow } from '../../../domain/reconciliation/backtest.js';
import { wholeNumber } from '../../../messages/formats.js';
import { Empty } from '../../design/values.js';
import { Filters } from '../../design/Filters.js';
import { column, Table, type Column } from '../../design/Table.js';

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
  const edits = mayEdit(call.session.access);
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
  const competence = askedIn(call).month(BACKTEST);
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

/** The parameter that asks for it: a competence. */
const BACKTEST = 'retroteste';

/** `period`: of the form; `found` undefined: not asked for; null: that month was never released. */
type BacktestProps = Readonly<{
  path: string;
  period: Competence | null;
  found: Backtest | null | undefined;
}>;

function BacktestTable({ path, period, found }: BacktestProps) {
  return (
    <section aria-labelledby={BACKTEST}>
      <h2 id={BACKTEST}>
        {found === undefined || period === null ? 'O que as regras teriam feito' : words.backtestTitle(period)}
      </h2>
      <Filters
        path={`${path}#${BACKTEST}`}
        role="form"
        label="O que as regras teriam feito"
        send="Ver"
        fields={[
          { label: 'Em um mês já conciliado', name: BACKTEST, type: 'month', value: period, required: true },
        ]}
      />
      {found === null && period !== null && <Empty>{words.neverReleased(period)}</Empty>}
      {found && (
        <>
          <p role="status">{words.backtestSum(found)}</p>
          <Table caption="O que as regras teriam feito" rows={found.rows} columns={columnsOf(found)} />
          <p class="muted">{words.BACKTEST_EXPLAINED}</p>
        </>
      )}
    </section>
  );
}

function columnsOf(found: Backtest): readonly Column<BacktestRow>[] {
  return [
    column('Regra', 'name line', ({ rule }) => words.backtestNames[rule]),
    column('Ligada', '', ({ isOn }) => (isOn ? 'sim' : 'não')),
    column('Contas', 'number', ({ accounts }) => wholeNumber(accounts)),
    column('Das contas do mês', 'number', ({ accounts }) => words.shareText(found, accounts)),
    column('Pessoas concordaram', 'number', ({ agreed }) => wholeNumber(agreed)),
    column('Discordaram', 'number', ({ disagreed }) => wholeNumber(disagreed.length)),
    column('Sem resultado', 'number', ({ undecided }) => wholeNumber(undecided)),
    column('Quais discordaram', 'long', ({ disagreed }) => words.disagreedText(disagreed) || '–'),
  ];
}
