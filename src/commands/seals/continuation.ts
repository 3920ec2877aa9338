// A proof for others that a log goes on from an earlier checkpoint: the older size, the hashes and the newer checkpoint, in the
// form that witnesses of transparency logs take (C2SP tlog-witness, add-checkpoint). Source: docs/spec/log.md#verify.
import { DEPLOYMENT_STREAM, deployment, type DeploymentEvent } from '../../domain/deployment.js';
import type { Recorded } from '../../domain/kernel/event.js';
import type { EventLog } from '../../domain/kernel/log.js';
import { SEALS, sealOf, type NoContinuation } from '../../domain/seal.js';
import { isCheckpointOf, parseCheckpoint, type Checkpoint } from './checkpoint.js';
import { inTree } from './logTree.js';
import { consistencyProof, isConsistent } from './merkleProofs.js';
import type { LeafStore } from './leafStore.js';

export class CannotContinue extends Error {
  override readonly name = 'CannotContinue';
  constructor(readonly problem: NoContinuation) {
    super(problem.is);
  }
}

/** The text of a kept checkpoint, or the number of events of the seal whose checkpoint is meant; null: the newest. */
export type CheckpointChoice = Readonly<{ text: string }> | Readonly<{ size: number }> | null;

export type Continuation = Readonly<{ from: number; to: number; hashes: number; text: string }>;

/**
 * @throws CannotContinue; TreeDiffers when the log does not lead to the newer checkpoint
 */
export async function continuation(
  log: EventLog,
  openLeaves: (logId: string) => LeafStore,
  { from, to }: Readonly<{ from: CheckpointChoice; to: CheckpointChoice }>,
): Promise<Continuation> {
  const known = await readIdentity(log);
  const [older, newer] = [await checkpointOf(log, known, from), await checkpointOf(log, known, to)];
  const [{ size: olderSize }, { size }] = [older.checkpoint, newer.checkpoint];
  if (olderSize === 0 || olderSize > size) throw new CannotContinue({ is: 'NotOlder', from: olderSize, to: size });
  const leaves = openLeaves(known.logIds.at(-1) ?? '');
  const proof = await inTree(log, leaves, newer.checkpoint, (tree) =>
    consistencyProof(tree.subtree, olderSize, size),
  );
  if (!isConsistent(older.checkpoint, newer.checkpoint, proof))
    throw new CannotContinue({ is: 'NotContinued', from: olderSize });
  const lines = [`old ${olderSize}`, ...proof.map((hash) => hash.toString('base64')), '', newer.text];
  return { from: olderSize, to: size, hashes: proof.length, text: lines.join('\n') };
}

type Identity = Readonly<{ logIds: readonly string[]; publicKeys: readonly Buffer[] }>;

async function readIdentity(log: EventLog): Promise<Identity> {
  let state = deployment.initial();
  const publicKeys: Buffer[] = [];
  for await (const event of log.read(DEPLOYMENT_STREAM, 0)) {
    state = deployment.evolve(state, event);
    const { type, data } = event as Recorded<DeploymentEvent>;
    if (type === 'SealKeySet') publicKeys.push(Buffer.from(data.publicKey, 'base64'));
  }
  return { logIds: state.logIds, publicKeys };
}

async function checkpointOf(
  log: EventLog,
  { logIds, publicKeys }: Identity,
  choice: CheckpointChoice,
): Promise<Readonly<{ checkpoint: Checkpoint; text: string }>> {
  const text =
    choice !== null && 'text' in choice ? choice.text : await sealedCheckpoint(log, choice?.size ?? null);
  const checkpoint = text === null ? null : parseCheckpoint(text);
  if (checkpoint === null || text === null)
    throw new CannotContinue({
      is: 'NoCheckpoint',
      size: choice !== null && 'size' in choice ? choice.size : null,
    });
  const { logId, size } = checkpoint;
  if (!logIds.includes(logId)) throw new CannotContinue({ is: 'OfAnotherLog', logId });
  if (!publicKeys.some((key) => isCheckpointOf(checkpoint, key)))
    throw new CannotContinue({ is: 'NotSigned', size });
  return { checkpoint, text };
}

/** @param size null: of the newest seal */
async function sealedCheckpoint(log: EventLog, size: number | null): Promise<string | null> {
  let found: string | null = null;
  for await (const event of log.read(SEALS, 0)) {
    const seal = sealOf(event);
    if (seal !== null && (size === null || seal.count === size)) found = seal.checkpoint;
  }
  return found;
}
