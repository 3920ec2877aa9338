// The sentence and code of each problem. The status is the code's: errorCodes.ts.
import type { RecordedRefusal } from '../domain/books/events.js';
import type { Problem } from '../domain/problem.js';
import type { LineError } from '../domain/trialBalance/refusals.js';
import type { ErrorCode } from './errorCodes.js';
import { month } from './formats.js';
import { bodyFaultSentence } from './httpProblems.js';
import { interpretation } from './imports/importAnswer.js';
import { foldedErrors, importReasonSentence, lineReasonSentence } from './imports/reasons.js';
import { roleMissing } from './people.js';
import { registerFaultText } from './registers.js';
import { scheduleFaultsSentence } from './schedules.js';
import { codedSentencesOf } from './sentences.js';
import { urlFaultSentence } from './webhooks.js';

/** Line reasons in the joined sentence; the rest is a count (docs/spec/messages.md#joined-sentences). */
export const LINE_REASONS_IN_SENTENCE_MAX = 20;

/** A line error in the envelope's `erros`. */
export type LineMessage = Readonly<{ linha: number; campo: string; contaCodigo: string; mensagem: string }>;

export type ProblemMessage = Readonly<{
  code: ErrorCode;
  error: string;
  erros?: readonly LineMessage[];
  /** Of a file. */
  interpretacao?: object;
}>;

type Refused = Extract<Problem, { is: 'ImportRefused' }>;

export function problemMessage(problem: Problem): ProblemMessage {
  return problem.is === 'ImportRefused' ? importRefused(problem) : sentenceWithCode(problem);
}

const sentenceWithCode = codedSentencesOf<Exclude<Problem, Refused>>({
  CompanyNotFound: ['EMPRESA_NAO_ENCONTRADA', (it) => `Empresa não encontrada para ${companyAsked(it)}`],
  CompanyNotActive: ['EMPRESA_INATIVA', 'A empresa não está ativa'],
  ModuleNotContracted: ['MODULO_NAO_CONTRATADO', 'A empresa não contratou o módulo de conciliação'],
  TrialBalanceNotFound: ['BALANCETE_NAO_ENCONTRADO', 'Balancete não encontrado'],
  LeftOutLinesNotStored: [
    'LINHAS_NAO_GUARDADAS',
    (it) => `O balancete ${it.trialBalanceId} foi importado antes de as linhas que não entram serem guardadas`,
  ],
  ChartNotFound: ['PLANO_NAO_ENCONTRADO', 'Plano de contas não encontrado'],
  AccountNotFound: ['CONTA_NAO_ENCONTRADA', 'Conta não encontrada'],
  NoSuchReconciliation: ['CONCILIACAO_NAO_ENCONTRADA', 'Conciliação não encontrada'],
  CompetenceClosed: [
    'COMPETENCE_CLOSED',
    (it) => `A competência ${month(it.competence)} está fechada e não aceita novas importações`,
  ],
  NextCompetenceClosed: [
    'NEXT_COMPETENCE_CLOSED',
    (it) => `A competência seguinte (${month(it.competence)}) está fechada e esta importação alteraria os saldos`,
  ],
  ParameterInvalid: ['PARAMETRO_INVALIDO', (it) => it.messages.join(', ')],
  BodyInvalid: ['PARAMETRO_INVALIDO', (it) => bodyFaultSentence(it.fault)],
  NothingToRelease: ['NADA_A_LIBERAR', (it) => `Não há balancete de ${month(it.competence)} para liberar`],
  OtherVersionIsNewest: [
    'VERSAO_MAIS_NOVA',
    (it) => `Uma versão mais nova de ${month(it.competence)} foi importada: confira-a antes de liberar`,
  ],
  ReleaseInClosedCompetence: [
    'COMPETENCE_CLOSED',
    (it) => `A competência ${month(it.competence)} está fechada e não aceita novas liberações`,
  ],
  CompetenceNotClosed: [
    'COMPETENCIA_NAO_FECHADA',
    (it) => `A competência ${month(it.competence)} não está fechada`,
  ],
  NotLastClosedCompetence: [
    'COMPETENCIA_NAO_E_A_ULTIMA_FECHADA',
    (it) =>
      `A competência ${month(it.competence)} não pode ser reaberta antes de ${month(it.last)}: ` +
      'reabra da última competência fechada para trás',
  ],
  ReasonMissing: ['JUSTIFICATIVA_AUSENTE', 'Informe a justificativa'],
  ClosingPointsPending: [
    'PENDENCIAS_DO_FECHAMENTO',
    (it) => `Para fechar ${month(it.competence)} falta no checklist: ${it.points.join('; ')}`,
  ],
  StatementNotConfirmed: [
    'DECLARACAO_NAO_CONFIRMADA',
    (it) => `Para fechar, confirme a declaração da empresa: "${it.statement.replaceAll('\n', ' ')}"`,
  ],
  ChecklistPointUnknown: ['PONTO_NAO_ENCONTRADO', (it) => `O checklist da empresa não tem o ponto "${it.point}"`],
  ChecklistInClosedCompetence: [
    'COMPETENCE_CLOSED',
    (it) => `A competência ${month(it.competence)} está fechada: o checklist não muda mais`,
  ],
  ScheduleInvalid: ['CRONOGRAMA_INVALIDO', (it) => scheduleFaultsSentence(it.faults)],
  TooManySchedules: ['LIMITE_DE_CRONOGRAMAS', (it) => `A empresa já tem ${it.max} cronogramas`],
  ScheduleNotFound: ['CRONOGRAMA_NAO_ENCONTRADO', 'Cronograma não encontrado'],
  RoleMissing: ['PAPEL_INSUFICIENTE', (it) => roleMissing(it.roles, 'desta empresa')],
  KeyNotFound: ['CHAVE_NAO_ENCONTRADA', (it) => `Chave não encontrada: ${it.keyId}`],
  KeyEnded: [
    'CHAVE_ENCERRADA',
    (it) =>
      it.newKeyId === null
        ? `A chave ${it.keyId} foi revogada ou expirou: emita outra com keys issue`
        : `A chave ${it.keyId} já foi substituída pela chave ${it.newKeyId}`,
  ],
  ClientNotFound: ['CLIENTE_NAO_ENCONTRADO', (it) => `Cliente não encontrado: ${it.ref}`],
  ScopeMissing: ['ESCOPO_INSUFICIENTE', (it) => `Escopo insuficiente: ${it.scope}`],
  WebhookNotFound: ['WEBHOOK_NAO_ENCONTRADO', 'Webhook não encontrado'],
  DeliveryNotFound: ['ENTREGA_NAO_ENCONTRADA', 'Entrega não encontrada'],
  WebhookInactive: ['WEBHOOK_INATIVO', 'O webhook está inativo e precisa ser reativado antes do reenvio'],
  ReplayRunning: ['REENVIO_EM_ANDAMENTO', 'Outro reenvio deste webhook ainda está em andamento'],
  WebhookUrlInvalid: ['PARAMETRO_INVALIDO', (it) => urlFaultSentence(it.fault)],
  TooManyWebhooks: ['LIMITE_DE_WEBHOOKS', (it) => `O cliente já tem ${it.max} webhooks`],
  IdempotencyKeyReused: [
    'CHAVE_DE_IDEMPOTENCIA_REUTILIZADA',
    'Esta Idempotency-Key já foi usada com outro conteúdo',
  ],
  IdempotencyKeyInUse: [
    'CHAVE_DE_IDEMPOTENCIA_EM_USO',
    'A primeira chamada com esta Idempotency-Key ainda está em andamento',
  ],
  RegistersInvalid: ['CADASTRO_INVALIDO', (it) => it.errors.map(registerFaultText).join(', ')],
  Unavailable: ['SERVICO_INDISPONIVEL', 'Serviço temporariamente indisponível, tente novamente em instantes'],
});

/** The sentences of all reasons of a refused import, in order; at most 20 of lines. */
export function refusalSentences(problem: Refused): readonly string[] {
  return [...problem.reasons.map(importReasonSentence), ...lineSentences(problem).sentences];
}

/** Errors on most lines of a file for one reason become one sentence. `lineCount`: the lines that the sentences cover. */
function lineSentences({ lineErrors, understood }: Refused): { sentences: readonly string[]; lineCount: number } {
  const { folded, single } = foldedErrors(lineErrors, understood);
  const first = single.slice(0, LINE_REASONS_IN_SENTENCE_MAX);
  const sentences = [...folded.map(({ sentence }) => sentence), ...first.map(lineReasonSentence)];
  return { sentences, lineCount: folded.reduce((sum, { count }) => sum + count, first.length) };
}

function importRefused(problem: Refused): ProblemMessage {
  const { sentences: ofLines, lineCount } = lineSentences(problem);
  const sentences = [...problem.reasons.map(importReasonSentence), ...ofLines];
  const more = problem.lineErrorCount - lineCount;
  const error = (more > 0 ? [...sentences, `e mais ${more}`] : sentences).join(', ');
  const code = 'IMPORTACAO_RECUSADA';
  const { lineErrors, understood } = problem;
  return {
    code,
    error,
    ...(lineErrors.length > 0 && { erros: lineErrors.map(lineMessage) }),
    ...(understood && { interpretacao: interpretation(understood.interpretation) }),
  };
}

function lineMessage(it: LineError): LineMessage {
  return { linha: it.line, campo: it.field, contaCodigo: it.accountCode, mensagem: lineReasonSentence(it) };
}

function companyAsked(problem: Extract<Problem, { is: 'CompanyNotFound' }>): string {
  return problem.by === 'cnpj' ? `o CNPJ ${problem.cnpj}` : `o companyId ${problem.companyId}`;
}

// The sentences of a refused import, as answered and as stored in the event of the refusal.

/**
 * Null for a problem that is not recorded: only those answered 400, 403 or 409 by the import itself are
 * (docs/spec/imports.md#recorded-refusals).
 */
export function describeRefusal(problem: Problem): RecordedRefusal | null {
  const { error } = problemMessage(problem);
  const single = (code: RecordedRefusal['code']) => ({ code, error, reasons: [error], reasonCount: 1 });
  switch (problem.is) {
    case 'ImportRefused': {
      const reasonCount = problem.reasons.length + problem.lineErrorCount;
      return { code: 'IMPORTACAO_RECUSADA', error, reasons: refusalSentences(problem), reasonCount };
    }
    case 'CompanyNotActive':
      return single('EMPRESA_INATIVA');
    case 'ModuleNotContracted':
      return single('MODULO_NAO_CONTRATADO');
    case 'CompetenceClosed':
      return single('COMPETENCE_CLOSED');
    case 'NextCompetenceClosed':
      return single('NEXT_COMPETENCE_CLOSED');
    default:
      return null;
  }
}
