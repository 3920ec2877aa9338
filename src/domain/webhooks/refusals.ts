// Problems of webhooks and their deliveries.
import { parameterInvalid, type ProblemOf, type Problems } from '../kernel/problems.js';

/** Per client (docs/spec/webhooks.md#routes). */
export const WEBHOOKS_MAX = 20;

export const webhookProblems = {
  WebhookNotFound: {
    code: 'WEBHOOK_NAO_ENCONTRADO',
    status: 404,
    happened: 'nenhum webhook visível para a chave com esse id',
    remedy: 'confira em `GET /v1/webhooks`',
    error: 'Webhook não encontrado',
  },
  DeliveryNotFound: {
    code: 'ENTREGA_NAO_ENCONTRADA',
    status: 404,
    happened: 'nenhuma entrega visível para a chave com esse id',
    remedy: 'confira em `GET /v1/events`',
    error: 'Entrega não encontrada',
  },
  TooManyWebhooks: {
    code: 'LIMITE_DE_WEBHOOKS',
    status: 409,
    happened: `o cliente já tem ${WEBHOOKS_MAX} webhooks`,
    remedy: 'remova um webhook antes de registrar outro',
    error: `O cliente já tem ${WEBHOOKS_MAX} webhooks`,
  },
  WebhookInactive: {
    code: 'WEBHOOK_INATIVO',
    status: 409,
    happened: 'o webhook está inativo',
    remedy: 'reative-o com `PATCH status=ACTIVE` e peça o reenvio de novo',
    error: 'O webhook está inativo e precisa ser reativado antes do reenvio',
  },
  ReplayRunning: {
    code: 'REENVIO_EM_ANDAMENTO',
    status: 409,
    happened: 'outro reenvio do mesmo webhook ainda está em andamento',
    remedy: 'aguarde o término; acompanhe em `GET /v1/events`',
    error: 'Outro reenvio deste webhook ainda está em andamento',
  },
  WebhookUrlInvalid: {
    ...parameterInvalid,
    error: (it: Readonly<{ fault: UrlFault }>) => urlFaults[it.fault],
  },
  IdempotencyKeyInUse: {
    code: 'CHAVE_DE_IDEMPOTENCIA_EM_USO',
    status: 409,
    happened: 'a primeira chamada com esta `Idempotency-Key` ainda não terminou',
    remedy: 'aguarde um pouco e repita',
    error: 'A primeira chamada com esta Idempotency-Key ainda está em andamento',
  },
  IdempotencyKeyReused: {
    code: 'CHAVE_DE_IDEMPOTENCIA_REUTILIZADA',
    status: 422,
    happened: 'a mesma `Idempotency-Key` com outro conteúdo',
    remedy: 'use uma chave nova por operação',
    error: 'Esta Idempotency-Key já foi usada com outro conteúdo',
  },
} as const satisfies Problems;
export type WebhookProblem = ProblemOf<typeof webhookProblems>;

/** What is wrong with a URL (docs/spec/webhooks.md#addresses). Does not contain resolved addresses. */
export const urlFaults = {
  TOO_LONG: 'url deve ter no máximo 2.048 caracteres',
  MALFORMED: 'url deve ser um endereço completo (por exemplo https://erp.exemplo.com.br/webhooks)',
  /** Neither https, nor http to an allowed network. */
  SCHEME: 'url deve começar com https://',
  USER_INFO: 'url não pode trazer usuário nem senha',
  FRAGMENT: 'url não pode trazer fragmento (#)',
  PORT: 'url usa uma porta que não recebe webhooks',
  OWN_HOST: 'url não pode apontar para este serviço',
  /** Loopback, private, link-local or otherwise reserved, as written or as resolved. */
  ADDRESS_REFUSED: 'url aponta para um endereço que não pode receber webhooks',
} as const;
export type UrlFault = keyof typeof urlFaults;

/** Why an attempt to deliver got no answer. Does not contain resolved addresses. */
export type AttemptFailure =
  /** The whole exchange took longer than allowed. */
  | 'TIMEOUT'
  /** Neither https nor http to an allowed network, or private, loopback or otherwise reserved. */
  | 'ADDRESS_REFUSED'
  | 'NAME_NOT_RESOLVED'
  | 'CONNECTION_REFUSED'
  /** Closed or reset before the answer was whole. */
  | 'CONNECTION_BROKEN'
  | 'TLS_INVALID'
  /** Not HTTP, or with headers too large. */
  | 'RESPONSE_INVALID';
