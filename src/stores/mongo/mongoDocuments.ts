// Documents in MongoDB, for any number of processes on any number of machines. Asks of the server only what it has
// in common with others that speak its protocol (docs/spec/stores.md#mongodb).
import type { Collection as MongoCollection, CollectionOptions, Document, Filter, UpdateFilter } from 'mongodb';
import {
  nextOfEach,
  type Change,
  type Choice,
  type Collection,
  type Documents,
  type Puts,
  type Step,
  type Stored,
} from '../../commands/kernel/documents.js';
import type { Range, Test, Where } from '../../domain/kernel/where.js';
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
const BATCH_DOCUMENTS = 5_000;

type StoredDocument = Document & { _id: string };

type MongoDocumentsOptions = Readonly<{
  /** Gets its indexes before it is first written or an index is named; others are there. */
  collections: readonly Collection[];
  /** Writes wait for the journal of the majority. */
  isJournaled?: boolean;
  prefix?: string;
}>;

/** Uses a connection that the caller opens and closes. */
export class MongoDocuments implements Documents {
  readonly #names: ReadonlySet<string>;
  readonly #prefix: string;
  readonly #options: CollectionOptions;
  readonly #indexing = new Map<string, Promise<void>>();

  constructor(
    private readonly mongo: Mongo,
    { collections, isJournaled = false, prefix = '' }: MongoDocumentsOptions,
  ) {
    this.#names = new Set(collections.map(({ name }) => name));
    this.#prefix = prefix;
    this.#options = isJournaled ? { writeConcern: { w: 'majority', journal: true } } : {};
  }

  async insert<Doc extends Stored>(into: Collection<Doc>, documents: readonly Doc[]): Promise<readonly boolean[]> {
    if (documents.length === 0) return [];
    await this.#prepare(into);
    const bulks = [...slicesOf(documents, BULK_DOCUMENTS)];
    const isNew: boolean[] = [];
    for (const some of slicesOf(bulks, BULKS_AT_ONCE))
      for (const each of await Promise.all(some.map((bulk) => this.#insert(into, bulk)))) isNew.push(...each);
    return isNew;
  }

  async write(puts: readonly Puts[]): Promise<void> {
    for (const { into, documents } of puts) {
      await this.#prepare(into);
      const bulks = [...slicesOf([...documents], BULK_DOCUMENTS)];
      for (const some of slicesOf(bulks, BULKS_AT_ONCE))
        await Promise.all(some.map((bulk) => this.#put(into, bulk)));
    }
  }

  async get<Doc extends Stored>(from: Collection<Doc>, _id: string): Promise<Doc | null> {
    const document = await this.mongo.ask(`Reading ${from.name}`, () => this.#of(from).findOne({ _id }));
    return (document && plain(document, from)) as unknown as Doc | null;
  }

  async find<Doc extends Stored>(
    from: Collection<Doc>,
    where: Where<Doc>,
    choice: Choice = {},
  ): Promise<readonly Doc[]> {
    if (choice.index !== undefined) await this.#prepare(from);
    const { skip = 0, limit } = choice;
    if (limit === 0) return [];
    const options = { ...hintOf(choice), ...sortOf(choice), skip, ...(limit !== undefined && { limit }) };
    const batchSize = Math.min(limit ?? BATCH_DOCUMENTS, BATCH_DOCUMENTS);
    const cursor = () => this.#of(from).find(filterOf(where, from), options).batchSize(batchSize);
    const limitMs = limit === undefined ? BULK_MS : undefined;
    const documents = await this.mongo.ask(`Reading ${from.name}`, () => cursor().toArray(), limitMs);
    return documents.map((each) => plain(each, from)) as unknown as readonly Doc[];
  }

  async firstOfEach<Doc extends Stored>(from: Collection<Doc>, step: Step): Promise<readonly Doc[]> {
    const documents: Doc[] = [];
    while (documents.length < step.limit) {
      const [query, choice] = nextOfEach(from, step, documents.at(-1));
      const [next] = await this.find<Doc>(from, query, choice);
      if (next === undefined) break;
      documents.push(next);
    }
    return documents;
  }

  async count<Doc extends Stored>(from: Collection<Doc>, where: Where<Doc>, index?: string): Promise<number> {
    if (index !== undefined) await this.#prepare(from);
    const hint = hintOf(index === undefined ? {} : { index });
    const work = () => this.#of(from).countDocuments(filterOf(where, from), hint);
    return this.mongo.ask(`Counting ${from.name}`, work, COUNT_MS);
  }

  async update<Doc extends Stored>(changed: Collection<Doc>, where: Where<Doc>, change: Change<Doc>) {
    const filter = filterOf(where, changed);
    const update = updateOf(change, changed);
    const collection = this.#of(changed);
    // The driver repeats an update of one document when the answer is lost.
    const work = () =>
      isOfOne(where) ? collection.updateOne(filter, update) : collection.updateMany(filter, update);
    const limitMs = isOfOne(where) ? undefined : BULK_MS;
    return (await this.mongo.ask(`Changing ${changed.name}`, work, limitMs)).matchedCount;
  }

  async findAndUpdate<Doc extends Stored>(
    changed: Collection<Doc>,
    where: Where<Doc>,
    change: Change<Doc>,
    choice: Choice = {},
  ): Promise<Doc | null> {
    if (choice.index !== undefined) await this.#prepare(changed);
    const options = { returnDocument: 'after' as const, ...hintOf(choice), ...sortOf(choice) };
    const filter = filterOf(where, changed);
    const update = updateOf(change, changed);
    const work = () => this.#of(changed).findOneAndUpdate(filter, update, options);
    const document = await this.mongo.ask(`Changing ${changed.name}`, work);
    return (document && plain(document, changed)) as unknown as Doc | null;
  }

  /** Stamps not visible yet will be this time (ms) or later: a replica set's reads see what its majority has. */
  async stampedUntil(): Promise<number> {
    const { localTime, lastWrite } = await hello(this.mongo);
    return Math.min(localTime.getTime(), (lastWrite?.majorityWriteDate ?? localTime).getTime()) - UNSEEN_MAX_MS;
  }

  async delete<Doc extends Stored>(from: Collection<Doc>, where: Where<Doc>): Promise<number> {
    const filter = filterOf(where, from);
    const work = () => (isOfOne(where) ? this.#of(from).deleteOne(filter) : this.#of(from).deleteMany(filter));
    const limitMs = isOfOne(where) ? undefined : DELETE_MS;
    return (await this.mongo.ask(`Deleting in ${from.name}`, work, limitMs)).deletedCount;
  }

  async close(): Promise<void> {}

  #of({ name }: Collection): MongoCollection<StoredDocument> {
    return this.mongo.db.collection(`${this.#prefix}${name}`, this.#options);
  }

  /** Makes the indexes. A failure is retried at the next call. */
  async #prepare(from: Collection): Promise<void> {
    if (!this.#names.has(from.name)) return;
    const indexing =
      this.#indexing.get(from.name) ?? makeIndexes(this.mongo, { ...from, name: `${this.#prefix}${from.name}` });
    this.#indexing.set(from.name, indexing);
    await indexing.catch((error: unknown) => {
      this.#indexing.delete(from.name);
      throw error;
    });
  }

  /** @returns indexes of those that exist */
  #insertNew(into: Collection, documents: readonly Stored[]): Promise<readonly number[]> {
    const work = () => this.#of(into).insertMany([...documents], { ordered: false });
    const limitMs = documents.length > 1 ? BULK_MS : undefined;
    return this.mongo.ask(`Writing ${into.name}`, work, limitMs).then(() => [], duplicatesIn);
  }

  /** Among many documents most are new; among few as many are there already. */
  async #put(into: Collection, documents: readonly Stored[]): Promise<void> {
    // After a duplicate, FerretDB leaves out the rest.
    if (documents.length <= FEW_DOCUMENTS && (await this.#replace(into, documents, true)).length === 0) return;
    const existing = await this.#insertNew(into, documents);
    if (existing.length > 0)
      await this.#replace(into, existing.map((at) => documents[at]) as readonly Stored[], false);
  }

  /** @returns indexes of duplicates: a newer one, or one that another writer inserted just now */
  #replace(into: Collection, documents: readonly Stored[], upsert: boolean): Promise<readonly number[]> {
    const { newest } = into;
    const replacements = (documents as readonly StoredDocument[]).map((replacement) => {
      const unless = newest === undefined ? {} : { [newest]: { $lte: replacement[newest] as number } };
      return { replaceOne: { filter: { _id: replacement._id, ...unless }, replacement, upsert } };
    });
    const work = () => this.#of(into).bulkWrite(replacements, { ordered: false });
    return this.mongo.ask(`Writing ${into.name}`, work, REPLACE_MS).then(() => [], duplicatesIn);
  }

  async #insert(into: Collection, documents: readonly Stored[]): Promise<readonly boolean[]> {
    const startMs = performance.now();
    const stamp = into.stamped === undefined ? {} : { [into.stamped]: (await hello(this.mongo)).localTime };
    const existing = new Set(
      await this.#insertNew(
        into,
        documents.map((each) => ({ ...each, ...stamp })),
      ),
    );
    const isLate = performance.now() - startMs > LATE_MS;
    // One that exists may have been inserted by an earlier try that had no answer, however long it took.
    if (into.stamped !== undefined && (isLate || existing.size > 0)) {
      const late = documents.filter((_, at) => isLate || existing.has(at)).map(({ _id }) => _id);
      const again = () => this.#of(into).updateMany({ _id: { $in: late } }, updateOf({ stamp: true }, into));
      await this.mongo.ask(`Stamping ${into.name}`, again, BULK_MS);
    }
    return documents.map((_, at) => !existing.has(at));
  }
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

/** The server stamps by its own clock at the change: no process's clock counts, nor how long it was held. */
function updateOf(
  { set = {}, inc = {}, push = {}, stamp }: Change,
  { stamped }: Collection,
): UpdateFilter<StoredDocument> {
  const $currentDate = stamp && stamped !== undefined ? { [stamped]: true } : {};
  const parts = Object.entries({ $set: set, $inc: inc, $push: push, $currentDate });
  return Object.fromEntries(parts.filter(([, fields]) => Object.keys(fields).length > 0));
}

/** Whether it names the one document that may match. */
function isOfOne(where: Where): boolean {
  if (Array.isArray(where)) return where.some((each: Where) => isOfOne(each));
  return '_id' in where && typeof where['_id'] === 'string';
}

/** Values are always operands of an explicit operator. */
function filterOf(where: Where, of: Collection): Filter<StoredDocument> {
  if (Array.isArray(where))
    return where.length === 0 ? {} : { $and: where.map((each: Where) => filterOf(each, of)) };
  const tests = Object.entries(where).filter(([, test]) => test !== undefined);
  return Object.fromEntries(
    tests.map(([field, test]) => {
      if (field !== 'any') return [field, operatorsOf(test as Test, field === of.stamped)];
      const each = test as readonly Where[];
      return each.length === 0 ? ['_id', { $in: [] }] : ['$or', each.map((one) => filterOf(one, of))];
    }),
  );
}

/** Stamps are dates, and only compared by ranges. */
function plain(document: StoredDocument, { stamped = '' }: Collection): StoredDocument {
  const at: unknown = document[stamped];
  return at instanceof Date ? { ...document, [stamped]: at.getTime() } : document;
}

function operatorsOf(test: Test, isStamp: boolean): Document {
  if (test === null || typeof test !== 'object') return { $eq: test };
  if ('in' in test) return { $in: [...test.in] };
  if ('notIn' in test) return { $nin: [...test.notIn] };
  if ('not' in test) return { $ne: test.not };
  if ('wordPrefix' in test) return { $regex: `(^| )${test.wordPrefix.replace(/[^\p{L}\p{N} ]/gu, '\\$&')}` };
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

function* slicesOf<One>(all: readonly One[], size: number): Generator<readonly One[]> {
  for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size);
}

/** An insert carries the time read before it; above this duration the documents are stamped again. */
export const LATE_MS = 30_000;
/** Longest delay of a stamp's visibility: the longest bulk write, and clocks that differ at a new primary. */
export const UNSEEN_MAX_MS = 60_000;

/** The used members of the answer to `hello`; only members of a replica set send `lastWrite`. */
type Hello = Readonly<{ localTime: Date; lastWrite?: Readonly<{ majorityWriteDate?: Date }> }>;

/** The server's clock stamps alone: those of processes differ, and one may be suspended before it sends. */
async function hello(mongo: Mongo): Promise<Hello> {
  // Its older name, which every server knows.
  return (await mongo.ask('Asking the time', () => mongo.db.command({ isMaster: 1 }))) as Hello & object;
}
