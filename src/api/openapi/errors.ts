// Every error of the contract, with the sentence and code that the service answers.
import { DomainError, type Problem } from '../../domain/problem.js';
import { parseCompetence, type Competence } from '../../domain/kernel/competence.js';
import type { Scope } from '../../domain/apiKeys.js';
import { refusedFor } from '../../domain/trialBalance/refusals.js';
import { inBothShapes } from '../http/errors.js';
import { invaliditySentence, type HttpProblem } from '../../messages/httpProblems.js';
import { CALLS_PER_MINUTE } from '../http/rateLimit.js';
import { BODY_BYTES_MAX, IMPORT_BYTES_MAX } from '../http/request/body.js';
import { FILE_BYTES_MAX } from '../http/request/multipart.js';
import { PAGE_WRONG } from '../rest/contract/parameters.js';
import { answerTo, HttpError, type ErrorAnswer } from '../http/problems.js';

const MAY = parseCompetence('2026-05') as Competence;

export const domainAnswer = (problem: Problem): ErrorAnswer => answerTo(new DomainError(problem));
const httpAnswer = (problem: HttpProblem): ErrorAnswer => answerTo(new HttpError(problem));

export const parameterInvalid = domainAnswer({
  is: 'ParameterInvalid',
  messages: [PAGE_WRONG],
});
export const companyNotFound = domainAnswer({ is: 'CompanyNotFound', by: 'companyId', companyId: 42 });
export const companyNotFoundByCnpj = domainAnswer({ is: 'CompanyNotFound', by: 'cnpj', cnpj: '11222333000181' });
export const chartNotFound = domainAnswer({ is: 'ChartNotFound' });
export const accountNotFound = domainAnswer({ is: 'AccountNotFound' });
export const trialBalanceNotFound = domainAnswer({ is: 'TrialBalanceNotFound' });
export const leftOutLinesNotStored = domainAnswer({ is: 'LeftOutLinesNotStored', trialBalanceId: 7 });
export const reconciliationNotFound = domainAnswer({ is: 'NoSuchReconciliation' });
export const moduleNotContracted = domainAnswer({ is: 'ModuleNotContracted' });

/** Problems of lists that a company may be named for, of clients with the module. */
export const ofCompanies: readonly ErrorAnswer[] = [moduleNotContracted, companyNotFound, companyNotFoundByCnpj];

const ofImports: readonly ErrorAnswer[] = [
  domainAnswer({ is: 'ParameterInvalid', messages: ['validateOnly deve ser true ou false'] }),
  domainAnswer(refusedFor({ is: 'PeriodInvalid' })),
  domainAnswer({
    is: 'ImportRefused',
    reasons: [],
    lineErrors: [{ line: 2, field: 'debit', accountCode: '1.1.01', reason: { is: 'AmountMissing' } }],
    lineErrorCount: 1,
  }),
  moduleNotContracted,
  domainAnswer({ is: 'CompanyNotActive' }),
  companyNotFound,
  companyNotFoundByCnpj,
  domainAnswer({ is: 'CompetenceClosed', competence: MAY }),
  domainAnswer({ is: 'NextCompetenceClosed', competence: MAY }),
];

export const ofJsonImport: readonly ErrorAnswer[] = [
  ...ofImports,
  httpAnswer({ is: 'ContentTooLarge', bytesMax: IMPORT_BYTES_MAX }),
  httpAnswer({ is: 'ContentTypeInvalid' }),
];

export const ofFiles: readonly ErrorAnswer[] = [
  httpAnswer({ is: 'ContentTooLarge', bytesMax: FILE_BYTES_MAX }),
  httpAnswer({ is: 'MultipartExpected' }),
];
export const ofFileImport: readonly ErrorAnswer[] = [...ofImports, ...ofFiles];

export const ofBodies: readonly ErrorAnswer[] = [
  httpAnswer({ is: 'ContentTooLarge', bytesMax: BODY_BYTES_MAX }),
  httpAnswer({ is: 'ContentTypeInvalid' }),
];

export const ofGraphql: readonly ErrorAnswer[] = [
  httpAnswer({ is: 'QueryInvalid', message: invaliditySentence('Cannot query field "nome"', String) }),
  httpAnswer({ is: 'QueryNotReading' }),
  httpAnswer({ is: 'QueryTooDeep' }),
  httpAnswer({ is: 'QueryTooComplex' }),
  ...ofBodies,
];

export function ofAnyRoute(scope: Scope | null, allow: string): readonly ErrorAnswer[] {
  return [
    httpAnswer({ is: 'RequestMalformed' }),
    httpAnswer({ is: 'KeyInvalid' }),
    ...(scope === null ? [] : [domainAnswer({ is: 'ScopeMissing', scope })]),
    httpAnswer({ is: 'MethodNotAllowed', allow }),
    httpAnswer({ is: 'RequestTimeout' }),
    httpAnswer({ is: 'AddressTooLong' }),
    httpAnswer({ is: 'ExpectationFailed' }),
    httpAnswer({ is: 'RateExceeded', perMinute: CALLS_PER_MINUTE, retryAfterSeconds: 42 }),
    httpAnswer({ is: 'HeadersTooLarge' }),
    answerTo(null),
    domainAnswer({ is: 'Unavailable' }),
  ];
}

/** Examples by status, named by their code, with a number where one code has several. */
export function examplesByStatus(
  answers: readonly ErrorAnswer[],
  isGraphql: boolean,
): ReadonlyMap<number, Readonly<Record<string, object>>> {
  const byStatus = new Map<number, Record<string, object>>();
  for (const one of answers) {
    const { status, body } = one;
    const value = isGraphql ? inBothShapes(status, body) : body;
    const examples = byStatus.get(status) ?? {};
    const code = body.code ?? 'SEM_CODIGO';
    const nameCount = Object.keys(examples).filter((name) => name === code || name.startsWith(`${code}_`)).length;
    examples[nameCount === 0 ? code : `${code}_${nameCount + 1}`] = { value };
    byStatus.set(status, examples);
  }
  return byStatus;
}
