// The union of all problems: why a request or a command cannot be done, as data without text or status. Each aggregate
// declares its own, in refusals.ts or its one file. Sentences and codes: src/messages/problems.ts; the
// status and the guide's row of a code: src/messages/errorCodes.ts.
import type { ApiKeyProblem } from './apiKeys.js';
import type { BooksProblem } from './books/refusals.js';
import type { ChartProblem } from './charts/decide.js';
import type { ClientProblem } from './clients/refusals.js';
import type { ReconciliationProblem } from './reconciliation/refusals.js';
import type { ImportProblem } from './trialBalance/refusals.js';
import type { WebhookProblem } from './webhooks/refusals.js';

export type Problem =
  | ApiKeyProblem
  | BooksProblem
  | ChartProblem
  | ClientProblem
  | ImportProblem
  | ReconciliationProblem
  | WebhookProblem
  /** Wrong parameters or fields of a request. No message contains a comma followed by a space. */
  | Readonly<{ is: 'ParameterInvalid'; messages: readonly string[] }>
  /** A body that should be a JSON object in UTF-8. */
  | Readonly<{ is: 'BodyInvalid'; fault: BodyFault }>
  /** The command's deadline passed, or a store is unreachable. */
  | Readonly<{ is: 'Unavailable' }>;

/** Why a body is no JSON object. `line` and `column` count from 1; a column is a UTF-16 code unit. */
export type BodyFault =
  | Readonly<{ is: 'Empty' | 'NotUtf8' | 'NotObject' | 'TooManyValues' }>
  | Readonly<{ is: 'NotJson'; line: number; column: number }>;

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
