// GET /console/planos: the charts of the companies that the person sees.
import type { CompanyFacts } from '../../../domain/clients/events.js';
import type { Page } from '../../../projections/engine/pages.js';
import type { ChartRow } from '../../../projections/views/charts.js';
import { CompanyFilter } from '../../design/filters.js';
import { Pagination, Table } from '../../design/Table.js';
import { Empty } from '../../design/values.js';
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
      {companies.length > 1 && (
        <form method="get" action={CHARTS} class="filters">
          <CompanyFilter companies={companies} value={companyId} />
          <button class="btn btn-sm btn-outline-secondary">Filtrar</button>
        </form>
      )}
      {rows.length === 0 ? (
        <Empty>
          {companyId === null
            ? 'Nenhum plano de contas está cadastrado ainda.'
            : 'Nenhum plano de contas desta empresa.'}
        </Empty>
      ) : (
        <Table
          stacked
          caption="Planos de contas"
          head={
            <>
              <th>Plano</th>
              <th>Empresa</th>
              <th>Vigência</th>
              <th>Situação</th>
              <th class="number">Versão</th>
            </>
          }
        >
          {rows.map((chart) => (
            <tr>
              <td>
                <a href={`${CHARTS}/${chart.id}`}>{chart.nome}</a>
              </td>
              <td data-label="Empresa">{names.get(chart.empresaId) ?? ''}</td>
              <td class="text-nowrap" data-label="Vigência">
                <Validity from={chart.vigenciaInicio} to={chart.vigenciaFim} />
              </td>
              <td data-label="Situação">
                <ActiveBadge active={chart.ativo} />
              </td>
              <td class="number" data-label="Versão">
                {chart.versao}
              </td>
            </tr>
          ))}
        </Table>
      )}
      <Pagination address={new URLSearchParams(call.querystring)} path={CHARTS} {...pagination} />
    </>
  );
}

/** `de 01/01/2026 a 31/12/2026`, `desde 01/01/2026`. Dates are YYYY-MM-DD. */
export function Validity({ from, to }: Readonly<{ from: string; to: string | null }>) {
  return <>{validityText(from, to)}</>;
}

export function validityText(from: string, to: string | null): string {
  return to === null ? `desde ${day(from)}` : `de ${day(from)} a ${day(to)}`;
}

export function ActiveBadge({ active }: Readonly<{ active: boolean }>) {
  return <span class={`badge text-bg-${active ? 'success' : 'secondary'}`}>{active ? 'Ativo' : 'Inativo'}</span>;
}

const day = (date: string): string => `${date.slice(8)}/${date.slice(5, 7)}/${date.slice(0, 4)}`;
