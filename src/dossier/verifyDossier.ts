// Verifies a dossier without a store: signatures, hashes, proofs, streams without gaps, parts, and the tables made
// again from the events. Never more than one file and the events are in memory. Source: docs/dossie.md.
import { isDeepStrictEqual } from 'node:util';
import { isCheckpointOf, parseCheckpoint } from '../commands/seals/checkpoint.js';
import { isIncluded, leafHash } from '../commands/seals/merkleTree.js';
import type { DossierFinding } from '../domain/seal.js';
import type { Recorded } from '../domain/kernel/event.js';
import { upcast } from '../domain/upcasters.js';
import {
  FORMAT,
  OUTSIDE_FILES,
  PEOPLE_FILE,
  areConsistent,
  isSignedManifest,
  lastOf,
  proofIn,
  type LastEvent,
  type Manifest,
} from './manifest.js';
import { EVENTS_MAX, LINE_BYTES_MAX, OBJECTS_MAX, type DossierFiles } from './readZip.js';
import { peopleWrong } from './people.js';
import { contentsWrong } from './verifyContents.js';

/**
 * `publicKey`: the one that the manifest names, in base64. `lastEvent`: later ones are not in it. Null when they
 * are not read.
 */
export type Verified = Readonly<{
  ok: boolean;
  events: number;
  problems: readonly DossierFinding[];
  publicKey: string | null;
  lastEvent: LastEvent | null;
}>;

const OPEN_OBJECT = 0x7b;
const OPEN_LIST = 0x5b;

/**
 * @param keptTexts texts of checkpoints that were kept outside: without one, only the manifest says whose key
 * signed
 */
export async function verifyDossier(files: DossierFiles, keptTexts: readonly string[] = []): Promise<Verified> {
  try {
    return await verified(files, keptTexts);
  } catch (error) {
    // What is signed by the key's holder may still have another shape than the format's.
    if (!(error instanceof TypeError || error instanceof SyntaxError || error instanceof RangeError)) throw error;
    return { ok: false, events: 0, problems: [{ is: 'Malformed' }], publicKey: null, lastEvent: null };
  }
}

async function verified(files: DossierFiles, keptTexts: readonly string[]): Promise<Verified> {
  const text = textOf(files, 'manifest.json');
  const manifest = manifestIn(text);
  if (manifest === null)
    return { ok: false, events: 0, problems: [{ is: 'ManifestUnreadable' }], publicKey: null, lastEvent: null };
  const problems: DossierFinding[] = [];
  if (!isSignedManifest(textOf(files, 'manifest.note'), text, manifest))
    problems.push({ is: 'ManifestNotSigned' });
  problems.push(...filesWrong(files, manifest));
  problems.push(...proofsWrong(files, manifest));
  const people = textOf(files, PEOPLE_FILE);
  if (hasTooManyObjects(people)) throw new RangeError('Too many people');
  if (files.has(PEOPLE_FILE)) problems.push(...peopleWrong(people, manifest));
  const events = eventsIn(files);
  if (events === null) problems.push({ is: 'EventUnreadable' });
  else problems.push(...(await contentsWrong(files, manifest, events)));
  problems.push(...consistencyWrong(files, manifest, keptTexts, keysOf(manifest, events ?? [])));
  const lastEvent = events && lastOf(events);
  const toldEvent = manifest.lastEvent; // absent in dossiers of older versions
  if (toldEvent !== undefined && !isDeepStrictEqual(toldEvent, lastEvent))
    problems.push({ is: 'LastEventDiffers' });
  const { publicKey } = manifest;
  return { ok: problems.length === 0, events: events?.length ?? 0, problems, publicKey, lastEvent };
}

function textOf(files: DossierFiles, name: string): string {
  return files.get(name)?.read().toString() ?? '';
}

function manifestIn(text: string): Manifest | null {
  try {
    if (hasTooManyObjects(text)) return null;
    const manifest = JSON.parse(text) as Manifest | null;
    return manifest?.format === FORMAT ? manifest : null;
  } catch {
    return null;
  }
}

/** Also of those that are text. */
function hasTooManyObjects(json: string): boolean {
  let objects = 0;
  for (let at = 0; at < json.length; at += 1) {
    const character = json.charCodeAt(at);
    if (character === OPEN_OBJECT || character === OPEN_LIST) objects += 1;
  }
  return objects > OBJECTS_MAX;
}

function filesWrong(files: DossierFiles, manifest: Manifest): DossierFinding[] {
  const listedNames = new Set(manifest.files.map(({ name }) => name));
  const unknown = [...files.keys()].filter((name) => !listedNames.has(name) && !OUTSIDE_FILES.includes(name));
  return [
    ...manifest.files.flatMap(({ name, bytes, sha256: expected }): DossierFinding[] => {
      const file = files.get(name);
      if (file === undefined) return [{ is: 'FileMissing', name }];
      return file.bytes === bytes && file.sha256 === expected ? [] : [{ is: 'FileDiffers', name }];
    }),
    ...unknown.map((name): DossierFinding => ({ is: 'FileUnknown', name })),
  ];
}

/**
 * Without their line feeds; what follows the last one is no line.
 * @throws RangeError for more or longer ones than events are
 */
function* linesOf(files: DossierFiles, name: string): Generator<Buffer, void> {
  const bytes = files.get(name)?.read() ?? Buffer.alloc(0);
  let start = 0;
  let lines = 0;
  for (let end; (end = bytes.indexOf('\n', start)) >= 0; start = end + 1) {
    lines += 1;
    if (end - start > LINE_BYTES_MAX || lines > EVENTS_MAX)
      throw new RangeError('Too many lines, or too long a one');
    yield bytes.subarray(start, end);
  }
}

/** Upcast; null when one is no event or of a version that this program does not know. */
function eventsIn(files: DossierFiles): readonly Recorded[] | null {
  const events: Recorded[] = [];
  for (const line of linesOf(files, 'events.ndjson'))
    try {
      events.push(upcast({ ...(JSON.parse(line.toString()) as Recorded), position: events.length }));
    } catch {
      return null;
    }
  return events;
}

function proofsWrong(files: DossierFiles, manifest: Manifest): DossierFinding[] {
  const checkpoint = parseCheckpoint(textOf(files, 'checkpoint.txt'));
  const key = Buffer.from(manifest.publicKey, 'base64');
  if (checkpoint === null || checkpoint.logId !== manifest.logId || !isCheckpointOf(checkpoint, key))
    return [{ is: 'CheckpointNotSigned' }];
  const { size, root } = manifest.checkpoint;
  if (checkpoint.size !== size || checkpoint.root.toString('base64') !== root)
    return [{ is: 'CheckpointDiffers' }];
  const leaves: Buffer[] = [];
  for (const line of linesOf(files, 'events.ndjson')) leaves.push(leafHash(line));
  const problems: DossierFinding[] = [];
  let proofs = 0;
  let before = -1;
  for (const proof of linesOf(files, 'proofs.ndjson')) {
    const leaf = leaves[proofs];
    proofs += 1;
    if (leaf === undefined) continue;
    const { index, path } = JSON.parse(proof.toString()) as { index: number; path: readonly string[] };
    const hashes = path.map((hash) => Buffer.from(hash, 'base64'));
    if (!isIncluded(leaf, index, checkpoint.size, hashes, checkpoint.root))
      problems.push({ is: 'EventNotProven', line: proofs });
    if (index <= before) problems.push({ is: 'EventOutOfOrder', line: proofs });
    before = index;
  }
  if (proofs === leaves.length) return problems;
  return [{ is: 'ProofsMissing', events: leaves.length, proofs }];
}

/** A kept checkpoint may be signed by any of the last ones. Source: docs/dossie.md#consistency. */
const KEYS_MAX = 100;

/** The manifest's, and those that the log had before. */
function keysOf({ publicKey }: Manifest, events: readonly Recorded[]): readonly Buffer[] {
  const set = events.filter(({ type }) => type === 'SealKeySet').slice(-KEYS_MAX);
  const former = set.map(({ data }) => (data as Readonly<{ publicKey: string }>).publicKey);
  return [publicKey, ...former].map((key) => Buffer.from(key, 'base64'));
}

/** Every proof of a kept checkpoint has to hold, whether the checkpoint is shown here or not. */
function consistencyWrong(
  files: DossierFiles,
  manifest: Manifest,
  keptTexts: readonly string[],
  keys: readonly Buffer[],
): DossierFinding[] {
  const { logId, checkpoint } = manifest;
  const ownTree = { size: checkpoint.size, root: Buffer.from(checkpoint.root, 'base64') };
  const names = [...files.keys()].filter((name) => name.startsWith('consistency/'));
  const proofs = names.map((name) => ({ name, proof: proofIn(textOf(files, name)) }));
  const broken = proofs.flatMap(({ name, proof }): DossierFinding[] => {
    const keptCheckpoint = proof && parseCheckpoint(proof.note);
    const holds = keptCheckpoint?.logId === logId && areConsistent(keptCheckpoint, ownTree, proof?.path ?? []);
    return holds ? [] : [{ is: 'ConsistencyBroken', name }];
  });
  const kept = keptTexts.flatMap((text, at): DossierFinding[] => {
    const keptCheckpoint = parseCheckpoint(text);
    const isOfLog = keptCheckpoint?.logId === logId;
    if (!isOfLog || !keys.some((key) => isCheckpointOf(keptCheckpoint, key)))
      return [{ is: 'KeptOfAnotherLog', kept: at + 1 }];
    const isSame = keptCheckpoint.size === ownTree.size;
    if (isSame) return keptCheckpoint.root.equals(ownTree.root) ? [] : [{ is: 'KeptForked', kept: at + 1 }];
    const proof = proofs.find((one) => one.proof?.note === text)?.proof;
    if (!proof) return [{ is: 'KeptNotProven', kept: at + 1 }];
    return areConsistent(keptCheckpoint, ownTree, proof.path) ? [] : [{ is: 'KeptForked', kept: at + 1 }];
  });
  return [...broken, ...kept];
}
