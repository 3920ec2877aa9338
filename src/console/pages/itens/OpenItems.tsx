// GET /console/conciliacoes/itens: the open items of all compositions of a competence, the oldest first.
import { itemSourceWords } from '../../../domain/reconciliation/events.js';
import { ageBands, bandOf } from '../../../domain/reconciliation/items.js';
import type { Competence } from '../../../domain/kernel/competence.js';
import { month, wholeNumber } from '../../../messages/formats.js';
import type { Page } from '../../../projections/engine/pages.js';
import type { StoredItem } from '../../../projections/views/items.js';
import { companyFilter, Filters, monthFilter } from '../../design/Filters.js';
import { ListedTable, type Column } from '../../design/Table.js';
import type { Book } from '../../../projections/views/trialBalances/debitOf.js';
import { Amount, Period, sidedText } from '../../design/values.js';
import type { ConsoleCall } from '../../route.js';
import { pagePath } from '../conciliacao/addresses.js';
import { LIST_PATH } from '../conciliacoes/address.js';
import type { Choices } from '../conciliacoes/query.js';

type OpenItem = StoredItem & Book;
type Companies = Choices['companies'];

export const OPEN_ITEMS = `${LIST_PATH}/itens`;

export type ItemFilters = Readonly<{
  companyId: number | null;
  period: Competence | null;
  minAgeDays: number | null;
  page: number;
}>;

type Props = Readonly<{
  call: ConsoleCall;
  companies: Companies;
  filters: ItemFilters;
  found: Page<OpenItem>;
}>;

/** Lower bounds of the bands after the first. */
const AGES = ageBands.slice(1).map((band) => {
  const [from = ''] = /^\d+/.exec(band) ?? [];
  return [from, `${from} dias ou mais`] as const;
});

export function OpenItems({ call, companies, filters, found }: Props) {
  const isFiltered = filters.companyId !== null || filters.period !== null || filters.minAgeDays !== null;
  /** Company and month only where several are shown. */
  const isShown = (head: string): boolean =>
    head === 'Empresa'
      ? companies.length > 1 && filters.companyId === null
      : head !== 'Mês' || filters.period === null;
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
        {countText(found.pagination.total)}
      </p>
      <ListedTable
        {...{ call, found }}
        prints
        caption="Itens em aberto"
        columns={columnsFor(companies).filter(({ head }) => isShown(head))}
        empty={
          isFiltered ? (
            <>
              Nenhum item em aberto com este filtro. <a href={OPEN_ITEMS}>Ver todos</a>
            </>
          ) : (
            'Um item fica em aberto quando está na composição de uma conta e ainda não foi baixado.'
          )
        }
      />
    </>
  );
}

function countText(total: number): string {
  if (total === 0) return 'Nenhum item em aberto';
  return total === 1 ? '1 item em aberto' : `${wholeNumber(total)} itens em aberto`;
}

export function columnsFor(companies: Companies): readonly Column<OpenItem>[] {
  const known = new Map(companies.map((company) => [company.companyId, company]));
  const nameOf = ({ empresaId }: OpenItem): string => known.get(empresaId)?.legalName ?? '';
  const amountOf = (item: OpenItem): string => sidedText(item.valor, item);
  return [
    {
      ...{ head: 'Descrição', as: 'name', phone: 'line', look: 'account' },
      cell: ({ descricao, documento }) => (
        <>
          <span title={descricao}>{descricao}</span>
          {documento !== '' && <small class="phone">{documento}</small>}
        </>
      ),
      file: ['text', (it) => it.descricao],
    },
    {
      ...{ head: 'Conta', phone: 'start', look: 'clip' },
      cell: ({ conciliacaoId, contaCodigo, contaDescricao }) => (
        <a href={pagePath(conciliacaoId)} title={`${contaCodigo} ${contaDescricao}`}>
          {`${contaCodigo} ${contaDescricao}`}
        </a>
      ),
      file: { Conta: ['text', (it) => it.contaCodigo], 'Nome da conta': ['text', (it) => it.contaDescricao] },
    },
    {
      ...{ head: 'Empresa', phone: 'off', look: 'clip' },
      cell: (item) => <span title={nameOf(item)}>{known.get(item.empresaId)?.shortName}</span>,
      file: ['text', nameOf],
    },
    {
      ...{ head: 'Mês', as: 'nowrap', phone: 'off' },
      cell: ({ competencia }) => <Period period={competencia} />,
      file: { Competência: ['text', ({ competencia }) => month(competencia as Competence)] },
    },
    {
      ...{ head: 'Valor', as: 'number', phone: 'end' },
      cell: (item) => <Amount text={amountOf(item)} />,
      file: {
        Valor: ['amount', (it) => it.valor / 100],
        Lado: ['text', (item) => amountOf(item).split(' ')[1] ?? ''],
      },
    },
    {
      ...{ head: 'Documento', phone: 'off', look: 'clip' },
      cell: ({ documento }) => <span title={documento}>{documento}</span>,
      file: ['text', (it) => it.documento],
    },
    {
      ...{ head: 'Data', as: 'nowrap', phone: 'start', file: ['date', (it) => it.data] },
    },
    {
      ...{ head: 'Idade', as: 'number', phone: 'end' },
      cell: ({ idadeDias, competencia }) => (
        <>
          {`${wholeNumber(idadeDias)} ${idadeDias === 1 ? 'dia' : 'dias'}`}
          <span class="phone"> em {month(competencia as Competence)}</span>
        </>
      ),
      file: { 'Idade em dias': ['integer', (it) => it.idadeDias], Faixa: ['text', (it) => bandOf(it.idadeDias)] },
    },
    {
      ...{ head: 'Origem', as: 'nowrap', phone: 'off' },
      file: ['text', (it) => month(it.origemCompetencia as Competence)],
    },
    {
      ...{ head: 'Fonte', as: 'nowrap', phone: 'off' },
      cell: ({ fonte }) => itemSourceWords[fonte].name,
      file: { Fonte: ['text', ({ fonte }) => itemSourceWords[fonte].name] },
    },
  ];
}
