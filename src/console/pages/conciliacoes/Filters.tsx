// The filters of the list.
import { reconciliationStatuses } from '../../../domain/reconciliation/states.js';
import { slaStatuses } from '../../../projections/views/reconciliations/deadlineStatus.js';
import { turns, type Turn } from '../../../projections/views/worklist/worklist.js';
import { statusNames } from '../../../messages/reconciliations.js';
import { Choice, CompanyFilter, MonthFilter } from '../../design/filters.js';
import { deadlineNames } from '../../design/tones.js';
import { LIST_ID, LIST_PATH, type ListAddress } from './address.js';
import type { Choices } from './query.js';

const turnNames: Readonly<Record<Turn, string>> = {
  supervisor: 'Supervisor',
  elaborador: 'Elaborador',
  revisor: 'Revisor',
  aprovador: 'Aprovador',
  abertas: 'Qualquer papel',
};

/** Sent as a form without JavaScript; with it, at each change, and only the list is replaced. */
export function Filters({ address, choices }: Readonly<{ address: ListAddress; choices: Choices }>) {
  const { companies, people } = choices;
  const names = [...new Set([...people.map(({ name }) => name), 'Sistema'])];
  return (
    <form
      class="list-filters"
      method="get"
      action={LIST_PATH}
      role="search"
      aria-label="Filtros"
      hx-get={LIST_PATH}
      hx-trigger="input delay:250ms, submit"
      hx-target={`#${LIST_ID}`}
      hx-select={`#${LIST_ID}`}
      hx-swap="outerHTML"
      hx-sync="this:replace"
    >
      <input type="hidden" name="fila" value={address.fila} />
      {address.ordem !== undefined && <input type="hidden" name="ordem" value={address.ordem} />}
      <label class="filter-text">
        Código ou descrição
        <input
          class="form-control form-control-sm"
          type="search"
          name="texto"
          id="busca"
          value={address.texto ?? ''}
          autocomplete="off"
        />
      </label>
      <CompanyFilter companies={companies} value={address.companyId} />
      <MonthFilter value={address.period} />
      <Choice label="Estado" name="status" value={address.status} all="Todos">
        {reconciliationStatuses.map((status) => [status, statusNames[status]])}
      </Choice>
      <Choice label="Vez de" name="vez" value={address.vez} all="Todos">
        {turns.map((turn) => [turn, turnNames[turn]])}
      </Choice>
      <Choice label="Prazo" name="slaStatus" value={address.slaStatus} all="Todos">
        {slaStatuses.map((status) => [status, deadlineNames[status][1]])}
      </Choice>
      <Choice label="Responsável" name="responsavel" value={address.responsavel} all="Todos">
        {names.map((name) => [name, name])}
      </Choice>
      <label class="form-check">
        <input
          class="form-check-input"
          type="checkbox"
          name="diferenca"
          value="sim"
          checked={address.diferenca === 'sim'}
        />
        <span class="form-check-label">Só com diferença</span>
      </label>
      <button class="btn btn-sm btn-primary">Filtrar</button>
      <a class="btn btn-sm btn-outline-secondary" href={`${LIST_PATH}?fila=${address.fila}`}>
        Limpar
      </a>
    </form>
  );
}
