import { beforeEach, describe, expect, it } from '#jest';
import { partsHash, readParts } from '../../../src/commands/kernel/parts.js';
import { release } from '../../../src/commands/competence/release.js';
import type { ReleasedItem, TrialBalanceReleased } from '../../../src/domain/reconciliation/events.js';
import { decodeReleased } from '../../../src/domain/reconciliation/parts.js';
import { account, operator, putChart, putVersion } from '../support/booksOnLog.js';
import { onReleaseBooks, releaseBooks, releases } from '../support/releaseBooks.js';

const { august, asked, cash, stock, suppliers } = releaseBooks;
const books = onReleaseBooks();

async function itemsOf({ items }: TrialBalanceReleased['data']): Promise<readonly ReleasedItem[]> {
  const parts = await readParts(books.log, items.stream);
  expect({ count: parts.length, hash: partsHash(parts) }).toEqual({ count: items.count, hash: items.hash });
  const listed = parts.flatMap(decodeReleased);
  expect(listed).toHaveLength(items.lines);
  return listed;
}

async function lastItems(): Promise<readonly ReleasedItem[]> {
  const last = (await releases(books.log)).at(-1);
  if (!last) throw new Error('nothing was released');
  return itemsOf(last);
}

const brief = ({ reconciliationId, created, accountCode, bookBalanceCents }: ReleasedItem) =>
  [reconciliationId, created, accountCode, bookBalanceCents] as const;

describe('the first release', () => {
  it('makes one reconciliation per account, in the order of the lines, an account in several lines summed', async () => {
    const trialBalanceId = await putVersion(books.deps, {
      competence: august,
      lines: [suppliers, cash, ['2.1', 0, 0, 1_00, -1_00], stock],
    });
    expect(await release(books.deps, asked, operator)).toEqual({
      trialBalanceId,
      version: 1,
      reconciliations: 3,
      position: await books.log.head(),
    });
    expect(await releases(books.log)).toEqual([
      {
        trialBalanceId,
        companyId: 3,
        clientId: 1,
        competence: august,
        version: 1,
        chartId: 5,
        replaces: null,
        convention: 'A',
        linesStream: `lines-${trialBalanceId}`,
        created: 3,
        dueAt: '2026-09-09T02:59:59.999Z',
        deadlines: {
          preparer: '2026-09-09T02:59:59.999Z',
          reviewer: '2026-09-11T02:59:59.999Z',
          approver: '2026-09-12T02:59:59.999Z',
        },
        items: expect.objectContaining({
          stream: expect.stringMatching(`^released-${trialBalanceId}-[0-9a-f-]{36}$`),
        }),
      },
    ]);
    expect(await lastItems()).toEqual([
      item(1, 61, '2.1', 'Conta 2.1', -141_00),
      item(2, 51, '1.1', 'Caixa', 130_00),
      item(3, 52, '1.2', 'Conta 1.2', 10_00),
    ]);
    const head = await books.log.head();
    expect(await release(books.deps, asked, operator)).toMatchObject({ trialBalanceId, position: null });
    expect(await books.log.head()).toBe(head);
  });

  it('uses the newest version and the chart’s current descriptions', async () => {
    await putVersion(books.deps, { competence: august, lines: [cash] });
    const newest = await putVersion(books.deps, { competence: august, lines: [cash, stock] });
    await putChart(books.deps, 5, [account(52, '1.2', { description: 'Estoque' })]);
    const done = await release(books.deps, asked, operator);
    expect([done.trialBalanceId, done.version, done.reconciliations]).toEqual([newest, 2, 2]);
    expect((await lastItems()).map(({ accountName }) => accountName)).toEqual(['Caixa', 'Estoque']);
  });
});

describe('the release of a later version', () => {
  beforeEach(async () => {
    await putVersion(books.deps, { competence: august, lines: [cash, stock, suppliers] });
    await release(books.deps, asked, operator);
  });

  it('compares with the version released before, not with those between', async () => {
    await putVersion(books.deps, { competence: august, lines: [stock] });
    await putVersion(books.deps, { competence: august, lines: [suppliers, cash, ['1.2', 10_00, 1_00, 0, 11_00]] });
    await release(books.deps, asked, operator);
    expect((await lastItems()).map(brief)).toEqual([[2, false, '1.2', 11_00]]);
  });

  it('treats the same code in another chart as another account', async () => {
    await putChart(books.deps, 6, [account(71, '1.1')]);
    await putVersion(books.deps, { competence: august, lines: [cash], chartId: 6 });
    expect(await release(books.deps, asked, operator)).toMatchObject({ reconciliations: 4 });
    expect((await lastItems()).map(brief)).toEqual([
      [4, true, '1.1', 130_00],
      [1, false, '1.1', 0],
      [2, false, '1.2', 0],
      [3, false, '2.1', 0],
    ]);
  });
});

function item(
  reconciliationId: number,
  accountId: number,
  accountCode: string,
  accountName: string,
  bookBalanceCents: number,
): ReleasedItem {
  return {
    reconciliationId,
    created: true,
    accountId,
    accountCode,
    accountName,
    department: '',
    sector: '',
    bookBalanceCents,
    status: 'PENDING',
    ownerId: null,
    bookBalanceDebitCents: bookBalanceCents,
  };
}
