import { describe, expect, it } from '#jest';
import { ensureDeployment, readDeployment, WrongDeployment } from '../../../src/commands/log/deployment.js';
import { readAll } from '../../support/logEvents.js';
import { openLog, useBooks } from '../support/booksOnLog.js';

const clock = { now: () => new Date('2026-03-02T12:00:00Z'), monotonicMs: () => 0 };
const configured = { environment: 'staging', secretsKeyFingerprint: 'ab12' } as const;

describe('The deployment', () => {
  const books = useBooks();

  it('is recorded at the first start and the same at every later one', async () => {
    expect(await readDeployment(books.log)).toBeNull();
    const first = await ensureDeployment(books.log, clock, configured);
    expect(await ensureDeployment(books.log, clock, configured)).toEqual(first);
    expect(await readDeployment(books.log)).toEqual({ ...first, ...configured });
    expect(first.logId).not.toBe(first.namespace);
    expect(await readAll(books.log, 'deployment')).toHaveLength(1);
  });

  it('is recorded once, however many processes start at once', async () => {
    const other = await openLog(books.folder);
    const starts = Array.from({ length: 10 }, (_, n) =>
      ensureDeployment(n % 2 ? books.log : other, clock, configured),
    );
    expect(new Set((await Promise.all(starts)).map(({ logId }) => logId)).size).toBe(1);
    expect(await readAll(books.log, 'deployment')).toHaveLength(1);
    await other.close();
  });

  it('refuses a start with another environment or secrets key, names which, and changes nothing', async () => {
    await ensureDeployment(books.log, clock, configured);
    await expect(ensureDeployment(books.log, clock, { ...configured, environment: 'production' })).rejects.toEqual(
      new WrongDeployment('environment', 'staging', 'production'),
    );
    await expect(
      ensureDeployment(books.log, clock, { ...configured, secretsKeyFingerprint: 'cd' }),
    ).rejects.toMatchObject({
      name: 'WrongDeployment',
      differs: 'secretsKey',
      recorded: 'ab12',
      configured: 'cd',
    });
    expect(await readAll(books.log, 'deployment')).toHaveLength(1);
  });
});
