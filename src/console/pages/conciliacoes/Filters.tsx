// The filters of the list: a search, the others folded away, and those that hold as chips.
import { approvalReasons } from '../../../domain/clients/rules.js';
import { roleWords } from '../../../domain/clients/roles.js';
import { choicesOf, valuesOf } from '../../../domain/kernel/vocabulary.js';
import { approvalReasonText } from '../../../messages/reconciliations.js';
import { reconciliationStates, slaStatusWords } from '../../../domain/reconciliation/states.js';
import { turns, type Turn } from '../../../projections/views/worklist/worklist.js';
import { companyFilter, filterChips, Filters, monthFilter, type Filter, Chips } from '../../design/Filters.js';
import { LIST_ID, LIST_PATH, addressOf, type ListAddress } from './address.js';
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
const orderNames = [
  ['prazo', 'Mais antigas'],
  ['-diferenca', 'Maior diferença'],
  ['-variacao', 'Maior variação'],
  ['conta', 'Conta'],
] as const;

const search = ({ texto }: ListAddress): Filter => ({
  ...{ label: 'Busca', name: 'texto', type: 'search', value: texto, placeholder: 'código ou descrição (/)' },
});

function folded(address: ListAddress, { companies, people }: Choices): readonly Filter[] {
  const names = [...new Set([...people.map(({ name }) => name), 'Sistema'])];
  return [
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
    {
      ...{ label: 'Diferença', name: 'diferenca', value: address.diferenca, all: 'Todas' },
      choices: [['sim', 'Só com diferença']],
    },
    {
      ...{ label: 'Itens em aberto', name: 'itensHaMaisDe', value: address.itensHaMaisDe, all: 'Todas' },
      choices: [30, 60, 90, 180].map((days) => [String(days), `Há mais de ${days} dias`] as const),
    },
    {
      ...{ label: 'Variação', name: 'variacao', value: address.variacao, all: 'Todas' },
      choices: [['sim', 'Só as que pedem explicação']],
    },
    {
      ...{
        label: 'Aprovação por regra',
        name: 'aprovacaoAutomatica',
        value: address.aprovacaoAutomatica,
        all: 'Todas',
      },
      choices: valuesOf(approvalReasons).map((reason) => [reason, approvalReasonText(reason)] as const),
    },
    { label: 'Ordem', name: 'ordem', value: address.ordem, all: 'Liberação', choices: orderNames },
  ];
}

type Props = Readonly<{ address: ListAddress; choices: Choices }>;

/** Sent as a form without JavaScript; with it, at each change, and only the list is replaced. */
export function ListFilters({ address, choices }: Props) {
  return (
    <Filters
      path={LIST_PATH}
      fields={[search(address)]}
      more={folded(address, choices)}
      hx-get={LIST_PATH}
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

/** An order by a column is a filter of the address, too, and shown by the column. */
export function ActiveFilters({ address, choices }: Props) {
  const without = (name: string) => addressOf(address, { [name]: undefined });
  const chips = filterChips([search(address), ...folded(address, choices)], without);
  return chips.length === 0 ? null : <Chips label="Filtros em uso" chips={chips} />;
}
