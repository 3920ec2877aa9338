// The rows of compositions' items, of the facts in the log.
import { afterEach, beforeEach, describe, expect, it } from '#jest';
import type { ActedItem, CompositionItem } from '../../src/domain/reconciliation/events.js';
import { composedColumns } from '../../src/domain/reconciliation/parts.js';
import type { Competence } from '../../src/domain/kernel/competence.js';
import { carryableTo, listItemsOf, listOpenItems } from '../../src/projections/views/items.js';
import {
  findReconciliation,
  listReconciliations,
} from '../../src/projections/views/reconciliations/reconciliations.js';
import { append, event, release, releasedItems } from './support/bookkeeping.js';
import { openReadSide, type ReadSide } from './support/readSide.js';

const mine = { clientId: 1 };
const first = { page: 1, limit: 100, companies: null };
const context = { publicId: (id: number) => `publica ${id}` };

let side: ReadSide;
let projector: ReturnType<ReadSide['startProjector']>;
beforeEach(async () => {
  side = await openReadSide();
  projector = side.startProjector();
});
afterEach(() => side.close());

const item = (id: string, facts: Partial<CompositionItem> = {}): CompositionItem => ({
  id,
  description: `Item ${id}`,
  date: '2026-02-10',
  amountCents: 1_50,
  document: null,
  origin: '2026-02' as Competence,
  settledOn: null,
  ...facts,
});

async function released(competence: string, ...ids: readonly number[]): Promise<void> {
  await release(side.log, {
    trialBalanceId: ids[0] ?? 0,
    competence,
    items: releasedItems(...ids.map((id) => [id, id % 100, 1_00, true] as const)),
  });
}

async function composed(competence: string, byId: Readonly<Record<number, readonly CompositionItem[]>>) {
  const items = Object.entries(byId).map(([id, composition]) => {
    const reconciliationId = Number(id);
    const status = 'IN_ELABORATION' as const;
    const account = {
      accountCode: `1.1.${reconciliationId % 100}`,
      accountName: `Conta ${reconciliationId % 100}`,
    };
    const acted: ActedItem = { reconciliationId, ...account, from: status, status, ownerId: 'ana' };
    return { ...acted, composition, reconciledCents: 0, carried: 0 };
  });
  const facts = { companyId: 1, clientId: 1, competence, items: composedColumns(items), parts: null };
  await append(side.log, `reconciliations-1.${competence}`, [
    event('CompositionRecorded', { ...facts, composition: null, reconciledCents: null }),
  ]);
}

const openIn = async (more: object = {}) =>
  (await listOpenItems(side.pages, mine, { ...first, ...more }, context)).rows.map(({ itemId }) => itemId);

describe('Open items', () => {
  it('are those of each competence that are not settled, with their age at its end', async () => {
    await released('2026-02', 101, 102);
    await composed('2026-02', {
      101: [item('a'), item('b', { settledOn: '2026-02-20' })],
      102: [item('c', { date: '2025-11-30', document: 'NF 1', origin: '2025-11' as Competence })],
    });
    await side.caughtUp();
    const { rows, pagination } = await listOpenItems(side.pages, mine, first, context);
    expect(pagination.total).toBe(2);
    expect(JSON.stringify(rows[1])).toBe(
      '{"reconciliationId":"publica 102","empresaId":1,"competencia":"2026-02","contaCodigo":"1.1.2","itemId":"c",' +
        '"descricao":"Item c","data":"2025-11-30","valor":1.5,"documento":"NF 1","idadeDias":90,"faixa":"61-90",' +
        '"origemCompetencia":"2025-11","fonte":"DIGITADO"}',
    );
    expect(rows[0]).toMatchObject({ idadeDias: 18, faixa: '0-30', documento: '' });
    expect(await openIn({ minAgeDays: 90 })).toEqual(['c']);
    expect(await openIn({ minAgeDays: 91 })).toEqual([]);
    expect(await openIn({ contaCodigo: '1.1.1' })).toEqual(['a']);
    expect(await openIn({ companies: 2 })).toEqual([]);
    expect(await openIn({ period: '2026-03' })).toEqual([]);
    expect((await listOpenItems(side.pages, { clientId: 2 }, first, context)).rows).toEqual([]);
    const all = await listItemsOf(side.pages, mine, 101, { page: 1, limit: 10 }, context);
    expect(all.rows.map(({ itemId, baixado }) => [itemId, baixado])).toEqual([
      ['a', null],
      ['b', '2026-02-20'],
    ]);
  });

  it('no longer have what a shorter composition left out, also when the projector began anew between', async () => {
    await released('2026-02', 101);
    await composed('2026-02', { 101: [item('a'), item('b'), item('c')] });
    await side.caughtUp();
    await projector.stop();
    side.startProjector();
    await composed('2026-02', { 101: [item('c')] });
    await side.caughtUp();
    expect(await openIn()).toEqual(['c']);
    await composed('2026-02', { 101: [] });
    await composed('2026-02', { 101: [item('d'), item('e')] });
    await side.caughtUp();
    expect(await openIn()).toEqual(['d', 'e']);
  });

  it('are found by the age of the oldest in the list of reconciliations', async () => {
    await released('2026-02', 101, 102);
    await composed('2026-02', {
      101: [item('a'), item('b', { date: '2026-01-28' })],
      102: [item('c', { date: '2025-01-01', settledOn: '2026-02-02' })],
    });
    await side.caughtUp();
    const reading = {
      companyName: () => '',
      personNames: async () => () => '',
      now: new Date(),
      publicId: () => '',
    };
    const found = async (itensHaMaisDe: number) =>
      (await listReconciliations(side.pages, mine, { ...first, itensHaMaisDe }, reading)).rows.map(({ id }) => id);
    expect(await found(30)).toEqual([101]);
    expect(await found(31)).toEqual([]);
  });

  it('are offered to the next competence from the newest composition of the account, without those it has', async () => {
    await released('2026-01', 1);
    await composed('2026-01', { 1: [item('a'), item('b')] });
    await released('2026-02', 101);
    await released('2026-03', 201);
    await side.caughtUp();
    const offered = async (id: number, composition: readonly CompositionItem[] = []) => {
      const found = await findReconciliation(side.pages, mine, id);
      return found && carryableTo(side.store, found.row, composition, []);
    };
    expect(await offered(1)).toBeNull();
    expect(await offered(201)).toEqual({ items: 2, competence: '2026-01' });
    expect(await offered(101, [item('a'), item('b')])).toBeNull();
    await composed('2026-02', { 101: [item('a', { settledOn: '2026-02-20' }), item('b')] });
    await side.caughtUp();
    expect(await offered(201)).toEqual({ items: 1, competence: '2026-02' });
    await composed('2026-02', { 101: [item('b'), item('c', { source: 'saldo' })] });
    await released('2025-12', 301);
    await composed('2025-12', { 301: [item('d'), item('e')] });
    await side.caughtUp();
    expect(await offered(201)).toEqual({ items: 1, competence: '2026-02' });
  });
});
