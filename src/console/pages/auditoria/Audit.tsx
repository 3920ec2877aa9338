// Auditoria: the filter and the events in sentences.
import { OF_NO_COMPANY, eventKinds, type EventKind } from '../../../projections/views/audit.js';
import { counted, wholeNumber } from '../../../messages/formats.js';
import type { Page } from '../../../projections/engine/pages.js';
import { companyFilter, Filters, monthFilter } from '../../design/Filters.js';
import { ListedTable, type Column } from '../../design/Table.js';
import type { ConsoleCall } from '../../route.js';
import { pagePath } from '../conciliacao/addresses.js';
import type { AuditEvent } from './events.js';
import { AUDIT, AUDIT_FILES, type AuditFilter } from './filter.js';

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
  found: Pick<Page<AuditEvent>, 'rows' | 'pagination'>;
}>;

export function Audit({ call, choices, filter, found }: Props) {
  return (
    <>
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
      <p role="status">{counted(found.pagination.total, 'evento')}</p>
      <ListedTable
        {...{ call, found, columns: auditColumns, files: AUDIT_FILES }}
        caption="Eventos"
        id="eventos"
        empty="Nenhum evento com estes filtros."
      />
    </>
  );
}

export const auditColumns: readonly Column<AuditEvent>[] = [
  { head: 'Quando', as: 'nowrap', phone: 'start', file: ['moment', ({ at }) => at] },
  { head: 'Quem', as: 'nowrap', phone: 'end', file: ['text', ({ who }) => who] },
  { head: 'O quê', as: 'nowrap', phone: 'start', file: ['text', ({ kind }) => kindNames[kind]] },
  {
    ...{ head: 'Evento', as: 'long', phone: 'line' },
    file: { Evento: ['text', ({ sentence }) => sentence], Pedido: ['text', ({ requestId }) => requestId] },
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
