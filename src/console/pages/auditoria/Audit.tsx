// Auditoria: the filter and the events in sentences.
import { OF_NO_COMPANY, eventKinds, type EventKind } from '../../../projections/views/audit.js';
import { wholeNumber } from '../../../messages/formats.js';
import { companyFilter, Filters, monthFilter } from '../../design/Filters.js';
import { Exports, Pagination, Table, type Column } from '../../design/Table.js';
import { DateTime, Errors } from '../../design/values.js';
import type { FileColumns } from '../../exportedTable.js';
import type { ConsoleCall } from '../../route.js';
import { pagePath } from '../conciliacao/addresses.js';
import type { AuditEvent } from './events.js';
import { AUDIT, auditAddress, type AuditFilter } from './filter.js';

const kindNames: Readonly<Record<EventKind, string>> = {
  importacao: 'Importação',
  recusa: 'Importação recusada',
  liberacao: 'Liberação',
  ato: 'Ato em conciliação',
  composicao: 'Composição',
  ajustes: 'Ajustes',
  comentario: 'Comentário',
  evidencia: 'Evidência',
  fechamento: 'Fechamento',
  checklist: 'Checklist',
  cronograma: 'Cronograma',
  dossie: 'Dossiê',
  reabertura: 'Reabertura',
  cadastro: 'Cadastro',
};

type Props = Readonly<{
  call: ConsoleCall;
  choices: readonly Readonly<{ companyId: number; legalName: string }>[];
  filter: AuditFilter;
  events: readonly AuditEvent[];
  total: number;
  page: number;
  pages: number;
  errors: readonly string[];
}>;

export function Audit({ call, choices, filter, events, total, page, pages, errors }: Props) {
  const address = auditAddress(filter);
  return (
    <>
      <Errors sentences={errors} />
      {filter.companyId !== OF_NO_COMPANY && (
        <p>
          <a href="#momento">Listas em um momento</a>
          {' · '}
          <a href="#dossies">Dossiês</a>
          {' · '}
          <a href="#selos">Selos</a>
        </p>
      )}
      <AuditFilters choices={choices} filter={filter} />
      <p role="status">{total === 1 ? '1 evento' : `${wholeNumber(total)} eventos`}</p>
      <Table
        caption="Eventos"
        id="eventos"
        columns={columns}
        rows={events}
        empty="Nenhum evento com estes filtros."
      />
      <Pagination {...{ address, path: AUDIT, page, pages, total }} />
      {total > 0 && <Exports {...{ call, address }} path={`${AUDIT}/exportar`} />}
    </>
  );
}

export const auditFile: FileColumns<AuditEvent> = {
  Quando: ['moment', ({ at }) => at],
  Quem: ['text', ({ who }) => who],
  'O quê': ['text', ({ kind }) => kindNames[kind]],
  Evento: ['text', ({ sentence }) => sentence],
  Pedido: ['text', ({ requestId }) => requestId],
};

const columns: readonly Column<AuditEvent>[] = [
  { head: 'Quando', as: 'nowrap', phone: 'start', cell: ({ at }) => <DateTime at={at} /> },
  { head: 'Quem', as: 'nowrap', phone: 'end', cell: ({ who }) => who },
  { head: 'O quê', as: 'nowrap', phone: 'start', cell: ({ kind }) => kindNames[kind] },
  {
    ...{ head: 'Evento', as: 'long', phone: 'line' },
    cell: ({ sentence, requestId, href, recorded, accounts }) => (
      <>
        {href === null ? sentence : <a href={href}>{sentence}</a>}
        {recorded !== null && (
          <>
            {' · '}
            <a href={recorded}>o que foi registrado</a>
          </>
        )}
        {accounts.length > 0 && <Accounts accounts={accounts} />}
        {requestId !== null && <small>{`pedido ${requestId}`}</small>}
      </>
    ),
  },
];

/** Listed at most. */
const ACCOUNTS_SHOWN = 500;

function Accounts({ accounts }: Pick<AuditEvent, 'accounts'>) {
  const more = accounts.length - ACCOUNTS_SHOWN;
  return (
    <details>
      <summary>{`As ${wholeNumber(accounts.length)} contas`}</summary>
      <ul>
        {accounts.slice(0, ACCOUNTS_SHOWN).map(({ id, account }) => (
          <li>
            <a href={pagePath(id)}>{account}</a>
          </li>
        ))}
        {more > 0 && <li>e mais {wholeNumber(more)}</li>}
      </ul>
    </details>
  );
}

function AuditFilters({
  choices,
  filter: { companyId, period, from, to, kind, who, account },
}: Pick<Props, 'choices' | 'filter'>) {
  return (
    <Filters
      path={AUDIT}
      fields={[
        companyFilter(choices, companyId, null),
        monthFilter(period),
        { label: 'De', name: 'de', type: 'date', value: from },
        { label: 'Até', name: 'ate', type: 'date', value: to },
        {
          ...{ label: 'O quê', name: 'tipo', value: kind, all: 'Tudo' },
          choices: eventKinds.map((each) => [each, kindNames[each]] as const),
        },
        { label: 'Conta (código)', name: 'conta', value: account },
        { label: 'Quem', name: 'quem', type: 'search', value: who },
      ]}
    />
  );
}
