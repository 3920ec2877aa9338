// /console/empresas: the companies the person sees; an Administrador registers and changes them.
import { type CompanyFacts, taxRegimes, companyStatuses } from '../../../domain/clients/events.js';
import { maskCnpj, hasRightCheckDigits, parseCnpj } from '../../../domain/kernel/cnpj.js';
import { Checkbox, Field, Form, SaveOrCancel, Select, LinkButton } from '../../design/Form.js';
import { column, type Column } from '../../design/Table.js';
import { Cnpj, Errors } from '../../design/values.js';
import { type ConsoleCall, companySeen, get, parameter, post, type ConsoleRoute } from '../../route.js';
import { mayEdit, changeRegisters, EDIT_REASON } from '../registers/change.js';
import { choicesOf } from '../../../domain/kernel/vocabulary.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { showList } from '../../design/List.js';
import { showPage } from '../../design/Page.js';
import { answerForm, type FormFields } from '../../session/readForm.js';
import { companiesSeen } from '../../session/access.js';

const COMPANIES = '/console/empresas';

function columnsFor(
  { state: { session } }: ConsoleCall,
  companies: readonly CompanyFacts[],
): readonly Column<CompanyFacts>[] {
  const names = new Map(companies.map(({ companyId, legalName }) => [companyId, legalName]));
  return [
    column(
      'Empresa',
      'start',
      { Empresa: ['text', (it) => it.legalName], 'Nome fantasia': ['text', (it) => it.tradeName] },
      ({ companyId, legalName, tradeName }) => (
        <>
          {mayEdit(session.access) ? <a href={`${COMPANIES}/${companyId}`}>{legalName}</a> : legalName}
          {tradeName !== '' && <small>{tradeName}</small>}
        </>
      ),
    ),
    column('CNPJ', '', ['text', ({ cnpj }) => maskCnpj(cnpj)], ({ cnpj }) => <Cnpj cnpj={cnpj} />),
    column('Regime tributário', '', ['text', ({ taxRegime }) => taxRegimes[taxRegime].name]),
    column('Controladora', '', ['text', ({ parentCompanyId }) => names.get(parentCompanyId ?? 0) ?? '–']),
    column('Conciliação', '', ['text', ({ modules }) => (modules.includes('RECONCILIATION') ? 'Sim' : 'Não')]),
    column('Situação', '', ['text', ({ status }) => companyStatuses[status].name]),
  ];
}

type FormProps = Readonly<{
  call: ConsoleCall;
  action: string;
  /** Null: a new one. */
  company: CompanyFacts | null;
  companies: readonly CompanyFacts[];
  errors: readonly string[];
}>;

function CompanyForm({ call, action, company, companies, errors }: FormProps) {
  const parents = companies.filter(({ companyId }) => companyId !== company?.companyId);
  const parent = companies.find(({ companyId }) => companyId === company?.parentCompanyId);
  return (
    <Form call={call} action={action} class="form-page">
      <Errors sentences={errors} />
      {company === null ? (
        <Field label="CNPJ" name="cnpj" required maxLength={20} autocomplete="off" />
      ) : (
        <p>
          CNPJ <Cnpj cnpj={company.cnpj} />
        </p>
      )}
      <Field label="Razão social" name="razaoSocial" required maxLength={300} value={company?.legalName ?? ''} />
      <Field label="Nome fantasia" name="nomeFantasia" maxLength={300} value={company?.tradeName ?? ''} />
      <Select
        label="Regime tributário"
        name="regimeTributario"
        options={choicesOf(taxRegimes)}
        value={company?.taxRegime ?? 'REAL_PROFIT'}
      />
      <Select
        label="Situação"
        name="status"
        options={choicesOf(companyStatuses)}
        value={company?.status ?? 'ACTIVE'}
      />
      <Select
        label="Controladora"
        name="controladoraCnpj"
        options={[
          ['', 'Nenhuma'],
          ...parents.map(({ cnpj, legalName }) => [cnpj, `${legalName} (${maskCnpj(cnpj)})`] as const),
        ]}
        value={parent?.cnpj ?? ''}
      />
      <Checkbox
        label="Concilia as contas neste serviço"
        name="conciliacao"
        checked={company === null || company.modules.includes('RECONCILIATION')}
      />
      <SaveOrCancel back={COMPANIES} />
    </Form>
  );
}

const NEW = `${COMPANIES}/nova`;

export function companyPages(deps: ConsoleDependencies): readonly ConsoleRoute[] {
  return [
    get(COMPANIES, (call) => showCompanies(deps, call)),
    get(NEW, async (call) => showForm(deps, call, null, []), mayEdit),
    post(NEW, (call) => register(deps, call), mayEdit),
    get(
      `${COMPANIES}/{id}`,
      async (call) => showForm(deps, call, companySeen(deps, call, parameter(call, 'id')), []),
      mayEdit,
    ),
    post(`${COMPANIES}/{id}`, (call) => change(deps, call), mayEdit),
  ];
}

async function showCompanies(deps: ConsoleDependencies, call: ConsoleCall): Promise<void> {
  const { session } = call.state;
  const rows = companiesSeen(deps.registers, session);
  const edits = mayEdit(session.access);
  await showList(call, deps, {
    ...{ title: 'Empresas', fileName: 'empresas', columns: columnsFor(call, rows), rows },
    actions: edits && (
      <LinkButton isMain href={NEW}>
        Cadastrar empresa
      </LinkButton>
    ),
    empty: 'Nenhuma empresa está cadastrada ainda.',
    after: !edits && session.access.has('MODULE_ADMIN') && <p class="muted">{EDIT_REASON}</p>,
  });
}

function showForm(
  deps: ConsoleDependencies,
  call: ConsoleCall,
  company: CompanyFacts | null,
  errors: readonly string[],
): void {
  const companies = companiesSeen(deps.registers, call.state.session);
  showPage(call, {
    title: company === null ? 'Cadastrar empresa' : company.legalName,
    status: errors.length === 0 ? 200 : 422,
    body: (
      <CompanyForm
        {...{ call, company, companies, errors }}
        action={company === null ? NEW : `${COMPANIES}/${company.companyId}`}
      />
    ),
  });
}

function register(deps: ConsoleDependencies, call: ConsoleCall): Promise<void> {
  const { clientId } = call.state.session;
  const save = async (form: FormFields) => {
    const cnpj = parseCnpj(form.text('cnpj'));
    if (cnpj !== null && hasRightCheckDigits(cnpj) && deps.registers.companyByCnpj(clientId, cnpj) !== null)
      return ['CNPJ: esta empresa já está cadastrada'];
    return saved(deps, call, form, form.text('cnpj'), 'cadastrada');
  };
  return answerForm(call, deps, NEW, save, (errors) => showForm(deps, call, null, errors));
}

function change(deps: ConsoleDependencies, call: ConsoleCall): Promise<void> {
  const company = companySeen(deps, call, parameter(call, 'id'));
  const save = (form: FormFields) => saved(deps, call, form, company.cnpj, 'salva');
  return answerForm(call, deps, call.path, save, (errors) => showForm(deps, call, company, errors));
}

async function saved(deps: ConsoleDependencies, call: ConsoleCall, form: FormFields, cnpj: string, how: string) {
  const errors = await changeRegisters(deps, call, { companies: [{ cnpj, ...fieldsOf(form) }] });
  return errors.length > 0 ? errors : { told: `Empresa ${form.text('razaoSocial')} ${how}`, to: COMPANIES };
}

function fieldsOf(form: FormFields) {
  return {
    razaoSocial: form.text('razaoSocial'),
    nomeFantasia: form.text('nomeFantasia'),
    regimeTributario: form.text('regimeTributario'),
    status: form.text('status'),
    controladoraCnpj: form.text('controladoraCnpj') || null,
    modules: form.has('conciliacao') ? ['RECONCILIATION'] : [],
  };
}
