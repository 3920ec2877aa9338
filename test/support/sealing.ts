// What signs the seals of a log in tests.
import { randomUUID } from 'node:crypto';
import { lastEvent } from '../../src/commands/kernel/events.js';
import { noteKey, parseCheckpoint, type Checkpoint, type Signer } from '../../src/commands/seals/checkpoint.js';
import type { EventLog } from '../../src/domain/kernel/log.js';
import { sealOf, SEALS } from '../../src/domain/seal.js';
import { metadata } from './logEvents.js';

export const signer: Signer = { logId: 'log-a', key: noteKey(Buffer.alloc(32, 7)) };

/** Appends the two events with which the log begins that the signer signs. */
export async function deploySigned(log: EventLog, { logId, key }: Signer = signer): Promise<void> {
  const deployed = { logId, environment: 'staging', namespace: 'n', secretsKeyFingerprint: 'f' };
  const set = { publicKey: key.publicKey.toString('base64'), previous: null, signature: null };
  await log.append([
    {
      stream: 'deployment',
      events: [
        { id: randomUUID(), type: 'Deployed', metadata, data: deployed },
        { id: randomUUID(), type: 'SealKeySet', metadata, data: set },
      ],
      expectedRevision: -1,
    },
  ]);
}

/** Of the log's last seal. */
export async function newestCheckpoint(log: EventLog): Promise<Checkpoint> {
  const last = await lastEvent(log, SEALS);
  const checkpoint = last && parseCheckpoint(sealOf(last)?.checkpoint ?? '');
  if (checkpoint === null) throw new Error('The log has no seal');
  return checkpoint;
}
