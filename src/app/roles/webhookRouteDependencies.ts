// The dependencies of the webhook routes.
import type { WebhookDependencies } from '../../api/dependencies.js';
import { createWebhookDirectory } from '../../commands/webhooks/webhookDirectory.js';
import { createWebhookCommands } from '../../commands/webhooks/webhookCommands.js';
import type { Config } from '../config.js';
import { createAddressGuard } from '../../webhooks/sending/addressGuard.js';
import type { DeliveryDependencies } from '../../api/webhooks/deliveries.js';
import type { DeliveryQueue } from '../../webhooks/delivery/deliveryQueue.js';
import { createRequestedDeliveries } from '../../webhooks/delivery/requestedDeliveries.js';
import { isUnavailable, type CommandSide } from '../commandSide.js';

/**
 * @param wake called after deliveries were stored; does nothing where this process does not deliver
 * @param ownUrls of this service, which no webhook may have
 */
export function webhookRouteDependencies(
  config: Config,
  commandSide: CommandSide,
  queue: DeliveryQueue,
  wake: () => void,
  ownUrls: readonly string[],
): WebhookDependencies & DeliveryDependencies {
  // Only checks addresses: routes make no connection.
  const addresses = createAddressGuard({ allowedNetworks: config.webhookAllowedNetworks, ownUrls });
  return {
    webhooks: createWebhookCommands({ ...commandSide, addresses }),
    webhookDirectory: createWebhookDirectory(commandSide.folds, isUnavailable, commandSide.follower),
    webhookAddresses: addresses,
    deliveries: queue,
    requestedDeliveries: createRequestedDeliveries({
      ...{ queue, clock: commandSide.clock, retrySeconds: config.webhookRetrySeconds, wake },
    }),
  };
}
