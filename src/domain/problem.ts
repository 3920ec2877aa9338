// Everything that can be refused, as data: no text, no status. Sentences live in src/messages, statuses in api/http.
import type { Competence } from './kernel/competence.js';
import type { Role } from './clients/roles.js';
import type { ImportReason, LineError } from './trialBalance/refusals.js';
import type { Scope } from './apiKeys/events.js';
import type { UrlFault } from './webhooks/faults.js';

export type Problem =
  | Readonly<{ is: 'CompanyNotFound'; by: 'cnpj'; cnpj: string }>
  | Readonly<{ is: 'CompanyNotFound'; by: 'companyId'; companyId: number }>
  | Readonly<{ is: 'CompanyNotActive' }>
  | Readonly<{ is: 'ModuleNotContracted' }>
  | Readonly<{ is: 'TrialBalanceNotFound' }>
  | Readonly<{ is: 'ChartNotFound' }>
  | Readonly<{ is: 'CompetenceClosed'; competence: Competence }>
  /** `competence` is the closed one, right after the month asked for. */
  | Readonly<{ is: 'NextCompetenceClosed'; competence: Competence }>
  /** `reasons` in the order of docs/spec/imports.md#refusals; `lineErrors` at most 1,000 of `lineErrorCount`. */
  | Readonly<{
      is: 'ImportRefused';
      reasons: readonly ImportReason[];
      lineErrors: readonly LineError[];
      lineErrorCount: number;
    }>
  /** Parameters or fields of a request: each sentence without a comma and a space in it. */
  | Readonly<{ is: 'ParameterInvalid'; messages: readonly string[] }>
  | Readonly<{ is: 'NothingToRelease'; competence: Competence }>
  | Readonly<{ is: 'ReleaseInClosedCompetence'; competence: Competence }>
  | Readonly<{ is: 'CompetenceNotClosed'; competence: Competence }>
  | Readonly<{ is: 'NotLastClosedCompetence'; competence: Competence; last: Competence }>
  | Readonly<{ is: 'ReasonMissing' }>
  /** The person holds none of these roles for the company. */
  | Readonly<{ is: 'RoleMissing'; roles: readonly Role[] }>
  | Readonly<{ is: 'KeyNotFound'; keyId: string }>
  | Readonly<{ is: 'ClientNotFound'; ref: string }>
  | Readonly<{ is: 'ScopeMissing'; scope: Scope }>
  | Readonly<{ is: 'WebhookNotFound' }>
  | Readonly<{ is: 'DeliveryNotFound' }>
  /** Nothing can be sent again to a webhook that gets nothing. */
  | Readonly<{ is: 'WebhookInactive' }>
  /** Of this webhook: one at a time. */
  | Readonly<{ is: 'ReplayRunning' }>
  | Readonly<{ is: 'WebhookUrlInvalid'; fault: UrlFault }>
  | Readonly<{ is: 'TooManyWebhooks'; max: number }>
  /** The same `Idempotency-Key` came with another body. */
  | Readonly<{ is: 'IdempotencyKeyReused' }>
  /** The first request with the same `Idempotency-Key` still runs. */
  | Readonly<{ is: 'IdempotencyKeyInUse' }>
  /** `apply`: one entry per wrong field, `path` as in clients[0].companies[1].cnpj. */
  | Readonly<{ is: 'RegistersInvalid'; errors: readonly Readonly<{ path: string; message: string }>[] }>
  /** A command not decided within its deadline, or a store out of reach. */
  | Readonly<{ is: 'Unavailable' }>;

export class DomainError extends Error {
  override readonly name = 'DomainError';
  constructor(readonly problem: Problem) {
    super(problem.is);
  }
}

export function refuse(problem: Problem): never {
  throw new DomainError(problem);
}
