// What the roles of one process share. Opened once by service.ts.
import type { Registry } from 'prom-client';
import type { Health, PartHealth } from '../../api/http/health.js';
import type { ServiceLogger } from '../../api/http/logger.js';
import type { PersonNames } from '../../commands/people/personNames.js';
import type { Config } from '../config.js';
import type { LagBehind } from '../health.js';
import type { PeopleStores } from '../stores.js';
import type { HealthOfProjections, PositionWaiter } from '../../projections/engine/progress.js';
import type { ReadStore } from '../../projections/engine/readStore.js';
import type { Mongo } from '../../stores/mongo/connection.js';
import type { DeliveryQueue } from '../../webhooks/delivery/deliveryQueue.js';
import type { CommandSide } from '../commandSide.js';

/** Registers a function that `stop` calls, in reverse order. */
export type OnStop = (stop: () => Promise<unknown>) => void;

export type WebhooksRole = Readonly<{
  /** To be called when deliveries were added to the queue. */
  wake(): void;
  health(lagBehind: LagBehind): PartHealth;
  /** Waits for the deliveries in flight. */
  stop(): Promise<void>;
}>;

export type RoleDependencies = Readonly<{
  config: Config;
  logger: ServiceLogger;
  onStop: OnStop;
  /** Registers a function that ends a thread with open stores. It is also called before an exit because of broken stores. */
  onStopThread: OnStop;
  commandSide: CommandSide;
  mongo: Mongo | null;
  store: ReadStore;
  queue: DeliveryQueue;
  /** People, and what they sign in with. */
  access: PeopleStores;
  names: PersonNames;
  waiter: PositionWaiter;
  states: HealthOfProjections;
  health: Health;
  metrics: Registry;
  /** Null when this process does not have the role. */
  webhooks(): WebhooksRole | null;
}>;
