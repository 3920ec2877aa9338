// /console/empresas: the companies the person sees; an Administrador registers and changes them.
import { type CompanyFacts, taxRegimes, companyStatuses } from '../../../domain/clients/events.js';
import { maskCnpj, hasRightCheckDigits, parseCnpj } from '../../../domain/kernel/cnpj.js';
import { type Declared, Field, Fields, RegisterForm, sentOf } from '../../design/Form.js';
import { column, stateColumn, type Column } from '../../design/Table.js';
import { Cnpj } from '../../design/values.js';
import { type ConsoleCall, companySeen, get, notFound, parameter, type ConsoleRoute } from '../../route.js';
import { mayEdit, changeRegisters, WhoEdits } from '../registers/change.js';
import { changedFields, marksOfFields, SeenMarks } from '../registers/seen.js';
import { choicesOf } from '../../../domain/kernel/vocabulary.js';
import { showList } from '../../design/List.js';
import { showPage } from '../../design/Page.js';
import { form, NOT_REFUSED, type FormFields } from '../../session/readForm.js';
import { companiesByName } from '../../session/access.js';
import { UPLOAD } from '../planos/Charts.js';
import { paths } from '../../paths.js';

function columnsFor(
  { deps: { registers }, session }: ConsoleCall,
  companies: readonly CompanyFacts[],
): readonly Column<CompanyFacts>[] {
  const names = new Map(companies.map(({ companyId, legalName }) => [companyId, legalName]));
  return [
    column(
      'Empresa',
      'line',
      { Empresa: ['text', (it) => it.legalName], 'Nome fantasia': ['text', (it) => it.tradeName] },
      ({ companyId, legalName, tradeName, modules }) => (
        <>
          {mayEdit(session.access) ? <a href={`${paths.companies}/${companyId}`}>{legalName}</a> : legalName}
          {tradeName !== '' && <small>{tradeName}</small>}
          {mayEdit(session.access) && modules.length > 0 && !registers.hasChart(companyId) && (
            <small>
              <a href={`${UPLOAD}?companyId=${companyId}`}>Enviar plano de contas</a>
            </small>
          )}
        </>
      ),
    ),
    column('CNPJ', 'start', ['text', ({ cnpj }) => maskCnpj(cnpj)], ({ cnpj }) => <Cnpj cnpj={cnpj} />),
    column('Regime tributário', 'off', ['text', ({ taxRegime }) => taxRegimes[taxRegime].name]),
    column('Controladora', 'off', ['text', ({ parentCompanyId }) => names.get(parentCompanyId ?? 0) ?? '–']),
    column('Conciliação', 'off', ['text', ({ modules }) => (modules.includes('RECONCILIATION') ? 'Sim' : 'Não')]),
    stateColumn('Situação', 'end', ({ status }) => ({
      ...companyStatuses[status],
      tone: status === 'ACTIVE' ? 'plain' : 'idle',
    })),
  ];
}

const NEW = `${paths.companies}/nova`;

/** @param company null: a new one */
function fieldsFor(company: CompanyFacts | null, companies: readonly CompanyFacts[]): readonly Declared[] {
  const parents = companies.filter(({ companyId }) => companyId !== company?.companyId);
  const parent = companies.find(({ companyId }) => companyId === company?.parentCompanyId);
  const names = parents.map(({ cnpj, legalName }) => [cnpj, `${legalName} (${maskCnpj(cnpj)})`] as const);
  const regime = company?.taxRegime ?? 'REAL_PROFIT';
  const status = company?.status ?? 'ACTIVE';
  return [
    { label: 'Razão social', name: 'razaoSocial', required: true, maxLength: 300, value: company?.legalName },
    { label: 'Nome fantasia', name: 'nomeFantasia', maxLength: 300, value: company?.tradeName },
    { label: 'Regime tributário', name: 'regimeTributario', options: choicesOf(taxRegimes), value: regime },
    { label: 'Situação', name: 'status', options: choicesOf(companyStatuses), value: status },
    { label: 'Controladora', name: 'controladoraCnpj', options: [['', 'Nenhuma'], ...names], value: parent?.cnpj },
    {
      label: 'Concilia as contas neste serviço',
      name: 'conciliacao',
      value: company === null || company.modules.includes('RECONCILIATION'),
    },
  ];
}

const again = { again: showForm, may: mayEdit };

export const companyPages: readonly ConsoleRoute[] = [
  get(paths.companies, showCompanies),
  get(NEW, showForm, mayEdit),
  form(NEW, register, again),
  get(`${paths.companies}/{id}`, showForm, mayEdit),
  form(`${paths.companies}/{id}`, change, again),
];

async function showCompanies(call: ConsoleCall): Promise<void> {
  const { session } = call;
  const rows = companiesByName(call.deps.registers, session);
  await showList(call, {
    title: 'Empresas',
    fileName: 'empresas',
    columns: columnsFor(call, rows),
    rows,
    add: mayEdit(session.access) && [NEW, 'Cadastrar empresa'],
    empty: 'Nenhuma empresa está cadastrada ainda: o Administrador do módulo cadastra a primeira.',
    after: <WhoEdits />,
  });
}

/** Null for the form of a new one. */
function inPath(call: ConsoleCall): CompanyFacts | null {
  return call.path === NEW ? null : companySeen(call, parameter(call, 'id'));
}

function showForm(call: ConsoleCall, { errors, status } = NOT_REFUSED): void {
  const company = inPath(call);
  const fields = fieldsFor(company, companiesByName(call.deps.registers, call.session));
  showPage(call, {
    title: company?.legalName ?? 'Cadastrar empresa',
    status,
    body: (
      <RegisterForm action={call.path} back={paths.companies} errors={errors} class="form-page">
        {company === null ? (
          <Field label="CNPJ" name="cnpj" required maxLength={20} autocomplete="off" />
        ) : (
          <p>
            CNPJ <Cnpj cnpj={company.cnpj} />
          </p>
        )}
        {company !== null && <SeenMarks marks={marksOfFields(fields)} />}
        <Fields of={fields} />
      </RegisterForm>
    ),
  });
}

async function register(call: ConsoleCall, fields: FormFields) {
  const cnpj = parseCnpj(fields.text('cnpj'));
  if (cnpj !== null && hasRightCheckDigits(cnpj) && call.deps.registers.companyByCnpj(call.session.clientId, cnpj))
    return ['CNPJ: esta empresa já está cadastrada'];
  return save(call, fields.text('cnpj'), sentOf(fields, fieldsFor(null, [])), 'cadastrada');
}

async function change(call: ConsoleCall, fields: FormFields) {
  const company = inPath(call) ?? notFound();
  const { changed, refusal } = changedFields(
    fields,
    fieldsFor(company, companiesByName(call.deps.registers, call.session)),
  );
  return refusal ?? save(call, company.cnpj, { razaoSocial: company.legalName, ...changed }, 'salva');
}

async function save(call: ConsoleCall, cnpj: string, sent: ReturnType<typeof sentOf>, how: string) {
  const { conciliacao, controladoraCnpj, ...texts } = sent;
  const company = {
    cnpj,
    ...texts,
    ...(controladoraCnpj !== undefined && { controladoraCnpj: controladoraCnpj || null }),
    ...(conciliacao !== undefined && { modules: conciliacao === true ? ['RECONCILIATION'] : [] }),
  };
  const done = { told: `Empresa ${String(sent['razaoSocial'])} ${how}`, to: paths.companies };
  return changeRegisters(call, { companies: [company] }, done);
}
