// Names of what webhooks and deliveries are, as their pages show them.
import type { DeliveryOrigin } from '../../../webhooks/delivery/deliveryQueue.js';

export const WEBHOOKS = '/console/webhooks';
export const DELIVERIES = '/console/entregas';

export const originNames: Readonly<Record<DeliveryOrigin, string>> = {
  EVENT: 'evento',
  REPLAY: 'reenvio de janela',
  REDELIVERY: 'reenvio',
  TEST: 'teste',
};
