// Names of what webhooks and deliveries are, as their pages show them.
import type { DeactivationReason } from '../../../domain/webhooks/events.js';
import type { DeliveryOrigin, DeliveryStatus } from '../../../webhooks/delivery/deliveryQueue.js';

export const WEBHOOKS = '/console/webhooks';
export const DELIVERIES = '/console/entregas';

export const deactivationNames: Readonly<Record<DeactivationReason, string>> = {
  REQUESTED: 'a pedido',
  EXHAUSTED: 'depois de falhas seguidas',
  GONE: 'o destino respondeu que não existe mais (410)',
};

export const deliveryNames: Readonly<Record<DeliveryStatus, readonly [tone: string, name: string]>> = {
  PENDING: ['secondary', 'Na fila'],
  RETRYING: ['warning', 'Nova tentativa marcada'],
  DELIVERED: ['success', 'Entregue'],
  FAILED: ['danger', 'Sem sucesso'],
  SKIPPED: ['secondary', 'Não enviada (webhook inativo)'],
  CANCELLED: ['secondary', 'Cancelada (webhook excluído)'],
};

export const originNames: Readonly<Record<DeliveryOrigin, string>> = {
  EVENT: 'evento',
  REPLAY: 'reenvio de janela',
  REDELIVERY: 'reenvio',
  TEST: 'teste',
};
