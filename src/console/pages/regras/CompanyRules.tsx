// One company's rules: a form for an Administrador, its words for others.
import { steps, stepNames } from '../../../domain/clients/roles.js';
import { autoApprovalOf, deadlinesOf, type UnusedPrefix } from '../../../domain/clients/workflowSettings.js';
import { DEADLINES_OF_RELEASED } from '../../../messages/console.js';
import { unusedPrefixText } from '../../../messages/registers.js';
import { money } from '../../../messages/formats.js';
import { type Declared, Fields, Form, SaveOrCancel } from '../../design/Form.js';
import { Errors } from '../../design/values.js';
import type { ConsoleCall } from '../../route.js';
import type { FormFields } from '../../session/readForm.js';
import { EDIT_REASON, mayEdit } from '../registers/change.js';
import { OwnerLines, OwnerTable, ownersTyped } from './Owners.js';
import { approvalText, closedRules, closedRuleText, deadlinesText, RULES } from './Rules.js';
import { amountTyped, daysTyped, ruleSections, typedRules, type RulesOf } from './typedRules.js';

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
