// The filters of the list.
import { roleWords } from '../../../domain/clients/roles.js';
import { choicesOf } from '../../../domain/kernel/vocabulary.js';
import { reconciliationStates } from '../../../domain/reconciliation/states.js';
import { slaStatusWords } from '../../../domain/reconciliation/states.js';
import { turns, type Turn } from '../../../projections/views/worklist/worklist.js';
import { Checkbox } from '../../design/Checkbox.js';
import { companyFilter, Filters, monthFilter, type Filter } from '../../design/Filters.js';
import { LIST_ID, LIST_PATH, type ListAddress } from './address.js';
import type { Choices } from './query.js';

const turnNames: Readonly<Record<Turn, string>> = {
  supervisor: roleWords.SUPERVISOR.name,
  elaborador: roleWords.PREPARER.name,
  revisor: roleWords.REVIEWER.name,
  aprovador: roleWords.APPROVER.name,
  abertas: 'Qualquer papel',
  iniciadas: 'Qualquer papel, começadas',
  naoIniciadas: 'Qualquer papel, não começadas',
};

function fieldsOf(address: ListAddress, { companies, people }: Choices): readonly Filter[] {
  const names = [...new Set([...people.map(({ name }) => name), 'Sistema'])];
  return [
    { label: 'Código ou descrição', name: 'texto', type: 'search', value: address.texto },
    companyFilter(companies, address.companyId),
    monthFilter(address.period),
    {
      ...{ label: 'Estado', name: 'status', value: address.status, all: 'Todos' },
      choices: choicesOf(reconciliationStates),
    },
    {
      ...{ label: 'Vez de', name: 'vez', value: address.vez, all: 'Todos' },
      choices: turns.map((turn) => [turn, turnNames[turn]] as const),
    },
    {
      ...{ label: 'Prazo', name: 'slaStatus', value: address.slaStatus, all: 'Todos' },
      choices: choicesOf(slaStatusWords),
    },
    {
      ...{ label: 'Responsável', name: 'responsavel', value: address.responsavel, all: 'Todos' },
      choices: names.map((name) => [name, name] as const),
    },
  ];
}

/** Sent as a form without JavaScript; with it, at each change, and only the list is replaced. */
export function ListFilters({ address, choices }: Readonly<{ address: ListAddress; choices: Choices }>) {
  return (
    <Filters
      path={LIST_PATH}
      fields={fieldsOf(address, choices)}
      hx-get={LIST_PATH}
      hx-trigger="input delay:250ms, submit"
      hx-target={`#${LIST_ID}`}
      hx-select={`#${LIST_ID}`}
      hx-swap="outerHTML"
      hx-sync="this:replace"
      after={
        <a class="button" href={`${LIST_PATH}?fila=${address.fila}`}>
          Limpar
        </a>
      }
    >
      <input type="hidden" name="fila" value={address.fila} />
      {address.ordem !== undefined && <input type="hidden" name="ordem" value={address.ordem} />}
      <Checkbox name="diferenca" label="Só com diferença" checked={address.diferenca === 'sim'} />
    </Filters>
  );
}
