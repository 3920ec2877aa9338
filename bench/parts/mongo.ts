// The read models on MongoDB against the bare driver, same server, same documents: set MONGODB_URL to a server.
import { randomUUID } from 'node:crypto';
import type { LineColumns } from '../../src/domain/books/events.js';
import { rowBlocks } from '../../src/projections/engine/rows/rowBlocks.js';
import { declared } from '../../src/projections/views/allProjections.js';
import { trialBalanceLines as list } from '../../src/projections/views/trialBalances/trialBalanceLines.js';
import { openMongo } from '../../src/stores/mongo/connection.js';
import { openMongoReadStore } from '../../src/stores/readStore/mongo/mongoReadStore.js';
import { atMost, interleave, type Figure } from '../measure.js';

const LINES = 5_000;
const ROUNDS = 15;
const PAGES = 20;
const PAGE_ROWS = 100;

export async function mongo(): Promise<Figure[]> {
  const url = new URL(process.env['MONGODB_URL'] ?? '');
  url.pathname = `/bench_${randomUUID().slice(0, 8)}`;
  const connection = await openMongo(url.toString());
  const store = openMongoReadStore(connection, declared);
  try {
    const filling = await store.fill();
    const blocks = linesOf(1);
    const rows = (parentId: number) =>
      ({ op: 'rows', list: list.name, clientId: 1, parentId, first: 0, blocks }) as const;
    await filling.apply('bench', [{ write: rows(1), position: 1, changedAt: 1 }], null);
    await filling.goLive();
    const collection = connection.db.collection(`${filling.name}_${list.name}`);
    const documents = await collection.find({ _parentId: 1 }).toArray();
    const bare = connection.db.collection('bare');
    for (const [name, key] of [
      ['a', { _clientId: 1, _parentId: 1, _row: 1 }],
      ['b', { _clientId: 1, _parentId: 1, contaCodigo: 1, _row: 1 }],
    ] as const)
      await bare.createIndex(key, { name });

    const timed = async (work: () => Promise<unknown>): Promise<number> => {
      const startedMs = performance.now();
      await work();
      return performance.now() - startedMs;
    };
    const pageOf = (round: number, page: number) => ((round * PAGES + page) * PAGE_ROWS) % LINES;
    const reads = await interleave(ROUNDS, {
      ours: (round) =>
        timed(async () => {
          for (let page = 0; page < PAGES; page++)
            await store.listRows(list, 1, 1, pageOf(round, page), PAGE_ROWS);
        }),
      driver: (round) =>
        timed(async () => {
          for (let page = 0; page < PAGES; page++) {
            const from = pageOf(round, page);
            const filter = { _clientId: 1, _parentId: 1, _row: { $gte: from, $lt: from + PAGE_ROWS } };
            await collection.find(filter).sort({ _row: 1 }).limit(PAGE_ROWS).toArray();
          }
        }),
    });
    const writes = await interleave(ROUNDS, {
      ours: (round) =>
        timed(() =>
          filling.apply('bench', [{ write: rows(round + 10), position: round + 10, changedAt: round + 10 }], null),
        ),
      driver: (round) =>
        timed(() =>
          bare.bulkWrite(
            documents.map((document, row) => ({
              insertOne: { document: { ...document, _id: `${round}.${row}` as never, _parentId: round } },
            })),
            { ordered: false },
          ),
        ),
    });
    return [
      atMost('page of 100 lines from MongoDB, time against the bare driver', 2, reads.ours, reads.driver),
      atMost('projecting lines to MongoDB, time against a bare bulkWrite', 1.67, writes.ours, writes.driver),
    ];
  } finally {
    await connection.db.dropDatabase();
    await store.close();
    await connection.close();
  }
}

function linesOf(seed: number) {
  const each = <Value>(value: (line: number) => Value) => Array.from({ length: LINES }, (_, line) => value(line));
  const cents = each((line) => line * 137 + seed);
  const part: LineColumns = {
    accountCode: each((line) => `1.1.${line}`),
    accountName: each((line) => `Aplicação financeira nº ${line}`),
    previousBalanceCents: cents,
    debitCents: cents,
    creditCents: cents,
    finalBalanceCents: cents,
    nature: 'D'.repeat(LINES),
    debitSign: '+'.repeat(LINES),
  };
  const constants = { balanceteId: seed, empresaId: 1, competencia: '2026-02' };
  return rowBlocks(Buffer.from(JSON.stringify(part)), list, constants).blocks;
}
