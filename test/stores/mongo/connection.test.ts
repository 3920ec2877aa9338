// The connection to MongoDB comes back whatever was going on when the server was lost.
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { StoreUnavailable } from '../../../src/domain/kernel/storeUnavailable.js';
import { openMongo, type Mongo } from '../../../src/stores/mongo/connection.js';
import { ownDatabase, withStore } from '../../support/database.js';
import { startFaultProxy, type FaultProxy } from '../../support/faultProxy.js';
import { until } from '../../support/until.js';

/** The driver looks at most every 500 ms; asked for sooner, it puts a look off. */
const LOOKS_REST_MS = 600;

/** What of the driver's insides the moment is made with. */
type Monitors = Readonly<{
  topology: {
    s: {
      servers: Map<
        string,
        { monitor: { connection: { socket: { destroy(): void } } | null; requestCheck(): void } }
      >;
    };
  };
}>;

withStore('MONGODB_URL', (url) =>
  describe('the connection to MongoDB', () => {
    let proxy: FaultProxy;
    let mongo: Mongo;
    const answers = () =>
      mongo
        .ask('Asking', () => mongo.db.command({ ping: 1 }))
        .then(
          () => true,
          (error: unknown) => {
            if (error instanceof StoreUnavailable) return false;
            throw error;
          },
        );
    beforeEach(async () => {
      const behind = new URL(ownDatabase(url));
      proxy = await startFaultProxy(Number(behind.port));
      behind.port = String(proxy.port);
      mongo = await openMongo(behind.toString());
      await until(answers, 'a connection', 10_000);
    });
    afterEach(async () => {
      await mongo.close();
      await proxy.close();
    });

    it('is made again after the server was away', async () => {
      proxy.become('refuse');
      await until(async () => !(await answers()), 'the server is away', 10_000);
      proxy.become('pass');
      await until(answers, 'the server is back', 10_000);
    });

    it('is made again though the driver writes to a socket that is just being closed, and waits for that for ever', async () => {
      const { monitor } = [...(mongo.db.client as unknown as Monitors).topology.s.servers.values()][0] ?? {};
      if (!monitor) throw new Error('The driver has no monitor: is it another version?');
      await until(async () => monitor.connection !== null, 'a look', 10_000);
      await pause(LOOKS_REST_MS);
      monitor.connection?.socket.destroy(); // as a clean end of the other side does, which is told a moment later
      monitor.requestCheck();
      proxy.become('losing');
      expect(await answers()).toBe(false); // the server is taken for lost, until a look finds it again
      proxy.become('pass');
      expect(await answers()).toBe(false);
      await until(answers, 'the server is back', 40_000);
      expect(await Promise.all(Array.from({ length: 20 }, answers))).not.toContain(false);
    }, 90_000);
  }),
);
