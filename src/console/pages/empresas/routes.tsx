// /console/empresas: the companies the person sees; an Administrador registers and changes them.
import { hasRightCheckDigits, parseCnpj } from '../../../domain/kernel/cnpj.js';
import type { CompanyFacts } from '../../../domain/clients/events.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { LinkButton } from '../../design/ActBar.js';
import { showList } from '../../design/List.js';
import { showPage } from '../../design/Page.js';
import { answerForm, type FormFields } from '../../session/readForm.js';
import { companySeen, get, parameter, post, type ConsoleCall, type ConsoleRoute } from '../../route.js';
import { companiesSeen } from '../../session/access.js';
import { changeRegisters, EDIT_REASON, mayEdit } from '../registers/change.js';
import { columnsFor, COMPANIES, CompanyForm } from './Companies.js';

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
