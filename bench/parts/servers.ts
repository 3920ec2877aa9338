// The servers that a part runs the service on, installed by .ci/servers/install; a part of which one is missing is left out.
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ServerProcess } from '../../test/eventStoreServer/child.js';
import { isInstalled, startServer, type ServerName } from '../../test/support/installedServers.js';
import type { Figure } from '../measure.js';
import { say } from '../report.js';
import type { Stage } from '../stage.js';

export type Env = Readonly<Record<string, string>>;

/** `env` is what processes need to find event store and read models; Redis is apart, for it is compared with. */
export type Servers = Readonly<{ env: Env; redisUrl: string }>;

export async function onServers(
  stage: Stage,
  mongoServer: Extract<ServerName, 'ferretdb' | 'mongo-java-server'>,
  part: (servers: Servers) => Promise<Figure[]>,
): Promise<Figure[]> {
  if (!isInstalled(mongoServer) || !isInstalled('redis')) {
    say(`── on servers left out: .ci/servers/install ${mongoServer} redis`);
    return [];
  }
  const folder = join(stage.folder, 'event-store');
  mkdirSync(folder);
  const eventStore = new ServerProcess(folder);
  const [mongo, redis] = await Promise.all([startServer(mongoServer), startServer('redis'), eventStore.start()]);
  try {
    const env = {
      EVENTSTORE_URL: eventStore.url,
      MONGODB_URL: mongo.url,
      SECRETS_KEY: randomBytes(32).toString('base64'),
      SEAL_KEY: randomBytes(32).toString('base64'),
    };
    return await part({ env, redisUrl: redis.url });
  } finally {
    await Promise.all([mongo.remove(), redis.remove(), eventStore.kill()]);
  }
}
