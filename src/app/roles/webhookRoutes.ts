// What the routes of webhooks work with, joined.
import type { WebhookDependencies } from '../../api/dependencies.js';
import { createWebhookDirectory } from '../../commands/webhooks/webhookDirectory.js';
import { createWebhookCommands } from '../../commands/webhooks/webhookCommands.js';
import type { Config } from '../config.js';
import { createAddressGuard } from '../../webhooks/sending/addressGuard.js';
import type { DeliveryDependencies } from '../../api/webhooks/deliveries.js';
import type { DeliveryQueue } from '../../webhooks/delivery/deliveryQueue.js';
import { createRequestedDeliveries } from '../../webhooks/delivery/requestedDeliveries.js';
import { isUnavailable, type CommandSide } from '../commandSide.js';

/** @param wake told after deliveries were stored, where this process delivers */
export function webhookRouteDependencies(
  config: Config,
  world: CommandSide,
  queue: DeliveryQueue,
  wake: () => void,
): WebhookDependencies & DeliveryDependencies {
  // Addresses are only checked here: no connection is ever made.
  const addresses = createAddressGuard({ allowedNetworks: config.webhookAllowedNetworks });
  return {
    webhooks: createWebhookCommands({ ...world, addresses }),
    webhookDirectory: createWebhookDirectory(world.folds, isUnavailable),
    webhookAddresses: addresses,
    deliveries: queue,
    deliverAgain: createRequestedDeliveries({
      ...{ queue, clock: world.clock, retrySeconds: config.webhookRetrySeconds, wake },
    }),
  };
}
