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

/** No default branch: a new problem needs a sentence to compile. */
export function problemMessage(problem: Problem): ProblemMessage {
  switch (problem.is) {
    case 'CompanyNotFound':
      return { code: 'EMPRESA_NAO_ENCONTRADA', error: `Empresa não encontrada para ${companyAsked(problem)}` };
    case 'CompanyNotActive':
      return { code: 'EMPRESA_INATIVA', error: 'A empresa não está ativa' };
    case 'ModuleNotContracted':
      return { code: 'MODULO_NAO_CONTRATADO', error: 'A empresa não contratou o módulo de conciliação' };
    case 'TrialBalanceNotFound':
      return { code: 'BALANCETE_NAO_ENCONTRADO', error: 'Balancete não encontrado' };
    case 'LeftOutLinesNotStored':
      return {
        code: 'LINHAS_NAO_GUARDADAS',
        error: `O balancete ${problem.trialBalanceId} foi importado antes de as linhas que não entram serem guardadas`,
      };
    case 'ChartNotFound':
      return { code: 'PLANO_NAO_ENCONTRADO', error: 'Plano de contas não encontrado' };
    case 'AccountNotFound':
      return { code: 'CONTA_NAO_ENCONTRADA', error: 'Conta não encontrada' };
    case 'NoSuchReconciliation':
      return { code: 'CONCILIACAO_NAO_ENCONTRADA', error: 'Conciliação não encontrada' };
    case 'CompetenceClosed':
      return {
        code: 'COMPETENCE_CLOSED',
        error: `A competência ${month(problem.competence)} está fechada e não aceita novas importações`,
      };
    case 'NextCompetenceClosed':
      return {
        code: 'NEXT_COMPETENCE_CLOSED',
        error:
          `A competência seguinte (${month(problem.competence)}) está fechada ` +
          'e esta importação alteraria os saldos',
      };
    case 'ImportRefused':
      return importRefused(problem);
    case 'ParameterInvalid':
      return { code: 'PARAMETRO_INVALIDO', error: problem.messages.join(', ') };
    case 'BodyInvalid':
      return { code: 'PARAMETRO_INVALIDO', error: bodyFaultSentence(problem.fault) };
    case 'NothingToRelease':
      return { code: 'NADA_A_LIBERAR', error: `Não há balancete de ${month(problem.competence)} para liberar` };
    case 'OtherVersionIsNewest':
      return {
        code: 'VERSAO_MAIS_NOVA',
        error:
          `Uma versão mais nova de ${month(problem.competence)} foi importada: ` + 'confira-a antes de liberar',
      };
    case 'ReleaseInClosedCompetence':
      return {
        code: 'COMPETENCE_CLOSED',
        error: `A competência ${month(problem.competence)} está fechada e não aceita novas liberações`,
      };
    case 'CompetenceNotClosed':
      return {
        code: 'COMPETENCIA_NAO_FECHADA',
        error: `A competência ${month(problem.competence)} não está fechada`,
      };
    case 'NotLastClosedCompetence':
      return {
        code: 'COMPETENCIA_NAO_E_A_ULTIMA_FECHADA',
        error:
          `A competência ${month(problem.competence)} não pode ser reaberta antes de ${month(problem.last)}: ` +
          'reabra da última competência fechada para trás',
      };
    case 'ReasonMissing':
      return { code: 'JUSTIFICATIVA_AUSENTE', error: 'Informe a justificativa' };
    case 'ClosingPointsPending':
      return {
        code: 'PENDENCIAS_DO_FECHAMENTO',
        error: `Para fechar ${month(problem.competence)} falta no checklist: ${problem.points.join('; ')}`,
      };
    case 'StatementNotConfirmed':
      return {
        code: 'DECLARACAO_NAO_CONFIRMADA',
        error: `Para fechar, confirme a declaração da empresa: "${problem.statement.replaceAll('\n', ' ')}"`,
      };
    case 'ChecklistPointUnknown':
      return { code: 'PONTO_NAO_ENCONTRADO', error: `O checklist da empresa não tem o ponto "${problem.point}"` };
    case 'ChecklistInClosedCompetence':
      return {
        code: 'COMPETENCE_CLOSED',
        error: `A competência ${month(problem.competence)} está fechada: o checklist não muda mais`,
      };
    case 'ScheduleInvalid':
      return { code: 'CRONOGRAMA_INVALIDO', error: scheduleFaultsSentence(problem.faults) };
    case 'TooManySchedules':
      return {
        code: 'LIMITE_DE_CRONOGRAMAS',
        error: `A empresa já tem ${problem.max} cronogramas`,
      };
    case 'ScheduleNotFound':
      return { code: 'CRONOGRAMA_NAO_ENCONTRADO', error: 'Cronograma não encontrado' };
    case 'RoleMissing':
      return {
        code: 'PAPEL_INSUFICIENTE',
        error: roleMissing(problem.roles, 'desta empresa'),
      };
    case 'KeyNotFound':
      return { code: 'CHAVE_NAO_ENCONTRADA', error: `Chave não encontrada: ${problem.keyId}` };
    case 'KeyEnded':
      return {
        code: 'CHAVE_ENCERRADA',
        error:
          problem.newKeyId === null
            ? `A chave ${problem.keyId} foi revogada ou expirou: emita outra com keys issue`
            : `A chave ${problem.keyId} já foi substituída pela chave ${problem.newKeyId}`,
      };
    case 'ClientNotFound':
      return { code: 'CLIENTE_NAO_ENCONTRADO', error: `Cliente não encontrado: ${problem.ref}` };
    case 'ScopeMissing':
      return { code: 'ESCOPO_INSUFICIENTE', error: `Escopo insuficiente: ${problem.scope}` };
    case 'WebhookNotFound':
      return { code: 'WEBHOOK_NAO_ENCONTRADO', error: 'Webhook não encontrado' };
    case 'DeliveryNotFound':
      return { code: 'ENTREGA_NAO_ENCONTRADA', error: 'Entrega não encontrada' };
    case 'WebhookInactive':
      return { code: 'WEBHOOK_INATIVO', error: 'O webhook está inativo e precisa ser reativado antes do reenvio' };
    case 'ReplayRunning':
      return { code: 'REENVIO_EM_ANDAMENTO', error: 'Outro reenvio deste webhook ainda está em andamento' };
    case 'WebhookUrlInvalid':
      return { code: 'PARAMETRO_INVALIDO', error: urlFaultSentence(problem.fault) };
    case 'TooManyWebhooks':
      return { code: 'LIMITE_DE_WEBHOOKS', error: `O cliente já tem ${problem.max} webhooks` };
    case 'IdempotencyKeyReused':
      return {
        code: 'CHAVE_DE_IDEMPOTENCIA_REUTILIZADA',
        error: 'Esta Idempotency-Key já foi usada com outro conteúdo',
      };
    case 'IdempotencyKeyInUse':
      return {
        code: 'CHAVE_DE_IDEMPOTENCIA_EM_USO',
        error: 'A primeira chamada com esta Idempotency-Key ainda está em andamento',
      };
    case 'RegistersInvalid':
      return {
        code: 'CADASTRO_INVALIDO',
        error: problem.errors.map(registerFaultText).join(', '),
      };
    case 'Unavailable':
      return {
        code: 'SERVICO_INDISPONIVEL',
        error: 'Serviço temporariamente indisponível, tente novamente em instantes',
      };
  }
}

type Refused = Extract<Problem, { is: 'ImportRefused' }>;

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
