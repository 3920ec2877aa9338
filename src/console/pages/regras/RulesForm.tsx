// One company's rules: deadlines, automatic approval, default owners. A form for an Administrador, a table for others.
import { STATEMENT_CHARACTERS_MAX } from '../../../domain/clients/checklist.js';
import type { CompanyFacts } from '../../../domain/clients/events.js';
import type { UnusedPrefix } from '../../../domain/clients/unusedPrefixes.js';
import { ownerScopes, steps, type OwnerEntry, stepNames } from '../../../domain/clients/owners.js';
import {
  autoApprovalOf,
  carryRuleOf,
  deadlinesOf,
  type WorkflowSettings,
} from '../../../domain/clients/workflowSettings.js';
import { DEADLINES_OF_RELEASED } from '../../../messages/console.js';
import { unusedPrefixText } from '../../../messages/registers.js';
import { money } from '../../../messages/formats.js';
import { Checkbox } from '../../design/Checkbox.js';
import { Field, Form, TextArea, useTyped } from '../../design/Form.js';
import { Table, type Column } from '../../design/Table.js';
import { Errors } from '../../design/values.js';
import type { ConsoleCall } from '../../route.js';
import { EDIT_REASON, mayEdit } from '../registers/change.js';
import { STATEMENT_OF_CLOSING } from '../../../messages/checklist.js';
import { checklistLines, intercompanyLines } from './checklistFields.js';
import { ownerField, riskLines, toleranceLines, variationLines } from './ruleFields.js';
import {
  carryRuleText,
  checklistText,
  closedRuleText,
  intercompanyText,
  OwnerTable,
  riskText,
  RULES,
  ruleTexts,
  scopeNames,
  statementText,
  toleranceText,
  variationText,
} from './Rules.js';

/** Empty lines after those that are filled. */
const SPARE_LINES = 3;

type Props = Readonly<{
  call: ConsoleCall;
  company: CompanyFacts;
  workflow: Readonly<WorkflowSettings>;
  /** E-mails by a person's id. */
  emails: ReadonlyMap<string, string>;
  /** Departments and sectors of the company's charts. */
  places: readonly string[];
  /** The CNPJ of a company that the person sees; null: of another. */
  cnpjOf(companyId: number): string | null;
  /** Lines of owners that were sent. */
  lines: number;
  /** Rules that no account follows. */
  unused: readonly UnusedPrefix[];
  errors: readonly string[];
}>;

export function CompanyRules(props: Props) {
  const { call, company, workflow, emails, places, cnpjOf, lines, unused, errors } = props;
  const { companyId } = company;
  const owners = workflow.owners.get(companyId) ?? [];
  const days = deadlinesOf(workflow, companyId);
  const rules = autoApprovalOf(workflow, companyId);
  const { access } = call.state.session;
  if (!mayEdit(access))
    return (
      <>
        <p>Prazos: {steps.map((step) => `${stepNames[step]} ${days[step]}º dia útil`).join(', ')}</p>
        <p>Aprovação automática: {ruleTexts(rules).join('; ') || 'desligada'}</p>
        <p>Trazer do mês anterior: {carryRuleText(workflow, companyId)}</p>
        <p>Competências fechadas: {closedRuleText(workflow, companyId)}</p>
        <p>Tolerância: {toleranceText(workflow, companyId)}</p>
        <p>Variação a explicar: {variationText(workflow, companyId)}</p>
        <p>Risco: {riskText(workflow, companyId)}</p>
        <p>Checklist de fechamento: {checklistText(workflow, companyId)}</p>
        <p>
          {STATEMENT_OF_CLOSING}: {statementText(workflow, companyId)}
        </p>
        <p>Saldos entre empresas: {intercompanyText(workflow, companyId, cnpjOf)}</p>
        <OwnerTable owners={owners} emails={emails} />
        {access.has('MODULE_ADMIN') && <p class="muted">{EDIT_REASON}</p>}
      </>
    );
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
      <fieldset class="form-page">
        <legend>Prazos, em dias úteis depois do fim do mês</legend>
        <p class="muted">{DEADLINES_OF_RELEASED}</p>
        <div class="fields">
          {steps.map((step) => (
            <Field
              label={stepNames[step]}
              name={`prazo-${step}`}
              inputMode="numeric"
              required
              value={String(days[step])}
            />
          ))}
        </div>
      </fieldset>
      <fieldset class="form-page">
        <legend>Aprovação automática na liberação</legend>
        <Checkbox name="zeroSemMovimento" label="Saldo zero sem movimento" checked={rules.zeroWithoutMovement} />
        <Checkbox name="zero" label="Saldo zero" checked={rules.zero} />
        <Checkbox name="semMovimento" label="Sem movimento no mês" checked={rules.withoutMovement} />
        <Field
          label="Saldo de até"
          name="ate"
          inputMode="decimal"
          hint="Em branco: desligada. Vale para saldos devedores e credores."
          value={rules.upToCents === null ? '' : money(rules.upToCents)}
        />
      </fieldset>
      <fieldset class="form-page">
        <legend>Itens que passam de um mês para o outro</legend>
        <TextArea
          label="Contas cujos itens em aberto a liberação traz do mês anterior"
          name="trazer"
          rows={3}
          hint="Um código, ou o início de vários, por linha: 1.1.02. Em branco: desligado. O Elaborador confere e envia."
          value={carryRuleOf(workflow, companyId).join('\n')}
        />
      </fieldset>
      <fieldset class="form-page">
        <legend>Competências fechadas</legend>
        <Checkbox
          name="congelarAoFechar"
          label="Recusar trabalho nas conciliações de competências fechadas"
          checked={workflow.frozen.has(companyId)}
        />
      </fieldset>
      <fieldset class="form-page">
        <legend>Tolerância ao enviar</legend>
        <TextArea
          label="Uma regra por linha: contas; valor; percentual do saldo"
          name="tolerancia"
          rows={4}
          hint="Exemplos: todas; 10,00 – ou 1.1.02; 150,00; 0,5%. Vale a regra do início de código mais longo, e nela o maior dos dois limites. Em branco: a diferença deve ser zero. A diferença aceita fica registrada."
          value={toleranceLines(workflow.tolerance.get(companyId) ?? [])}
        />
      </fieldset>
      <fieldset class="form-page">
        <legend>Variação a explicar antes de enviar</legend>
        <TextArea
          label="Uma regra por linha: contas; valor; percentual; anterior ou média"
          name="variacao"
          rows={4}
          hint="Exemplos: todas; 10.000,00; 20%; anterior – ou 4; 5.000,00; 50%; média. Uma conta que variou mais que o valor e mais que o percentual pede uma explicação. Vale para competências liberadas depois."
          value={variationLines(workflow.variation.get(companyId) ?? [])}
        />
      </fieldset>
      <fieldset class="form-page">
        <legend>Risco das contas</legend>
        <TextArea
          label="Uma regra por linha: contas; alto, médio ou baixo"
          name="risco"
          rows={4}
          hint="Exemplo: 1.1.01; alto. Alto: exige evidência antes do envio, e nenhuma regra aprova. Baixo: a regra também aprova, na liberação, o saldo que cabe na tolerância, se a variação não pede explicação. Sem regra: médio."
          value={riskLines(workflow.risk.get(companyId) ?? [])}
        />
      </fieldset>
      <fieldset class="form-page">
        <legend>Fechamento</legend>
        <TextArea
          label="Checklist, um ponto por linha: texto; papel; dia útil; impede"
          name="checklist"
          rows={4}
          hint="Exemplos: Inventário conferido; Supervisor; 3; impede – ou apenas Ata arquivada. Com “impede”, a competência não fecha antes de alguém desse papel concluir o ponto."
          value={checklistLines(workflow.checklist.get(companyId) ?? [])}
        />
        <TextArea
          label={STATEMENT_OF_CLOSING}
          name="declaracao"
          rows={3}
          maxlength={STATEMENT_CHARACTERS_MAX}
          hint="Quem fecha confirma este texto, que fica no fechamento e no dossiê. Em branco: nenhuma."
          value={workflow.statement.get(companyId) ?? ''}
        />
        <TextArea
          label="Saldos entre empresas, uma regra por linha: contas; CNPJ; contas da outra"
          name="entreEmpresas"
          rows={3}
          hint="Exemplo: 1.1.08; 11.222.333/0001-81; 2.1.08. Os dois saldos aparecem lado a lado no checklist das duas empresas."
          value={intercompanyLines(workflow.intercompany.get(companyId) ?? [], cnpjOf)}
        />
      </fieldset>
      <OwnerLines {...{ owners, emails, lines, places }} />
      <div class="buttons">
        <button class="primary">Salvar</button>
        <a class="button" href={RULES}>
          Cancelar
        </a>
      </div>
    </Form>
  );
}

type LinesProps = Readonly<{ owners: readonly OwnerEntry[] }> & Pick<Props, 'emails' | 'lines' | 'places'>;

function OwnerLines({ owners, emails, lines, places }: LinesProps) {
  const count = Math.max(lines, owners.length + SPARE_LINES);
  return (
    <fieldset>
      <legend>Responsáveis padrão</legend>
      <p class="muted">
        Vale a linha mais específica que indica alguém: conta, depois setor, departamento e todas as contas.
        Informe e-mails de pessoas cadastradas. Salve para abrir mais linhas.
      </p>
      <datalist id="emails">
        {[...emails.values()].sort().map((email) => (
          <option value={email} />
        ))}
      </datalist>
      <datalist id="lugares">
        {places.map((place) => (
          <option value={place} />
        ))}
      </datalist>
      <Table
        caption="Responsáveis padrão"
        rows={Array.from({ length: count }, (_, index) => ({ line: index + 1, entry: owners[index] ?? null }))}
        columns={[
          { head: 'Contas', cell: (it) => <ScopeSelect {...it} /> },
          {
            head: 'Qual',
            cell: ({ line, entry }) => (
              <CellInput
                name={ownerField(line, 'valor')}
                label={`Linha ${line}: departamento, setor ou código`}
                value={entry?.value ?? ''}
                list="lugares"
              />
            ),
          },
          ...steps.map((step): Column<OwnerLine> => ({
            head: stepNames[step],
            cell: ({ line, entry }) => (
              <CellInput
                name={ownerField(line, step)}
                label={`Linha ${line}: ${stepNames[step]}`}
                value={emails.get(entry?.[step] ?? '') ?? ''}
                list="emails"
              />
            ),
          })),
        ]}
      />
    </fieldset>
  );
}

type OwnerLine = Readonly<{ line: number; entry: OwnerEntry | null }>;

function ScopeSelect({ line, entry }: OwnerLine) {
  const scope = useTyped(ownerField(line, 'escopo'), entry?.scope ?? 'all');
  return (
    <select name={ownerField(line, 'escopo')} aria-label={`Linha ${line}: contas`}>
      {ownerScopes.map((one) => (
        <option value={one} selected={one === scope}>
          {scopeNames[one]}
        </option>
      ))}
    </select>
  );
}

type CellProps = Readonly<{ name: string; label: string; value: string; list?: string }>;

function CellInput({ name, label, value, list }: CellProps) {
  const listed: object = list === undefined ? {} : { list };
  return <input name={name} aria-label={label} value={useTyped(name, value)} {...listed} autocomplete="off" />;
}
