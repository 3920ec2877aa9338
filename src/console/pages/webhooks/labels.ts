// Names of what webhooks and deliveries are, as their pages show them.
import type { DeactivationReason } from '../../../domain/webhooks/events.js';
import type { Tone } from '../../design/tones.js';
import type { DeliveryOrigin, DeliveryStatus } from '../../../webhooks/delivery/deliveryQueue.js';

export const WEBHOOKS = '/console/webhooks';
export const DELIVERIES = '/console/entregas';

export const deactivationNames: Readonly<Record<DeactivationReason, string>> = {
  REQUESTED: 'a pedido',
  EXHAUSTED: 'depois de falhas seguidas',
  GONE: 'o destino respondeu que não existe mais (410)',
};

export const deliveryNames: Readonly<Record<DeliveryStatus, readonly [tone: Tone, name: string]>> = {
  PENDING: ['idle', 'Na fila'],
  RETRYING: ['warn', 'Nova tentativa marcada'],
  DELIVERED: ['done', 'Entregue'],
  FAILED: ['bad', 'Sem sucesso'],
  SKIPPED: ['idle', 'Não enviada (webhook inativo)'],
  CANCELLED: ['idle', 'Cancelada (webhook excluído)'],
};

export const originNames: Readonly<Record<DeliveryOrigin, string>> = {
  EVENT: 'evento',
  REPLAY: 'reenvio de janela',
  REDELIVERY: 'reenvio',
  TEST: 'teste',
};
