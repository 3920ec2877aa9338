// The address of the list: which queue, which filters, in what order, which page. Names are a contract: docs/spec/console.md.
import { approvalReasons } from '../../../domain/clients/rules.js';
import { valuesOf } from '../../../domain/kernel/vocabulary.js';
import { parseCompetence } from '../../../domain/kernel/competence.js';
import { reconciliationStatuses, slaStatuses } from '../../../domain/reconciliation/states.js';
import {
  queues,
  turns,
  worklistOrders,
  type Queue,
  type WorklistOrder,
} from '../../../projections/views/worklist/worklist.js';

export const LIST_PATH = '/console/conciliacoes';
/** The element that a filter replaces. */
export const LIST_ID = 'lista';

/** What filters the list: its label, and how its text in the address is read; null: it is no value. */
const FILTERS = {
  companyId: ['Empresa', wholeNumber],
  period: ['Competência', parseCompetence],
  status: ['Estado', oneOf(reconciliationStatuses)],
  slaStatus: ['Prazo', oneOf(slaStatuses)],
  vez: ['Vez de', oneOf(turns)],
  responsavel: ['Responsável', String],
  texto: ['Busca', String],
  diferenca: ['Diferença', oneOf(['sim'])],
  /** Open items of more days. */
  itensHaMaisDe: ['Itens em aberto', wholeNumber],
  variacao: ['Variação', oneOf(['sim'])],
  /** Why a rule approved it, or did not. */
  aprovacaoAutomatica: ['Aprovação por regra', oneOf(valuesOf(approvalReasons))],
} as const satisfies Readonly<Record<string, readonly [string, (text: string) => unknown]>>;

type Filters = typeof FILTERS;
type Filtered = {
  readonly [Name in keyof Filters]?: NonNullable<ReturnType<Filters[Name][1]>> | undefined;
};
const filterNames = Object.keys(FILTERS) as readonly (keyof Filters)[];

/** `invalid`: labels of the filters whose values are none. `selecionadas`: rows shown selected; no link keeps them. */
export type ListAddress = Filtered &
  Readonly<{
    fila: Queue;
    ordem?: WorklistOrder | `-${WorklistOrder}` | undefined;
    page: number;
    selecionadas: ReadonlySet<number>;
    invalid: readonly string[];
  }>;

/** An address holds no more. */
const SELECTED_MAX = 100;

/** @param ownQueue where a person begins who asks for no queue and no filter */
export function readAddress(search: URLSearchParams, ownQueue: Queue): ListAddress {
  const invalid: string[] = [];
  const given = (name: string) => search.get(name)?.trim() || undefined;
  function checked<Value>(name: string, label: string, parse: (text: string) => Value | null): Value | undefined {
    const text = given(name);
    const value = text === undefined ? undefined : parse(text);
    if (value === null) invalid.push(label);
    return value ?? undefined;
  }
  const isFiltered = filterNames.some((name) => given(name) !== undefined);
  const fila = checked('fila', 'Fila', oneOf(queues)) ?? (isFiltered ? 'todas' : ownQueue);
  const filters = filterNames.map((name) => {
    const [label, parse]: readonly [string, (text: string) => unknown] = FILTERS[name];
    return [name, checked(name, label, parse)];
  });
  return {
    ...{ fila, ...(Object.fromEntries(filters) as Filtered) },
    ordem: checked('ordem', 'Ordem', oneOf(orders)),
    page: checked('page', 'Página', wholeNumber) ?? 1,
    selecionadas: new Set((given('selecionadas') ?? '').split('.').map(Number)),
    invalid,
  };
}

/** The address with some changes, and the first page unless one is named. @param path of a page that shows the list, too */
export function addressOf(address: ListAddress, changes: Partial<ListAddress> = {}, path = LIST_PATH): string {
  const changed = { ...address, page: 1, selecionadas: new Set<number>(), ...changes };
  const search = new URLSearchParams();
  for (const name of ['fila', ...filterNames, 'ordem'] as const) {
    const value = changed[name];
    if (value !== undefined) search.set(name, String(value));
  }
  if (changed.page > 1) search.set('page', String(changed.page));
  const selected = [...changed.selecionadas].slice(0, SELECTED_MAX);
  if (selected.length > 0) search.set('selecionadas', selected.join('.'));
  return `${path}?${search.toString()}`;
}

const orders = worklistOrders.flatMap((order) => [order, `-${order}`] as const);

function oneOf<const Value extends string>(values: readonly Value[]): (text: string) => Value | null {
  return (text) => values.find((value) => value === text) ?? null;
}

function wholeNumber(text: string): number | null {
  const value = /^[0-9]{1,15}$/.test(text) ? Number(text) : 0;
  return value >= 1 ? value : null;
}
