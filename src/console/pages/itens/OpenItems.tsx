// GET /console/conciliacoes/itens: the open items of all compositions of a competence, the oldest first.
import { itemSourceWords } from '../../../domain/reconciliation/events.js';
import { ageBands, bandOf } from '../../../domain/reconciliation/items.js';
import { month, type Competence } from '../../../domain/kernel/competence.js';
import { counted } from '../../../messages/formats.js';
import type { StoredItem } from '../../../projections/views/items.js';
import { openItemsWithBooks } from '../../../projections/views/openItemsWithBooks.js';
import { queryOf, companyFiltered, get, type ConsoleCall, type ConsoleRoute } from '../../route.js';
import { LinkButton } from '../../design/Form.js';
import { companyFilter, monthFilter, numberFilter } from '../../design/Filters.js';
import { showList } from '../../design/List.js';
import { column, monthColumn, rowsShown, type Column } from '../../design/Table.js';
import type { Book } from '../../../projections/views/trialBalances/debitOf.js';
import { Amount, sidedText } from '../../design/values.js';
import { pagePath } from '../conciliacao/addresses.js';
import { companiesWithModule, readChoices, type Choices } from '../conciliacoes/query.js';
import { paths } from '../../paths.js';

type OpenItem = StoredItem & Book;
export const OPEN_ITEMS = `${paths.reconciliations}/itens`;

/** Lower bounds of the bands after the first. */
const AGES = ageBands.slice(1).map((band) => {
  const [from = ''] = /^\d+/.exec(band) ?? [];
  return [from, `${from} dias ou mais`] as const;
});

export const openItemPages: readonly ConsoleRoute[] = [get(OPEN_ITEMS, show)];

async function show(call: ConsoleCall): Promise<void> {
  const { deps, session } = call;
  const query = queryOf(call);
  const { companies } = await readChoices(deps, session);
  const company = companyFilter(companies, companyFiltered(call));
  const period = monthFilter(query.month());
  const age = numberFilter(query, 'Idade', 'minAgeDays', { all: 'Todas', choices: AGES });
  const seen = companiesWithModule(deps, session);
  await showList(call, {
    title: 'Itens em aberto',
    fileName: 'itens-em-aberto',
    now: deps.clock.now(),
    prints: true,
    actions: <LinkButton href={paths.reconciliations}>Conciliações</LinkButton>,
    filters: [company, period, age],
    count: (total) =>
      total === 0 ? 'Nenhum item em aberto' : counted(total, 'item em aberto', 'itens em aberto'),
    columns: columnsFor(companies),
    /** Company and month only where several are shown; the document is under the description. */
    shows: ({ head }) =>
      head === 'Empresa'
        ? companies.length > 1 && company.value === undefined
        : head !== 'Documento' && (head !== 'Mês' || period.value === undefined),
    rows: (page) =>
      openItemsWithBooks(deps.pages, session, {
        companies: seen.filter((id) => id === (company.value ?? id)),
        period: period.value,
        minAgeDays: age.value,
        page,
        limit: rowsShown(call),
        order: 'desc',
        sortBy: 'idadeDias',
      }),
    empty: 'Um item fica em aberto quando está na composição de uma conta e ainda não foi baixado.',
    none: 'Nenhum item em aberto com este filtro.',
  });
}

const amountOf = (item: OpenItem): string => sidedText(item.valor, item);

function columnsFor(companies: Choices['companies']): readonly Column<OpenItem>[] {
  const companyOf = new Map(companies.map((company) => [company.companyId, company]));
  const nameOf = ({ empresaId }: OpenItem): string => companyOf.get(empresaId)?.legalName ?? '';
  return [
    column('Descrição', 'line', ['text', (it) => it.descricao], ({ descricao, documento }) => (
      <>
        {descricao}
        {documento !== '' && <small>Documento {documento}</small>}
      </>
    )),
    column(
      'Conta',
      'start',
      { Conta: ['text', (it) => it.contaCodigo], 'Nome da conta': ['text', (it) => it.contaDescricao] },
      ({ conciliacaoId, contaCodigo, contaDescricao }) => (
        <a href={pagePath(conciliacaoId)}>{`${contaCodigo} ${contaDescricao}`}</a>
      ),
    ),
    column('Empresa', 'wide', ['text', nameOf], (item) => (
      <span title={nameOf(item)}>{companyOf.get(item.empresaId)?.shortName}</span>
    )),
    monthColumn('Mês', 'nowrap wide', (it) => it.competencia, 'Competência'),
    column(
      'Valor',
      'number end',
      { Valor: ['amount', (it) => it.valor / 100], Lado: ['text', (item) => amountOf(item).split(' ')[1] ?? ''] },
      (item) => <Amount text={amountOf(item)} />,
    ),
    column('Documento', '', ['text', (it) => it.documento]),
    column('Data', 'nowrap start', ['date', (it) => it.data]),
    column(
      'Idade',
      'number end',
      { 'Idade em dias': ['integer', (it) => it.idadeDias], Faixa: ['text', (it) => bandOf(it.idadeDias)] },
      ({ idadeDias, competencia }) => (
        <>
          {counted(idadeDias, 'dia')}
          <span class="phone"> em {month(competencia as Competence)}</span>
        </>
      ),
    ),
    column('Origem', 'nowrap wide', ['text', (it) => month(it.origemCompetencia as Competence)]),
    column('Fonte', 'nowrap wide', ['text', ({ fonte }) => itemSourceWords[fonte].name]),
  ];
}
