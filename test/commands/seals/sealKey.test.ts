// The key that signs checkpoints, over the life of a log.
import { describe, expect, it } from '#jest';
import { ensureDeployment, WrongDeployment } from '../../../src/commands/log/deployment.js';
import { verify } from '../../../src/commands/log/verify.js';
import {
  createNewestCheckpoint,
  isCheckpointOf,
  noteKey,
  parseCheckpoint,
} from '../../../src/commands/seals/checkpoint.js';
import { ensureSealKey, rotateSealKey } from '../../../src/commands/seals/sealKey.js';
import { sealNow } from '../../../src/commands/seals/seals.js';
import { systemClock as clock } from '../../../src/commands/kernel/context.js';
import type { EventLog } from '../../../src/domain/kernel/log.js';
import { methodsOf } from '../../support/logEvents.js';
import { newestCheckpoint } from '../../support/sealing.js';
import { useBooks } from '../support/booksOnLog.js';

const ONE = noteKey(Buffer.alloc(32, 1));
const TWO = noteKey(Buffer.alloc(32, 2));

describe('The key of the seals', () => {
  const books = useBooks(({ log }) =>
    ensureDeployment(log, clock, { environment: 'staging', secretsKeyFingerprint: 'f' }),
  );

  it('is recorded by one of the processes that start at once', async () => {
    const signers = await Promise.all([1, 2, 3].map(() => ensureSealKey(books.log, clock, ONE)));
    expect(new Set(signers.map(({ logId }) => logId)).size).toBe(1);
    const events = [];
    for await (const { type } of books.rawLog.read('deployment', 0)) events.push(type);
    expect(events).toEqual(['Deployed', 'SealKeySet']);
    await expect(ensureSealKey(books.log, clock, TWO)).rejects.toThrow(WrongDeployment);
  });

  it('signs each seal, also after a rotation, and verify tells which key was in force', async () => {
    await sealNow(books.rawLog, clock, await ensureSealKey(books.log, clock, ONE));
    const older = await newestCheckpoint(books.rawLog);
    const signer = await rotateSealKey(books.log, clock, TWO, ONE);
    await sealNow(books.rawLog, clock, signer);
    const newer = await newestCheckpoint(books.rawLog);
    expect(isCheckpointOf(older, ONE.publicKey)).toBe(true);
    expect(isCheckpointOf(newer, TWO.publicKey)).toBe(true);
    expect(newer).toMatchObject({ logId: signer.logId, size: 3 });
    expect(await verify(books.rawLog)).toMatchObject({ ok: true, problems: [] });
  });

  it('that is not in force is found by verify', async () => {
    const { logId } = await ensureSealKey(books.log, clock, ONE);
    await sealNow(books.rawLog, clock, { logId, key: TWO });
    expect((await verify(books.rawLog)).problems).toEqual([{ is: 'CheckpointDiffers', seal: 0 }]);
  });

  it('of another log is found by verify', async () => {
    await ensureSealKey(books.log, clock, ONE);
    await sealNow(books.rawLog, clock, { logId: 'another', key: ONE });
    expect((await verify(books.rawLog)).problems).toEqual([{ is: 'CheckpointDiffers', seal: 0 }]);
  });

  it('gives everybody the newest checkpoint, however many ask', async () => {
    let nowMs = 0;
    const newest = createNewestCheckpoint(books.rawLog, { ...clock, monotonicMs: () => nowMs });
    expect(await newest()).toBeNull();
    const signer = await ensureSealKey(books.log, clock, ONE);
    await sealNow(books.rawLog, clock, signer);
    expect(await newest()).toBeNull();
    nowMs += 1_000;
    expect(parseCheckpoint((await newest()) ?? '')).toMatchObject({ logId: signer.logId, size: 2 });
    await rotateSealKey(books.log, clock, TWO, ONE);
    await sealNow(books.rawLog, clock, { ...signer, key: TWO });
    nowMs += 1_000;
    expect(parseCheckpoint((await newest()) ?? '')).toMatchObject({ size: 3 });
  });

  it('gives everybody the last known checkpoint while the log answers nothing', async () => {
    let nowMs = 0;
    let isSilent = false;
    const through: EventLog = {
      ...methodsOf(books.rawLog),
      async *read(...call) {
        if (isSilent) await new Promise(() => undefined);
        yield* books.rawLog.read(...call);
      },
    };
    const newest = createNewestCheckpoint(through, { ...clock, monotonicMs: () => nowMs });
    await sealNow(books.rawLog, clock, await ensureSealKey(books.log, clock, ONE));
    const known = await newest();
    expect(known).not.toBeNull();
    nowMs += 1_000;
    isSilent = true;
    expect(await newest()).toBe(known);
  });
});
