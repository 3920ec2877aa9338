// What the routes of webhooks work with, joined.
import type { WebhookDependencies } from './api/dependencies.js';
import { createWebhookDirectory } from './commands/webhookDirectory.js';
import { createWebhookCommands } from './commands/webhooks.js';
import type { Config } from './config.js';
import { createAddressGuard } from './webhooks/addressGuard.js';
import { isOutOfReach, type CommandWorld } from './wiring.js';

export function webhookRouteDependencies(config: Config, world: CommandWorld): WebhookDependencies {
  // Addresses are only checked here: no connection is ever made.
  const addresses = createAddressGuard({ allowedNetworks: config.webhookAllowedNetworks, connectionsPerHost: 1 });
  return {
    webhooks: createWebhookCommands({ ...world, addresses }),
    webhookDirectory: createWebhookDirectory(world.folds, isOutOfReach),
    webhookAddresses: addresses,
  };
}
