import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Choice, Where } from '../../src/stores/documents/documents.js';
import { selectSql } from '../../src/stores/sqlite/documentSql.js';
import { openSqliteDocuments, openThreadedDocuments } from '../../src/stores/sqlite/sqliteDocuments.js';
import { SqliteFile } from '../../src/stores/sqlite/sqliteFile.js';
import { temporaryDir } from '../support/service.js';
import { documentsContract, fruits, type Fruit } from './documents.contract.js';

const options = { collections: [fruits], journal: 'WAL', synchronous: 'NORMAL' } as const;

for (const [driver, open] of [
  ['SQLite', openSqliteDocuments],
  ['SQLite in a thread', openThreadedDocuments],
] as const)
  documentsContract(driver, async () => {
    const folder = await temporaryDir();
    const path = join(folder, 'documents.db');
    const reading = <Row>(sql: string, ...values: readonly (string | number | null | Uint8Array)[]): Row[] => {
      const file = new SqliteFile(path);
      try {
        return file.all<Row>(sql, ...values);
      } finally {
        file.close();
      }
    };
    return {
      isAtomic: true,
      open: () => open(path, options),
      drop: () => rm(folder, { recursive: true, force: true }),
      async indexOf(where: Where<Fruit>, choice: Choice) {
        const { text, values } = selectSql(fruits, 'doc', where, choice);
        const plan = reading<{ detail: string }>(`EXPLAIN QUERY PLAN ${text}`, ...values).map(
          ({ detail }) => detail,
        );
        const used = plan.map((detail) => /^SEARCH fruits USING INDEX fruits_(\w+)/.exec(detail)?.[1]);
        // Neither a scan nor a sort beside it.
        return plan.length === 1 ? (used[0] ?? plan.join()) : plan.join();
      },
      indexes: async () =>
        reading<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'index'").map(({ name }) =>
          name.replace('fruits_', ''),
        ),
    };
  });

describe('A file of documents', () => {
  let folder: string;
  beforeEach(async () => (folder = await temporaryDir()));
  afterEach(() => rm(folder, { recursive: true }));

  it('is made at the first use, readable by its owner only', async () => {
    const documents = openSqliteDocuments(join(folder, 'one.db'), options);
    await expect(stat(join(folder, 'one.db'))).rejects.toThrow('ENOENT');
    await documents.count(fruits, {});
    expect((await stat(join(folder, 'one.db'))).mode & 0o077).toBe(0);
    await documents.close();
  });

  for (const open of [openSqliteDocuments, openThreadedDocuments])
    it(`that cannot be opened is a store that is unavailable (${open.name})`, async () => {
      const documents = open(join(folder, 'missing', 'one.db'), options);
      await expect(documents.count(fruits, {})).rejects.toMatchObject({ name: 'StoreUnavailable' });
      await documents.close();
    });
});
