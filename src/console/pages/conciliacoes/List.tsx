// The list: filters, queues, the table with its selection, pages.
import { actLabels } from '../../../domain/reconciliation/transitions.js';
import { approvalReasonText, statusNames } from '../../../messages/reconciliations.js';
import { choicesOf } from '../../../domain/kernel/vocabulary.js';
import { reconciliationStates, slaStatusWords } from '../../../domain/reconciliation/states.js';
import {
  queues,
  SORTED_BY_SIZE_MAX,
  type Queue,
  type WorklistOrder,
  type WorklistRow,
} from '../../../projections/views/worklist/worklist.js';
import { Chips, Filters, FiltersInUse } from '../../design/Filters.js';
import { LIST_ID, addressOf, filtersOf, type Choices, type ListAddress } from './query.js';
import type { Page } from '../../../projections/engine/pages.js';
import type { MonthBalance } from '../../../projections/views/trialBalances/accountYears.js';
import { groupedBy } from '../../../domain/kernel/groupedBy.js';
import { month, monthsBetween, type Competence } from '../../../domain/kernel/competence.js';
import { andMore, counted, wholeNumber } from '../../../messages/formats.js';
import { seriesText } from '../../../messages/reconciliationPage.js';
import { daysFrom } from '../../../messages/deadlines.js';
import { Sparkline } from '../../design/Chart.js';
import { Form, ActBar, keyed, More } from '../../design/Form.js';
import {
  column,
  Cut,
  Exports,
  isPastEnd,
  monthColumn,
  Pagination,
  stateColumn,
  Table,
  type Column,
  type Sort,
} from '../../design/Table.js';
import { centsOf } from '../../../domain/kernel/money.js';
import { Amount, Balance, balanceText, Errors, sidedText, Empty, type StateWord } from '../../design/values.js';
import { queryOf } from '../../route.js';
import type { BulkAct, BulkLine } from './bulk.js';
import { actKeys, bulkRefused } from '../../../messages/acts.js';
import type { ReconciliationRow } from '../../../projections/views/reconciliations/reconciliationRows.js';
import type { FileColumns } from '../../exportedTable.js';
import { pagePath } from '../conciliacao/addresses.js';
import { paths } from '../../paths.js';

const balance: FileColumns<ReconciliationRow> = {
  Conta: ['text', (row) => row.contaCodigo],
  Descrição: ['text', (row) => row.contaDescricao],
  'Saldo contábil': ['amount', (row) => row.saldoContabil],
  'Saldo contábil (devedor)': ['amount', (row) => row.saldoContabilDevedor],
};

const work: FileColumns<ReconciliationRow> = {
  Conciliado: ['amount', (row) => row.saldoConciliado],
  Ajustes: ['amount', (row) => row.ajustes],
  Diferença: ['amount', (row) => row.diferenca],
  'Variação a explicar (devedor)': ['amount', (row) => row.variacao],
  Estado: ['text', (row) => statusNames[row.status]],
  Responsável: ['text', (row) => row.responsavelNome],
  Papel: ['text', (row) => row.responsavelPapel],
  Prazo: ['moment', (row) => row.prazo],
  'Aprovação automática': [
    'text',
    ({ aprovacaoAutomatica: reason }) => (reason === null ? '' : approvalReasonText(reason)),
  ],
};

/** The columns of the file of one company's month. */
export const monthFile: FileColumns<ReconciliationRow> = { ...balance, ...work };

export const listFile: FileColumns<WorklistRow> = {
  Empresa: ['text', (row) => row.empresaNome],
  Competência: ['text', (row) => month(row.competencia as Competence)],
  ...balance,
  'Mês anterior (devedor)': ['amount', (row) => row.saldoAnterior],
  ...work,
};

type Props = Readonly<{ address: ListAddress; choices: Choices }>;

/** Sent as a form without JavaScript; with it, at each change, and only the list is replaced. */
export function ListFilters({ address, choices }: Props) {
  const { text, ...more } = filtersOf(queryOf(address), choices);
  return (
    <Filters
      path={paths.reconciliations}
      fields={[text]}
      more={Object.values(more).filter((field) => field !== more.group || choices.groups.length > 0)}
      hx-get={paths.reconciliations}
      hx-trigger="input delay:250ms, submit"
      hx-target={`#${LIST_ID}`}
      hx-select={`#${LIST_ID}`}
      hx-swap="outerHTML"
      hx-sync="this:replace"
    >
      <input type="hidden" name="fila" value={address.fila} />
    </Filters>
  );
}

/** `selected`: rows shown so. `acts`: of the person's roles. */
type ListContent = Readonly<{
  address: ListAddress;
  listed: Page<WorklistRow>;
  selected: ReadonlySet<number>;
  /** Months by the id of the reconciliation; empty on paper. */
  years: ReadonlyMap<number, readonly MonthBalance[]>;
  counts: Readonly<Record<Queue, number>>;
  choices: Choices;
  acts: readonly BulkAct[];
  now: Date;
}>;

export function List(content: ListContent) {
  const { address, listed, counts, acts, selected } = content;
  const { rows, pagination } = listed;
  // Filters stay when the queue changes.
  const tabs = choicesOf(queues).map(([queue, label]) => ({
    href: addressOf(address, { fila: queue }),
    label,
    count: counts[queue],
    isCurrent: queue === address.fila,
  }));
  const without = (name: string) => addressOf(address, { [name]: null });
  const table = { ...LISTED, id: 'conciliacoes', rows };
  const list = { address: address.querystring, path: paths.reconciliations };
  return (
    <div id={LIST_ID}>
      <div class="list-head">
        <Chips label="Filas" chips={tabs} />
        <p class="list-count" role="status">
          {countText(pagination.total)}
        </p>
      </div>
      <FiltersInUse fields={Object.values(filtersOf(queryOf(address), content.choices))} without={without} />
      <Errors sentences={errorsOf(content)} />
      {pagination.total === 0 ? (
        <Nothing address={address} />
      ) : isPastEnd(pagination) ? null : acts.length === 0 ? (
        <Table {...table} columns={columnsOf(content)} />
      ) : (
        <Form action={paths.reconciliations} data-selection>
          <input type="hidden" name="voltar" value={addressOf(address)} />
          <Table {...table} columns={[selection(selected), ...columnsOf(content)]} />
          <BulkActs acts={acts} />
        </Form>
      )}
      <Pagination {...pagination} {...list} />
      <Cut total={pagination.total} />
      {pagination.total > 0 && <Exports {...list} prints />}
    </div>
  );
}

const LISTED = { caption: 'Conciliações', isList: true } as const;
const NARROW = ['Conta', 'Diferença', 'Prazo'];

export function NarrowList(
  content: Omit<ListContent, 'counts' | 'acts' | 'selected' | 'years'> & Readonly<{ id: number; path: string }>,
) {
  const { address, listed, id, path } = content;
  const pages = { ...listed.pagination, address: address.querystring, path };
  return (
    <nav class="list-pane no-print" aria-label="Lista">
      <a class="skip" href="#conta">
        Pular a lista
      </a>
      <p class="list-count">
        <a href={addressOf(address)}>{queues[address.fila].name}</a>
        {` · ${countText(listed.pagination.total)}`}
      </p>
      {listed.pagination.total === 0 && <Nothing address={address} />}
      {listed.rows.length > 0 && (
        <Table
          {...LISTED}
          columns={columnsOf(content).filter(({ head }) => NARROW.includes(head))}
          rows={listed.rows}
          isCurrent={(row) => row.id === id}
        />
      )}
      <Pagination {...pages} />
    </nav>
  );
}

function errorsOf({ address: { refused, ordem }, listed }: ListContent): readonly string[] {
  const isTooLong = /diferenca|variacao/.test(ordem ?? '') && listed.pagination.total > SORTED_BY_SIZE_MAX;
  return [
    ...refused,
    ...(isTooLong ? [`Filtre a no máximo ${wholeNumber(SORTED_BY_SIZE_MAX)} conciliações para esta ordem.`] : []),
  ];
}

function Nothing({ address }: Readonly<{ address: ListAddress }>) {
  const [sentence, href, label] =
    address.fila === 'minhas'
      ? ['Nada espera por você aqui.', addressOf(address, { fila: 'todas' }), 'Ver todas']
      : address.querystring === 'fila=todas'
        ? [
            'Nenhuma conciliação ainda: elas surgem quando um balancete é liberado.',
            paths.trialBalances,
            'Ir para Balancetes',
          ]
        : [
            'Nenhuma conciliação com estes filtros.',
            `${paths.reconciliations}?fila=todas`,
            'Ver todas, sem filtros',
          ];
  return <Empty next={<a href={href}>{label}</a>}>{sentence}</Empty>;
}

function countText(total: number): string {
  if (total === 0) return 'Nenhuma conciliação';
  return counted(total, 'conciliação', 'conciliações');
}

const selection = (selected: ReadonlySet<number>): Column<WorklistRow> => ({
  ...column('Selecionar', 'unseen pick', ({ id, contaCodigo, saldoContabilDevedor }) => (
    <input
      type="checkbox"
      name="id"
      value={String(id)}
      checked={selected.has(id)}
      aria-label={`Selecionar ${contaCodigo}`}
      data-cents={centsOf(saldoContabilDevedor)}
    />
  )),
  heading: <input type="checkbox" data-select-all hidden aria-label="Selecionar a página" />,
});

type ColumnsOf = Pick<ListContent, 'address' | 'choices' | 'now'> & Partial<Pick<ListContent, 'years'>>;

/** Company and month only where several are shown, the year only where some of it is known. */
function columnsOf(list: ColumnsOf): readonly Column<WorklistRow>[] {
  const { address, choices, years = new Map(), now } = list;
  const { companies } = choices;
  const shortNames = new Map(companies.map(({ companyId, shortName }) => [companyId, shortName]));
  const { text } = queryOf(address);
  const isSeveral = companies.length > 1 && text('companyId') === '';
  const columns = [
    account(`?${address.querystring}`, isSeveral ? shortNames : new Map()),
    ...(isSeveral ? [column('Empresa', 'wide clip', (row: WorklistRow) => company(row, shortNames))] : []),
    ...(text('period') === '' ? [monthColumn('Mês', 'nowrap wide', (row: WorklistRow) => row.competencia)] : []),
    ...([...years.values()].some(({ length }) => length > 1) ? [yearColumn(years)] : []),
    ...amountColumns,
    stateColumn('Prazo', 'nowrap end', (row: WorklistRow) => deadline(row, now)),
  ];
  return columns.map((one) => {
    const order = SORTED[one.head];
    return order === undefined ? one : { ...one, sort: sortedBy(address, order) };
  });
}

const SORTED: Readonly<Partial<Record<string, WorklistOrder>>> = {
  Conta: 'conta',
  Mês: 'competencia',
  'Saldo contábil': 'saldo',
  Variação: 'variacao',
  Diferença: 'diferenca',
  Prazo: 'prazo',
};

/** @param companies their names, which phones and tablets show here */
const account = (query: string, companies: ReadonlyMap<number, string>): Column<WorklistRow> =>
  column('Conta', 'start account', ({ id, empresaId, contaCodigo, contaDescricao, competencia }) => (
    <>
      <a href={pagePath(id) + query} title={`${contaCodigo} ${contaDescricao}`}>
        {`${contaCodigo} ${contaDescricao}`}
      </a>
      <small class="phone">
        {[companies.get(empresaId) ?? [], month(competencia as Competence)].flat().join(' · ')}
      </small>
    </>
  ));

const company = ({ empresaId, empresaNome }: WorklistRow, shortNames: ReadonlyMap<number, string>) => (
  <span title={empresaNome}>{shortNames.get(empresaId) ?? empresaNome}</span>
);

const yearColumn = (years: ListContent['years']): Column<WorklistRow> =>
  column('12 meses', 'wide', ({ id, competencia }) => {
    const months = years.get(id) ?? [];
    const oldest = months[0];
    const newest = months.at(-1);
    if (oldest === undefined || newest === undefined) return null;
    const points = months.map(
      ([month, cents]) => [monthsBetween(month, competencia as Competence), cents] as const,
    );
    return (
      <Sparkline points={points} label={seriesText(balanceText(oldest[1]), oldest[0], balanceText(newest[1]))} />
    );
  });

const amountColumns: readonly Column<WorklistRow>[] = [
  column('Saldo contábil', 'number end', ({ saldoContabilDevedor }) =>
    Balance({ cents: centsOf(saldoContabilDevedor) }),
  ),
  column('Variação', 'number wide', ({ saldoAnterior, saldoContabilDevedor }) =>
    saldoAnterior === null ? '–' : Balance({ cents: centsOf(saldoContabilDevedor) - centsOf(saldoAnterior) }),
  ),
  column('Diferença', 'number off', (row) => Amount({ text: sidedText(centsOf(row.diferenca), row) })),
  stateColumn('Estado', 'start', ({ status }) => reconciliationStates[status]),
  column('Responsável', 'wide clip', ({ responsavelNome, responsavelPapel }) => (
    <span title={`${responsavelNome} ${responsavelPapel}`.trim()}>
      {responsavelNome || <small>{responsavelPapel}</small>}
    </span>
  )),
];

function deadline({ prazo, slaStatus }: WorklistRow, now: Date): StateWord {
  const { tone, name } = slaStatusWords[slaStatus];
  const isOpen = !slaStatus.startsWith('COMPLETED');
  return { tone, name: isOpen ? daysFrom(prazo, now) : name.replace('Concluída ', '') };
}

/** The first click sorts sizes descending, and everything else ascending. */
function sortedBy(address: ListAddress, order: WorklistOrder): Sort {
  const is = address.ordem === order ? 'ascending' : address.ordem === `-${order}` ? 'descending' : undefined;
  const [first, second] = /diferenca|variacao/.test(order)
    ? ([`-${order}`, order] as const)
    : ([order, `-${order}`] as const);
  return { href: addressOf(address, { ordem: address.ordem === first ? second : first }), is };
}

/** The most frequent acts: shown as buttons, the first one that the person's roles have as the primary. */
const UP_FRONT: readonly BulkAct[] = ['approve', 'pass', 'submit', 'carry', 'assign'];

function BulkActs({ acts }: Readonly<{ acts: readonly BulkAct[] }>) {
  const front = UP_FRONT.filter((act) => acts.includes(act));
  const button = (act: BulkAct) => (
    <button
      name="ato"
      value={act}
      class={act === front[0] ? 'primary' : undefined}
      {...keyed(actKeys[act], actLabels[act])}
    >
      {actLabels[act]}
    </button>
  );
  return (
    <ActBar label={<output data-selected>Com as selecionadas</output>}>
      {front.map(button)}
      <More>{acts.filter((act) => !front.includes(act)).map(button)}</More>
    </ActBar>
  );
}

const NAMED = 5;

export function BulkReport({ done, lines }: Readonly<{ done: string; lines: readonly BulkLine[] }>) {
  const refusedLines = lines.filter(({ sentence }) => sentence !== null);
  const byReason = groupedBy(refusedLines, ({ sentence }) => sentence);
  return (
    <div class="note warn" role="alert">
      <p>{done}</p>
      <ul>
        {[...byReason].map(([sentence, refused]) => (
          <li>
            {`${bulkRefused(refused.length)}: ${sentence} – `}
            {refused.slice(0, NAMED).map(({ id, account }, at) => (
              <>
                {at > 0 && ', '}
                {account === null ? id : <a href={pagePath(id)}>{account}</a>}
              </>
            ))}
            {refused.length > NAMED && ` ${andMore(refused.length - NAMED)}`}
          </li>
        ))}
      </ul>
    </div>
  );
}
