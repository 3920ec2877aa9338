// GET /console/planos: the charts of the companies that the person sees.
import type { CompanyFacts } from '../../../domain/clients/events.js';
import type { Page } from '../../../projections/engine/pages.js';
import type { ChartRow } from '../../../projections/views/charts.js';
import { companyFilter, Filters } from '../../design/Filters.js';
import { Exports, Pagination, Table, type Column } from '../../design/Table.js';
import { dateText, State } from '../../design/values.js';
import type { ConsoleCall } from '../../route.js';
import { CHARTS } from './query.js';

type Props = Readonly<{
  call: ConsoleCall;
  columns: readonly Column<ChartRow>[];
  companies: readonly CompanyFacts[];
  companyId: number | null;
  found: Page<ChartRow>;
}>;

export function Charts({ call, columns, companies, companyId, found: { rows, pagination } }: Props) {
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
        columns={columns}
      />
      {rows.length > 0 && <Exports call={call} />}
      <Pagination address={new URLSearchParams(call.querystring)} path={CHARTS} {...pagination} />
    </>
  );
}

export function chartColumns(companies: readonly CompanyFacts[]): readonly Column<ChartRow>[] {
  const names = new Map(companies.map((company) => [company.companyId, company.legalName]));
  return [
    {
      ...{ head: 'Plano', phone: 'start' },
      file: { Plano: ['text', (it) => it.nome] },
      cell: ({ id, nome }) => <a href={`${CHARTS}/${id}`}>{nome}</a>,
    },
    {
      ...{ head: 'Empresa', phone: 'line' },
      file: { Empresa: ['text', (it) => names.get(it.empresaId) ?? ''] },
      cell: ({ empresaId }) => names.get(empresaId) ?? '',
    },
    {
      ...{ head: 'Vigência', as: 'nowrap' },
      cell: (it) => validityText(it.vigenciaInicio, it.vigenciaFim),
      file: {
        'Vigência desde': ['date', (it) => it.vigenciaInicio],
        'Vigência até': ['date', (it) => it.vigenciaFim],
      },
    },
    {
      head: 'Situação',
      file: { Situação: ['text', ({ ativo }) => activeText(ativo)] },
      cell: ({ ativo }) => <ActiveBadge active={ativo} />,
    },
    {
      ...{ head: 'Versão', as: 'number' },
      file: { Versão: ['integer', ({ versao }) => versao] },
      cell: ({ versao }) => versao,
    },
  ];
}

/** `de 01/01/2026 a 31/12/2026`, `desde 01/01/2026`. Dates are YYYY-MM-DD. */
export function validityText(from: string, to: string | null): string {
  return to === null ? `desde ${dateText(from)}` : `de ${dateText(from)} a ${dateText(to)}`;
}

const activeText = (active: boolean): string => (active ? 'Ativo' : 'Inativo');

export function ActiveBadge({ active }: Readonly<{ active: boolean }>) {
  return <State tone={active ? 'plain' : 'idle'}>{activeText(active)}</State>;
}
