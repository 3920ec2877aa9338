import { execFile } from 'node:child_process';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it } from '#jest';
import type { Choice } from '../../src/commands/kernel/documents.js';
import type { Where } from '../../src/domain/kernel/where.js';
import { selectSql, tableOf, updateSql } from '../../src/stores/sqlite/documentSql.js';
import { openSqliteDocuments, openThreadedDocuments } from '../../src/stores/sqlite/sqliteDocuments.js';
import { SqliteFile } from '../../src/stores/sqlite/sqliteFile.js';
import { temporaryDir } from '../support/service.js';
import { aged, coins, crates, documentsContract, fruits, type Fruit } from './documents.contract.js';

const options = { collections: [fruits, crates, aged, coins], journal: 'WAL', synchronous: 'NORMAL' } as const;

/** The column of a query's plan that says what is done. */
const DETAIL = 3;

for (const [driver, open] of [
  ['SQLite', openSqliteDocuments],
  ['SQLite in a thread', openThreadedDocuments],
] as const)
  documentsContract(driver, async () => {
    const folder = await temporaryDir();
    const path = join(folder, 'documents.db');
    const reading = (sql: string, ...values: readonly (string | number | null | Uint8Array)[]) => {
      const file = new SqliteFile(path);
      try {
        return file.allRaw(sql, ...values);
      } finally {
        file.close();
      }
    };
    return {
      isAtomic: true,
      unseenMs: 0,
      open: () => open(path, options),
      drop: () => rm(folder, { recursive: true, force: true }),
      async indexOf(where: Where<Fruit>, choice: Choice) {
        const { text, values } = selectSql(tableOf(fruits), 'doc', where, choice);
        const plan = reading(`EXPLAIN QUERY PLAN ${text}`, ...values).map((row) => String(row[DETAIL]));
        const used = plan.map((detail) => /^SEARCH fruits USING INDEX fruits_(\w+)/.exec(detail)?.[1]);
        // Neither a scan nor a sort beside it.
        return plan.length === 1 ? (used[0] ?? plan.join()) : plan.join();
      },
      indexes: async () =>
        reading("SELECT name FROM sqlite_master WHERE type = 'index'").map(([name]) =>
          String(name).replace('fruits_', ''),
        ),
    };
  });

describe('A file of documents', () => {
  let folder: string;
  beforeEach(async () => (folder = await temporaryDir()));

  it('is made at the first use, readable by its owner only', async () => {
    const documents = openSqliteDocuments(join(folder, 'one.db'), options);
    await expect(stat(join(folder, 'one.db'))).rejects.toThrow('ENOENT');
    await documents.count(fruits, {});
    expect((await stat(join(folder, 'one.db'))).mode & 0o077).toBe(0);
    await documents.close();
  });

  it('keeps its write-ahead log while a process has it open twice and another closes it', async () => {
    const path = join(folder, 'one.db');
    const twice = [openThreadedDocuments(path, options), openThreadedDocuments(path, options)] as const;
    for (const documents of twice) await documents.count(fruits, {});
    const change = "new (require('libsql'))(process.argv[1]).exec('DELETE FROM fruits')";
    await promisify(execFile)(process.execPath, ['-e', change, path]);
    expect((await stat(`${path}-wal`)).isFile()).toBe(true);
    await Promise.all(twice.map((documents) => documents.close()));
  });

  it('changes documents named by their keys through these, and no index of other fields', async () => {
    const path = join(folder, 'one.db');
    const documents = openSqliteDocuments(path, options);
    await documents.insert(fruits, [{ _id: 'a', name: 'uva', weight: 1, words: null }]);
    const file = new SqliteFile(path);
    const planOf = (where: Where<Fruit>) => {
      const { text, values } = updateSql(tableOf(fruits), where, { set: { ripe: true } });
      return file.allRaw(`EXPLAIN QUERY PLAN ${text}`, ...values)[0]?.[DETAIL];
    };
    const byKey = 'SEARCH fruits USING INDEX sqlite_autoindex_fruits_1 (_id=?)';
    expect(planOf({ _id: { in: ['a', 'b'] }, weight: 1, ripe: null })).toBe(byKey);
    expect(planOf([{ _id: 'a' }, { weight: { upTo: 1 } }])).toBe(byKey);
    // The columns of indexes say what the documents say.
    await documents.update(fruits, { _id: 'a' }, { set: { ripe: true }, inc: { weight: 2 } });
    expect(file.allRaw('SELECT name, weight, ripe FROM fruits')).toEqual([['uva', 3, 1]]);
    file.close();
    await documents.close();
  });

  for (const open of [openSqliteDocuments, openThreadedDocuments])
    it(`that cannot be opened is a store that is unavailable (${open.name})`, async () => {
      const documents = open(join(folder, 'missing', 'one.db'), options);
      await expect(documents.count(fruits, {})).rejects.toMatchObject({ name: 'StoreUnavailable' });
      await documents.close();
    });
});
