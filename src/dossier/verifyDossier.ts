// Verifies a dossier without a store: signatures, hashes, proofs, streams without gaps, parts, and the tables made again from
// the events. Source: docs/dossie.md.
import { isCheckpointOf, parseCheckpoint } from '../commands/seals/checkpoint.js';
import { isIncluded } from '../commands/seals/merkleProofs.js';
import { leafHash } from '../commands/seals/merkleTree.js';
import type { DossierFinding } from '../domain/seal/dossierFindings.js';
import type { Recorded } from '../domain/kernel/event.js';
import { upcast } from '../domain/upcasters.js';
import { isDeepStrictEqual } from 'node:util';
import {
  companyIn,
  evidenceIn,
  evidenceName,
  isClosedBy,
  namedParts,
  partName,
  streamsOf,
  versionList,
  versionsOf,
} from './contents.js';
import { areConsistent, proofIn } from './consistency.js';
import { peopleWrong } from './people.js';
import { tablesOf } from './tables.js';
import { FORMAT, isSignedManifest, OUTSIDE_FILES, PEOPLE_FILE, sha256, type Manifest } from './manifest.js';

/** By name. */
export type Entries = ReadonlyMap<string, Buffer>;
/** `publicKey`: the one that the manifest names, in base64; null when it is not read. */
export type Verified = Readonly<{
  ok: boolean;
  events: number;
  problems: readonly DossierFinding[];
  publicKey: string | null;
}>;

/** @param kept texts of checkpoints that were kept outside: without one, only the manifest says whose key signed */
export async function verifyDossier(entries: Entries, kept: readonly string[] = []): Promise<Verified> {
  try {
    return await verified(entries, kept);
  } catch (error) {
    // What is signed by the key's holder may still have another shape than the format's.
    if (!(error instanceof TypeError || error instanceof SyntaxError || error instanceof RangeError)) throw error;
    return { ok: false, events: 0, problems: [{ is: 'Malformed' }], publicKey: null };
  }
}

async function verified(entries: Entries, kept: readonly string[]): Promise<Verified> {
  const text = entries.get('manifest.json')?.toString() ?? '';
  const manifest = manifestIn(text);
  if (manifest === null)
    return { ok: false, events: 0, problems: [{ is: 'ManifestUnreadable' }], publicKey: null };
  const problems: DossierFinding[] = [];
  if (!isSignedManifest(entries.get('manifest.note')?.toString() ?? '', text, manifest))
    problems.push({ is: 'ManifestNotSigned' });
  problems.push(...filesWrong(entries, manifest));
  const lines = linesOf(entries, 'events.ndjson');
  problems.push(...proofsWrong(entries, manifest, lines));
  problems.push(...consistencyWrong(entries, manifest), ...keptWrong(entries, manifest, kept));
  const people = entries.get(PEOPLE_FILE);
  if (people !== undefined) problems.push(...peopleWrong(people.toString(), manifest));
  const events = eventsIn(lines);
  if (events === null) problems.push({ is: 'EventUnreadable' });
  else {
    problems.push(...eventsWrong(manifest, events), ...contentsWrong(entries, manifest, events));
    problems.push(...(await tablesWrong(entries, manifest, events)));
  }
  return { ok: problems.length === 0, events: lines.length, problems, publicKey: manifest.publicKey };
}

function manifestIn(text: string): Manifest | null {
  try {
    const manifest = JSON.parse(text) as Manifest | null;
    return manifest?.format === FORMAT ? manifest : null;
  } catch {
    return null;
  }
}

function filesWrong(entries: Entries, { files }: Manifest): DossierFinding[] {
  const listed = new Set(files.map(({ name }) => name));
  const unknown = [...entries.keys()].filter((name) => !listed.has(name) && !OUTSIDE_FILES.includes(name));
  return [
    ...files.flatMap(({ name, bytes, sha256: expected }): DossierFinding[] => {
      const found = entries.get(name);
      if (found === undefined) return [{ is: 'FileMissing', name }];
      return found.length === bytes && sha256(found) === expected ? [] : [{ is: 'FileDiffers', name }];
    }),
    ...unknown.map((name): DossierFinding => ({ is: 'FileUnknown', name })),
  ];
}

function linesOf(entries: Entries, name: string): readonly string[] {
  return entries.get(name)?.toString().split('\n').slice(0, -1) ?? [];
}

/** Upcast; null when one is no event or of a version that this program does not know. */
function eventsIn(lines: readonly string[]): readonly Recorded[] | null {
  try {
    return lines.map((line, position) => upcast({ ...(JSON.parse(line) as Recorded), position }));
  } catch {
    return null;
  }
}

function proofsWrong(entries: Entries, manifest: Manifest, lines: readonly string[]): DossierFinding[] {
  const checkpoint = parseCheckpoint(entries.get('checkpoint.txt')?.toString() ?? '');
  const key = Buffer.from(manifest.publicKey, 'base64');
  if (checkpoint === null || checkpoint.logId !== manifest.logId || !isCheckpointOf(checkpoint, key))
    return [{ is: 'CheckpointNotSigned' }];
  const { size, root } = manifest.checkpoint;
  if (checkpoint.size !== size || checkpoint.root.toString('base64') !== root)
    return [{ is: 'CheckpointDiffers' }];
  const proofs = linesOf(entries, 'proofs.ndjson');
  if (proofs.length !== lines.length)
    return [{ is: 'ProofsMissing', events: lines.length, proofs: proofs.length }];
  const problems: DossierFinding[] = [];
  let before = -1;
  for (const [at, line] of lines.entries()) {
    const { index, path } = JSON.parse(proofs[at] as string) as { index: number; path: readonly string[] };
    const hashes = path.map((hash) => Buffer.from(hash, 'base64'));
    if (!isIncluded(leafHash(line), index, checkpoint.size, hashes, checkpoint.root))
      problems.push({ is: 'EventNotProven', line: at + 1 });
    if (index <= before) problems.push({ is: 'EventOutOfOrder', line: at + 1 });
    before = index;
  }
  return problems;
}

/** Every proof of a kept checkpoint has to hold, whether the checkpoint is shown here or not. */
function consistencyWrong(entries: Entries, { logId, checkpoint }: Manifest): DossierFinding[] {
  const own = { size: checkpoint.size, root: Buffer.from(checkpoint.root, 'base64') };
  return [...entries].flatMap(([name, text]): DossierFinding[] => {
    if (!name.startsWith('consistency/')) return [];
    const proof = proofIn(text.toString());
    const kept = proof && parseCheckpoint(proof.note);
    const holds = kept !== null && kept.logId === logId && areConsistent(kept, own, proof?.path ?? []);
    return holds ? [] : [{ is: 'ConsistencyBroken', name }];
  });
}

function keptWrong(entries: Entries, manifest: Manifest, kept: readonly string[]): DossierFinding[] {
  const key = Buffer.from(manifest.publicKey, 'base64');
  const own = { size: manifest.checkpoint.size, root: Buffer.from(manifest.checkpoint.root, 'base64') };
  const proofs = [...entries]
    .filter(([name]) => name.startsWith('consistency/'))
    .map(([, text]) => proofIn(text.toString()));
  return kept.flatMap((text, at): DossierFinding[] => {
    const checkpoint = parseCheckpoint(text);
    if (checkpoint?.logId !== manifest.logId || !isCheckpointOf(checkpoint, key))
      return [{ is: 'KeptOfAnotherLog', kept: at + 1 }];
    const isSame = checkpoint.size === own.size;
    if (isSame) return checkpoint.root.equals(own.root) ? [] : [{ is: 'KeptForked', kept: at + 1 }];
    const found = proofs.find((proof) => proof?.note === text);
    if (found === undefined || found === null) return [{ is: 'KeptNotProven', kept: at + 1 }];
    return areConsistent(checkpoint, own, found.path) ? [] : [{ is: 'KeptForked', kept: at + 1 }];
  });
}

function eventsWrong(manifest: Manifest, events: readonly Recorded[]): DossierFinding[] {
  const { company, competence } = manifest;
  const charts = versionsOf(events, competence).map(({ data }) => data.chartId);
  const client = events.find(({ stream }) => stream.startsWith('client-'))?.stream ?? '';
  const clientId = Number(client.slice('client-'.length));
  const known = new Map(
    streamsOf({ companyId: company.id, clientId, competence }, charts).map((of) => [of.stream, of]),
  );
  const next = new Map<string, number>();
  const problems: DossierFinding[] = [];
  for (const event of events) {
    const { stream, revision } = event;
    const of = known.get(stream);
    const { companyId } = event.data as { companyId?: number };
    const isForeign = of?.holds(event) !== true || (companyId ?? company.id) !== company.id;
    if (isForeign) problems.push({ is: 'EventOfAnother', stream, revision });
    const expected = next.get(stream) ?? 0;
    if (of?.complete === true ? revision !== expected : revision < expected)
      problems.push({ is: 'StreamGap', stream, expected, found: revision });
    next.set(stream, revision + 1);
  }
  for (const { stream, complete, firstRevision, lastRevision, events: count } of manifest.streams) {
    const own = events.filter((of) => of.stream === stream);
    const isCounted = own.length === count && own[0]?.revision === firstRevision;
    if (!isCounted || next.get(stream) !== lastRevision + 1 || known.get(stream)?.complete !== complete)
      problems.push({ is: 'StreamDiffers', stream });
  }
  for (const stream of next.keys())
    if (!manifest.streams.some((of) => of.stream === stream)) problems.push({ is: 'StreamDiffers', stream });
  return problems;
}

function contentsWrong(entries: Entries, manifest: Manifest, events: readonly Recorded[]): DossierFinding[] {
  const { company, competence } = manifest;
  const problems: DossierFinding[] = [];
  const used = new Set<string>();
  const evidence = new Set(evidenceIn(events).map(evidenceName));
  for (const event of events) {
    const place = namedParts(event, competence);
    if (place === null) continue;
    const names = Array.from({ length: place.count }, (_, at) => partName(place.stream, place.fromRevision + at));
    for (const name of names) used.add(name);
    const bytes = Buffer.concat(names.map((name) => entries.get(name) ?? Buffer.alloc(0)));
    if (sha256(bytes) !== hashNamedBy(event))
      problems.push({ is: 'PartsDiffer', stream: event.stream, revision: event.revision });
  }
  for (const [name, bytes] of entries) {
    if (name.startsWith('evidence/')) {
      if (!evidence.has(name)) problems.push({ is: 'FileUnknown', name });
      if (evidenceName(sha256(bytes)) !== name) problems.push({ is: 'EvidenceDiffers', name });
    }
    if (name.startsWith('parts/') && !used.has(name)) problems.push({ is: 'FileUnknown', name });
  }
  const books = events.filter(({ stream }) => stream === `books-${company.id}`);
  if (isClosedBy(books, competence) !== manifest.closed) problems.push({ is: 'ClosingDiffers' });
  if (!isDeepStrictEqual(versionList(versionsOf(books, competence)), manifest.versions))
    problems.push({ is: 'VersionsDiffer' });
  if (!isDeepStrictEqual(companyIn(events, company.id), company)) problems.push({ is: 'CompanyDiffers' });
  return problems;
}

const TABLES = ['balancete.csv', 'balancete.xlsx', 'conciliacoes.csv', 'conciliacoes.xlsx'];

async function tablesWrong(
  entries: Entries,
  { company, competence }: Manifest,
  events: readonly Recorded[],
): Promise<DossierFinding[]> {
  const right = new Set<string>();
  const part = (name: string): Buffer => {
    const found = entries.get(name);
    if (found === undefined) throw new TypeError(`${name} is missing`);
    return found;
  };
  try {
    for await (const { name, bytes } of tablesOf({ companyId: company.id, competence, events, part }))
      if (entries.get(name)?.equals(bytes) === true) right.add(name);
  } catch {
    // Events or parts that make no table: the tables from there on are not theirs.
  }
  return TABLES.filter((name) => !right.has(name)).map((name) => ({ is: 'TableDiffers', name }));
}

function hashNamedBy({ type, data }: Recorded): string | undefined {
  const named = data as Partial<Record<'lines' | 'items' | 'parts', { hash: string } | null>>;
  if (type === 'TrialBalanceVersioned') return named.lines?.hash;
  return type === 'TrialBalanceReleased' ? named.items?.hash : named.parts?.hash;
}
