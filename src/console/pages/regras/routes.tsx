// /console/regras: deadlines, automatic approval and default owners of each company, and the client's holidays.
import { accountCodes } from '../../../commands/registers/accountCodes.js';
import { backtestRules } from '../../../commands/reconciliations/backtestRules.js';
import { books as booksFold, booksStream } from '../../../domain/books/fold.js';
import type { CompanyFacts } from '../../../domain/clients/events.js';
import { client as clientFold, clientStream } from '../../../domain/clients/fold.js';
import { unusedPrefixes, type UnusedPrefix } from '../../../domain/clients/unusedPrefixes.js';
import { maskCnpj } from '../../../domain/kernel/cnpj.js';
import { parseCompetence, type Competence } from '../../../domain/kernel/competence.js';
import { checklistTyped, intercompanyTyped } from './checklistFields.js';
import { placesOfAccounts } from '../../../projections/views/accounts.js';
import { chartIdsOf } from '../../../projections/views/charts.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { notice, redirectTo } from '../../session/answers.js';
import { showPage } from '../../design/Page.js';
import { keepTyped, readForm } from '../../session/readForm.js';
import { anyRole, type ConsoleCall, type ConsoleRoute } from '../../route.js';
import { companiesSeen } from '../../session/access.js';
import { companySeen } from '../empresas/routes.js';
import { changeRegisters, mayEdit } from '../registers/change.js';
import {
  amountTyped,
  daysTyped,
  holidaysTyped,
  ownerField,
  ownersTyped,
  prefixesTyped,
  riskTyped,
  toleranceTyped,
  variationTyped,
} from './ruleFields.js';
import { BACKTEST, BacktestTable, type BacktestProps } from './BacktestTable.js';
import { HOLIDAYS, RULES, Rules } from './Rules.js';
import { CompanyRules } from './RulesForm.js';

export function rulePages(deps: ConsoleDependencies): readonly ConsoleRoute[] {
  return [
    { method: 'GET', path: RULES, may: anyRole, handle: async (call) => showRules(deps, call, []) },
    { method: 'POST', path: HOLIDAYS, may: mayEdit, handle: (call) => changeHolidays(deps, call) },
    {
      method: 'GET',
      path: `${RULES}/{id}`,
      may: anyRole,
      handle: (call) => showCompany(deps, call, { errors: [], lines: 0 }),
    },
    { method: 'POST', path: `${RULES}/{id}`, may: mayEdit, handle: (call) => changeCompany(deps, call) },
  ];
}

function showRules(deps: ConsoleDependencies, call: ConsoleCall, errors: readonly string[]): void {
  const { session } = call.state;
  showPage(call, {
    title: 'Regras',
    status: errors.length === 0 ? 200 : 422,
    body: (
      <Rules
        {...{ call, errors }}
        companies={companiesSeen(deps.registers, session)}
        workflow={deps.registers.workflowOf(session.clientId)}
      />
    ),
  });
}

async function changeHolidays(deps: ConsoleDependencies, call: ConsoleCall): Promise<void> {
  const form = await readForm(call, deps);
  const { dates, errors: typing } = holidaysTyped(form.raw('feriados'));
  const errors = typing.length > 0 ? typing : await changeRegisters(deps, call, { holidays: dates });
  if (errors.length > 0) {
    keepTyped(call, HOLIDAYS, form);
    return showRules(deps, call, errors);
  }
  notice(call, 'Feriados salvos');
  redirectTo(call, RULES);
}

type Sent = Readonly<{ errors: readonly string[]; lines: number }>;

async function showCompany(deps: ConsoleDependencies, call: ConsoleCall, { errors, lines }: Sent): Promise<void> {
  const company = companySeen(deps, call);
  const { clientId, access } = call.state.session;
  const workflow = deps.registers.workflowOf(clientId);
  const owners = workflow.owners.get(company.companyId) ?? [];
  const named = owners.flatMap(({ preparer, reviewer, approver }) => [preparer, reviewer, approver]);
  // Whoever edits chooses among all users.
  const ids = mayEdit(access) ? [...workflow.users.keys()] : named.filter((id) => id !== null);
  const people = await deps.people.byId([...new Set(ids)]);
  const charts = mayEdit(access) ? await chartIdsOf(deps.pages, { clientId }, company.companyId) : [];
  const places = await placesOfAccounts(deps.pages, { clientId }, charts);
  const unused = mayEdit(access) ? await unusedIn(deps, company) : [];
  const asked = await backtestOf(deps, call, company);
  showPage(call, {
    title: `Regras de ${company.legalName}`,
    status: errors.length === 0 ? 200 : 422,
    body: (
      <>
        <CompanyRules
          {...{ call, company, workflow, places, lines, unused, errors }}
          cnpjOf={(companyId) => {
            const found = access.sees(companyId) ? deps.registers.company(clientId, companyId) : null;
            return found && maskCnpj(found.cnpj);
          }}
          emails={new Map(people.map(({ personId, email }) => [personId, email]))}
        />
        <BacktestTable {...asked} />
      </>
    ),
  });
}

/** Of the month in the address; the form offers the last one closed, else the last one imported. */
async function backtestOf(
  { eventLog: log, folds }: ConsoleDependencies,
  call: ConsoleCall,
  company: CompanyFacts,
): Promise<BacktestProps> {
  const { companyId } = company;
  const path = `${RULES}/${companyId}`;
  const competence = parseCompetence(new URLSearchParams(call.querystring).get(BACKTEST) ?? '');
  if (competence !== null)
    return { path, period: competence, found: await backtestRules({ log, folds }, { company, competence }) };
  const { state } = await folds.load(booksStream(companyId), booksFold);
  const months = Object.entries(state.months).sort(([one], [other]) => (one < other ? 1 : -1));
  const offered = months.find(([, { closed }]) => closed) ?? months[0];
  return { path, period: offered === undefined ? null : (offered[0] as Competence), found: undefined };
}

async function unusedIn(
  { eventLog: log, folds }: ConsoleDependencies,
  { clientId, companyId }: CompanyFacts,
): Promise<readonly UnusedPrefix[]> {
  const { state } = await folds.load(clientStream(clientId), clientFold);
  return unusedPrefixes(state, companyId, await accountCodes({ log, folds }, state, companyId));
}

async function changeCompany(deps: ConsoleDependencies, call: ConsoleCall): Promise<void> {
  const form = await readForm(call, deps);
  const company = companySeen(deps, call);
  const { owners, lines, errors: ownerErrors } = ownersTyped(form);
  const { tolerance, errors: toleranceErrors } = toleranceTyped(form.raw('tolerancia'));
  const { variation, errors: variationErrors } = variationTyped(form.raw('variacao'));
  const { risk, errors: riskErrors } = riskTyped(form.raw('risco'));
  const { checklist, errors: checklistErrors } = checklistTyped(form.raw('checklist'));
  const { intercompany, errors: intercompanyErrors } = intercompanyTyped(form.raw('entreEmpresas'));
  const typing = [
    ...ownerErrors,
    ...toleranceErrors,
    ...variationErrors,
    ...riskErrors,
    ...checklistErrors,
    ...intercompanyErrors,
  ];
  const deadline = (step: string) => daysTyped(form.text(`prazo-${step}`));
  const part = {
    cnpj: company.cnpj,
    deadlines: {
      preparer: deadline('preparer'),
      reviewer: deadline('reviewer'),
      approver: deadline('approver'),
    },
    autoApproval: {
      zeroWithoutMovement: form.has('zeroSemMovimento'),
      zero: form.has('zero'),
      withoutMovement: form.has('semMovimento'),
      upTo: amountTyped(form.text('ate')),
    },
    carry: prefixesTyped(form.raw('trazer')),
    congelarAoFechar: form.has('congelarAoFechar'),
    tolerance,
    variation,
    risk,
    checklist,
    intercompany,
    statement: form.raw('declaracao').trim() || null,
    owners,
  };
  const errors = typing.length > 0 ? typing : await changeRegisters(deps, call, { companies: [part] }, lines);
  if (errors.length > 0) {
    keepTyped(call, `${RULES}/${company.companyId}`, form);
    let sent = 0;
    while (form.has(ownerField(sent + 1, 'escopo'))) sent++;
    return showCompany(deps, call, { errors, lines: sent });
  }
  notice(call, `Regras de ${company.legalName} salvas`);
  redirectTo(call, `${RULES}/${company.companyId}`);
}
