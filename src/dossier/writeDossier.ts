// Writes the dossier of a month. The same log, checkpoint and month give the same bytes. Source: docs/dossie.md.
import { hash } from 'node:crypto';
import type { Checkpoint, NoteKey } from '../commands/seals/checkpoint.js';
import type { LeafStore } from '../commands/seals/leafStore.js';
import { inTree, type LogTree } from '../commands/seals/logTree.js';
import { inclusionProof, leafText, rootHash, type Tree } from '../commands/seals/merkleTree.js';
import type { TrialBalanceVersioned } from '../domain/books/events.js';
import { booksStream } from '../domain/books/fold.js';
import type { Competence } from '../domain/kernel/competence.js';
import type { Recorded } from '../domain/kernel/event.js';
import type { EventLog } from '../domain/kernel/log.js';
import { reconciliationsStream } from '../domain/reconciliation/fold.js';
import { upcast } from '../domain/upcasters.js';
import {
  companyIn,
  eventsOf,
  evidenceIn,
  evidenceName,
  isClosedBy,
  partsOf,
  streamsOf,
  versionList,
  versionsOf,
  type DossierScope,
} from './contents.js';
import {
  FORMAT,
  MANIFEST_FILE,
  PEOPLE_FILE,
  consistencyText,
  lastOf,
  manifestText,
  signManifest,
  type Manifest,
  type ManifestFacts,
  type ManifestStream,
} from './manifest.js';
import { namedPeople, peopleIn } from './people.js';
import { statusesOf, tablesOf, type TableSource } from './tables.js';
import { writeStoredZip, type Entry } from './workbook.js';

export type DossierRequest = Readonly<{
  rawLog: EventLog;
  leaves: LeafStore;
  key: NoteKey;
  logId: string;
  scope: DossierScope;
  /** The checkpoint of the dossier, and when it was made. */
  checkpoint: SealedCheckpoint;
  /** The log's newest seal: proofs may lead to kept checkpoints up to it. */
  newest: Tree;
  /** Checkpoints kept outside, of this log, and their texts as given. */
  kept: readonly KeptCheckpoint[];
  /** The text of LEIA-ME.md. */
  readMe(facts: ManifestFacts): string;
  /** The HTML of historico.html. */
  historyPage(page: HistoryPage): string;
  /** Names by id, without people who were erased; null: the dossier names nobody. */
  names: ((ids: readonly string[]) => Promise<ReadonlyMap<string, string>>) | null;
  /** Null for a file that is no longer there. */
  evidence(sha256: string): Promise<Uint8Array | null>;
}>;

/** `text`: the file as it was given. */
export type KeptCheckpoint = Readonly<{ checkpoint: Checkpoint; text: string }>;

/** `note`: the signed text. `root`: 32 bytes. */
export type SealedCheckpoint = Readonly<{ note: string; size: number; root: Buffer; at: string }>;

/** A kept checkpoint that the log does not continue, or that is newer than it. `kept`: from 1. */
export class NotOfThisLog extends Error {
  override readonly name = 'NotOfThisLog';
  constructor(readonly kept: number) {
    super(`checkpoint ${kept} is not of this log`);
  }
}

/**
 * `events`: how many there are. `acts`: how many of them are of the month's reconciliations, from the first.
 * `manifestHash`: SHA-256 of manifest.json, in hexadecimal.
 */
type Written = Readonly<{ events: number; acts: number; manifestHash: string }>;

/** @throws NotOfThisLog; TreeDiffers when the log was tampered with */
export async function writeDossier(path: string, request: DossierRequest): Promise<Written> {
  const { rawLog, leaves, newest, scope } = request;
  const actsStream = reconciliationsStream(scope.companyId, scope.competence);
  return inTree(rawLog, leaves, newest, async (tree) => {
    const covered = await coveredEvents(request, tree);
    let manifestHash = '';
    async function* entries(): AsyncGenerator<Entry> {
      for await (const entry of entriesOf(request, covered, consistencies(request, tree))) {
        if (entry.name === MANIFEST_FILE) manifestHash = hash('sha256', entry.bytes);
        yield entry;
      }
    }
    await writeStoredZip(path, entries());
    const acts = covered.events.filter(({ stream }) => stream === actsStream);
    return { events: covered.events.length, acts: acts.length, manifestHash };
  });
}

/** `events`: upcast. `lines`: events.ndjson, as stored. `proofs`: proofs.ndjson. */
type Covered = Readonly<{ events: readonly Recorded[]; lines: Buffer; proofs: Buffer }>;

async function coveredEvents({ rawLog, scope, checkpoint }: DossierRequest, tree: LogTree): Promise<Covered> {
  const leaves = new Map<string, number>();
  const events = await eventsOf(rawLog, scope, async (event) => {
    const leaf = tree.leafOf(event);
    if (leaf === null || leaf >= checkpoint.size) return false;
    leaves.set(event.id, leaf);
    return true;
  });
  const [lines, proofs]: [Buffer[], Buffer[]] = [[], []];
  for (const event of events) {
    const index = leaves.get(event.id) as number;
    const path = inclusionProof(tree.subtree, index, checkpoint.size).map((hash) => hash.toString('base64'));
    lines.push(Buffer.from(`${leafText(event)}\n`));
    proofs.push(Buffer.from(`${JSON.stringify({ index, path })}\n`));
  }
  const upcastEvents = events.map((event) => upcast(event));
  return { events: upcastEvents, lines: Buffer.concat(lines), proofs: Buffer.concat(proofs) };
}

function consistencies({ kept, checkpoint, newest }: DossierRequest, tree: LogTree): readonly Entry[] {
  const entries: Entry[] = [];
  for (const {
    checkpoint: { size, root },
    text: note,
  } of kept) {
    const isOurs = size > 0 && size <= newest.size && rootHash(tree.subtree, size).equals(root);
    if (!isOurs) throw new NotOfThisLog(entries.length + 1);
    const text = consistencyText(tree.subtree, note, size, checkpoint.size);
    entries.push(entry(`consistency/${entries.length + 1}.txt`, text));
  }
  return entries;
}

async function* entriesOf(
  request: DossierRequest,
  { events, lines, proofs }: Covered,
  consistency: readonly Entry[],
): AsyncGenerator<Entry> {
  const { rawLog, scope, checkpoint, key, logId } = request;
  const versions = versionsOf(events, scope.competence);
  const partsByName = await partsOf(rawLog, events, scope.competence);
  const evidence: Entry[] = [];
  for (const hash of evidenceIn(events)) {
    const bytes = await request.evidence(hash);
    if (bytes !== null) evidence.push({ name: evidenceName(hash), bytes });
  }
  const parts = [...partsByName]
    .map(([name, bytes]) => ({ name, bytes }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const { companyId, competence } = scope;
  const source = { companyId, competence, events, part: (name: string) => partsByName.get(name) as Uint8Array };
  const tables: Entry[] = [];
  for await (const table of tablesOf(source)) tables.push(table);
  const manifestFacts = manifestOf(request, events, versions);
  const history = request.historyPage({ ...manifestFacts, ...historyOf(source) });
  const after = [
    { name: 'proofs.ndjson', bytes: proofs },
    entry('checkpoint.txt', checkpoint.note),
    ...consistency,
    ...evidence,
    ...tables,
    entry('historico.html', history),
  ];
  const first = entry('LEIA-ME.md', request.readMe(manifestFacts));
  const files = [first, { name: 'events.ndjson', bytes: lines }, ...parts, ...after];
  const fileList = files.map(({ name, bytes }) => ({ name, bytes: bytes.length, sha256: hash('sha256', bytes) }));
  const ids = request.names === null ? [] : peopleIn(source);
  const people =
    request.names && namedPeople({ key, logId, companyId, competence }, ids, await request.names(ids));
  const manifest = manifestText({ ...manifestFacts, files: fileList, people: people?.people ?? null });
  yield first;
  yield entry(MANIFEST_FILE, manifest);
  yield entry('manifest.note', signManifest(key, logId, manifest));
  yield* files.slice(1);
  if (people !== null) yield entry(PEOPLE_FILE, people.file);
}

function manifestOf(
  { key, logId, scope, checkpoint }: DossierRequest,
  events: readonly Recorded[],
  versions: readonly Recorded<TrialBalanceVersioned>[],
): ManifestFacts {
  const books = events.filter(({ stream }) => stream === booksStream(scope.companyId));
  const company = companyIn(events, scope.companyId);
  const lastEvent = lastOf(events);
  if (company === null || lastEvent === null) throw new Error(`Company ${scope.companyId} was never registered`);
  return {
    format: FORMAT,
    logId,
    publicKey: key.publicKey.toString('base64'),
    company,
    competence: scope.competence,
    closed: isClosedBy(books, scope.competence),
    lastEvent,
    versions: versionList(versions),
    checkpoint: { size: checkpoint.size, root: checkpoint.root.toString('base64'), at: checkpoint.at },
    streams: streamsIn(events, scope, versions),
  };
}

function streamsIn(
  events: readonly Recorded[],
  scope: DossierScope,
  versions: readonly Recorded<TrialBalanceVersioned>[],
): readonly ManifestStream[] {
  return streamsOf(
    scope,
    versions.map(({ data }) => data.chartId),
  )
    .flatMap(({ stream, complete }) => {
      const revisions = events.filter((event) => event.stream === stream).map(({ revision }) => revision);
      const firstRevision = revisions[0];
      const lastRevision = revisions.at(-1);
      if (firstRevision === undefined || lastRevision === undefined) return [];
      return [{ stream, complete, firstRevision, lastRevision, events: revisions.length }];
    })
    .sort((a, b) => (a.stream < b.stream ? -1 : 1));
}

function entry(name: string, text: string): Entry {
  return { name, bytes: Buffer.from(text) };
}

// What historico.html shows: the events of the month, and those of the registers that it rests on. Source:
// docs/dossie.md.

type MonthHistory = Readonly<ReturnType<typeof historyOf>>;

type HistoryPage = MonthHistory & Pick<Manifest, 'company' | 'competence' | 'closed' | 'checkpoint' | 'lastEvent'>;

function historyOf(source: TableSource) {
  const { events, competence } = source;
  const shownEvents = events.filter(
    ({ stream, data }) => !stream.startsWith('deployment') && !(data instanceof Uint8Array),
  );
  const isRegister = ({ stream }: Recorded): boolean => /^(client|chart)-/.test(stream);
  return {
    events: shownEvents.filter((event) => !isRegister(event) && isOf(event, competence)),
    registers: shownEvents.filter(isRegister),
    statuses: statusesOf(source),
  };
}

/** A refusal without a month, as the file may have named none, is shown too. */
function isOf({ data }: Recorded, competence: Competence): boolean {
  const { competence: eventCompetence } = data as { competence?: string | null };
  return eventCompetence === null || eventCompetence === competence;
}
