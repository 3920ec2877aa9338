// Auditoria: the filter and the events in sentences.
import { OF_NO_COMPANY } from '../../../projections/views/audit/auditTrail.js';
import { wholeNumber } from '../../../messages/formats.js';
import { Pagination, Table } from '../../design/Table.js';
import { DateTime, Empty, Errors } from '../../design/values.js';
import type { AuditEvent } from './events.js';
import { AUDIT, auditAddress, type AuditFilter } from './filter.js';
import { eventKinds, type EventKind } from '../../../projections/views/audit/kinds.js';

export const kindNames: Readonly<Record<EventKind, string>> = {
  importacao: 'Importação',
  recusa: 'Importação recusada',
  liberacao: 'Liberação',
  ato: 'Ato em conciliação',
  composicao: 'Composição',
  ajustes: 'Ajustes',
  comentario: 'Comentário',
  evidencia: 'Evidência',
  fechamento: 'Fechamento',
  reabertura: 'Reabertura',
  cadastro: 'Cadastro',
};

type Props = Readonly<{
  choices: readonly Readonly<{ companyId: number; legalName: string }>[];
  filter: AuditFilter;
  events: readonly AuditEvent[];
  total: number;
  page: number;
  pages: number;
  errors: readonly string[];
}>;

export function Audit({ choices, filter, events, total, page, pages, errors }: Props) {
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
      <p role="status">
        {total === 1 ? '1 evento' : `${wholeNumber(total)} eventos`}
        {total > 0 && (
          <>
            {' · '}
            <a href={`${AUDIT}/exportar?${address.toString()}&formato=csv`}>Exportar CSV</a>
            {' · '}
            <a href={`${AUDIT}/exportar?${address.toString()}&formato=xlsx`}>Exportar XLSX</a>
          </>
        )}
      </p>
      {events.length === 0 ? (
        <Empty>Nenhum evento com estes filtros.</Empty>
      ) : (
        <Table
          caption="Eventos"
          id="eventos"
          head={
            <>
              <th scope="col">Quando</th>
              <th scope="col">Quem</th>
              <th scope="col">O quê</th>
              <th scope="col">Evento</th>
            </>
          }
        >
          {events.map(({ at, who, kind, sentence, requestId }) => (
            <tr>
              <td class="text-nowrap">
                <DateTime at={at} />
              </td>
              <td>{who}</td>
              <td>{kindNames[kind]}</td>
              <td class="audit-sentence">
                {sentence}
                {requestId !== null && <small class="request">{`pedido ${requestId}`}</small>}
              </td>
            </tr>
          ))}
        </Table>
      )}
      <Pagination {...{ address, path: AUDIT, page, pages, total }} />
    </>
  );
}

function AuditFilters({ choices, filter }: Pick<Props, 'choices' | 'filter'>) {
  return (
    <form class="list-filters" method="get" action={AUDIT} role="search" aria-label="Filtros">
      <label>
        Empresa
        <select class="form-select form-select-sm" name="companyId">
          {choices.map(({ companyId, legalName }) => (
            <option value={String(companyId)} selected={companyId === filter.companyId}>
              {legalName}
            </option>
          ))}
        </select>
      </label>
      <label>
        Competência
        <input class="form-control form-control-sm" type="month" name="period" value={filter.period ?? ''} />
      </label>
      <label>
        De
        <input class="form-control form-control-sm" type="date" name="de" value={filter.from ?? ''} />
      </label>
      <label>
        Até
        <input class="form-control form-control-sm" type="date" name="ate" value={filter.to ?? ''} />
      </label>
      <label>
        O quê
        <select class="form-select form-select-sm" name="tipo">
          <option value="">Tudo</option>
          {eventKinds.map((kind) => (
            <option value={kind} selected={kind === filter.kind}>
              {kindNames[kind]}
            </option>
          ))}
        </select>
      </label>
      <label>
        Quem
        <input class="form-control form-control-sm" type="search" name="quem" value={filter.who} />
      </label>
      <button class="btn btn-sm btn-primary">Filtrar</button>
    </form>
  );
}
