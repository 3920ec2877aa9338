// Documents in MongoDB, for any number of processes on any number of machines. Asks of the server only what it has in common with
// others that speak its protocol (docs/spec/stores.md#mongodb).
import type { Collection as MongoCollection, Document, Filter, UpdateFilter } from 'mongodb';
import {
  nextOfEach,
  type Change,
  type Choice,
  type Collection,
  type Documents,
  type Range,
  type Step,
  type Stored,
  type Test,
  type Where,
} from '../documents/documents.js';
import type { Mongo } from './connection.js';
import { duplicatesIn } from './driver.js';

/** Time limits of calls on many documents. */
const BULK_MS = 30_000;
const COUNT_MS = 30_000;
const DELETE_MS = 60_000;
const REPLACE_MS = 60_000;
const INDEX_MS = 60_000;
/** Documents of one insert, and inserts under way at once: the next one is serialised while the server works. */
const BULK_DOCUMENTS = 1_000;
const BULKS_AT_ONCE = 3;
/** Documents that are put in one request, there or not; more are inserted first. */
const FEW_DOCUMENTS = 16;
/** Documents of one batch of a cursor. */
const BATCH_DOCUMENTS = 5_000;

type Found = Document & { _id: string };

export type MongoDocumentsOptions = Readonly<{
  /** Gets its indexes before it is first written or an index is named; others are there. */
  collections: readonly Collection[];
  /** Writes wait for the journal of the majority. */
  isJournaled?: boolean;
  /** Comes before the names of the collections. */
  prefix?: string;
}>;

/** Uses a connection that the caller opens and closes. */
export function openMongoDocuments(
  mongo: Mongo,
  { collections, isJournaled = false, prefix = '' }: MongoDocumentsOptions,
): Documents {
  const options = isJournaled ? { writeConcern: { w: 'majority', journal: true } as const } : {};
  const of = ({ name }: Collection): MongoCollection<Found> => mongo.db.collection(`${prefix}${name}`, options);
  const names = new Set(collections.map(({ name }) => name));
  const made = new Map<string, Promise<void>>();

  /** A failure is retried at the next call. */
  async function prepared(from: Collection): Promise<void> {
    if (!names.has(from.name)) return;
    const making = made.get(from.name) ?? makeIndexes(mongo, { ...from, name: `${prefix}${from.name}` });
    made.set(from.name, making);
    await making.catch((error: unknown) => {
      made.delete(from.name);
      throw error;
    });
  }

  /** @returns indexes of those that exist */
  function insertedNew(into: Collection, documents: readonly Stored[]): Promise<readonly number[]> {
    return mongo
      .ask(
        `Writing ${into.name}`,
        () => of(into).insertMany([...documents], { ordered: false }),
        documents.length > 1 ? BULK_MS : undefined,
      )
      .then((): readonly number[] => [])
      .catch(duplicatesIn);
  }

  /** Of many, most are new; few are as often there. */
  async function put(into: Collection, documents: readonly Stored[]): Promise<void> {
    const { newest } = into;
    /** @returns indexes of duplicates: a newer one, or one that another writer inserted just now */
    const replace = (documents: readonly Stored[], upsert: boolean): Promise<readonly number[]> => {
      const each = (documents as readonly Found[]).map((replacement) => {
        const unless = newest === undefined ? {} : { [newest]: { $lte: replacement[newest] as number } };
        return { replaceOne: { filter: { _id: replacement._id, ...unless }, replacement, upsert } };
      });
      const work = () => of(into).bulkWrite(each, { ordered: false });
      return mongo.ask(`Writing ${into.name}`, work, REPLACE_MS).then(() => [], duplicatesIn);
    };
    // After a duplicate, FerretDB leaves out the rest.
    if (documents.length <= FEW_DOCUMENTS && (await replace(documents, true)).length === 0) return;
    const existing = await insertedNew(into, documents);
    if (existing.length > 0) await replace(existing.map((at) => documents[at]) as readonly Stored[], false);
  }

  async function inserted(into: Collection, documents: readonly Stored[]): Promise<readonly boolean[]> {
    const askedMs = performance.now();
    const stamp = into.stamped === undefined ? {} : { [into.stamped]: await serverTime(mongo) };
    const existing = await insertedNew(
      into,
      documents.map((each) => ({ ...each, ...stamp })),
    );
    const isLate = performance.now() - askedMs > LATE_MS;
    // One that exists may have been inserted by an earlier try that had no answer, however long it took.
    if (into.stamped !== undefined && (isLate || existing.length > 0)) {
      const late = documents.filter((_, at) => isLate || existing.includes(at)).map(({ _id }) => _id);
      const again = () => of(into).updateMany({ _id: { $in: late } }, updateOf({ stamp: true }, into));
      await mongo.ask(`Stamping ${into.name}`, again, BULK_MS);
    }
    const there = new Set(existing);
    return documents.map((_, at) => !there.has(at));
  }

  async function find(from: Collection, where: Where, choice: Choice = {}): Promise<readonly Found[]> {
    if (choice.index !== undefined) await prepared(from);
    const { skip = 0, limit } = choice;
    const cursor = () =>
      of(from)
        .find(filterOf(where, from), {
          ...hintOf(choice),
          ...sortOf(choice),
          skip,
          ...(limit !== undefined && { limit }),
        })
        .batchSize(Math.min(limit ?? BATCH_DOCUMENTS, BATCH_DOCUMENTS));
    if (limit === 0) return [];
    const limitMs = limit === undefined ? BULK_MS : undefined;
    const found = await mongo.ask(`Reading ${from.name}`, () => cursor().toArray(), limitMs);
    return found.map((each) => plain(each, from));
  }

  return {
    async insert(into, documents) {
      if (documents.length === 0) return [];
      await prepared(into);
      const bulks = [...sliced(documents, BULK_DOCUMENTS)];
      const isNew: boolean[] = [];
      for (const some of sliced(bulks, BULKS_AT_ONCE))
        for (const each of await Promise.all(some.map((bulk) => inserted(into, bulk)))) isNew.push(...each);
      return isNew;
    },
    async write(puts) {
      for (const { into, documents } of puts) {
        await prepared(into);
        const bulks = [...sliced([...documents], BULK_DOCUMENTS)];
        for (const some of sliced(bulks, BULKS_AT_ONCE)) await Promise.all(some.map((bulk) => put(into, bulk)));
      }
    },
    async get<Doc extends Stored>(from: Collection<Doc>, _id: string) {
      const document = await mongo.ask(`Reading ${from.name}`, () => of(from).findOne({ _id }));
      return (document && plain(document, from)) as unknown as Doc | null;
    },
    find: async <Doc extends Stored>(from: Collection<Doc>, where: Where<Doc>, choice?: Choice) =>
      (await find(from, where, choice)) as unknown as readonly Doc[],
    async firstOfEach<Doc extends Stored>(from: Collection<Doc>, where: Where<Doc>, step: Step) {
      const found: Found[] = [];
      while (found.length < step.limit) {
        const [next] = await find(from, ...nextOfEach(from, where, step, found.at(-1)));
        if (next === undefined) break;
        found.push(next);
      }
      return found as unknown as readonly Doc[];
    },
    async count(from, where, index) {
      if (index !== undefined) await prepared(from);
      const hint = index === undefined ? {} : { hint: index };
      return mongo.ask(
        `Counting ${from.name}`,
        () => of(from).countDocuments(filterOf(where as Where, from), hint),
        COUNT_MS,
      );
    },
    async update(changed, where, change) {
      const [filter, update] = [filterOf(where, changed), updateOf(change, changed)];
      // Of one document it is repeated by the driver when the answer is lost.
      const work = () =>
        isOfOne(where) ? of(changed).updateOne(filter, update) : of(changed).updateMany(filter, update);
      const limitMs = isOfOne(where) ? undefined : BULK_MS;
      return (await mongo.ask(`Changing ${changed.name}`, work, limitMs)).matchedCount;
    },
    async findAndUpdate<Doc extends Stored>(
      changed: Collection<Doc>,
      where: Where<Doc>,
      change: Change<Doc>,
      choice: Choice = {},
    ) {
      if (choice.index !== undefined) await prepared(changed);
      const options = { returnDocument: 'after' as const, ...hintOf(choice), ...sortOf(choice) };
      const work = () =>
        of(changed).findOneAndUpdate(filterOf(where, changed), updateOf(change, changed), options);
      const found = await mongo.ask(`Changing ${changed.name}`, work);
      return (found && plain(found, changed)) as unknown as Doc | null;
    },
    stampedUntil: () => stampedUntil(mongo),
    async delete(from, where) {
      const filter = filterOf(where, from);
      const work = () => (isOfOne(where) ? of(from).deleteOne(filter) : of(from).deleteMany(filter));
      const limitMs = isOfOne(where) ? undefined : DELETE_MS;
      return (await mongo.ask(`Deleting in ${from.name}`, work, limitMs)).deletedCount;
    },
    close: async () => undefined,
  };
}

/** One at a time: some servers reject several that exist already. */
async function makeIndexes(mongo: Mongo, { name, indexes }: Collection): Promise<void> {
  for (const [index, fields] of Object.entries(indexes))
    await mongo.ask(
      `Indexing ${name}`,
      () => mongo.db.collection(name).createIndex(orderOf(fields), { name: index }),
      INDEX_MS,
    );
}

function hintOf({ index }: Choice): object {
  return index === undefined ? {} : { hint: index };
}

function sortOf({ sort = [] }: Choice): object {
  return sort.length === 0 ? {} : { sort: orderOf(sort) };
}

function orderOf(fields: readonly string[]): Record<string, 1 | -1> {
  return Object.fromEntries(
    fields.map((field) => (field.startsWith('-') ? [field.slice(1), -1 as const] : [field, 1 as const])),
  );
}

/** The server stamps by its own clock when it makes the change: no process's clock counts, nor how long it was suspended. */
function updateOf({ set = {}, inc = {}, push = {}, stamp }: Change, { stamped }: Collection): UpdateFilter<Found> {
  const $currentDate = stamp && stamped !== undefined ? { [stamped]: true } : {};
  const parts = Object.entries({ $set: set, $inc: inc, $push: push, $currentDate });
  return Object.fromEntries(parts.filter(([, fields]) => Object.keys(fields).length > 0));
}

/** Whether it names the one document that may match. */
function isOfOne(where: Where): boolean {
  if (Array.isArray(where)) return where.some((each: Where) => isOfOne(each));
  return '_id' in where && typeof where._id === 'string';
}

/** Values are always operands of an explicit operator. */
function filterOf(where: Where, of: Collection): Filter<Found> {
  if (Array.isArray(where))
    return where.length === 0 ? {} : { $and: where.map((each: Where) => filterOf(each, of)) };
  if ('any' in where) {
    const each = where.any as readonly Where[];
    return each.length === 0 ? { _id: { $in: [] } } : { $or: each.map((one) => filterOf(one, of)) };
  }
  const tests = Object.entries(where).filter(([, test]) => test !== undefined);
  return Object.fromEntries(tests.map(([field, test]) => [field, compared(test as Test, field === of.stamped)]));
}

/** Stamps are dates, and only compared by ranges. */
function plain(found: Found, { stamped = '' }: Collection): Found {
  const at: unknown = found[stamped];
  return at instanceof Date ? { ...found, [stamped]: at.getTime() } : found;
}

function compared(test: Test, isStamp: boolean): Document {
  if (test === null || typeof test !== 'object') return { $eq: test };
  if ('in' in test) return { $in: [...test.in] };
  if ('notIn' in test) return { $nin: [...test.notIn] };
  if ('not' in test) return { $ne: test.not };
  if ('wordPrefix' in test) return { $regex: `(^| )${escaped(test.wordPrefix)}` };
  const range = Object.entries(test).filter(([, value]) => value !== undefined);
  return range.length === 0
    ? { $ne: null }
    : Object.fromEntries(
        range.map(([name, value]) => [COMPARISONS[name as keyof Range], isStamp ? new Date(value) : value]),
      );
}

const COMPARISONS: Readonly<Record<keyof Range, string>> = {
  above: '$gt',
  from: '$gte',
  below: '$lt',
  upTo: '$lte',
};

const escaped = (text: string) => text.replace(/[^\p{L}\p{N} ]/gu, '\\$&');

function* sliced<One>(all: readonly One[], size: number): Generator<readonly One[]> {
  for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size);
}

/** An insert carries the time read before it; above this duration the documents are stamped again. */
export const LATE_MS = 30_000;
/**
 * Maximum delay between a stamp and its visibility: the longest bulk write, plus the clock difference between servers when another
 * one becomes primary.
 */
export const UNSEEN_MAX_MS = 60_000;

/** The used members of the answer to `hello`; only members of a replica set send `lastWrite`. */
type Hello = Readonly<{ localTime: Date; lastWrite?: Readonly<{ majorityWriteDate?: Date }> }>;

/** Stamps are of the server's clock only: those of processes differ, and one may be suspended before it sends a change. */
async function serverTime(mongo: Mongo): Promise<Date> {
  return (await hello(mongo)).localTime;
}

/**
 * Stamps not visible yet will be this time (ms) or later. Reads of a replica set see what its majority has, so later writes count
 * as not visible.
 */
async function stampedUntil(mongo: Mongo): Promise<number> {
  const { localTime, lastWrite } = await hello(mongo);
  return Math.min(localTime.getTime(), (lastWrite?.majorityWriteDate ?? localTime).getTime()) - UNSEEN_MAX_MS;
}

/** Sent under its older name, which every server knows. */
async function hello(mongo: Mongo): Promise<Hello> {
  return (await mongo.ask('Asking the time', () => mongo.db.command({ isMaster: 1 }))) as Hello & object;
}
