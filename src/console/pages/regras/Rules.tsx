// /console/regras: the rules of every company in one table, and the client's holidays.
import type { CompanyFacts } from '../../../domain/clients/events.js';
import { dayText } from '../../../messages/formats.js';
import { registerLabels } from '../../../messages/registers.js';
import { type Declared, Fields, Form, useCall } from '../../design/Form.js';
import { showPage } from '../../design/Page.js';
import { column, PagedTable } from '../../design/Table.js';
import { Errors, LinkedNumber, Part } from '../../design/values.js';
import { get, type ConsoleCall } from '../../route.js';
import { companiesByName } from '../../session/access.js';
import { form, type FormFields, NOT_REFUSED } from '../../session/readForm.js';
import { changeRegisters, mayEdit, NoCompany, WhoEdits } from '../registers/change.js';
import { changedFields, marksOfFields, SeenMarks } from '../registers/seen.js';
import { changeCompany, rulesFor, showCompany } from './CompanyRules.js';
import { approvalRule, daysTexts, holidaysTyped, otherRules, type RulesOf } from './declaredRules.js';
import { paths } from '../../paths.js';

const HOLIDAYS = `${paths.rules}/feriados`;

export const rulePages = [
  get(paths.rules, showRules),
  form(HOLIDAYS, changeHolidays, { again: showRules, may: mayEdit }),
  get(`${paths.rules}/{id}`, showCompany),
  form(`${paths.rules}/{id}`, changeCompany, { again: showCompany, may: mayEdit }),
];

function showRules(call: ConsoleCall, { errors, status } = NOT_REFUSED): void {
  const { session } = call;
  const { holidays } = call.deps.registers.workflowOf(session.clientId);
  const companies = companiesByName(call.deps.registers, session);
  showPage(call, {
    title: 'Regras',
    status,
    body: (
      <>
        {companies.length === 0 ? (
          <NoCompany />
        ) : (
          <PagedTable<CompanyFacts & Readonly<{ rules: RulesOf }>>
            caption="Regras por empresa"
            path={paths.rules}
            rows={companies.map((company) => ({ ...company, rules: rulesFor(call, company.companyId) }))}
            columns={[
              column('Empresa', 'line', ({ companyId, legalName }) => (
                <a href={`${paths.rules}/${companyId}`}>{legalName}</a>
              )),
              column('Prazos', 'line', ({ rules }) => `${daysTexts(rules).join(' · ')} dia útil`),
              column('Aprovação automática', '', ({ rules }) => approvalRule.words(rules)),
              column('Outras regras ligadas', 'off', ({ rules }) => {
                const on = otherRules(rules);
                return on.length === 0 ? 'nenhuma' : on.map((text) => <div>{text}</div>);
              }),
              column('Responsáveis padrão', 'number wide', ({ companyId, rules: { workflow } }) => (
                <LinkedNumber count={workflow.owners.get(companyId)?.length ?? 0} href={null} />
              )),
            ]}
          />
        )}
        <HolidayList holidays={holidays} errors={errors} />
        <WhoEdits />
      </>
    ),
  });
}

async function changeHolidays(call: ConsoleCall, fields: FormFields) {
  const { value: holidays, errors } = holidaysTyped(fields.raw('feriados'));
  if (errors.length > 0) return errors;
  const { holidays: now } = call.deps.registers.workflowOf(call.session.clientId);
  const { changed, refusal } = changedFields(fields, [holidayField(now)]);
  const part = 'feriados' in changed ? { holidays } : {};
  return refusal ?? changeRegisters(call, part, { told: 'Feriados salvos', to: paths.rules });
}

const holidayField = (holidays: readonly string[]): Declared => ({
  label: 'Feriados, um por linha',
  name: 'feriados',
  says: registerLabels['holidays'],
  rows: Math.min(12, Math.max(4, holidays.length + 1)),
  hint: 'dd/mm/aaaa',
  value: holidays.map(dayText).join('\n'),
});

function HolidayList({ holidays, errors }: Readonly<{ holidays: readonly string[]; errors: readonly string[] }>) {
  const field = holidayField(holidays);
  return (
    <Part id="feriados" look="form-page rules" title="Feriados próprios">
      <p class="muted">
        Os feriados bancários nacionais já não contam como dias úteis. Aqui ficam os demais: estaduais, municipais
        e pontes.
      </p>
      {mayEdit(useCall().session.access) ? (
        <Form action={HOLIDAYS}>
          <Errors sentences={errors} />
          <Fields of={[field]} />
          <SeenMarks marks={marksOfFields([field])} />
          <button class="primary">Salvar feriados</button>
        </Form>
      ) : (
        <p>{holidays.map(dayText).join(', ') || 'Nenhum.'}</p>
      )}
    </Part>
  );
}
