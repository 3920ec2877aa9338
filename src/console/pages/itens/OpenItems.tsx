// GET /console/conciliacoes/itens: the open items of all compositions of a competence, the oldest first.
import { ageBands, bandOf } from '../../../domain/reconciliation/itemAge.js';
import type { CompanyFacts } from '../../../domain/clients/events.js';
import type { Competence } from '../../../domain/kernel/competence.js';
import { money, month, wholeNumber } from '../../../messages/formats.js';
import type { Page } from '../../../projections/engine/pages.js';
import type { StoredItem } from '../../../projections/views/items/items.js';
import { companyFilter, Filters, monthFilter } from '../../design/Filters.js';
import { Cut } from '../../design/paper.js';
import { Exports, Pagination, Table, type Column } from '../../design/Table.js';
import { Amount, Period } from '../../design/values.js';
import type { ConsoleCall } from '../../route.js';
import { pagePath } from '../conciliacao/addresses.js';
import { brazilianDate } from '../conciliacao/brazilianText.js';
import { LIST_PATH } from '../conciliacoes/address.js';

export const OPEN_ITEMS = `${LIST_PATH}/itens`;

export type ItemFilters = Readonly<{
  companyId: number | null;
  period: Competence | null;
  minAgeDays: number | null;
  page: number;
}>;

type Props = Readonly<{
  call: ConsoleCall;
  companies: readonly CompanyFacts[];
  filters: ItemFilters;
  found: Page<StoredItem>;
}>;

/** Lower bounds of the bands after the first. */
const AGES = ageBands.slice(1).map((band) => {
  const [from = ''] = /^\d+/.exec(band) ?? [];
  return [from, `${from} dias ou mais`] as const;
});

export function OpenItems({ call, companies, filters, found: { rows, pagination } }: Props) {
  return (
    <>
      <Filters
        path={OPEN_ITEMS}
        fields={[
          companyFilter(companies, filters.companyId),
          monthFilter(filters.period),
          { label: 'Idade', name: 'minAgeDays', value: filters.minAgeDays, all: 'Todas', choices: AGES },
        ]}
      />
      <p class="list-count" role="status">
        {wholeNumber(pagination.total)} {pagination.total === 1 ? 'item em aberto' : 'itens em aberto'}
      </p>
      <Table
        caption="Itens em aberto"
        columns={columnsFor(companies)}
        rows={rows}
        empty="Nenhum item em aberto com este filtro."
      />
      <Pagination address={new URLSearchParams(call.querystring)} path={OPEN_ITEMS} {...pagination} />
      <Cut call={call} total={pagination.total} />
      {rows.length > 0 && <Exports call={call} />}
    </>
  );
}

export function columnsFor(companies: readonly CompanyFacts[]): readonly Column<StoredItem>[] {
  const names = new Map(companies.map(({ companyId, legalName }) => [companyId, legalName]));
  const nameOf = ({ empresaId }: StoredItem): string => names.get(empresaId) ?? '';
  return [
    { ...{ head: 'Empresa', phone: 'off' }, cell: nameOf, file: { Empresa: ['text', nameOf] } },
    {
      ...{ head: 'Competência', phone: 'end' },
      cell: ({ competencia }) => <Period period={competencia} />,
      file: { Competência: ['text', ({ competencia }) => month(competencia as Competence)] },
    },
    {
      ...{ head: 'Conta', phone: 'start' },
      cell: ({ conciliacaoId, contaCodigo, contaDescricao }) => (
        <a href={pagePath(conciliacaoId)}>{`${contaCodigo} ${contaDescricao}`}</a>
      ),
      file: { Conta: ['text', (it) => it.contaCodigo], 'Nome da conta': ['text', (it) => it.contaDescricao] },
    },
    {
      ...{ head: 'Descrição', as: 'long', phone: 'line' },
      cell: ({ descricao }) => descricao,
      file: { Descrição: ['text', (it) => it.descricao] },
    },
    {
      ...{ head: 'Data', as: 'nowrap' },
      cell: ({ data }) => brazilianDate(data),
      file: { Data: ['date', (it) => it.data] },
    },
    { head: 'Documento', cell: ({ documento }) => documento, file: { Documento: ['text', (it) => it.documento] } },
    {
      ...{ head: 'Valor', as: 'number' },
      cell: ({ valor }) => <Amount text={money(valor)} />,
      file: { Valor: ['amount', (it) => it.valor / 100] },
    },
    {
      ...{ head: 'Idade', as: 'number' },
      cell: ({ idadeDias }) => `${wholeNumber(idadeDias)} ${idadeDias === 1 ? 'dia' : 'dias'}`,
      file: { 'Idade em dias': ['integer', (it) => it.idadeDias], Faixa: ['text', (it) => bandOf(it.idadeDias)] },
    },
    {
      ...{ head: 'Origem', as: 'nowrap' },
      cell: ({ origemCompetencia }) => month(origemCompetencia as Competence),
      file: { Origem: ['text', (it) => month(it.origemCompetencia as Competence)] },
    },
  ];
}
