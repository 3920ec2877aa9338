// What a server answers instead of a result: out of reach for the moment or not allowed, or a defect of the
// question.
import { afterEach, beforeEach, describe, expect, it } from '#jest';
import type { Document } from 'mongodb';
import { IndexMissing, StoreUnavailable } from '../../../src/domain/kernel/storeError.js';
import { openMongo, type Mongo } from '../../../src/stores/mongo/connection.js';
import { duplicatesIn } from '../../../src/stores/mongo/driver.js';
import { startMongoProxy, type MongoProxy } from '../../support/mongoProxy.js';
import { until } from '../../support/until.js';
import { ownDatabase, withStore } from './database.js';

const PASSING = {
  Unauthorized: 13,
  AuthenticationFailed: 18,
  LockTimeout: 24,
  CursorNotFound: 43,
  MaxTimeMSExpired: 50,
  WriteConflict: 112,
  QueryPlanKilled: 175,
  CursorKilled: 237,
  TooManyFilesOpen: 264,
  UserWritesBlocked: 371,
  AtlasError: 8000,
  InterruptedAtShutdown: 11600,
  Interrupted: 11601,
  OutOfDiskSpace: 14031,
};
const DEFECTS = { BadValue: 2, FailedToParse: 9, TypeMismatch: 14, DocumentValidationFailure: 121 };
const HINT =
  'error processing query: ns=x.y planner returned error :: caused by :: ' +
  'hint provided does not correspond to an existing index';

withStore('MONGODB_URL', (url) =>
  describe('an error that MongoDB answers', () => {
    let proxy: MongoProxy;
    let mongo: Mongo;
    const rows = () => mongo.db.collection<{ _id: number }>('rows');
    const thrown = (question: () => Promise<unknown>) =>
      mongo.ask('Asking', question).then(
        () => expect(question).toBe('refused'),
        (error: unknown) => error,
      );
    const failing = async (command: string, answer: Document, question: () => Promise<unknown>) => {
      proxy.fail(command, answer);
      return thrown(question).finally(() => proxy.fail(command, null));
    };
    beforeEach(async () => {
      proxy = await startMongoProxy(ownDatabase(url));
      mongo = await openMongo(proxy.url);
      await until(() => mongo.ask('Asking', () => mongo.db.command({ ping: 1 })).then(() => true));
    });
    afterEach(async () => {
      await mongo.close();
      await proxy.close();
    });

    it.each(Object.entries(PASSING))(
      '%s is a store out of reach, of reads and of writes',
      async (codeName, code) => {
        const error = { code, codeName, errmsg: 'x' };
        const writeErrors = [
          { index: 0, code: 11_000, errmsg: 'x' },
          { index: 1, ...error },
        ];
        const insert = () => rows().insertMany([{ _id: 1 }, { _id: 2 }], { ordered: false });
        for (const one of [
          await failing('find', error, () => rows().findOne()),
          await failing('insert', { ok: 1, n: 0, writeErrors }, insert),
          await failing('insert', { ok: 1, n: 0, writeErrors: writeErrors.slice(1) }, insert),
          await failing('insert', { ok: 1, n: 0, writeErrors: writeErrors.slice(1) }, () =>
            rows().insertOne({ _id: 1 }),
          ),
        ])
          expect(one).toBeInstanceOf(StoreUnavailable);
      },
    );

    it('that its server calls retryable is a store out of reach, whatever its code', async () => {
      for (const label of ['RetryableWriteError', 'RetryableError', 'SystemOverloadedError']) {
        const answer = { code: 99_999, errmsg: 'x', errorLabels: [label] };
        expect(await failing('find', answer, () => rows().findOne())).toBeInstanceOf(StoreUnavailable);
      }
    });

    it('that the majority did not acknowledge a write is a store out of reach, also beside known rows', async () => {
      const writeConcernError = { code: 100, errmsg: 'x' };
      const writeErrors = [{ index: 0, code: 11_000, errmsg: 'x' }];
      const insert = () => rows().insertMany([{ _id: 1 }], { ordered: false });
      for (const answer of [{ writeErrors, writeConcernError }, { writeConcernError }])
        expect(await failing('insert', { ok: 1, n: 0, ...answer }, insert)).toBeInstanceOf(StoreUnavailable);
      const known = await failing('insert', { ok: 1, n: 0, writeErrors }, insert);
      expect(duplicatesIn(known)).toEqual([0]);
    });

    it.each(Object.entries(DEFECTS))('%s stays a defect', async (codeName, code) => {
      const error = await failing('find', { code, codeName, errmsg: 'x' }, () => rows().findOne());
      expect(error).not.toBeInstanceOf(StoreUnavailable);
      expect(error).toMatchObject({ code });
    });

    it('that an index is missing names the command that makes it', async () => {
      expect(mongo.isIndexMissing()).toBe(false);
      for (const command of ['find', 'aggregate']) {
        const error = await failing(command, { code: 2, codeName: 'BadValue', errmsg: HINT }, () =>
          command === 'find' ? rows().findOne() : rows().countDocuments(),
        );
        expect(error).toBeInstanceOf(IndexMissing);
        expect(String(error)).toContain('operator rebuild');
      }
      expect(mongo.isIndexMissing()).toBe(true);
    });
  }),
);
