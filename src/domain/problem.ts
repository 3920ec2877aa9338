// All problems: why a request or a command cannot be done, as data. Each aggregate declares its own with code,
// status, sentence and the guide's row, in refusals.ts or its one file.
import { apiKeyProblems, type ApiKeyProblem } from './apiKeys.js';
import { booksProblems, type BooksProblem } from './books/refusals.js';
import { chartProblems, type ChartProblem } from './charts/decide.js';
import { clientProblems, type ClientProblem } from './clients/refusals.js';
import { parameterInvalid, unavailable, type ProblemOf, type Problems } from './kernel/problems.js';
import { reconciliationProblems, type ReconciliationProblem } from './reconciliation/refusals.js';
import type { ImportProblem } from './trialBalance/refusals.js';
import { webhookProblems, type WebhookProblem } from './webhooks/refusals.js';

const requestProblems = {
  /** Wrong parameters or fields of a request. No message contains a comma followed by a space. */
  ParameterInvalid: {
    ...parameterInvalid,
    error: (it: Readonly<{ messages: readonly string[] }>) => it.messages.join(', '),
  },
  /** A body that should be a JSON object in UTF-8. */
  BodyInvalid: { ...parameterInvalid, error: (it: Readonly<{ fault: BodyFault }>) => bodyFaultSentence(it.fault) },
  /** The command's deadline passed, or a store is unreachable. */
  Unavailable: { ...unavailable, error: 'Serviço temporariamente indisponível, tente novamente em instantes' },
} as const satisfies Problems;

/** Without those whose sentence is made of many reasons: src/messages/problems.ts. */
export const declaredProblems = {
  ...requestProblems,
  ...apiKeyProblems,
  ...clientProblems,
  ...chartProblems,
  ...booksProblems,
  ...reconciliationProblems,
  ...webhookProblems,
};

export type Problem =
  | ApiKeyProblem
  | BooksProblem
  | ChartProblem
  | ClientProblem
  | ImportProblem
  | ProblemOf<typeof requestProblems>
  | ReconciliationProblem
  | WebhookProblem;

/** Why a body is no JSON object. `line` and `column` count from 1; a column is a UTF-16 code unit. */
export type BodyFault =
  | Readonly<{ is: 'Empty' | 'NotUtf8' | 'NotObject' | 'TooManyValues' }>
  | Readonly<{ is: 'NotJson'; line: number; column: number }>;

/** Source: docs/spec/requests.md#bodies. */
export function bodyFaultSentence(fault: BodyFault): string {
  switch (fault.is) {
    case 'Empty':
      return 'o corpo está vazio';
    case 'NotUtf8':
      return 'o corpo deve estar em UTF-8';
    case 'NotJson':
      return `o corpo não é JSON válido (linha ${fault.line}, coluna ${fault.column})`;
    case 'TooManyValues':
      return 'o corpo tem mais de 1.000.000 de valores';
    case 'NotObject':
      return 'o corpo da requisição deve ser um objeto JSON';
  }
}

export class DomainError extends Error {
  override readonly name = 'DomainError';
  constructor(
    readonly problem: Problem,
    options?: ErrorOptions,
  ) {
    super(problem.is, options);
  }
}

export function refuse(problem: Problem): never {
  throw new DomainError(problem);
}
