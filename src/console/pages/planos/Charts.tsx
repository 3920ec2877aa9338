// GET /console/planos: the charts of the companies that the person sees.
import type { CompanyFacts } from '../../../domain/clients/events.js';
import type { Page } from '../../../projections/engine/pages.js';
import type { ChartRow } from '../../../projections/views/charts.js';
import { companyFilter, Filters } from '../../design/Filters.js';
import { Pagination, Table } from '../../design/Table.js';
import { State } from '../../design/values.js';
import type { ConsoleCall } from '../../route.js';
import { CHARTS } from './query.js';

type Props = Readonly<{
  call: ConsoleCall;
  companies: readonly CompanyFacts[];
  companyId: number | null;
  found: Page<ChartRow>;
}>;

export function Charts({ call, companies, companyId, found: { rows, pagination } }: Props) {
  const names = new Map(companies.map((company) => [company.companyId, company.legalName]));
  return (
    <>
      {companies.length > 1 && <Filters path={CHARTS} fields={[companyFilter(companies, companyId)]} />}
      <Table
        caption="Planos de contas"
        rows={rows}
        empty={
          companyId === null
            ? 'Nenhum plano de contas está cadastrado ainda.'
            : 'Nenhum plano de contas desta empresa.'
        }
        columns={[
          { head: 'Plano', phone: 'start', cell: ({ id, nome }) => <a href={`${CHARTS}/${id}`}>{nome}</a> },
          { head: 'Empresa', phone: 'line', cell: ({ empresaId }) => names.get(empresaId) ?? '' },
          { head: 'Vigência', as: 'nowrap', cell: (it) => validityText(it.vigenciaInicio, it.vigenciaFim) },
          { head: 'Situação', cell: ({ ativo }) => <ActiveBadge active={ativo} /> },
          { head: 'Versão', as: 'number', cell: ({ versao }) => versao },
        ]}
      />
      <Pagination address={new URLSearchParams(call.querystring)} path={CHARTS} {...pagination} />
    </>
  );
}

/** `de 01/01/2026 a 31/12/2026`, `desde 01/01/2026`. Dates are YYYY-MM-DD. */
export function validityText(from: string, to: string | null): string {
  return to === null ? `desde ${day(from)}` : `de ${day(from)} a ${day(to)}`;
}

export function ActiveBadge({ active }: Readonly<{ active: boolean }>) {
  return <State tone={active ? 'plain' : 'idle'}>{active ? 'Ativo' : 'Inativo'}</State>;
}

const day = (date: string): string => `${date.slice(8)}/${date.slice(5, 7)}/${date.slice(0, 4)}`;
