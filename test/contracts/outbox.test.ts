import { afterEach, beforeEach, expect, it } from '#jest';
import { openOutbox } from '../../src/app/stores.js';
import type { Mail, Outbox } from '../../src/mail/outbox.js';
import { onBothStores } from './support/bothStores.js';

const NOW = 1_780_000_000_000;
const mail = (id: string): Mail => ({
  id,
  clientId: 1,
  personId: 'ana',
  companyIds: [3],
  subject: 'Devolvida',
  text: 'conta 1.1',
});

onBothStores('Outbox contract', (places) => {
  let outbox: Outbox;
  let other: Outbox;
  beforeEach(() => {
    [outbox, other] = [openOutbox(...places.here()), openOutbox(...places.here())];
  });
  afterEach(async () => {
    await outbox.close();
    await other.close();
  });

  it('keeps a mail that is made again, also by another process, and after it was sent', async () => {
    await Promise.all([
      outbox.add([mail('a')], NOW),
      other.add([{ ...mail('a'), text: 'outra' }, mail('b')], NOW),
    ]);
    expect(await outbox.counts()).toEqual({ waiting: 2, failed: 0 });
    for (let each = await other.claim(NOW, NOW + 1); each; each = await other.claim(NOW, NOW + 1))
      await other.settle(each, 'sent');
    await outbox.add([mail('a'), mail('b')], NOW);
    expect(await outbox.claim(NOW + 9, NOW + 10)).toBeNull();
    expect(await outbox.counts()).toEqual({ waiting: 0, failed: 0 });
  });

  it('gives a mail to one of several callers, and again when the time of the claim is over', async () => {
    await outbox.add([mail('a')], NOW);
    const ask = (each: Outbox) => each.claim(NOW, NOW + 100);
    const claims = [
      ...(places.isAtomic() ? [] : [await ask(outbox)]),
      ...(await Promise.all([outbox, other, outbox, other].map(ask))),
    ];
    const [first, ...more] = claims.filter((claim) => claim !== null);
    expect(more).toEqual([]);
    expect(first).toMatchObject({ ...mail('a'), failures: 0 });
    const second = await other.claim(NOW + 100, NOW + 200);
    expect(second).toMatchObject({ id: 'a', failures: 0 });
    if (first && second) {
      await outbox.settle(first, 'failed'); // too late
      expect(await outbox.counts()).toEqual({ waiting: 1, failed: 0 });
      await other.settle(second, { againAtMs: NOW + 500 });
    }
    expect(await outbox.claim(NOW + 499, NOW + 600)).toBeNull();
    const third = await outbox.claim(NOW + 500, NOW + 600);
    expect(third).toMatchObject({ id: 'a', failures: 1 });
    if (third) await outbox.settle(third, 'failed');
    expect(await other.counts()).toEqual({ waiting: 0, failed: 1 });
  });

  it('gives a mail at once that was to wait by a clock that was a year ahead', async () => {
    const ahead = NOW + 365 * 86_400_000;
    await outbox.add([mail('a')], ahead);
    const claimed = await outbox.claim(ahead, ahead + 1);
    if (claimed) await outbox.settle(claimed, { againAtMs: ahead + 60_000 });
    expect(await other.claim(NOW, NOW + 100)).toMatchObject({ id: 'a', failures: 1 });
    expect(await outbox.claim(NOW, NOW + 100)).toBeNull();
  });

  it('forgets what was settled, and keeps what waits', async () => {
    await outbox.add([mail('a')], NOW);
    const claimed = await outbox.claim(NOW, NOW + 1);
    if (claimed) await outbox.settle(claimed, 'dropped');
    await outbox.add([mail('b')], NOW);
    await outbox.forget(NOW + 1);
    await outbox.add([mail('a')], NOW + 1);
    expect(await other.counts()).toEqual({ waiting: 2, failed: 0 });
  });

  it('goes on from the checkpoint and the morning, and never back', async () => {
    expect([await outbox.checkpoint(), await outbox.morning()]).toEqual([null, null]);
    const last = { stream: 'seals', revision: 1, id: 'x', position: 8, at: '2026-06-01T00:00:00.000Z' };
    await outbox.advance({ logId: 'um', position: 8, last });
    await other.advance({ logId: 'um', position: 7 });
    expect(await outbox.checkpoint()).toEqual({ logId: 'um', position: 8, last });
    await outbox.advance({ logId: 'dois', position: 2 });
    expect(await other.checkpoint()).toEqual({ logId: 'dois', position: 2 });
    await outbox.setMorning('2026-06-02', '2026-06-03');
    await other.setMorning('2026-06-01', '2026-06-02');
    expect(await outbox.morning()).toBe('2026-06-02');
  });
});
