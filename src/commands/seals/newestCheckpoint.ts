// The newest signed checkpoint of the log.
import type { Clock } from '../kernel/context.js';
import type { EventLog } from '../../domain/kernel/log.js';
import { sealOf, SEALS } from '../../domain/seal.js';
import { inTime, LOG_READ_MS_MAX } from '../kernel/deadline.js';
import { lastEvent } from '../kernel/lastEvent.js';

/** Seals are some seconds apart; the log is asked no more often than this, however many ask. */
const LOOK_EVERY_MS = 1_000;

/**
 * The signed note; null until a seal has one. While the log is unavailable, the last known one, after 2 s at most.
 * @throws DomainError Unavailable, or the log's error, when no read has succeeded yet
 */
export type NewestCheckpoint = () => Promise<string | null>;

/** Reads on from the last seal that it knows. */
export function createNewestCheckpoint(rawLog: EventLog, clock: Clock): NewestCheckpoint {
  let known: Readonly<{ revision: number; checkpoint: string | null }> | null = null;
  let asked: Readonly<{ atMs: number; answer: Promise<string | null> }> | null = null;
  const look = async (): Promise<string | null> => {
    if (known === null) {
      const last = await lastEvent(rawLog, SEALS);
      if (last === null) return null;
      known = { revision: last.revision, checkpoint: sealOf(last)?.checkpoint ?? null };
    }
    for await (const event of rawLog.read(SEALS, known.revision + 1))
      known = { revision: event.revision, checkpoint: sealOf(event)?.checkpoint ?? null };
    return known.checkpoint;
  };
  const lookInTime = async (): Promise<string | null> => {
    try {
      return await inTime(LOG_READ_MS_MAX, look());
    } catch (error) {
      if (known === null) throw error;
      return known.checkpoint;
    }
  };
  return () => {
    const nowMs = clock.monotonicMs();
    if (asked === null || nowMs - asked.atMs >= LOOK_EVERY_MS) {
      const answer = lookInTime();
      asked = { atMs: nowMs, answer };
      answer.catch(() => (asked = null));
    }
    return asked.answer;
  };
}
