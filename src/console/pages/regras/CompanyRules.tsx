// /console/regras/{id}: one company's rules, its default owners, and what the rules would have done in a month.
import type { VNode } from 'preact';
import { backtestRules } from '../../../commands/reconciliations/backtestRules.js';
import { booksOf } from '../../../domain/books/fold.js';
import type { CompanyFacts } from '../../../domain/clients/events.js';
import {
  steps,
  stepNames,
  holdsRole,
  ownerScopes,
  roleOfStep,
  scopeFields,
  type OwnerEntry,
  type OwnerScope,
} from '../../../domain/clients/roles.js';
import { prefixesOfRules, unusedPrefixes } from '../../../domain/clients/workflowSettings.js';
import { maskCnpj } from '../../../domain/kernel/cnpj.js';
import type { Competence } from '../../../domain/kernel/competence.js';
import type { Backtest, BacktestRow } from '../../../domain/reconciliation/backtest.js';
import { wholeNumber } from '../../../messages/formats.js';
import * as words from '../../../messages/reconciliations.js';
import { ownerWithoutRoleText, registerLabels, unusedPrefixText } from '../../../messages/registers.js';
import { codesFrom, placesOfAccounts } from '../../../projections/views/accounts.js';
import { chartIdsOf } from '../../../projections/views/charts.js';
import { Filters, refusedFilters, type Filter } from '../../design/Filters.js';
import {
  TypedInput,
  type Declared,
  Fields,
  LinkButton,
  RegisterForm,
  Suggestions,
  useCall,
} from '../../design/Form.js';
import { showPage } from '../../design/Page.js';
import { column, Table, type Column } from '../../design/Table.js';
import { Empty, Errors, Facts, Part } from '../../design/values.js';
import { queryOf, companySeen, parameter, type ConsoleCall } from '../../route.js';
import { NOT_REFUSED, type FormFields } from '../../session/readForm.js';
import { changeRegisters, mayEdit, WhoEdits } from '../registers/change.js';
import { changesOf, markOf, SeenMarks, type Marks } from '../registers/seen.js';
import { declaredRules, ruleSections, type RulesOf } from './declaredRules.js';
import { paths } from '../../paths.js';

export async function showCompany(call: ConsoleCall, { errors, status } = NOT_REFUSED): Promise<void> {
  const company = companySeen(call, parameter(call, 'id'));
  const rules = rulesFor(call, company.companyId);
  const { access } = call.session;
  const edits = mayEdit(access);
  const owners = ownersOf(rules);
  const emails = await emailsOf(call, rules);
  const refused = refusedFilters(call, [backtestMonth(null)]);
  const backtest = await backtestPart(call, company);
  showPage(call, {
    title: `Regras de ${company.legalName}`,
    status: refused.length > 0 ? 400 : status,
    actions: <LinkButton href={paths.rules}>Regras</LinkButton>,
    body: (
      <>
        {edits ? (
          <RegisterForm action={`${paths.rules}/${company.companyId}`} back={paths.rules} errors={errors}>
            {await formOf(call, company, rules, { owners, emails })}
          </RegisterForm>
        ) : (
          <>
            <Facts of={Object.fromEntries(declaredRules.map(({ heading, words: of }) => [heading, of(rules)]))} />
            <OwnerTable owners={owners} emails={emails} />
            <WhoEdits />
          </>
        )}
        <Errors sentences={refused} />
        {backtest}
      </>
    ),
  });
}

const ownersOf = ({ workflow, companyId }: RulesOf): readonly OwnerEntry[] => workflow.owners.get(companyId) ?? [];

/** By a person's id. Whoever edits chooses among all users. */
async function emailsOf({ deps, session }: ConsoleCall, rules: RulesOf): Promise<OwnersProps['emails']> {
  const ids = mayEdit(session.access)
    ? rules.workflow.users.keys()
    : ownersOf(rules).flatMap((entry) => steps.map((step) => entry[step]));
  const people = await deps.people.byId([...new Set(ids)].filter((id) => id !== null));
  return new Map(people.map(({ personId, email }) => [personId, email]));
}

async function formOf(
  call: ConsoleCall,
  company: CompanyFacts,
  rules: RulesOf,
  owners: OwnersProps,
): Promise<VNode> {
  const { pages } = call.deps;
  const { workflow, companyId } = rules;
  const charts = await chartIdsOf(pages, company, companyId);
  const places = await placesOfAccounts(pages, company, charts);
  const prefixes = prefixesOfRules(workflow, companyId).map(({ prefix }) => prefix);
  const codes = await codesFrom(pages, company, charts, ['', ...prefixes]);
  const warnings = [
    ...unusedPrefixes(workflow, companyId, codes).map(unusedPrefixText),
    ...ownersWithoutRole(rules, owners.emails),
  ];
  return (
    <>
      {warnings.length > 0 && (
        <ul class="note warn" id="sem-efeito">
          {warnings.map((text) => (
            <li>{text}</li>
          ))}
        </ul>
      )}
      <div class="rules">
        {ruleSections.map((section) => (
          <Section {...section} of={rules} />
        ))}
      </div>
      <OwnerLines places={places} {...owners} />
      <SeenMarks marks={shownMarks(rules, owners.emails)} />
    </>
  );
}

/** Default owners who count as nobody (docs/spec/workflow.md#owners): the step goes without them, unsaid. */
function ownersWithoutRole(rules: RulesOf, emails: OwnersProps['emails']): readonly string[] {
  return ownersOf(rules).flatMap((entry) =>
    steps.flatMap((step) => {
      const personId = entry[step];
      if (personId === null || holdsRole(rules.workflow, personId, roleOfStep(step), rules.companyId)) return [];
      const where = `${scopeNames[entry.scope]} ${entry.value}`.trim();
      return [ownerWithoutRoleText(emails.get(personId) ?? '–', stepNames[step], where)];
    }),
  );
}

/** Rules of one of the companies that the person sees. */
export function rulesFor({ deps: { registers }, session }: ConsoleCall, companyId: number): RulesOf {
  const { clientId, access } = session;
  const cnpjOf = (id: number): string | null => {
    const company = access.sees(id) ? registers.company(clientId, id) : null;
    return company && maskCnpj(company.cnpj);
  };
  return { workflow: registers.workflowOf(clientId), companyId, cnpjOf };
}

function Section({ legend, says, look, rules, of }: (typeof ruleSections)[number] & Readonly<{ of: RulesOf }>) {
  const fields = <Fields of={rules.flatMap((rule) => rule.fields(of))} />;
  return (
    <fieldset class="form-page">
      <legend>{legend}</legend>
      {says !== undefined && <p class="muted">{says}</p>}
      {look === undefined ? fields : <div class={look}>{fields}</div>}
    </fieldset>
  );
}

/**
 * A rule without its field in the form, as one that came after the form was opened, or that the person left as the
 * form showed it stays as it is. One that others changed meanwhile is told first.
 */
export async function changeCompany(call: ConsoleCall, sent: FormFields) {
  const { cnpj, legalName, companyId } = companySeen(call, parameter(call, 'id'));
  const rules = rulesFor(call, companyId);
  const emails = await emailsOf(call, rules);
  const owners = ownersTyped(sent);
  const read = declaredRules
    .filter(({ fields }) => fields(rules).some(({ name }) => sent.has(name)))
    .map((rule) => ({
      field: rule.field,
      told: [rule.heading, rule.words(rules)] as const,
      mark: markOf(rule.fields(rules).map((one) => (isTicked(one) ? sent.has(one.name) : sent.text(one.name)))),
      ...rule.read(sent),
    }));
  if (owners !== null)
    read.push({
      field: OWNERS,
      told: [OWNERS_HEADING, ''],
      mark: markOf(owners.value),
      errors: [],
      ...owners,
    });
  const { changed, refusal } = changesOf(sent, read, shownMarks(rules, emails));
  const errors = changed.flatMap((one) => one.errors);
  if (errors.length > 0) return errors;
  if (refusal !== null) return refusal;
  const values = Object.fromEntries(changed.map(({ field, value }) => [field, value]));
  const done = { told: `Regras de ${legalName} salvas`, to: call.path };
  const typed = Object.fromEntries(changed.flatMap((one) => (one.typed ? [[one.field, one.typed]] : [])));
  return changeRegisters(call, { companies: [{ cnpj, ...values }] }, done, typed);
}

const OWNERS = 'owners';
const OWNERS_HEADING = 'Responsáveis padrão';
const isTicked = ({ value }: Declared): boolean => typeof value === 'boolean';

/** What the form showed of each rule, by its field in a registers' file. */
function shownMarks(rules: RulesOf, emails: OwnersProps['emails']): Marks {
  const shownValue = (one: Declared) => (isTicked(one) ? one.value : String(one.value ?? '').trim());
  const ofRules = declaredRules.map((rule) => [rule.field, markOf(rule.fields(rules).map(shownValue))] as const);
  const owners = ownersOf(rules).map((entry) => {
    const people = steps.map((step) => [step, emails.get(entry[step] ?? '') ?? ''] as const);
    return ownerTyped(entry.scope, entry.value, people);
  });
  return new Map([...ofRules, [OWNERS, markOf(owners)]]);
}

/** Empty lines after those that are filled. */
const SPARE_LINES = 3;

const scopeNames: Readonly<Record<OwnerScope, string>> = {
  all: 'Todas as contas',
  department: 'Departamento',
  sector: 'Setor',
  account: 'Conta',
};

type OwnerColumn = 'escopo' | 'valor' | (typeof steps)[number];

const ownerField = (line: number, name: OwnerColumn): string => `resp-${line}-${name}`;

/** `emails`: by a person's id. */
type OwnersProps = Readonly<{ owners: readonly OwnerEntry[]; emails: ReadonlyMap<string, string> }>;

function OwnerTable({ owners, emails }: OwnersProps) {
  return (
    <Part title={OWNERS_HEADING}>
      <Table<OwnerEntry>
        caption={OWNERS_HEADING}
        rows={owners}
        empty="Nenhum responsável padrão: quem libera ou supervisiona atribui cada conta."
        columns={[
          column('Contas', 'line', ({ scope, value }) => `${scopeNames[scope]} ${value}`),
          ...steps.map((step): Column<OwnerEntry> =>
            column(stepNames[step], '', (entry) => emails.get(entry[step] ?? '') ?? '–'),
          ),
        ]}
      />
    </Part>
  );
}

/** Lines as many as were sent, or as there are and some more. @param places suggested: departments and sectors */
function OwnerLines({ owners, emails, places }: OwnersProps & Readonly<{ places: readonly string[] }>) {
  const { typed } = useCall().state;
  const sent = linesSent((name) => typed?.fields[name] !== undefined);
  const count = Math.max(sent, owners.length + SPARE_LINES);
  return (
    <fieldset>
      <legend>{OWNERS_HEADING}</legend>
      <p class="muted">
        Vale a linha mais específica que indica alguém: conta, depois setor, departamento e todas as contas.
        Informe e-mails de pessoas cadastradas. Salve para abrir mais linhas.
      </p>
      <Suggestions id="emails" values={[...emails.values()].sort()} />
      <Suggestions id="lugares" values={places} />
      <Table<readonly Declared[]>
        caption={OWNERS_HEADING}
        rows={Array.from({ length: count }, (_, at) =>
          ownerFields(at + 1, owners[at], emails, scopeIn(typed?.fields[ownerField(at + 1, 'escopo')])),
        )}
        columns={['Contas', 'Qual', ...steps.map((step) => stepNames[step])].map((head, at) =>
          column(head, '', (fields) => fields.slice(at, at + 1).map(TypedInput)),
        )}
      />
    </fieldset>
  );
}

function ownerFields(
  line: number,
  entry: OwnerEntry | undefined,
  emails: OwnersProps['emails'],
  scope: OwnerScope,
): readonly Declared[] {
  const named = (name: OwnerColumn, label: string, refused: string) => ({
    name: ownerField(line, name),
    label: `Linha ${line}: ${label}`,
    says: `${registerLabels[OWNERS]}, linha ${line}${refused}:`,
    autocomplete: 'off' as const,
  });
  const place = registerLabels[scopeFields[scope === 'all' ? 'account' : scope]];
  return [
    { ...named('escopo', 'contas', ''), options: Object.entries(scopeNames), value: entry?.scope ?? 'all' },
    {
      ...named('valor', 'departamento, setor ou código', `, ${place}`),
      list: 'lugares',
      value: entry?.value ?? '',
    },
    ...steps.map((step) => ({
      ...named(step, stepNames[step], `, ${stepNames[step]}`),
      list: 'emails',
      value: emails.get(entry?.[step] ?? ''),
    })),
  ];
}

const scopeIn = (text?: string): OwnerScope => ownerScopes.find((one) => one === text) ?? 'all';

function linesSent(has: (name: string) => boolean): number {
  let sent = 0;
  while (has(ownerField(sent + 1, 'escopo'))) sent++;
  return sent;
}

/** `owners` without the empty lines, null in the place of a wrong one; null where the form has none. */
function ownersTyped(form: FormFields) {
  const value: (object | null)[] = [];
  const numbers: number[] = [];
  const sent = linesSent(form.has);
  for (let line = 1; line <= sent; line++) {
    const place = form.text(ownerField(line, 'valor'));
    const people = steps.map((step) => [step, form.text(ownerField(line, step))] as const);
    if (place === '' && people.every(([, email]) => email === '')) continue;
    const scope = scopeIn(form.text(ownerField(line, 'escopo')));
    value.push(scope === 'all' && place !== '' ? null : ownerTyped(scope, place, people));
    numbers.push(line);
  }
  return sent === 0 ? null : { value, typed: { numbers, format: 'escolha Departamento, Setor ou Conta' } };
}

function ownerTyped(
  scope: OwnerScope,
  value: string,
  people: readonly (readonly [step: string, email: string])[],
) {
  const named = people.filter(([, email]) => email !== '');
  return { ...(scope !== 'all' && { [scopeFields[scope]]: value }), ...Object.fromEntries(named) };
}

/** The last month closed, else the last one imported. */
async function offeredMonth({ deps: { folds } }: ConsoleCall, companyId: number): Promise<Competence | null> {
  const { state } = await folds.load(...booksOf(companyId));
  const months = Object.entries(state.months).sort(([one], [other]) => (one < other ? 1 : -1));
  const offered = months.find(([, { closed }]) => closed) ?? months[0];
  return (offered?.[0] as Competence | undefined) ?? null;
}

/** The parameter that asks for it: a competence. */
const BACKTEST = 'retroteste';
const backtestMonth = (value: Competence | null): Filter => ({
  label: 'Em um mês já conciliado',
  name: BACKTEST,
  type: 'month',
  value: value ?? undefined,
  required: true,
});

/** The backtest of the month in the address, or the form that asks for one. */
async function backtestPart(call: ConsoleCall, company: CompanyFacts) {
  const asked = queryOf(call).month(BACKTEST);
  const result = asked && (await backtestRules(call.deps, { company, competence: asked }));
  const label = 'O que as regras teriam feito';
  return (
    <Part id={BACKTEST} title={asked === null ? label : words.backtestTitle(asked)}>
      <Filters
        path={`${paths.rules}/${company.companyId}#${BACKTEST}`}
        role="form"
        label={label}
        send="Ver"
        fields={[backtestMonth(asked ?? (await offeredMonth(call, company.companyId)))]}
      />
      {asked !== null && result === null && <Empty>{words.neverReleased(asked)}</Empty>}
      {result && (
        <>
          <p role="status">{words.backtestSum(result)}</p>
          <Table caption={label} rows={result.rows} columns={columnsOf(result)} />
          <p class="muted">{words.BACKTEST_EXPLAINED}</p>
        </>
      )}
    </Part>
  );
}

function columnsOf(result: Backtest): readonly Column<BacktestRow>[] {
  return [
    column('Regra', 'line', ({ rule }) => words.backtestNames[rule]),
    column('Ligada', '', ({ isOn }) => (isOn ? 'sim' : 'não')),
    column('Contas', 'number', ({ accounts }) => wholeNumber(accounts)),
    column('Das contas do mês', 'number', ({ accounts }) => words.shareText(result, accounts)),
    column('Pessoas concordaram', 'number', ({ agreed }) => wholeNumber(agreed)),
    column('Discordaram', 'number', ({ disagreed }) => wholeNumber(disagreed.length)),
    column('Sem resultado', 'number', ({ undecided }) => wholeNumber(undecided)),
    column('Quais discordaram', 'long', ({ disagreed }) => words.disagreedText(disagreed) || '–'),
  ];
}
