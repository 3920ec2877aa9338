// The connection to MongoDB comes back whatever was going on when the server was lost.
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { StoreUnavailable } from '../../../src/domain/kernel/storeUnavailable.js';
import { openMongo, type Mongo } from '../../../src/stores/mongo/connection.js';
import { ownDatabase, withStore } from './database.js';
import { startFaultProxy, type FaultProxy } from '../../support/faultProxy.js';
import { until } from '../../support/until.js';

/** The driver looks at most every 500 ms; asked for sooner, it puts a look off. */
const LOOKS_REST_MS = 600;

/** More than sockets hold: it waits until the other side takes it. */
const LARGE = 'x'.repeat(15_000_000);
const PATIENCE_MS = 60_000;

/** What of the driver's insides the moments are made with, and what is left of them is seen in. */
type Monitor = Readonly<{ connection: { socket: { destroy(): void } } | null; requestCheck(): void }>;
type Insides = Readonly<{
  topology: { s: { servers: Map<string, { monitor: Monitor; pool: { currentCheckedOutCount: number } }> } };
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
    const servers = () => [...(mongo.db.client as unknown as Insides).topology.s.servers.values()];
    /** Connections that never come back to the pool are too few one day. */
    const taken = () => servers().map(({ pool }) => pool.currentCheckedOutCount);
    beforeEach(async () => {
      const behind = new URL(ownDatabase(url));
      proxy = await startFaultProxy(Number(behind.port));
      behind.port = String(proxy.port);
      mongo = await openMongo(behind.toString());
      await until(answers, 'a connection');
    });
    afterEach(async () => {
      await mongo.close();
      await proxy.close();
    });

    it('is re-established after the server was unavailable', async () => {
      proxy.become('refuse');
      await until(async () => !(await answers()), 'the server is away');
      proxy.become('pass');
      await until(answers, 'the server is back');
    });

    it('ends calls to a server that fell silent, also during a write, and works again', async () => {
      const ask = (question: () => Promise<unknown>) =>
        mongo.ask('Asking', question, PATIENCE_MS).catch((error: unknown) => error);
      proxy.become('stall');
      const ended = await Promise.all([
        ask(() => mongo.db.command({ ping: 1 })),
        ask(() => mongo.db.collection('large').insertOne({ LARGE })),
        ask(() => mongo.db.collection('large').updateMany({ no: 1 }, { $set: { LARGE } })),
      ]);
      for (const one of ended) {
        expect(one).toBeInstanceOf(StoreUnavailable);
        expect(String(one)).not.toContain('did not answer within');
      }
      proxy.become('pass');
      await until(answers, 'the server answers');
      expect(taken()).toEqual([0]);
    });

    it('is re-established although the driver writes to a socket that is being closed', async () => {
      const monitor = await rested();
      monitor.connection?.socket.destroy(); // like a clean end of the other side, which is reported a moment later
      await lostAndBack(monitor, 20_000);
    });

    it('is re-established although a server check of the driver never ends', async () => {
      const monitor = await rested();
      const never = () => new Promise<never>(() => undefined);
      if (monitor.connection) Object.assign(monitor.connection, { command: never, exhaustCommand: never });
      await lostAndBack(monitor, 40_000);
      expect(await Promise.all(Array.from({ length: 20 }, answers))).not.toContain(false);
    });

    /** After a look, with the next one possible at once. */
    async function rested(): Promise<Monitor> {
      const [{ monitor } = {}] = servers();
      if (!monitor) throw new Error('The driver has no monitor: is it another version?');
      await until(async () => monitor.connection !== null, 'a look');
      await pause(LOOKS_REST_MS);
      return monitor;
    }

    /** The server is taken for lost until a look finds it again. */
    async function lostAndBack(monitor: Monitor, withinMs: number): Promise<void> {
      monitor.requestCheck();
      proxy.become('losing');
      expect(await answers()).toBe(false);
      proxy.become('pass');
      await until(answers, 'the server is back', withinMs);
    }
  }),
);
