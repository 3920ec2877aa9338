// The status, headers and envelope of whatever is thrown while a request is served. Sentences and codes: src/messages.
import { DomainError, type Problem } from '../../../domain/problem.js';
import {
  httpProblemMessage,
  INTERNAL_ERROR,
  type HttpProblem,
  type Place,
} from '../../../messages/httpProblems.js';
import { problemMessage } from '../../../messages/problems.js';
import type { ErrorEnvelope } from './envelope.js';

export class HttpError extends Error {
  override readonly name = 'HttpError';
  constructor(readonly problem: HttpProblem) {
    super(problem.is);
  }
}

/** The client closed the connection before its request was read: no answer is sent. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

export type ErrorAnswer = Readonly<{
  status: number;
  body: ErrorEnvelope;
  headers?: Readonly<Record<string, string>>;
  /** Of a GraphQL document. */
  locations?: readonly Place[];
}>;

/** `Retry-After` of an answer 503. */
const RETRY_AFTER_SECONDS = '5';

/**
 * The envelope `{ success: false, error, code?, erros?, interpretacao? }`. Anything but a problem is a defect of the service: 500 without
 * detail.
 */
export function answerTo(error: unknown): ErrorAnswer {
  if (error instanceof HttpError) return answerToHttp(error.problem);
  if (error instanceof DomainError) return answerToDomain(error.problem);
  const { code, error: text } = INTERNAL_ERROR;
  return { status: 500, body: { success: false, error: text, code } };
}

export function isDefect(error: unknown): boolean {
  return !(error instanceof HttpError || error instanceof DomainError || error instanceof ClientGone);
}

function answerToHttp(problem: HttpProblem): ErrorAnswer {
  const { code, error } = httpProblemMessage(problem);
  const body: ErrorEnvelope = code === undefined ? { success: false, error } : { success: false, error, code };
  const answer = { status: httpStatusOf(problem), body, headers: headersOf(problem) };
  if (problem.is !== 'QueryInvalid' || problem.locations === undefined) return answer;
  return { ...answer, locations: problem.locations };
}

/** No default branch: a new problem needs a status to compile. */
function httpStatusOf(problem: HttpProblem): number {
  switch (problem.is) {
    case 'ContentEncodingBroken':
    case 'RequestMalformed':
    case 'QueryInvalid':
    case 'QueryNotReading':
    case 'QueryTooDeep':
    case 'QueryTooComplex':
      return 400;
    case 'KeyInvalid':
      return 401;
    case 'RouteNotFound':
      return 404;
    case 'MethodNotAllowed':
      return 405;
    case 'RequestTimeout':
      return 408;
    case 'ContentTooLarge':
      return 413;
    case 'AddressTooLong':
      return 414;
    case 'ContentTypeInvalid':
    case 'CharsetNotUtf8':
    case 'MultipartExpected':
    case 'ContentEncodingUnknown':
      return 415;
    case 'ExpectationFailed':
      return 417;
    case 'RateExceeded':
      return 429;
    case 'HeadersTooLarge':
      return 431;
    case 'NotReady':
      return 503;
  }
}

function headersOf(problem: HttpProblem): Readonly<Record<string, string>> {
  switch (problem.is) {
    case 'MethodNotAllowed':
      return { Allow: problem.allow };
    case 'KeyInvalid':
      return { 'WWW-Authenticate': 'Bearer' };
    case 'RateExceeded':
      return { 'Retry-After': String(problem.retryAfterSeconds) };
    case 'RequestTimeout':
      return { Connection: 'close' };
    case 'NotReady':
      return { 'Retry-After': RETRY_AFTER_SECONDS };
    default:
      return {};
  }
}

function answerToDomain(problem: Problem): ErrorAnswer {
  const { code, error, erros, interpretacao } = problemMessage(problem);
  const body: ErrorEnvelope = {
    success: false,
    error,
    code,
    ...(erros && { erros }),
    ...(interpretacao && { interpretacao }),
  };
  const status = statusOf(problem);
  return status === 503 ? { status, body, headers: { 'Retry-After': RETRY_AFTER_SECONDS } } : { status, body };
}

function statusOf(problem: Problem): number {
  switch (problem.is) {
    case 'ImportRefused':
    case 'ParameterInvalid':
    case 'BodyInvalid':
    case 'ReasonMissing':
    case 'RegistersInvalid':
    case 'WebhookUrlInvalid':
      return 400;
    case 'CompanyNotActive':
    case 'ModuleNotContracted':
    case 'RoleMissing':
    case 'ScopeMissing':
      return 403;
    case 'CompanyNotFound':
    case 'TrialBalanceNotFound':
    case 'ChartNotFound':
    case 'NoSuchReconciliation':
    case 'KeyNotFound':
    case 'ClientNotFound':
    case 'WebhookNotFound':
    case 'DeliveryNotFound':
      return 404;
    case 'KeyEnded':
    case 'LeftOutLinesNotStored':
    case 'CompetenceClosed':
    case 'NextCompetenceClosed':
    case 'NothingToRelease':
    case 'OtherVersionIsNewest':
    case 'ReleaseInClosedCompetence':
    case 'CompetenceNotClosed':
    case 'NotLastClosedCompetence':
    case 'TooManyWebhooks':
    case 'WebhookInactive':
    case 'ReplayRunning':
    case 'IdempotencyKeyInUse':
      return 409;
    case 'IdempotencyKeyReused':
      return 422;
    case 'Unavailable':
      return 503;
  }
}
