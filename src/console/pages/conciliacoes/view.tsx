// The list: queues, the table with its selection, pages.
import type { Page } from '../../../projections/engine/pages.js';
import {
  queues,
  type Queue,
  type WorklistOrder,
  type WorklistRow,
} from '../../../projections/views/worklist/worklist.js';
import type { Competence } from '../../../domain/kernel/competence.js';
import { Exports } from './exported.js';
import { month, wholeNumber } from '../../../messages/formats.js';
import { Form } from '../../design/Form.js';
import { Chips } from '../../design/Chips.js';
import { Empty } from '../../design/Empty.js';
import { Pagination, Table, type Column, type Sort } from '../../design/Table.js';
import {
  Amount,
  Balance,
  Day,
  DeadlineBadge,
  Errors,
  Period,
  sidedText,
  StatusBadge,
} from '../../design/values.js';
import type { ConsoleCall } from '../../route.js';
import { LIST_ID, LIST_PATH, addressOf, type ListAddress } from './address.js';
import { BulkActs, type BulkChoices } from './BulkActs.js';
import { ListFilters } from './Filters.js';
import type { Choices } from './query.js';

/** `bulk`: null for a person without acts. */
export type ListContent = Readonly<{
  call: ConsoleCall;
  address: ListAddress;
  found: Page<WorklistRow>;
  choices: Choices;
  bulk: BulkChoices | null;
}>;

const queueNames: Readonly<Record<Queue, string>> = {
  minhas: 'Minhas',
  todas: 'Todas',
  devolvidas: 'Devolvidas',
  atrasadas: 'Atrasadas',
  concluidas: 'Concluídas',
};

export function WholeList(content: ListContent) {
  return (
    <>
      <ListFilters {...content} />
      <List {...content} />
    </>
  );
}

export function List(content: ListContent) {
  const { call, address, found, bulk } = content;
  const { rows, pagination } = found;
  const { invalid } = address;
  const search = new URL(addressOf(address), 'http://x').searchParams;
  return (
    <div id={LIST_ID}>
      <Queues address={address} />
      <Errors sentences={invalid.map((label) => `O filtro ${label} tem um valor que não existe.`)} />
      <p class="list-count" role="status">
        {countText(pagination.total)}
      </p>
      {rows.length === 0 ? (
        <Empty>{emptyText(address, pagination.total)}</Empty>
      ) : bulk === null ? (
        <Rows {...content} />
      ) : (
        <Form call={call} action={LIST_PATH} data-selection>
          <input type="hidden" name="voltar" value={addressOf(address, { page: address.page })} />
          <Rows {...content} />
          <BulkActs {...bulk} />
        </Form>
      )}
      <Pagination
        address={search}
        path={LIST_PATH}
        page={pagination.page}
        pages={pagination.pages}
        total={pagination.total}
      />
      {pagination.total > 0 && <Exports address={address} />}
    </div>
  );
}

function emptyText({ fila }: ListAddress, total: number): string {
  if (total > 0) return 'A lista não tem esta página.';
  return fila === 'minhas' ? 'Nada espera por você aqui.' : 'Nenhuma conciliação com estes filtros.';
}

function countText(total: number): string {
  if (total === 0) return 'Nenhuma conciliação';
  return total === 1 ? '1 conciliação' : `${wholeNumber(total)} conciliações`;
}

/** Filters stay when the queue changes. */
function Queues({ address }: Readonly<{ address: ListAddress }>) {
  const chips = queues.map((queue) => ({
    href: addressOf(address, { fila: queue }),
    label: queueNames[queue],
    isCurrent: queue === address.fila,
  }));
  return <Chips label="Filas" chips={chips} />;
}

function Rows({ address, found, bulk }: ListContent) {
  return (
    <Table
      caption="Conciliações"
      id="conciliacoes"
      isList
      columns={bulk === null ? columnsFor(address) : [selection, ...columnsFor(address)]}
      rows={found.rows}
    />
  );
}

const cents = (amount: number): number => Math.round(amount * 100);

const selection: Column<WorklistRow> = {
  ...{ head: 'Selecionar', as: 'unseen', phone: 'pick' },
  cell: ({ id, contaCodigo }) => (
    <input type="checkbox" name="id" value={String(id)} aria-label={`Selecionar ${contaCodigo}`} />
  ),
};

function columnsFor(address: ListAddress): readonly Column<WorklistRow>[] {
  const sort = (order: WorklistOrder) => ({ sort: sortedBy(address, order) });
  return [
    { head: 'Conta', as: 'name', phone: 'start', look: 'account', cell: account, ...sort('conta') },
    {
      ...{ head: 'Competência', phone: 'off', ...sort('competencia') },
      cell: ({ competencia }) => <Period period={competencia} />,
    },
    {
      ...{ head: 'Saldo contábil', as: 'number', phone: 'end', ...sort('saldo') },
      cell: ({ saldoContabilDevedor }) => <Balance cents={cents(saldoContabilDevedor)} />,
    },
    {
      ...{ head: 'Mês anterior', under: 'Variação', as: 'number', phone: 'off' },
      cell: ({ saldoAnterior, saldoContabilDevedor }) =>
        saldoAnterior === null ? (
          '–'
        ) : (
          <>
            <Balance cents={cents(saldoAnterior)} />
            <small>
              <Balance cents={cents(saldoContabilDevedor) - cents(saldoAnterior)} />
            </small>
          </>
        ),
    },
    {
      ...{ head: 'Conciliado', under: 'Ajustes', as: 'number', phone: 'off' },
      cell: (row) => (
        <>
          <Amount text={sidedText(cents(row.saldoConciliado), row)} />
          <small>
            <Amount text={sidedText(cents(row.ajustes), row)} />
          </small>
        </>
      ),
    },
    {
      ...{ head: 'Diferença', as: 'number', phone: 'off', ...sort('diferenca') },
      cell: (row) => <Amount text={sidedText(cents(row.diferenca), row)} />,
    },
    { head: 'Estado', phone: 'start', cell: ({ status }) => <StatusBadge status={status} /> },
    { head: 'Responsável', phone: 'off', cell: owner },
    { head: 'Prazo', as: 'nowrap', phone: 'end', cell: deadline, ...sort('prazo') },
  ];
}

const account = ({ id, contaCodigo, contaDescricao, empresaNome, competencia }: WorklistRow) => (
  <>
    <a href={`${LIST_PATH}/${id}`}>
      {contaCodigo} {contaDescricao}
    </a>
    <small>
      {empresaNome}
      <span class="phone"> · {month(competencia as Competence)}</span>
    </small>
  </>
);

const owner = ({ responsavelNome, responsavelPapel }: WorklistRow) => (
  <>
    {responsavelNome || '–'}
    <small>{responsavelPapel}</small>
  </>
);

const deadline = ({ prazo, slaStatus }: WorklistRow) => (
  <>
    <Day at={prazo} />{' '}
    <small>
      <DeadlineBadge status={slaStatus} />
    </small>
  </>
);

/** Upwards first, then downwards. */
function sortedBy(address: ListAddress, order: WorklistOrder): Sort {
  const is = address.ordem === order ? 'ascending' : address.ordem === `-${order}` ? 'descending' : undefined;
  return { href: addressOf(address, { ordem: is === 'ascending' ? `-${order}` : order }), is };
}
