// Going on with a log that was restored: ids far above the known ones, a new id for the log.
import { describe, expect, it } from '#jest';
import { acceptLog, IdsExhausted, restoredLogId, type Accepting } from '../../../src/commands/log/acceptLog.js';
import { ensureDeployment, readLogIds } from '../../../src/commands/log/deployment.js';
import { ensureSealKey, rotateSealKey } from '../../../src/commands/seals/sealKey.js';
import { noteKey } from '../../../src/commands/seals/checkpoint.js';
import { systemClock } from '../../../src/commands/kernel/context.js';
import { Folds } from '../../../src/commands/kernel/folds.js';
import { IdAllocator } from '../../../src/commands/kernel/idAllocator.js';
import { idKinds } from '../../../src/domain/kernel/ids.js';
import type { EventLog } from '../../../src/domain/kernel/log.js';
import { useBooks } from '../support/booksOnLog.js';

const books = useBooks(({ log }) =>
  ensureDeployment(log, systemClock, { environment: 'staging', secretsKeyFingerprint: 'f' }),
);

const accept = (more: Partial<Accepting> = {}) =>
  acceptLog({
    log: books.log,
    clock: systemClock,
    reason: 'servidor restaurado',
    idsFrom: null,
    highest: {},
    actor: { kind: 'operator', id: 'operator', name: 'Operador' },
    ...more,
  });
const allocator = () => new IdAllocator(books.log, new Folds(books.log), systemClock);
const fails = (when: (stream: string) => boolean): EventLog => ({
  ...books.log,
  append: (appends) =>
    appends.some(({ stream }) => when(stream)) ? Promise.reject(new Error('away')) : books.log.append(appends),
});

describe('A log that is accepted', () => {
  it('goes on with every kind of id 1,000,000 above the highest known, and has a new id', async () => {
    expect(await allocator().reserve('company', 7)).toBe(1);
    const { logId, ids } = await accept({ highest: { company: 3, trialBalance: 500 } });
    expect(ids).toMatchObject({ company: 1_000_007, trialBalance: 1_000_500, apiKey: 1_000_000 });
    expect(Object.keys(ids).sort()).toEqual([...idKinds].sort());
    for (const kind of idKinds) expect(await allocator().reserve(kind, 1)).toBe(ids[kind]);
    expect((await readLogIds(books.log)).at(-1)).toBe(logId);
  });

  it('is accepted once, also where the key of the seals is recorded before it is accepted again, or after', async () => {
    const away = { log: fails((stream) => stream === 'deployment'), highest: { company: 3 } };
    await expect(accept(away)).rejects.toThrow('away');
    await ensureSealKey(books.log, systemClock, noteKey(Buffer.alloc(32, 1)));
    const { logId, ids } = await accept({ highest: { company: 3 } });
    expect(ids.company).toBe(1_000_003);
    await rotateSealKey(books.log, systemClock, noteKey(Buffer.alloc(32, 2)), null);
    expect(await restoredLogId(books.log)).toBe(logId);
  });

  it('goes on at a given number where that is higher', async () => {
    const { ids } = await accept({ idsFrom: 5_000_000, highest: { account: 6_000_000 } });
    expect(ids).toMatchObject({ company: 5_000_000, account: 7_000_000 });
  });

  it('is not changed where one id would be beyond 2^31 − 1', async () => {
    const head = await books.log.head();
    await expect(accept({ highest: { chart: 2 ** 31 - 1_000_000 } })).rejects.toThrow(IdsExhausted);
    await expect(accept({ idsFrom: 2 ** 31 })).rejects.toThrow(IdsExhausted);
    expect(await books.log.head()).toBe(head);
    expect((await accept({ highest: { chart: 2 ** 31 - 1_000_001 } })).ids.chart).toBe(2 ** 31 - 1);
  });

  it('is accepted by a second run that the first one did not end, with the same ids, and again after another restore', async () => {
    await allocator().reserve('company', 7);
    await expect(accept({ log: fails((stream) => stream === 'ids-account') })).rejects.toThrow('away');
    await expect(accept({ log: fails((stream) => stream === 'deployment') })).rejects.toThrow('away');
    expect(await readLogIds(books.log)).toHaveLength(1);
    expect((await accept()).ids).toMatchObject({ company: 1_000_007, apiKey: 1_000_000 });
    expect((await accept()).ids).toMatchObject({ company: 2_000_006, apiKey: 1_999_999 });
  });
});
