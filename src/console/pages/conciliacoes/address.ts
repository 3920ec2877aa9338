// The address of the list: which queue, which filters, in what order, which page. Names are a contract: docs/spec/console.md.
import { approvalReasons, type ApprovalReason } from '../../../domain/clients/rules.js';
import { valuesOf } from '../../../domain/kernel/vocabulary.js';
import { parseCompetence } from '../../../domain/kernel/competence.js';
import {
  reconciliationStatuses,
  slaStatuses,
  type ReconciliationStatus,
  type SlaStatus,
} from '../../../domain/reconciliation/states.js';
import {
  queues,
  turns,
  worklistOrders,
  type Queue,
  type Turn,
  type WorklistOrder,
} from '../../../projections/views/worklist/worklist.js';

export const LIST_PATH = '/console/conciliacoes';
/** The element that a filter replaces. */
export const LIST_ID = 'lista';

/** `invalid`: labels of the filters whose values are none. */
export type ListAddress = Readonly<{
  fila: Queue;
  companyId?: number | undefined;
  period?: string | undefined;
  status?: ReconciliationStatus | undefined;
  slaStatus?: SlaStatus | undefined;
  vez?: Turn | undefined;
  responsavel?: string | undefined;
  texto?: string | undefined;
  diferenca?: 'sim' | undefined;
  /** Open items of more days. */
  itensHaMaisDe?: number | undefined;
  variacao?: 'sim' | undefined;
  /** Why a rule approved it, or did not. */
  aprovacaoAutomatica?: ApprovalReason | undefined;
  ordem?: WorklistOrder | `-${WorklistOrder}` | undefined;
  page: number;
  /** Rows shown selected; no link keeps them. */
  selecionadas: ReadonlySet<number>;
  invalid: readonly string[];
}>;

/** An address holds no more. */
const SELECTED_MAX = 100;

const FILTERS = [
  'companyId',
  'period',
  'status',
  'slaStatus',
  'vez',
  'responsavel',
  'texto',
  'diferenca',
  'itensHaMaisDe',
  'variacao',
  'aprovacaoAutomatica',
] as const;

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
  const filtered = FILTERS.some((name) => given(name) !== undefined);
  return {
    fila: checked('fila', 'Fila', oneOf(queues)) ?? (filtered ? 'todas' : ownQueue),
    companyId: checked('companyId', 'Empresa', wholeNumber),
    period: checked('period', 'Competência', parseCompetence),
    status: checked('status', 'Estado', oneOf(reconciliationStatuses)),
    slaStatus: checked('slaStatus', 'Prazo', oneOf(slaStatuses)),
    vez: checked('vez', 'Vez de', oneOf(turns)),
    responsavel: given('responsavel'),
    texto: given('texto'),
    diferenca: checked('diferenca', 'Diferença', oneOf(['sim'])),
    itensHaMaisDe: checked('itensHaMaisDe', 'Itens em aberto', wholeNumber),
    variacao: checked('variacao', 'Variação', oneOf(['sim'])),
    aprovacaoAutomatica: checked('aprovacaoAutomatica', 'Aprovação por regra', oneOf(valuesOf(approvalReasons))),
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
  for (const name of ['fila', ...FILTERS, 'ordem'] as const) {
    const value = changed[name];
    if (value !== undefined) search.set(name, String(value));
  }
  if (changed.page > 1) search.set('page', String(changed.page));
  const selected = [...changed.selecionadas].slice(0, SELECTED_MAX);
  if (selected.length > 0) search.set('selecionadas', selected.join('.'));
  return `${path}?${search.toString()}`;
}

const orders = worklistOrders.flatMap((order) => [order, `-${order}`] as const);

function oneOf<Value extends string>(values: readonly Value[]): (text: string) => Value | null {
  return (text) => values.find((value) => value === text) ?? null;
}

function wholeNumber(text: string): number | null {
  const value = /^[0-9]{1,15}$/.test(text) ? Number(text) : 0;
  return value >= 1 ? value : null;
}
