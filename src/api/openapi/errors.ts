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

export const domain = (problem: Problem): ErrorAnswer => answerTo(new DomainError(problem));
export const http = (problem: HttpProblem): ErrorAnswer => answerTo(new HttpError(problem));

export const parameterInvalid = domain({
  is: 'ParameterInvalid',
  messages: [PAGE_WRONG],
});
export const companyNotFound = domain({ is: 'CompanyNotFound', by: 'companyId', companyId: 42 });
export const companyNotFoundByCnpj = domain({ is: 'CompanyNotFound', by: 'cnpj', cnpj: '11222333000181' });
export const chartNotFound = domain({ is: 'ChartNotFound' });
export const accountNotFound = domain({ is: 'AccountNotFound' });
export const trialBalanceNotFound = domain({ is: 'TrialBalanceNotFound' });
export const leftOutLinesNotStored = domain({ is: 'LeftOutLinesNotStored', trialBalanceId: 7 });
export const reconciliationNotFound = domain({ is: 'NoSuchReconciliation' });
export const moduleNotContracted = domain({ is: 'ModuleNotContracted' });

/** Problems of lists that a company may be named for, of clients with the module. */
export const ofCompanies: readonly ErrorAnswer[] = [moduleNotContracted, companyNotFound, companyNotFoundByCnpj];

const ofImports: readonly ErrorAnswer[] = [
  domain({ is: 'ParameterInvalid', messages: ['validateOnly deve ser true ou false'] }),
  domain(refusedFor({ is: 'PeriodInvalid' })),
  domain({
    is: 'ImportRefused',
    reasons: [],
    lineErrors: [{ line: 2, field: 'debit', accountCode: '1.1.01', reason: { is: 'AmountMissing' } }],
    lineErrorCount: 1,
  }),
  moduleNotContracted,
  domain({ is: 'CompanyNotActive' }),
  companyNotFound,
  companyNotFoundByCnpj,
  domain({ is: 'CompetenceClosed', competence: MAY }),
  domain({ is: 'NextCompetenceClosed', competence: MAY }),
];

export const ofJsonImport: readonly ErrorAnswer[] = [
  ...ofImports,
  http({ is: 'ContentTooLarge', bytesMax: IMPORT_BYTES_MAX }),
  http({ is: 'ContentTypeInvalid' }),
];

export const ofFiles: readonly ErrorAnswer[] = [
  http({ is: 'ContentTooLarge', bytesMax: FILE_BYTES_MAX }),
  http({ is: 'MultipartExpected' }),
];
export const ofFileImport: readonly ErrorAnswer[] = [...ofImports, ...ofFiles];

export const ofBodies: readonly ErrorAnswer[] = [
  http({ is: 'ContentTooLarge', bytesMax: BODY_BYTES_MAX }),
  http({ is: 'ContentTypeInvalid' }),
];

export const ofGraphql: readonly ErrorAnswer[] = [
  http({ is: 'QueryInvalid', message: invaliditySentence('Cannot query field "nome"', String) }),
  http({ is: 'QueryNotReading' }),
  http({ is: 'QueryTooDeep' }),
  http({ is: 'QueryTooComplex' }),
  ...ofBodies,
];

export function ofAnyRoute(scope: Scope | null, allow: string): readonly ErrorAnswer[] {
  return [
    http({ is: 'RequestMalformed' }),
    http({ is: 'KeyInvalid' }),
    ...(scope === null ? [] : [domain({ is: 'ScopeMissing', scope })]),
    http({ is: 'MethodNotAllowed', allow }),
    http({ is: 'RequestTimeout' }),
    http({ is: 'AddressTooLong' }),
    http({ is: 'ExpectationFailed' }),
    http({ is: 'RateExceeded', perMinute: CALLS_PER_MINUTE, retryAfterSeconds: 42 }),
    http({ is: 'HeadersTooLarge' }),
    answerTo(null),
    domain({ is: 'Unavailable' }),
  ];
}

/** Examples by status, named by their code, with a number where one code has several. */
export function examplesByStatus(
  answers: readonly ErrorAnswer[],
  isGraphql: boolean,
): ReadonlyMap<number, Readonly<Record<string, object>>> {
  const examplesByStatus = new Map<number, Record<string, object>>();
  for (const one of answers) {
    const { status, body } = one;
    const value = isGraphql ? inBothShapes(status, body) : body;
    const examples = examplesByStatus.get(status) ?? {};
    const code = body.code ?? 'SEM_CODIGO';
    const nameCount = Object.keys(examples).filter((name) => name === code || name.startsWith(`${code}_`)).length;
    examples[nameCount === 0 ? code : `${code}_${nameCount + 1}`] = { value };
    examplesByStatus.set(status, examples);
  }
  return examplesByStatus;
}
