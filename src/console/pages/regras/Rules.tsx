// The rules of every company in one table, and the client's holidays.
import { approvalReasons } from '../../../domain/clients/rules.js';
import type { CompanyFacts } from '../../../domain/clients/events.js';
import { steps, stepNames } from '../../../domain/clients/roles.js';
import { autoApprovalOf, deadlinesOf } from '../../../domain/clients/workflowSettings.js';
import { dayText, money, wholeNumber } from '../../../messages/formats.js';
import { Form, TextArea } from '../../design/Form.js';
import { column, Table } from '../../design/Table.js';
import { Errors, Part } from '../../design/values.js';
import type { ConsoleCall } from '../../route.js';
import { changeRegisters, EDIT_REASON, mayEdit } from '../registers/change.js';
import { holidaysTyped, typedRules, type RulesOf } from './typedRules.js';
import { maskCnpj } from '../../../domain/kernel/cnpj.js';
import { showPage } from '../../design/Page.js';
import { companiesSeen } from '../../session/access.js';
import { type FormFields, NOT_REFUSED } from '../../session/readForm.js';

export const RULES = '/console/regras';
export const HOLIDAYS = `${RULES}/feriados`;

export function showRules(call: ConsoleCall, { errors, status } = NOT_REFUSED): void {
  const { session } = call;
  const rulesOf = rulesFor(call);
  const { holidays } = call.deps.registers.workflowOf(session.clientId);
  showPage(call, {
    ...{ title: 'Regras', status },
    body: (
      <>
        <Table<CompanyFacts & Readonly<{ rules: RulesOf }>>
          caption="Regras por empresa"
          rows={companiesSeen(call.deps.registers, session).map((company) => ({
            ...company,
            rules: rulesOf(company.companyId),
          }))}
          empty="Nenhuma empresa está cadastrada ainda."
          columns={[
            column('Empresa', 'line', ({ companyId, legalName }) => (
              <a href={`${RULES}/${companyId}`}>{legalName}</a>
            )),
            column('Prazos', '', ({ rules }) => `${daysTexts(rules).join(' · ')} dia útil`),
            column('Aprovação automática', '', ({ rules }) => approvalText(rules)),
            column('Outras regras ligadas', '', ({ rules }) => {
              const on = otherRules(rules);
              return on.length === 0 ? 'nenhuma' : on.map((text) => <div>{text}</div>);
            }),
            column('Responsáveis padrão', 'number', ({ companyId, rules: { workflow } }) =>
              wholeNumber(workflow.owners.get(companyId)?.length ?? 0),
            ),
          ]}
        />
        <HolidayList {...{ call, holidays, errors }} />
        {!mayEdit(session.access) && session.access.has('MODULE_ADMIN') && <p class="muted">{EDIT_REASON}</p>}
      </>
    ),
  });
}

export async function changeHolidays(call: ConsoleCall, fields: FormFields) {
  const { value: holidays, errors: typing } = holidaysTyped(fields.raw('feriados'));
  const errors = typing.length > 0 ? typing : await changeRegisters(call, { holidays });
  return errors.length > 0 ? errors : { told: 'Feriados salvos', to: RULES };
}

/** Of one of the companies that the person sees. */
export function rulesFor({ deps: { registers }, session }: ConsoleCall) {
  const { clientId, access } = session;
  const cnpjOf = (companyId: number): string | null => {
    const found = access.sees(companyId) ? registers.company(clientId, companyId) : null;
    return found && maskCnpj(found.cnpj);
  };
  return (companyId: number): RulesOf => ({ workflow: registers.workflowOf(clientId), companyId, cnpjOf });
}

type HolidayProps = Readonly<{ call: ConsoleCall; holidays: readonly string[]; errors: readonly string[] }>;

function HolidayList({ call, holidays, errors }: HolidayProps) {
  const dates = holidays.map(dayText);
  return (
    <Part id="feriados" look="form-page" title="Feriados próprios">
      <p class="muted">
        Os feriados bancários nacionais já não contam como dias úteis. Aqui ficam os demais: estaduais, municipais
        e pontes.
      </p>
      {mayEdit(call.session.access) ? (
        <Form call={call} action={HOLIDAYS}>
          <Errors sentences={errors} />
          <TextArea
            label="Uma data por linha"
            name="feriados"
            rows={Math.min(12, Math.max(4, dates.length + 1))}
            hint="dd/mm/aaaa"
            value={dates.join('\n')}
          />
          <button class="primary">Salvar feriados</button>
        </Form>
      ) : (
        <p>{dates.join(', ') || 'Nenhum.'}</p>
      )}
    </Part>
  );
}

function daysTexts({ workflow, companyId }: RulesOf): readonly string[] {
  const days = deadlinesOf(workflow, companyId);
  return steps.map((step) => `${stepNames[step]} ${days[step]}º`);
}

export function deadlinesText(rules: RulesOf): string {
  return daysTexts(rules)
    .map((text) => `${text} dia útil`)
    .join(', ');
}

export function approvalText({ workflow, companyId }: RulesOf): string {
  const { zeroWithoutMovement, zero, withoutMovement, upToCents } = autoApprovalOf(workflow, companyId);
  const on = [
    zeroWithoutMovement && approvalReasons.ZERO_SEM_MOVIMENTO.name,
    zero && approvalReasons.SALDO_ZERO.name,
    withoutMovement && 'sem movimento',
    upToCents !== null && `saldo de até ${money(upToCents)}`,
  ];
  return on.filter(Boolean).join('; ') || 'desligada';
}

/** By the value of its field. */
export const closedRules = { nao: 'aceitam trabalho, com aviso', sim: 'recusam trabalho' };

export function closedRuleText({ workflow, companyId }: RulesOf): string {
  return closedRules[workflow.frozen.has(companyId) ? 'sim' : 'nao'];
}

/** A line for each rule that a company switched on, beside deadlines and automatic approval. */
function otherRules(rules: RulesOf): readonly string[] {
  const typed = typedRules
    .filter(({ isOn }) => isOn(rules))
    .map(({ heading, words, brief = words }) => `${heading}: ${brief(rules)}`);
  const isFrozen = rules.workflow.frozen.has(rules.companyId);
  return [...typed, ...(isFrozen ? [`Competências fechadas ${closedRuleText(rules)}`] : [])];
}
