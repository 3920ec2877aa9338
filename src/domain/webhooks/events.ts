// Stream `webhooks-{clientId}`: every webhook of one client. Secrets are stored encrypted only.
import type { DomainEvent } from '../kernel/event.js';
import { valuesOf, type Tone, type Vocabulary, type Word } from '../kernel/vocabulary.js';
import type { PublicEventType } from './eventTypes.js';

/**
 * AES-256-GCM under the deployment's secrets key, with the webhook's id as additional data: base64 of the 12-byte
 * nonce, the ciphertext and the 16-byte tag.
 */
export type SealedSecret = Readonly<{ nonce: string; ciphertext: string; tag: string }>;

export const URL_CHARACTERS_MAX = 2_048;

/** The first use of an `Idempotency-Key`; `bodyHash` is the SHA-256 (hexadecimal) of the request's content. */
export type IdempotentUse = Readonly<{ key: string; bodyHash: string }>;

export const webhookStatuses = {
  ACTIVE: { name: 'Ativo', meaning: 'as entregas são feitas' },
  INACTIVE: { name: 'Inativo', meaning: 'nada é enviado; o que aconteceria é registrado como SKIPPED' },
} as const satisfies Vocabulary;
export type WebhookStatus = keyof typeof webhookStatuses;

/** `name`: what follows `desligado`. */
export const deactivationReasons = {
  REQUESTED: { name: 'a pedido', meaning: 'pedido do cliente' },
  EXHAUSTED: { name: 'depois de falhas seguidas', meaning: 'três entregas seguidas esgotaram as tentativas' },
  GONE: { name: 'porque o destino respondeu que não existe mais (410)', meaning: 'o destino respondeu 410' },
} as const satisfies Vocabulary;
export type DeactivationReason = keyof typeof deactivationReasons;

/**
 * What became of a delivery. The first two are open; the others are final. `counted`: how a count of them is
 * headed.
 */
export const deliveryStatusWords = {
  PENDING: { name: 'Na fila', counted: 'pendentes', tone: 'idle', meaning: 'ainda não tentada' },
  RETRYING: {
    name: 'Nova tentativa marcada',
    counted: 'em nova tentativa',
    tone: 'warn',
    meaning: 'espera a próxima tentativa',
  },
  DELIVERED: { name: 'Entregue', counted: 'entregues', tone: 'done', meaning: 'aceita pelo destino' },
  FAILED: { name: 'Sem sucesso', counted: 'com falha', tone: 'bad', meaning: 'falhou em todas as tentativas' },
  SKIPPED: {
    name: 'Não enviada (webhook inativo)',
    counted: 'não enviadas',
    tone: 'idle',
    meaning: 'o webhook estava inativo',
  },
  CANCELLED: {
    name: 'Cancelada (webhook excluído)',
    counted: 'canceladas',
    tone: 'idle',
    meaning: 'o webhook foi excluído',
  },
} as const satisfies Vocabulary<string, Word & Readonly<{ tone: Tone; counted: string }>>;
export type DeliveryStatus = keyof typeof deliveryStatusWords;
export const deliveryStatuses = valuesOf(deliveryStatusWords);

type Of = Readonly<{ webhookId: string; clientId: number }>;

/** `webhookId` is a UUID. */
export type WebhookRegistered = DomainEvent<
  'WebhookRegistered',
  Of &
    Readonly<{ url: string; events: readonly PublicEventType[]; secret: SealedSecret; idempotency: IdempotentUse }>
>;
/** Both fields as they are from now on. */
export type WebhookChanged = DomainEvent<
  'WebhookChanged',
  Of & Readonly<{ url: string; events: readonly PublicEventType[] }>
>;
/** `deliveryId` names the delivery whose failure caused it; null when the client requested it. */
export type WebhookDeactivated = DomainEvent<
  'WebhookDeactivated',
  Of & Readonly<{ reason: DeactivationReason; deliveryId: string | null }>
>;
export type WebhookActivated = DomainEvent<'WebhookActivated', Of>;
/** The previous secret signs until `previousUntil` (ISO 8601 UTC); null: the new one signs at once. */
export type WebhookSecretRotated = DomainEvent<
  'WebhookSecretRotated',
  Of & Readonly<{ secret: SealedSecret; previousUntil: string | null; idempotency: IdempotentUse | null }>
>;
export type WebhookRemoved = DomainEvent<'WebhookRemoved', Of>;

export type WebhookEvent =
  | WebhookRegistered
  | WebhookChanged
  | WebhookDeactivated
  | WebhookActivated
  | WebhookSecretRotated
  | WebhookRemoved;
