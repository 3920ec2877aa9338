// Problems of a company's books.
import { month, type Competence } from '../kernel/competence.js';
import type { ErrorCode, ProblemOf, Problems } from '../kernel/problems.js';
import { SCHEDULES_MAX, scheduleFaultsSentence, type ScheduleFault } from './schedules.js';

type InMonth = Readonly<{ competence: Competence }>;

export const competenceClosed = {
  code: 'COMPETENCE_CLOSED',
  status: 409,
  happened: 'a competência está fechada e recusa importações, liberações e, por regra da empresa, trabalho',
  remedy: 'não repita; o cliente pode reabri-la',
} as const satisfies ErrorCode;

export const booksProblems = {
  TrialBalanceNotFound: {
    code: 'BALANCETE_NAO_ENCONTRADO',
    status: 404,
    happened: 'nenhum balancete do cliente com esse id',
    remedy: 'confira em `GET /api/v1/trial-balances`',
    error: 'Balancete não encontrado',
  },
  CompetenceClosed: {
    ...competenceClosed,
    error: (it: InMonth) => `A competência ${month(it.competence)} está fechada e não aceita novas importações`,
  },
  /** `competence` is the closed one: the month after the one asked for. */
  NextCompetenceClosed: {
    code: 'NEXT_COMPETENCE_CLOSED',
    status: 409,
    happened: 'a competência seguinte está fechada e o conteúdo mudaria os saldos',
    remedy: 'não repita; o cliente pode reabri-la',
    error: (it: InMonth) =>
      `A competência seguinte (${month(it.competence)}) está fechada e esta importação alteraria os saldos`,
  },
  LeftOutLinesNotStored: {
    code: 'LINHAS_NAO_GUARDADAS',
    status: 409,
    happened: '`escopo=todas` em um balancete importado antes de as linhas que não entram serem guardadas',
    remedy: 'leia sem `escopo`',
    error: (it: Readonly<{ trialBalanceId: number }>) =>
      `O balancete ${it.trialBalanceId} foi importado antes de as linhas que não entram serem guardadas`,
  },
  CompetenceNotClosed: {
    code: 'COMPETENCIA_NAO_FECHADA',
    status: 409,
    error: (it: InMonth) => `A competência ${month(it.competence)} não está fechada`,
  },
  NotLastClosedCompetence: {
    code: 'COMPETENCIA_NAO_E_A_ULTIMA_FECHADA',
    status: 409,
    error: (it: InMonth & Readonly<{ last: Competence }>) =>
      `A competência ${month(it.competence)} não pode ser reaberta antes de ${month(it.last)}: ` +
      'reabra da última competência fechada para trás',
  },
  ReasonMissing: { code: 'JUSTIFICATIVA_AUSENTE', status: 400, error: 'Informe a justificativa' },
  PointCommentMissing: { code: 'COMENTARIO_AUSENTE', status: 400, error: 'Informe o comentário' },
  ClosingPointsPending: {
    code: 'PENDENCIAS_DO_FECHAMENTO',
    status: 409,
    error: (it: InMonth & Readonly<{ points: readonly string[] }>) =>
      `Para fechar ${month(it.competence)} falta no checklist: ${it.points.join('; ')}`,
  },
  StatementNotConfirmed: {
    code: 'DECLARACAO_NAO_CONFIRMADA',
    status: 409,
    error: (it: Readonly<{ statement: string }>) =>
      `Para fechar, confirme a declaração da empresa: "${it.statement.replaceAll('\n', ' ')}"`,
  },
  ChecklistPointUnknown: {
    code: 'PONTO_NAO_ENCONTRADO',
    status: 404,
    error: (it: Readonly<{ point: string }>) => `O checklist da empresa não tem o ponto "${it.point}"`,
  },
  ChecklistInClosedCompetence: {
    ...competenceClosed,
    error: (it: InMonth) => `A competência ${month(it.competence)} está fechada: o checklist não muda mais`,
  },
  ScheduleInvalid: {
    code: 'CRONOGRAMA_INVALIDO',
    status: 400,
    error: (it: Readonly<{ faults: readonly ScheduleFault[] }>) => scheduleFaultsSentence(it.faults),
  },
  TooManySchedules: {
    code: 'LIMITE_DE_CRONOGRAMAS',
    status: 409,
    error: `A empresa já tem ${SCHEDULES_MAX} cronogramas`,
  },
  /** Also for one of another company or client. */
  ScheduleNotFound: { code: 'CRONOGRAMA_NAO_ENCONTRADO', status: 404, error: 'Cronograma não encontrado' },
} as const satisfies Problems;
export type BooksProblem = ProblemOf<typeof booksProblems>;
