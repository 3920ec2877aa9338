// What each value of the contract's enumerations means. A new value of a domain's type does not compile without a meaning.
import type { AccountKind, Nature } from '../../domain/charts/events.js';
import type { CompanyStatus, TaxRegime } from '../../domain/clients/events.js';
import type { ReconciliationStatus } from '../../domain/reconciliation/states.js';
import { statusMeanings, statusNames } from '../../messages/reconciliations.js';
import { eventTypeTexts } from '../../messages/webhooks.js';
import type { SlaStatus } from '../../projections/views/reconciliations/deadlineStatus.js';

type Meanings<Value extends string> = Readonly<Record<Value, string>>;

const slaStatus: Meanings<SlaStatus> = {
  ON_TIME: 'faltam 24 horas ou mais para o prazo',
  DUE_SOON: 'faltam menos de 24 horas',
  OVERDUE: 'o prazo passou e a conciliação não terminou',
  COMPLETED_ON_TIME: 'aprovada ou dispensada até o prazo do Aprovador',
  COMPLETED_LATE: 'aprovada ou dispensada depois dele',
};
const trialBalanceStatus: Meanings<'IMPORTED' | 'RELEASED' | 'SUPERSEDED'> = {
  IMPORTED: 'a versão mais nova, ainda não liberada',
  RELEASED: 'a versão em conciliação',
  SUPERSEDED: 'substituída por uma versão mais nova',
};
const companyStatus: Meanings<CompanyStatus> = {
  ACTIVE: 'ativa',
  INACTIVE: 'inativa: não aceita importações',
  SUSPENDED: 'suspensa: não aceita importações',
};
const taxRegime: Meanings<TaxRegime> = {
  REAL_PROFIT: 'lucro real',
  PRESUMED_PROFIT: 'lucro presumido',
  ARBITRATED_PROFIT: 'lucro arbitrado',
  SIMPLES_NACIONAL: 'Simples Nacional',
  MEI: 'microempreendedor individual',
  EXEMPT_IMMUNE: 'isenta ou imune',
};
const accountKind: Meanings<AccountKind> = {
  ANALYTICAL: 'analítica: recebe lançamentos',
  SYNTHETIC: 'sintética: soma as contas abaixo dela e nunca concilia',
};
const nature: Meanings<Nature> = {
  DEBIT: 'o saldo normal é devedor',
  CREDIT: 'o saldo normal é credor',
  MIXED: 'o saldo pode ser devedor ou credor',
};
const eventType: Meanings<string> = Object.fromEntries(
  Object.entries(eventTypeTexts).map(([type, { meaning }]) => [type, meaning]),
);
const webhookStatus: Meanings<'ACTIVE' | 'INACTIVE'> = {
  ACTIVE: 'as entregas são feitas',
  INACTIVE: 'nada é enviado; o que aconteceria é registrado como SKIPPED',
};
const deactivationReason: Meanings<'REQUESTED' | 'EXHAUSTED' | 'GONE'> = {
  REQUESTED: 'pedido do cliente',
  EXHAUSTED: 'três entregas seguidas esgotaram as tentativas',
  GONE: 'o destino respondeu 410',
};
const deliveryStatus: Meanings<'PENDING' | 'RETRYING' | 'DELIVERED' | 'FAILED' | 'SKIPPED' | 'CANCELLED'> = {
  PENDING: 'ainda não tentada',
  RETRYING: 'espera a próxima tentativa',
  DELIVERED: 'aceita pelo destino',
  FAILED: 'falhou em todas as tentativas',
  SKIPPED: 'o webhook estava inativo',
  CANCELLED: 'o webhook foi excluído',
};
const convention: Meanings<'SINALIZADA' | 'NATURAL'> = {
  SINALIZADA: 'saldos credores são negativos',
  NATURAL: 'o saldo de cada conta é positivo no lado da sua natureza',
};
const fileFormat: Meanings<'csv' | 'txt' | 'xml' | 'xlsx' | 'xls' | 'html' | 'ecd'> = {
  csv: 'texto separado por vírgula ou ponto e vírgula',
  txt: 'texto separado por tabulação ou barra',
  xml: 'XML, inclusive planilha do Excel 2003',
  xlsx: 'Excel',
  xls: 'Excel até 2003',
  html: 'tabela HTML, mesmo com outro nome',
  ecd: 'escrituração contábil digital do SPED',
};
const order: Meanings<'asc' | 'desc'> = { asc: 'em ordem crescente', desc: 'em ordem decrescente' };

const ALL: readonly Meanings<string>[] = [
  ...[statusMeanings, slaStatus, trialBalanceStatus, companyStatus, taxRegime, accountKind, nature],
  ...[eventType, webhookStatus, deactivationReason, deliveryStatus, convention, fileFormat, order],
];

/**
 * The description of an enumeration with a line for each value.
 * @param values of a schema's `enum`; unchanged when they are no enumeration known here
 */
export function withMeanings(description: string | undefined, values: readonly unknown[]): string | undefined {
  const named = new Set(values.map(String));
  const meanings = ALL.find(
    (one) => Object.keys(one).every((value) => named.has(value)) && sizeOf(one) === named.size,
  );
  if (meanings === undefined) return description;
  const lines = Object.entries(meanings).map(
    ([value, meaning]) => `- \`${value}\`: ${nameOf(value, meanings)}${meaning}`,
  );
  return `${description === undefined ? '' : `${description}\n\n`}${lines.join('\n')}`;
}

function sizeOf(meanings: Meanings<string>): number {
  return Object.keys(meanings).length;
}

/** Reconciliations have names on screen. */
function nameOf(value: string, meanings: Meanings<string>): string {
  return meanings === statusMeanings ? `${statusNames[value as ReconciliationStatus]}; ` : '';
}
