// One company's rules: a form for an Administrador, its words for others; the default owners as lines to type, and how these are read.
import {
  steps,
  stepNames,
  ownerScopes,
  scopeFields,
  type OwnerEntry,
  type OwnerScope,
} from '../../../domain/clients/roles.js';
import { autoApprovalOf, deadlinesOf, type UnusedPrefix } from '../../../domain/clients/workflowSettings.js';
import { DEADLINES_OF_RELEASED } from '../../../messages/console.js';
import { unusedPrefixText } from '../../../messages/registers.js';
import { money } from '../../../messages/formats.js';
import {
  type Declared,
  Fields,
  Form,
  SaveOrCancel,
  Suggestions,
  TypedInput,
  useTyped,
} from '../../design/Form.js';
import { Errors } from '../../design/values.js';
import type { ConsoleCall } from '../../route.js';
import type { FormFields } from '../../session/readForm.js';
import { EDIT_REASON, mayEdit } from '../registers/change.js';
import { approvalText, closedRules, closedRuleText, deadlinesText, RULES } from './Rules.js';
import { amountTyped, daysTyped, ruleSections, typedRules, type RulesOf } from './typedRules.js';
import { column, Table, type Column } from '../../design/Table.js';

type Props = Readonly<{
  call: ConsoleCall;
  rules: RulesOf;
  /** E-mails by a person's id. */
  emails: ReadonlyMap<string, string>;
  /** Departments and sectors of the company's charts. */
  places: readonly string[];
  /** Rules that no account follows. */
  unused: readonly UnusedPrefix[];
  errors: readonly string[];
}>;

export function CompanyRules(props: Props) {
  const { access } = props.call.session;
  if (mayEdit(access)) return <RulesForm {...props} />;
  const { rules, emails } = props;
  return (
    <>
      <p>Prazos: {deadlinesText(rules)}</p>
      <p>Aprovação automática: {approvalText(rules)}</p>
      <p>Competências fechadas: {closedRuleText(rules)}</p>
      {typedRules.map(({ heading, words }) => (
        <p>
          {heading}: {words(rules)}
        </p>
      ))}
      <OwnerTable owners={rules.workflow.owners.get(rules.companyId) ?? []} emails={emails} />
      {access.has('MODULE_ADMIN') && <p class="muted">{EDIT_REASON}</p>}
    </>
  );
}

function RulesForm({ call, rules, emails, places, unused, errors }: Props) {
  const { workflow, companyId } = rules;
  return (
    <Form call={call} action={`${RULES}/${companyId}`}>
      <Errors sentences={errors} />
      {unused.length > 0 && (
        <ul class="note warn" id="prefixos-sem-conta">
          {unused.map((one) => (
            <li>{unusedPrefixText(one)}</li>
          ))}
        </ul>
      )}
      {sectionsOf(rules).map(({ legend, says, look, fields }) => (
        <fieldset class="form-page">
          <legend>{legend}</legend>
          {says !== undefined && <p class="muted">{says}</p>}
          {look === undefined ? (
            <Fields of={fields} />
          ) : (
            <div class={look}>
              <Fields of={fields} />
            </div>
          )}
        </fieldset>
      ))}
      <OwnerLines {...{ call, emails, places }} owners={workflow.owners.get(companyId) ?? []} />
      <SaveOrCancel back={RULES} />
    </Form>
  );
}

type Section = Readonly<{ legend: string; says?: string; look?: string; fields: readonly Declared[] }>;

function sectionsOf(rules: RulesOf): readonly Section[] {
  const { workflow, companyId } = rules;
  const days = deadlinesOf(workflow, companyId);
  const { zeroWithoutMovement, zero, withoutMovement, upToCents } = autoApprovalOf(workflow, companyId);
  const isFrozen = workflow.frozen.has(companyId);
  return [
    {
      ...{ legend: 'Prazos, em dias úteis depois do fim do mês', says: DEADLINES_OF_RELEASED, look: 'fields' },
      fields: steps.map((step) => ({
        ...{ label: stepNames[step], name: `prazo-${step}`, inputMode: 'numeric', required: true },
        value: String(days[step]),
      })),
    },
    {
      legend: 'Aprovação automática na liberação',
      fields: [
        { label: 'Saldo zero sem movimento', name: 'zeroSemMovimento', value: zeroWithoutMovement },
        { label: 'Saldo zero', name: 'zero', value: zero },
        { label: 'Sem movimento no mês', name: 'semMovimento', value: withoutMovement },
        {
          ...{ label: 'Saldo de até', name: 'ate', inputMode: 'decimal' },
          hint: 'Em branco: desligada. Vale para saldos devedores e credores.',
          value: upToCents === null ? '' : money(upToCents),
        },
      ],
    },
    {
      legend: 'Competências fechadas',
      fields: [
        {
          ...{ label: 'As conciliações de competências fechadas', name: 'congelarAoFechar' },
          ...{ options: Object.entries(closedRules), value: isFrozen ? 'sim' : 'nao' },
        },
      ],
    },
    ...ruleSections.map(([legend, some]) => ({
      legend,
      fields: some.map(({ label, name, rows, hint, max, typed }) => ({
        ...{ label, name, rows, hint, maxLength: max, value: typed(rules) },
      })),
    })),
  ];
}

/**
 * What the form has: a rule without its field stays as it is, as one that came after the form was opened.
 * @returns `part` of the company in a registers' file; `errors` in Portuguese
 */
export function rulesSent(form: FormFields) {
  const { owners, lines, errors } = ownersTyped(form);
  const read = typedRules
    .filter(({ name }) => form.has(name))
    .map((rule) => ({ rule, ...rule.read(form.raw(rule.name)) }));
  const days = steps.filter((step) => form.has(`prazo-${step}`));
  const part = {
    ...(days.length > 0 && {
      deadlines: Object.fromEntries(days.map((step) => [step, daysTyped(form.text(`prazo-${step}`))])),
    }),
    ...(form.has('ate') && {
      autoApproval: {
        zeroWithoutMovement: form.has('zeroSemMovimento'),
        zero: form.has('zero'),
        withoutMovement: form.has('semMovimento'),
        upTo: amountTyped(form.text('ate')),
      },
    }),
    ...(form.has('congelarAoFechar') && { congelarAoFechar: form.text('congelarAoFechar') === 'sim' }),
    ...Object.fromEntries(read.map(({ rule, value }) => [rule.field, value])),
    ...(owners && { owners }),
  };
  return { part, lines, errors: [...errors, ...read.flatMap((one) => one.errors)] };
}

/** Empty lines after those that are filled. */
const SPARE_LINES = 3;

const scopeNames: Readonly<Record<OwnerScope, string>> = {
  all: 'Todas as contas',
  department: 'Departamento',
  sector: 'Setor',
  account: 'Conta',
};

/** The field of a line. */
const ownerField = (line: number, name: 'escopo' | 'valor' | (typeof steps)[number]): string =>
  `resp-${line}-${name}`;

/** `emails`: by a person's id. */
type OwnersProps = Readonly<{ owners: readonly OwnerEntry[]; emails: ReadonlyMap<string, string> }>;

/** For those who do not edit. */
function OwnerTable({ owners, emails }: OwnersProps) {
  return (
    <Table<OwnerEntry>
      caption="Responsáveis padrão"
      rows={owners}
      empty="Nenhum responsável padrão."
      columns={[
        column('Contas', 'line', ({ scope, value }) => `${scopeNames[scope]} ${value}`),
        ...steps.map((step): Column<OwnerEntry> =>
          column(stepNames[step], '', (entry) => emails.get(entry[step] ?? '') ?? '–'),
        ),
      ]}
    />
  );
}

type OwnerLine = Readonly<{ line: number; entry: OwnerEntry | null }>;
type LinesProps = OwnersProps & Readonly<{ call: ConsoleCall; places: readonly string[] }>;

/** As many as were sent, or as there are and some more. @param places suggested: departments and sectors */
function OwnerLines({ call, owners, emails, places }: LinesProps) {
  const sent = linesSent((name) => call.state.typed?.fields[name] !== undefined);
  const count = Math.max(sent, owners.length + SPARE_LINES);
  return (
    <fieldset>
      <legend>Responsáveis padrão</legend>
      <p class="muted">
        Vale a linha mais específica que indica alguém: conta, depois setor, departamento e todas as contas.
        Informe e-mails de pessoas cadastradas. Salve para abrir mais linhas.
      </p>
      <Suggestions id="emails" values={[...emails.values()].sort()} />
      <Suggestions id="lugares" values={places} />
      <Table<OwnerLine>
        caption="Responsáveis padrão"
        rows={Array.from({ length: count }, (_, index) => ({ line: index + 1, entry: owners[index] ?? null }))}
        columns={[
          column('Contas', '', (it) => <ScopeSelect {...it} />),
          column('Qual', '', ({ line, entry }) => (
            <TypedInput
              name={ownerField(line, 'valor')}
              label={`Linha ${line}: departamento, setor ou código`}
              value={entry?.value ?? ''}
              {...{ list: 'lugares', autocomplete: 'off' }}
            />
          )),
          ...steps.map((step): Column<OwnerLine> =>
            column(stepNames[step], '', ({ line, entry }) => (
              <TypedInput
                name={ownerField(line, step)}
                label={`Linha ${line}: ${stepNames[step]}`}
                value={emails.get(entry?.[step] ?? '') ?? ''}
                {...{ list: 'emails', autocomplete: 'off' }}
              />
            )),
          ),
        ]}
      />
    </fieldset>
  );
}

function ScopeSelect({ line, entry }: OwnerLine) {
  const name = ownerField(line, 'escopo');
  const scope = useTyped(name, entry?.scope ?? 'all');
  return (
    <select name={name} aria-label={`Linha ${line}: contas`}>
      {ownerScopes.map((one) => (
        <option value={one} selected={one === scope}>
          {scopeNames[one]}
        </option>
      ))}
    </select>
  );
}

function linesSent(has: (name: string) => boolean): number {
  let sent = 0;
  while (has(ownerField(sent + 1, 'escopo'))) sent++;
  return sent;
}

/**
 * @returns `owners` without the empty lines, undefined where the form has none; `lines`: the number on the page of
 * each; `errors` in Portuguese
 */
function ownersTyped(form: FormFields) {
  const owners: object[] = [];
  const lines: number[] = [];
  const errors: string[] = [];
  const sent = linesSent(form.has);
  for (let line = 1; line <= sent; line++) {
    const value = form.text(ownerField(line, 'valor'));
    const people = steps.flatMap((step) => {
      const email = form.text(ownerField(line, step));
      return email === '' ? [] : [[step, email] as const];
    });
    if (value === '' && people.length === 0) continue;
    const scope = ownerScopes.find((one) => one === form.text(ownerField(line, 'escopo'))) ?? 'all';
    if (scope === 'all' && value !== '')
      errors.push(
        `Responsáveis, linha ${line}: escolha Departamento, Setor ou Conta para "${value.slice(0, 40)}"`,
      );
    owners.push({
      ...(scope !== 'all' && { [scopeFields[scope]]: value }),
      ...Object.fromEntries(people),
    });
    lines.push(line);
  }
  return { owners: sent === 0 ? undefined : owners, lines, errors };
}
