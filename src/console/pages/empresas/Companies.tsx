// The list of companies, and the form of one.
import { type CompanyFacts, taxRegimes, companyStatuses } from '../../../domain/clients/events.js';
import { maskCnpj } from '../../../domain/kernel/cnpj.js';
import { Checkbox, Field, Form, SaveOrCancel, Select } from '../../design/Form.js';
import type { Column } from '../../design/Table.js';
import { Cnpj, Errors } from '../../design/values.js';
import type { ConsoleCall } from '../../route.js';
import { mayEdit } from '../registers/change.js';
import { choicesOf } from '../../../domain/kernel/vocabulary.js';

export const COMPANIES = '/console/empresas';

export function columnsFor(
  { state: { session } }: ConsoleCall,
  companies: readonly CompanyFacts[],
): readonly Column<CompanyFacts>[] {
  const names = new Map(companies.map(({ companyId, legalName }) => [companyId, legalName]));
  return [
    {
      ...{ head: 'Empresa', phone: 'start' },
      cell: ({ companyId, legalName, tradeName }) => (
        <>
          {mayEdit(session.access) ? <a href={`${COMPANIES}/${companyId}`}>{legalName}</a> : legalName}
          {tradeName !== '' && <small>{tradeName}</small>}
        </>
      ),
      file: { Empresa: ['text', (it) => it.legalName], 'Nome fantasia': ['text', (it) => it.tradeName] },
    },
    {
      head: 'CNPJ',
      file: ['text', ({ cnpj }) => maskCnpj(cnpj)],
      cell: ({ cnpj }) => <Cnpj cnpj={cnpj} />,
    },
    { head: 'Regime tributário', file: ['text', ({ taxRegime }) => taxRegimes[taxRegime].name] },
    { head: 'Controladora', file: ['text', ({ parentCompanyId }) => names.get(parentCompanyId ?? 0) ?? '–'] },
    { head: 'Conciliação', file: ['text', ({ modules }) => (modules.includes('RECONCILIATION') ? 'Sim' : 'Não')] },
    { head: 'Situação', file: ['text', ({ status }) => companyStatuses[status].name] },
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

export function CompanyForm({ call, action, company, companies, errors }: FormProps) {
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
