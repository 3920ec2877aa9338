// Verifies what the events of a dossier say: streams without gaps, parts, attached files, and the tables made
// again from them.
// Source: docs/dossie.md.
import { createHash, hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Recorded } from '../domain/kernel/event.js';
import { groupedBy } from '../domain/kernel/groupedBy.js';
import type { DossierFinding } from '../domain/seal.js';
import {
  companyIn,
  evidenceIn,
  evidenceName,
  isClosedBy,
  namedParts,
  partNames,
  streamsOf,
  versionList,
  versionsOf,
} from './contents.js';
import { PARTS_MAX, type DossierFiles } from './readZip.js';
import type { Manifest } from './manifest.js';
import { FORMER_TABLES, ITEM_FIELDS, TABLES, tablesOf, WHOLE_TABLE } from './tables.js';

/** @param events upcast, in log order */
export async function contentsWrong(
  files: DossierFiles,
  manifest: Manifest,
  events: readonly Recorded[],
): Promise<DossierFinding[]> {
  if (!canNameParts(events, manifest)) return [{ is: 'PartsUncountable' }];
  return [
    ...eventsWrong(manifest, events),
    ...filesNamedWrong(files, manifest, events),
    ...factsWrong(manifest, events),
    ...(await tablesWrong(files, manifest, events)),
  ];
}

function eventsWrong(manifest: Manifest, events: readonly Recorded[]): DossierFinding[] {
  const { company, competence } = manifest;
  const charts = versionsOf(events, competence).map(({ data }) => data.chartId);
  const client = events.find(({ stream }) => stream.startsWith('client-'))?.stream ?? '';
  const clientId = Number(client.slice('client-'.length));
  const ofScope = new Map(
    streamsOf({ companyId: company.id, clientId, competence }, charts).map((of) => [of.stream, of]),
  );
  const next = new Map<string, number>();
  const problems: DossierFinding[] = [];
  for (const event of events) {
    const { stream, revision } = event;
    const of = ofScope.get(stream);
    const { companyId } = event.data as { companyId?: number };
    const isForeign = of?.holds(event) !== true || (companyId ?? company.id) !== company.id;
    if (isForeign) problems.push({ is: 'EventOfAnother', stream, revision });
    const expected = next.get(stream) ?? 0;
    if (of?.complete === true ? revision !== expected : revision < expected)
      problems.push({ is: 'StreamGap', stream, expected, found: revision });
    next.set(stream, revision + 1);
  }
  const byStream = groupedBy(events, ({ stream }) => stream);
  for (const { stream, complete, firstRevision, lastRevision, events: count } of manifest.streams) {
    const ofStream = byStream.get(stream) ?? [];
    const isCounted = ofStream.length === count && ofStream[0]?.revision === firstRevision;
    if (!isCounted || next.get(stream) !== lastRevision + 1 || ofScope.get(stream)?.complete !== complete)
      problems.push({ is: 'StreamDiffers', stream });
  }
  const listedStreams = new Set(manifest.streams.map(({ stream }) => stream));
  for (const stream of next.keys()) if (!listedStreams.has(stream)) problems.push({ is: 'StreamDiffers', stream });
  return problems;
}

/** Whether each part is named once and all of them could be here: names are made only of as many as that. */
function canNameParts(events: readonly Recorded[], { competence }: Manifest): boolean {
  const names = new Set<string>();
  for (const event of events)
    for (const place of namedParts(event, competence)) {
      const { count } = place;
      if (!Number.isSafeInteger(count) || count < 0 || names.size + count > PARTS_MAX) return false;
      const before = names.size;
      for (const name of partNames(place)) names.add(name);
      if (names.size !== before + count) return false;
    }
  return true;
}

function filesNamedWrong(
  files: DossierFiles,
  { competence }: Manifest,
  events: readonly Recorded[],
): DossierFinding[] {
  const problems: DossierFinding[] = [];
  const used = new Set<string>();
  const evidence = new Set(evidenceIn(events).map(evidenceName));
  for (const event of events)
    for (const place of namedParts(event, competence)) {
      const hash = createHash('sha256');
      for (const name of partNames(place)) {
        used.add(name);
        hash.update(files.get(name)?.read() ?? '');
      }
      if (hash.digest('hex') !== place.hash)
        problems.push({ is: 'PartsDiffer', stream: event.stream, revision: event.revision });
    }
  for (const [name, { sha256 }] of files) {
    if (name.startsWith('evidence/')) {
      if (!evidence.has(name)) problems.push({ is: 'FileUnknown', name });
      if (evidenceName(sha256) !== name) problems.push({ is: 'EvidenceDiffers', name });
    }
    if (name.startsWith('parts/') && !used.has(name)) problems.push({ is: 'FileUnknown', name });
  }
  return problems;
}

function factsWrong(manifest: Manifest, events: readonly Recorded[]): DossierFinding[] {
  const { company, competence } = manifest;
  const problems: DossierFinding[] = [];
  const books = events.filter(({ stream }) => stream === `books-${company.id}`);
  if (isClosedBy(books, competence) !== manifest.closed) problems.push({ is: 'ClosingDiffers' });
  if (!isDeepStrictEqual(versionList(versionsOf(books, competence)), manifest.versions))
    problems.push({ is: 'VersionsDiffer' });
  if (!isDeepStrictEqual(companyIn(events, company.id), company)) problems.push({ is: 'CompanyDiffers' });
  return problems;
}

async function tablesWrong(
  files: DossierFiles,
  { company, competence, files: listedFiles }: Manifest,
  events: readonly Recorded[],
): Promise<DossierFinding[]> {
  const hasCompositions = listedFiles.some(({ name }) => name.startsWith('composicoes.'));
  const tables = hasCompositions ? TABLES : FORMER_TABLES;
  const right = new Set<string>();
  const books = events.filter(({ stream }) => stream === `books-${company.id}`);
  const hasWhole = versionsOf(books, competence).at(-1)?.data.leftOut !== undefined;
  const part = (name: string): Buffer => {
    const bytes = files.get(name);
    if (bytes === undefined) throw new TypeError(`${name} is missing`);
    return bytes.read();
  };
  try {
    const source = { companyId: company.id, competence, events, part };
    for await (const { name, bytes } of tablesOf(source, tables, itemFieldsIn(files)))
      if (files.get(name)?.sha256 === hash('sha256', bytes)) right.add(name);
  } catch {
    // Events or parts that make no table: the tables from there on are not theirs.
  }
  const names = tables.flatMap((name) => [`${name}.csv`, `${name}.xlsx`]);
  const whole = [`${WHOLE_TABLE}.csv`, `${WHOLE_TABLE}.xlsx`].filter((name) => hasWhole || files.has(name));
  return [...names, ...whole].filter((name) => !right.has(name)).map((name) => ({ is: 'TableDiffers', name }));
}

/** What the heading of composicoes.csv tells of items: all of it, without their source, or nothing. */
function itemFieldsIn(files: DossierFiles): readonly string[] {
  const heading = files.get('composicoes.csv')?.read().subarray(0, HEADING_BYTES_MAX).toString() ?? '';
  const [first = ''] = heading.split('\r\n', 1);
  return [ITEM_FIELDS, ITEM_FIELDS.slice(0, -1)].find((fields) => first.endsWith(fields.join(';'))) ?? [];
}

const HEADING_BYTES_MAX = 1_000;
