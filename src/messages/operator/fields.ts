// How the command line's tables name the members of rows and write their values; `--json` has them as REST does.
// Source: docs/spec/operator.md#tables.
import { environments } from '../../domain/deployment.js';
import { deactivationReasons, deliveryStatusWords } from '../../domain/webhooks/events.js';
import type { IdKind } from '../../domain/kernel/ids.js';
import { timeInSaoPaulo } from '../../domain/kernel/calendarDate.js';
import { maskCnpj } from '../../domain/kernel/cnpj.js';
import { centsOf } from '../../domain/kernel/money.js';
import type { ColumnField } from '../../domain/trialBalance/fileReasons.js';
import { dayText, money, wholeNumber } from '../formats.js';
import { columnNames } from '../imports/fileReasons.js';
import { statusNames } from '../reconciliations.js';
import { namesOf } from '../../domain/kernel/vocabulary.js';
import { scheduleKinds } from '../../domain/books/schedules.js';
import { itemSourceWords } from '../../domain/reconciliation/events.js';
import { slaStatusWords } from '../../domain/reconciliation/states.js';
import { conventionWords, trialBalanceStatusWords } from '../../domain/books/events.js';
import { companyStatuses, taxRegimes } from '../../domain/clients/events.js';

/**
 * `whole`: never shortened, such as an id to copy. `sentence`: wrapped instead. `text`: shortened where it has to
 * be.
 */
type Kind = 'id' | 'count' | 'amount' | 'instant' | 'date' | 'cnpj' | 'code' | 'whole' | 'sentence' | 'text';

/** Names of columns and of single values. Members that are not here keep their names and are texts. */
const fields: Readonly<Record<string, readonly [name: string, kind: Kind]>> = {
  id: ['id', 'whole'],
  razaoSocial: ['razão social', 'text'],
  nomeFantasia: ['nome fantasia', 'text'],
  regimeTributario: ['regime', 'code'],
  status: ['situação', 'code'],
  empresaControladoraId: ['controladora', 'id'],
  empresaId: ['empresa', 'id'],
  empresaNome: ['nome da empresa', 'text'],
  vigenciaInicio: ['início', 'date'],
  vigenciaFim: ['fim', 'date'],
  versao: ['versão', 'id'],
  competencia: ['competência', 'whole'],
  importadoEm: ['importado em', 'instant'],
  importadoPor: ['por', 'text'],
  linhas: ['linhas', 'count'],

  descricao: ['descrição', 'text'],
  contraparteId: ['contraparte', 'id'],
  contrapartePrefixo: ['contas dela', 'whole'],
  contraparteSaldo: ['saldo dela', 'amount'],
  prefixo: ['contas', 'whole'],
  saldo: ['saldo', 'amount'],
  contaId: ['id da conta', 'id'],
  contaCodigo: ['conta', 'whole'],
  contaDescricao: ['descrição', 'text'],
  responsavelNome: ['responsável', 'text'],
  responsavelPapel: ['papel', 'text'],
  prazo: ['prazo', 'instant'],
  slaStatus: ['situação do prazo', 'code'],
  saldoContabil: ['saldo contábil', 'amount'],
  saldoContabilDevedor: ['saldo contábil devedor', 'amount'],
  saldoConciliado: ['conciliado', 'amount'],
  ajustes: ['ajustes', 'amount'],
  variacao: ['variação a explicar', 'amount'],
  aprovacaoAutomatica: ['aprovação automática', 'code'],
  diferenca: ['diferença', 'amount'],
  reconciliationId: ['identificador público', 'whole'],
  motivo: ['motivo', 'sentence'],
  data: ['data', 'date'],
  valor: ['valor', 'amount'],
  baixado: ['baixado em', 'date'],
  fonte: ['fonte', 'code'],
  razao: ['razão', 'text'],
  tipo: ['tipo', 'code'],
  inicio: ['início', 'whole'],
  encerradoEm: ['encerrado em', 'whole'],
  impeditivo: ['impede o fechamento', 'text'],
  diaUtil: ['dia útil', 'id'],
  feitoEm: ['feito em', 'instant'],
  feitoPor: ['feito por', 'text'],
  comentario: ['comentário', 'text'],

  kind: ['tipo', 'text'],
  ref: ['referência', 'text'],
  outcome: ['resultado', 'text'],
  name: ['nome', 'text'],
  client: ['cliente', 'text'],
  clientId: ['id do cliente', 'id'],
  environment: ['ambiente', 'code'],
  scopes: ['escopos', 'text'],
  secret: ['segredo', 'whole'],
  oldId: ['chave substituída', 'whole'],
  oldExpiresAt: ['a substituída vale até', 'instant'],
  createdAt: ['criada em', 'instant'],
  email: ['e-mail', 'whole'],
  roles: ['papéis', 'sentence'],
  lastSignInAt: ['última entrada', 'instant'],
  lastUsedAt: ['último uso', 'instant'],
  revokedAt: ['revogada em', 'instant'],
  expiresAt: ['expira em', 'instant'],
  companies: ['empresas', 'text'],
  networks: ['redes', 'text'],
  url: ['endereço', 'text'],
  deactivatedAt: ['desativado em', 'instant'],
  deactivationReason: ['motivo', 'code'],

  at: ['data e hora', 'instant'],
  requestId: ['requisição', 'whole'],
  keyId: ['id da chave', 'id'],
  keyName: ['chave', 'text'],
  route: ['rota', 'text'],
  durationMs: ['duração (ms)', 'count'],
  address: ['endereço', 'whole'],
  type: ['evento', 'whole'],
  gravado: ['gravado', 'sentence'],
  'SHA-256': ['SHA-256', 'whole'],

  trialBalanceId: ['balancete', 'id'],
  version: ['versão', 'id'],
  reconciliations: ['conciliações', 'count'],
  warnings: ['avisos', 'text'],
  events: ['eventos', 'count'],
  streams: ['streams', 'count'],
  seals: ['selos', 'count'],
  seal: ['último selo', 'text'],
  root: ['raiz da árvore', 'whole'],
  signedBy: ['chave dos selos', 'whole'],
  publicKey: ['chave pública', 'whole'],
  publicKeySha256: ['SHA-256 da chave pública', 'whole'],
  bytes: ['bytes', 'count'],
  problems: ['problemas', 'text'],
  eventsVerified: ['eventos conferidos, das partes também', 'count'],
  streamsVerified: ['streams conferidos', 'count'],
  sealsVerified: ['selos conferidos', 'count'],
  eventsRead: ['eventos lidos do log', 'count'],
  logId: ['identidade do log', 'whole'],
  size: ['eventos', 'count'],
  isContinued: ['continuado por este log', 'text'],
  since: ['desde então', 'text'],
  nextIds: ['próximos ids', 'sentence'],
  sessions: ['sessões encerradas', 'count'],
  seconds: ['segundos', 'text'],
  rows: ['linhas', 'count'],
  total: ['total', 'count'],
  ...countsByStatus(),

  enviadas: ['linhas enviadas', 'count'],
  importadas: ['importadas', 'count'],
  ignoradasForaDoPlano: ['ignoradas, fora do plano', 'count'],
  ignoradasQueNaoConciliam: ['ignoradas, não conciliam', 'count'],
  alteracoes: ['alterações', 'text'],
  incluidas: ['incluídas', 'count'],
  alteradas: ['alteradas', 'count'],
  removidas: ['removidas', 'count'],
  conciliacoesAfetadas: ['conciliações afetadas', 'text'],
  totalConciliacoesAfetadas: ['total de conciliações afetadas', 'count'],
  saldoAtual: ['saldo atual', 'amount'],
  saldoNovo: ['saldo novo', 'amount'],
  continuidade: ['continuidade com o mês seguinte', 'text'],
  totalContinuidade: ['total sem continuidade', 'count'],
  esperado: ['esperado', 'amount'],
  encontrado: ['encontrado', 'amount'],
  interpretacao: ['interpretação', 'text'],
  codificacao: ['codificação', 'text'],
  linhaCabecalho: ['linha do cabeçalho', 'id'],
  convencao: ['convenção', 'code'],
  titulos: ['títulos', 'text'],
  debitos: ['débitos', 'amount'],
  creditos: ['créditos', 'amount'],
  encontradas: ['encontradas', 'count'],
  naoEncontradas: ['não encontradas', 'text'],
  cnpj: ['CNPJ', 'cnpj'],
};

/** Fields of the counts of deliveries. */
function countsByStatus(): Readonly<Record<string, readonly [name: string, kind: Kind]>> {
  const words = Object.entries(deliveryStatusWords);
  return Object.fromEntries(words.map(([status, { counted }]) => [status, [counted, 'count']]));
}

/** Names on screen of codes: docs/spec/workflow.md#states, docs/conciliacoes.md. */
const codeNames: Readonly<Record<string, string>> = {
  ...statusNames,
  ...namesOf(slaStatusWords),
  ...namesOf(trialBalanceStatusWords),
  ...namesOf(companyStatuses),
  ...namesOf(taxRegimes),
  ...namesOf(conventionWords),
  ...namesOf(scheduleKinds),
  ...namesOf(itemSourceWords),
  ...namesOf(deactivationReasons),
  ...namesOf(environments),
};

const TEXT: readonly [null, Kind] = [null, 'text'];

export function fieldName(field: string): string {
  return fieldOf(field)[0] ?? field;
}

/** Numbers are aligned to the right. */
export function isNumeric(field: string): boolean {
  return ['id', 'count', 'amount'].includes(kindOf(field));
}

export function kindOf(field: string): Kind {
  return fieldOf(field)[1];
}

function fieldOf(field: string): readonly [string | null, Kind] {
  if (Object.hasOwn(fields, field)) return fields[field] ?? TEXT;
  return Object.hasOwn(columnNames, field) ? [columnNames[field as ColumnField], 'text'] : TEXT;
}

/** A value as people read it; null for one that is written as it is. */
export function fieldText(field: string, value: string | number): string | null {
  const kind = kindOf(field);
  if (typeof value === 'number') {
    if (kind === 'amount') return money(centsOf(value));
    if (!Number.isInteger(value)) return String(value).replace('.', ',');
    return kind === 'count' ? wholeNumber(value) : null;
  }
  // A deadline in days has no time.
  if ((kind === 'date' || kind === 'instant') && /^\d{4}-\d{2}-\d{2}$/.test(value)) return dayText(value);
  if (kind === 'instant') return localTime(value);
  if (kind === 'cnpj') return maskCnpj(value);
  return kind === 'code' ? (codeNames[value] ?? null) : null;
}

/** An instant in America/Sao_Paulo: `22/11/2026 14:05:33`. */
export function localTime(instant: string): string {
  return Number.isNaN(Date.parse(instant)) ? instant : timeInSaoPaulo(instant);
}

/** The names of what integer ids are given to. */
export const idKindNames: Readonly<Record<IdKind, string>> = {
  client: 'cliente',
  company: 'empresa',
  chart: 'plano de contas',
  account: 'conta',
  apiKey: 'chave',
  trialBalance: 'balancete',
  reconciliation: 'conciliação',
  schedule: 'cronograma',
};

/** Names of fields of the API as options of the command line. */
export const withOptionNames = (sentence: string): string =>
  sentence.replace(/\bchartName\b/g, '--chart').replace(/\bperiod\b/g, '--period');
