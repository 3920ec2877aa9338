// The list: queues, the table with its selection, pages.
import type { Page } from '../../../projections/engine/pages.js';
import {
  queues,
  type Queue,
  type WorklistOrder,
  type WorklistRow,
} from '../../../projections/views/worklist/worklist.js';
import { wholeNumber } from '../../../messages/formats.js';
import { Form } from '../../design/Form.js';
import { Pagination, Table } from '../../design/Table.js';
import { Empty, Errors } from '../../design/values.js';
import type { ConsoleCall } from '../../route.js';
import { LIST_ID, LIST_PATH, addressOf, type ListAddress } from './address.js';
import { BulkActs, type BulkChoices } from './BulkActs.js';
import { Filters } from './Filters.js';
import type { Choices } from './query.js';
import { rowsMarkup } from './rows.js';

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
      <Filters {...content} />
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
  return (
    <nav aria-label="Filas">
      <ul class="nav nav-tabs queues">
        {queues.map((queue) => (
          <li class="nav-item">
            <a
              class={queue === address.fila ? 'nav-link active' : 'nav-link'}
              href={addressOf(address, { fila: queue })}
              aria-current={queue === address.fila ? 'page' : undefined}
            >
              {queueNames[queue]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Rows({ address, found, bulk }: ListContent) {
  return (
    <Table
      caption="Conciliações"
      id="conciliacoes"
      head={
        <>
          {bulk !== null && (
            <th scope="col">
              <span class="visually-hidden">Selecionar</span>
            </th>
          )}
          <Heading label="Conta" order="conta" address={address} />
          <Heading label="Competência" order="competencia" address={address} />
          <Heading label="Saldo contábil" order="saldo" address={address} number />
          <Plain label="Mês anterior" />
          <Plain label="Variação" />
          <Plain label="Conciliado" />
          <Plain label="Ajustes" />
          <Heading label="Diferença" order="diferenca" address={address} number />
          <th scope="col">Estado</th>
          <th scope="col">Responsável</th>
          <Heading label="Prazo" order="prazo" address={address} />
        </>
      }
      rows={rowsMarkup(found.rows, bulk !== null)}
    />
  );
}

const Plain = ({ label }: Readonly<{ label: string }>) => (
  <th scope="col" class="number">
    {label}
  </th>
);

type HeadingProps = Readonly<{ label: string; order: WorklistOrder; address: ListAddress; number?: boolean }>;

/** A column to sort by: upwards first, then downwards. */
function Heading({ label, order, address, number = false }: HeadingProps) {
  const sorted = address.ordem === order ? 'ascending' : address.ordem === `-${order}` ? 'descending' : undefined;
  return (
    <th scope="col" class={number ? 'number' : undefined} aria-sort={sorted}>
      <a href={addressOf(address, { ordem: sorted === 'ascending' ? `-${order}` : order })}>
        {label}
        {sorted !== undefined && <span aria-hidden="true">{sorted === 'ascending' ? ' ▲' : ' ▼'}</span>}
      </a>
    </th>
  );
}
