// The status, headers and envelope of whatever is thrown while a request is served.
import { sentenceWithCode } from '../../domain/kernel/problems.js';
import { DomainError, type Problem } from '../../domain/problem.js';
import { httpProblems, internalError, type HttpProblem, type Place } from '../../messages/httpProblems.js';
import { problemMessage } from '../../messages/problems.js';

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
  /** Places in a GraphQL document. */
  locations?: readonly Place[];
}>;

const RETRY_AFTER_SECONDS = '5';

/** Error envelope with `code?`, `erros?`, `interpretacao?`. What is no problem is a defect: 500 without detail. */
export function answerTo(error: unknown): ErrorAnswer {
  if (error instanceof HttpError) return answerToHttp(error.problem);
  if (error instanceof DomainError) return answerToDomain(error.problem);
  const { status, code, error: text } = internalError;
  return { status, body: { success: false, error: text, code } };
}

export function isDefect(error: unknown): boolean {
  return !(error instanceof HttpError || error instanceof DomainError || error instanceof ClientGone);
}

function answerToHttp(problem: HttpProblem): ErrorAnswer {
  const { status, code, error } = sentenceWithCode(httpProblems, problem);
  const body: ErrorEnvelope = { success: false, error, ...(problem.is !== 'KeyInvalid' && { code }) };
  const { locations } = problem.is === 'QueryInvalid' ? problem : {};
  return { status, body, headers: headersOf(problem), ...(locations && { locations }) };
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
  const { status, code, error, erros, interpretacao } = problemMessage(problem);
  const body: ErrorEnvelope = { success: false, error, code, erros, interpretacao };
  return status === 503 ? { status, body, headers: { 'Retry-After': RETRY_AFTER_SECONDS } } : { status, body };
}

/** Source: docs/spec/requests.md#envelope. Lists have an envelope of their own (rest/listAnswer.ts). */
export type ErrorEnvelope = Readonly<{
  success: false;
  error: string;
  code?: string | undefined;
  erros?: readonly object[] | undefined;
  interpretacao?: object | undefined;
}>;

export const JSON_TYPE = 'application/json; charset=utf-8';

export function success(data: object): object {
  return { success: true, data };
}
