// The connection to MongoDB comes back whatever was going on when the server was lost.
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { StoreUnavailable } from '../../../src/domain/kernel/storeError.js';
import { openMongo, type Mongo } from '../../../src/stores/mongo/connection.js';
import { ownDatabase, withStore } from './database.js';
import { startFaultProxy, type FaultProxy } from '../../support/faultProxy.js';
import { startMongoProxy, type MongoProxy } from '../../support/mongoProxy.js';
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

    it('is given back when it fell silent during a write, while the server answers on others', async () => {
      proxy.stallAfter(1_000_000);
      const asked = mongo.ask('Asking', () => mongo.db.collection('large').insertOne({ LARGE }), 1_000);
      await expect(asked).rejects.toBeInstanceOf(StoreUnavailable);
      expect(await answers()).toBe(true);
      await until(() => taken()[0] === 0, 'the connection', 30_000);
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

withStore('MONGODB_URL', (url) =>
  describe('the time limit of a question to MongoDB', () => {
    let proxy: MongoProxy;
    let mongo: Mongo;
    const sent: { name: string; maxTimeMS: unknown }[] = [];
    beforeEach(async () => {
      proxy = await startMongoProxy(ownDatabase(url));
      mongo = await openMongo(`${proxy.url}?monitorCommands=true`);
      sent.length = 0;
      mongo.db.client.on('commandStarted', ({ commandName: name, command }) =>
        sent.push({ name, maxTimeMS: (command as { maxTimeMS?: unknown }).maxTimeMS }),
      );
      await until(() => mongo.ask('Asking', () => mongo.db.command({ ping: 1 })).then(() => true));
    });
    afterEach(async () => {
      await mongo.close();
      await proxy.close();
    });
    const rows = () => mongo.db.collection<{ _id: number }>('rows');

    it('holds although it is longer than silence usually lasts', async () => {
      proxy.hold('insert', 21_000);
      await mongo.ask('Inserting', () => rows().insertOne({ _id: 1 }), 60_000);
      proxy.hold('insert', 0);
      expect(await mongo.ask('Counting', () => rows().countDocuments())).toBe(1);
    });

    it('is told to the server, less what has passed, with every command but getMore, which takes none', async () => {
      const documents = Array.from({ length: 5 }, (_, _id) => ({ _id }));
      await mongo.ask('Inserting', () => rows().insertMany(documents), 30_000);
      await mongo.ask('Indexing', () => rows().createIndex({ at: 1 }), 60_000);
      await mongo.ask('Reading', () => rows().find({}).batchSize(2).toArray());
      proxy.hold('find', 500);
      await mongo.ask('Reading', async () => [await rows().findOne(), await rows().countDocuments()]);
      const about = (ms: number) => Math.ceil(ms / 2_500) * 2_500;
      expect(sent.map(({ name, maxTimeMS }) => [name, about(Number(maxTimeMS))])).toEqual([
        ['ping', 5_000],
        ['insert', 30_000],
        ['createIndexes', 3_600_000],
        ['find', 5_000],
        ['getMore', NaN],
        ['getMore', NaN],
        ['find', 5_000],
        ['aggregate', 5_000],
      ]);
      expect(sent.at(-1)?.maxTimeMS).toBeLessThanOrEqual(4_500);
    });

    it('ends the connection and all that the question still had to send', async () => {
      const [server] = [...(mongo.db.client as unknown as Insides).topology.s.servers.values()];
      proxy.hold('find', 60_000);
      const asked = mongo.ask(
        'Reading',
        async () => [await rows().findOne(), await rows().insertOne({ _id: 2 })],
        200,
      );
      await expect(asked).rejects.toBeInstanceOf(StoreUnavailable);
      await until(() => server?.pool.currentCheckedOutCount === 0, 'the connection', 10_000);
      proxy.hold('find', 0);
      expect(await mongo.ask('Reading', () => rows().find({}).toArray())).toEqual([]);
      expect(sent.map(({ name }) => name)).not.toContain('insert');
    });
  }),
);
