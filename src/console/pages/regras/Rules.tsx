// The rules of every company in one table, the client's holidays, and the form of one company's rules.
import type { AutoApproval } from '../../../domain/clients/autoApproval.js';
import type { CompanyFacts } from '../../../domain/clients/events.js';
import { steps, type OwnerEntry, type OwnerScope, stepNames } from '../../../domain/clients/owners.js';
import {
  autoApprovalOf,
  carryRuleOf,
  checklistOf,
  deadlinesOf,
  type WorkflowSettings,
} from '../../../domain/clients/workflowSettings.js';
import { andMore, money, wholeNumber } from '../../../messages/formats.js';
import { NO_STATEMENT, pointText } from '../../../messages/checklist.js';
import { riskTexts, toleranceTexts, variationTexts } from '../../../messages/reconciliations.js';
import { Form, TextArea } from '../../design/Form.js';
import { Table, type Column } from '../../design/Table.js';
import { Errors } from '../../design/values.js';
import type { ConsoleCall } from '../../route.js';
import { intercompanyLines } from './checklistFields.js';
import { EDIT_REASON, mayEdit } from '../registers/change.js';

export const RULES = '/console/regras';
export const HOLIDAYS = `${RULES}/feriados`;

export const scopeNames: Readonly<Record<OwnerScope, string>> = {
  all: 'Todas as contas',
  department: 'Departamento',
  sector: 'Setor',
  account: 'Conta',
};

type Props = Readonly<{
  call: ConsoleCall;
  companies: readonly CompanyFacts[];
  workflow: Readonly<WorkflowSettings>;
  errors: readonly string[];
}>;

export function Rules({ call, companies, workflow, errors }: Props) {
  const { access } = call.state.session;
  return (
    <>
      <Table
        caption="Regras por empresa"
        rows={companies}
        empty="Nenhuma empresa está cadastrada ainda."
        columns={[
          {
            ...{ head: 'Empresa', phone: 'line' },
            cell: ({ companyId, legalName }) => <a href={`${RULES}/${companyId}`}>{legalName}</a>,
          },
          {
            head: 'Prazos',
            cell: ({ companyId }) =>
              steps.map((step) => `${stepNames[step]} ${deadlinesOf(workflow, companyId)[step]}º`).join(' · ') +
              ' dia útil',
          },
          {
            head: 'Aprovação automática',
            cell: ({ companyId }) => ruleTexts(autoApprovalOf(workflow, companyId)).join('; ') || 'desligada',
          },
          {
            head: 'Outras regras ligadas',
            cell: ({ companyId }) => {
              const on = otherRules(workflow, companyId);
              return on.length === 0 ? 'nenhuma' : on.map((text) => <div>{text}</div>);
            },
          },
          {
            ...{ head: 'Responsáveis padrão', as: 'number' },
            cell: ({ companyId }) => wholeNumber(workflow.owners.get(companyId)?.length ?? 0),
          },
        ]}
      />
      <HolidayList call={call} holidays={workflow.holidays} errors={errors} />
      {!mayEdit(access) && access.has('MODULE_ADMIN') && <p class="muted">{EDIT_REASON}</p>}
    </>
  );
}

function HolidayList({
  call,
  holidays,
  errors,
}: Readonly<{ holidays: readonly string[] }> & Pick<Props, 'call' | 'errors'>) {
  const dates = holidays.map((date) => `${date.slice(8)}/${date.slice(5, 7)}/${date.slice(0, 4)}`);
  return (
    <section class="form-page" aria-labelledby="feriados">
      <h2 id="feriados">Feriados próprios</h2>
      <p class="muted">
        Os feriados bancários nacionais já não contam como dias úteis. Aqui ficam os demais: estaduais, municipais
        e pontes.
      </p>
      {mayEdit(call.state.session.access) ? (
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
    </section>
  );
}

export function ruleTexts(rules: AutoApproval): readonly string[] {
  return [
    ...(rules.zeroWithoutMovement ? ['saldo zero sem movimento'] : []),
    ...(rules.zero ? ['saldo zero'] : []),
    ...(rules.withoutMovement ? ['sem movimento'] : []),
    ...(rules.upToCents === null ? [] : [`saldo de até ${money(rules.upToCents)}`]),
  ];
}

/** A line for each rule that a company switched on, beside deadlines and automatic approval. */
function otherRules(workflow: WorkflowSettings, companyId: number): readonly string[] {
  const points = checklistOf(workflow, companyId).length;
  const rules: readonly (readonly [boolean, string])[] = [
    [carryRuleOf(workflow, companyId).length > 0, `traz do mês anterior: ${carryRuleText(workflow, companyId)}`],
    [workflow.tolerance.has(companyId), `tolerância: ${toleranceText(workflow, companyId)}`],
    [workflow.variation.has(companyId), `variação: ${variationText(workflow, companyId)}`],
    [workflow.risk.has(companyId), `risco: ${riskText(workflow, companyId)}`],
    [points > 0, `checklist: ${points === 1 ? '1 ponto próprio' : `${wholeNumber(points)} pontos próprios`}`],
    [workflow.frozen.has(companyId), `competências fechadas ${closedRuleText(workflow, companyId)}`],
  ];
  return rules.filter(([isOn]) => isOn).map(([, text]) => text);
}

/** Prefixes of codes shown. */
const PREFIXES_SHOWN = 5;

export function carryRuleText(workflow: Pick<WorkflowSettings, 'carry'>, companyId: number): string {
  const prefixes = carryRuleOf(workflow, companyId);
  const more = prefixes.length - PREFIXES_SHOWN;
  return [...prefixes.slice(0, PREFIXES_SHOWN), ...(more > 0 ? [andMore(more)] : [])].join(', ') || 'desligado';
}

export function closedRuleText({ frozen }: Pick<WorkflowSettings, 'frozen'>, companyId: number): string {
  return frozen.has(companyId) ? 'recusam trabalho' : 'aceitam trabalho, com aviso';
}

export function toleranceText({ tolerance }: Pick<WorkflowSettings, 'tolerance'>, companyId: number): string {
  return toleranceTexts(tolerance.get(companyId) ?? []).join('; ') || 'desligada';
}

export function variationText({ variation }: Pick<WorkflowSettings, 'variation'>, companyId: number): string {
  return variationTexts(variation.get(companyId) ?? []).join('; ') || 'desligada';
}

export function riskText({ risk }: Pick<WorkflowSettings, 'risk'>, companyId: number): string {
  return riskTexts(risk.get(companyId) ?? []).join('; ') || 'médio para todas as contas';
}

export function checklistText(workflow: Pick<WorkflowSettings, 'checklist'>, companyId: number): string {
  return checklistOf(workflow, companyId).map(pointText).join('; ') || 'sem pontos próprios';
}

/** @param cnpjOf masked, of a company that the person sees; null: of another, which is not named */
export function intercompanyText(
  { intercompany }: Pick<WorkflowSettings, 'intercompany'>,
  companyId: number,
  cnpjOf: (companyId: number) => string | null,
): string {
  return intercompanyLines(intercompany.get(companyId) ?? [], cnpjOf).replaceAll('\n', ' · ') || NO_STATEMENT;
}

export function statementText({ statement }: Pick<WorkflowSettings, 'statement'>, companyId: number): string {
  return statement.get(companyId) ?? NO_STATEMENT;
}

type OwnersProps = Readonly<{ owners: readonly OwnerEntry[]; emails: ReadonlyMap<string, string> }>;

/** For those who do not edit. */
export function OwnerTable({ owners, emails }: OwnersProps) {
  return (
    <Table
      caption="Responsáveis padrão"
      rows={owners}
      empty="Nenhum responsável padrão."
      columns={[
        { head: 'Contas', phone: 'line', cell: ({ scope, value }) => `${scopeNames[scope]} ${value}` },
        ...steps.map((step): Column<OwnerEntry> => ({
          head: stepNames[step],
          cell: (entry) => emails.get(entry[step] ?? '') ?? '–',
        })),
      ]}
    />
  );
}
