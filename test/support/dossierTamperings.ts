// Ways to tamper with a dossier, for every verifier. `resigned`: whether files, hashes and signature of the
// manifest are made fit again, as only the holder of the key could; the proofs have to show it then.
import { hash } from 'node:crypto';
import { canonicalJson } from '../../src/domain/kernel/canonicalJson.js';
import {
  manifestText,
  OUTSIDE_FILES,
  signManifest,
  type LastEvent,
  type Manifest,
} from '../../src/dossier/manifest.js';
import type { NoteKey } from '../../src/commands/seals/checkpoint.js';
import type { Entries } from './dossierEntries.js';

export type Tampering = Readonly<{
  what: string;
  resigned: boolean;
  /** @param other the dossier of another company's month, at the same checkpoint */
  tamper(entries: Entries, other: ReadonlyMap<string, Buffer>): void;
  finds: string;
  /**
   * Shows only to who replays the domain: the other verifiers hold this table to the manifest, which is signed
   * again.
   */
  onlyReplayed?: true;
}>;

/** Every tampering that a verifier without the domain's code shows. */
export const shownToAll = (): readonly Tampering[] =>
  tamperings.filter(({ onlyReplayed }) => onlyReplayed !== true);

const edit = (name: string, change: (text: string) => string) => (entries: Entries) => {
  const encoding = name.endsWith('.xlsx') ? 'latin1' : 'utf8';
  const before = entries.get(name)?.toString(encoding) ?? '';
  const after = change(before);
  if (after === before) throw new Error(`${name} is as it was`);
  entries.set(name, Buffer.from(after, encoding));
};
const swap = (name: string, from: string | RegExp, to: string) => edit(name, (text) => text.replace(from, to));
const lines = (change: (lines: string[]) => readonly string[]) => (text: string) =>
  change(text.split('\n').slice(0, -1))
    .map((line) => `${line}\n`)
    .join('');
const partOf = (entries: Entries, prefix: string): string =>
  [...entries.keys()].find((name) => name.startsWith(`parts/${prefix}`)) ?? '';
const bothLists = (change: (lines: string[]) => readonly string[]) => (entries: Entries) => {
  for (const name of ['events.ndjson', 'proofs.ndjson']) edit(name, lines(change))(entries);
};
const changedAmount = (entries: Entries) =>
  swap(partOf(entries, 'lines-'), /"finalBalanceCents":\[-?\d+/, '"finalBalanceCents":[77')(entries);

const changedLeftOut = (entries: Entries) => {
  const [name = ''] =
    [...entries].find(([, bytes]) => bytes.subarray(0, 9).equals(Buffer.from('{"place":'))) ?? [];
  swap(name, 'NOT_IN_CHART', 'NOT_RECONCILED')(entries);
};

/**
 * Puts in a true event of another company with its true proof, counted by the manifest: only its scope is wrong.
 */
const putIn = (isIt: RegExp) => (entries: Entries, other: ReadonlyMap<string, Buffer>) => {
  const rows = ['events.ndjson', 'proofs.ndjson'].map((name) =>
    [entries, other].map((from) => from.get(name)?.toString().split('\n').slice(0, -1) ?? []),
  );
  const [[events = [], foreign = []] = [], [proofs = [], foreignProofs = []] = []] = rows;
  const at = foreign.findIndex((line) => isIt.test(line));
  const [line = '', proof = ''] = [foreign[at], foreignProofs[at]];
  const indexOf = (text: string) => (JSON.parse(text) as { index: number }).index;
  const place = proofs.filter((one) => indexOf(one) < indexOf(proof)).length;
  const text = (all: readonly string[]) => Buffer.from(all.map((one) => `${one}\n`).join(''));
  entries.set('events.ndjson', text(events.toSpliced(place, 0, line)));
  entries.set('proofs.ndjson', text(proofs.toSpliced(place, 0, proof)));
  const { stream, revision } = JSON.parse(line) as { stream: string; revision: number };
  edit('manifest.json', (before) => {
    const manifest = JSON.parse(before) as Manifest;
    const known = manifest.streams.find((one) => one.stream === stream);
    const { complete = true, events: count = 0 } = known ?? {};
    const firstRevision = Math.min(known?.firstRevision ?? revision, revision);
    const lastRevision = Math.max(known?.lastRevision ?? revision, revision);
    const counted = { stream, complete, firstRevision, lastRevision, events: count + 1 };
    return manifestText({ ...manifest, streams: [...manifest.streams.filter((one) => one !== known), counted] });
  })(entries);
};

const manifestWith = (change: (manifest: Manifest) => Manifest) =>
  edit('manifest.json', (text) => manifestText(change(JSON.parse(text) as Manifest)));
const company = (changes: Partial<Manifest['company']>) =>
  manifestWith((manifest) => ({ ...manifest, company: { ...manifest.company, ...changes } }));

/** Signed again, unless it is said. */
const shown = (
  what: string,
  finds: string,
  tamper: Tampering['tamper'],
  more: Partial<Tampering> = {},
): Tampering => ({ what, finds, tamper, resigned: true, ...more });
const UNSIGNED = { resigned: false } as const;
const REPLAYED = { onlyReplayed: true } as const;

export const tamperings: readonly Tampering[] = [
  shown('a changed amount', 'FileDiffers', changedAmount, UNSIGNED),
  shown('a changed amount', 'PartsDiffer', changedAmount),
  shown('a line that did not enter changed', 'PartsDiffer', changedLeftOut),
  shown(
    'the table of all lines changed',
    'TableDiffers',
    swap('balancete-completo.csv', 'FORA_DO_PLANO', 'NAO_CONCILIA'),
  ),
  shown(
    'a changed event',
    'EventNotProven',
    edit(
      'events.ndjson',
      lines((all) => all.map((line) => line.replace('"version":1', '"version":2'))),
    ),
  ),
  shown(
    'an event that names 100,000,000 parts',
    'PartsUncountable',
    swap('events.ndjson', '"count":1,', '"count":100000000,'),
  ),
  shown(
    'a part that two events name',
    'PartsUncountable',
    edit(
      'events.ndjson',
      lines((all) => [...all, all.find((line) => line.includes('"type":"TrialBalanceReleased"')) ?? '']),
    ),
  ),
  shown(
    'a removed event',
    'StreamDiffers',
    bothLists((all) => all.filter((_, at) => at !== all.length - 2)),
  ),
  shown(
    'an event of another company',
    'EventOfAnother',
    edit(
      'events.ndjson',
      lines((all) => [...all, (all.at(-1) ?? '').replaceAll('"companyId":1', '"companyId":2')]),
    ),
  ),
  shown(
    "another company's true event, with its proof",
    'EventOfAnother',
    putIn(/"revision":0,.*"stream":"books-/),
  ),
  shown("another company's register, with its proof", 'EventOfAnother', putIn(/"type":"CompanyRegistered"/)),
  shown("another company's chart, with its proof", 'EventOfAnother', putIn(/"type":"ChartAccountsListed"/)),
  shown(
    'reordered events',
    'EventOutOfOrder',
    bothLists((all) => all.toReversed()),
  ),
  shown(
    'a proof of another leaf',
    'EventNotProven',
    edit(
      'proofs.ndjson',
      lines(([first = '', second = '', ...others]) => [second, first, ...others]),
    ),
  ),
  shown(
    'another checkpoint',
    'CheckpointNotSigned',
    edit('checkpoint.txt', (text) => text.replace(/\n(\d+)\n/, (_, size: string) => `\n${Number(size) + 1}\n`)),
  ),
  shown('a company of another CNPJ', 'CompanyDiffers', company({ cnpj: '11222333000262' })),
  shown('a company of another name', 'CompanyDiffers', company({ nome: 'Outra' })),
  shown(
    'a manifest without the versions',
    'VersionsDiffer',
    manifestWith((manifest) => ({ ...manifest, versions: [] })),
  ),
  shown(
    'a manifest of another last event',
    'LastEventDiffers',
    manifestWith(({ lastEvent, ...manifest }) => ({
      ...manifest,
      lastEvent: { ...(lastEvent as LastEvent), at: '2027-01-01T00:00:00.000Z' },
    })),
  ),
  shown(
    'a complete stream that is said to have gaps',
    'StreamDiffers',
    manifestWith((manifest) => ({
      ...manifest,
      streams: manifest.streams.map((of) => (of.stream.startsWith('books-') ? { ...of, complete: false } : of)),
    })),
  ),
  shown('an attached file of other content', 'EvidenceDiffers', (entries) => {
    const name = [...entries.keys()].find((each) => each.startsWith('evidence/')) ?? '';
    entries.set(name, Buffer.from('outro extrato'));
  }),
  shown(
    'a proof of consistency that proves nothing',
    'ConsistencyBroken',
    swap('consistency/1.txt', /\n[^\n]+\n$/, '\n'),
  ),
  shown('a table that disagrees', 'TableDiffers', swap('balancete.csv', /;(\d+);/, ';9$1;')),
  shown(
    'an item that was settled, in the table of compositions',
    'TableDiffers',
    swap('composicoes.csv', '2026-05-30', '2026-05-29'),
  ),
  shown(
    'a table of reconciliations that disagrees',
    'TableDiffers',
    swap('conciliacoes.csv', 'IN_ELABORATION', 'APPROVED'),
    REPLAYED,
  ),
  shown(
    'a workbook that disagrees',
    'TableDiffers',
    swap('conciliacoes.xlsx', 'IN_ELABORATION', 'WAIVED'),
    REPLAYED,
  ),
  shown('a changed workbook', 'FileDiffers', swap('balancete.xlsx', '<v>1</v>', '<v>2</v>'), UNSIGNED),
  shown("a person's changed name", 'PersonDiffers', swap('pessoas.json', 'Ana', 'Eva'), UNSIGNED),
  shown('a person put in', 'PersonDiffers', swap('pessoas.json', '[', '[{"id":"x","name":"Eva","salt":""},')),
  shown(
    'a cut file',
    'FileDiffers',
    edit('proofs.ndjson', (text) => text.slice(0, -100)),
    UNSIGNED,
  ),
  shown('a removed file', 'FileMissing', (entries) => void entries.delete('balancete.csv'), UNSIGNED),
];

/** No tampering: whoever holds a dossier may take people out of it. */
export const withoutPeople: readonly Pick<Tampering, 'what' | 'resigned' | 'tamper'>[] = [
  shown(
    'a person',
    '',
    edit('pessoas.json', (text) => {
      const { people } = JSON.parse(text) as { people: readonly Readonly<{ name: string }>[] };
      return JSON.stringify({ people: people.filter(({ name }) => !name.startsWith('Ana')) });
    }),
    UNSIGNED,
  ),
  shown(
    'the last event that older manifests do not say',
    '',
    manifestWith(({ lastEvent: _, ...manifest }) => manifest),
  ),
  shown('all people', '', (entries) => void entries.delete('pessoas.json'), UNSIGNED),
];

/** Writes files and signature of the manifest anew. */
export function resign(entries: Entries, key: NoteKey): void {
  const manifest = JSON.parse(entries.get('manifest.json')?.toString() ?? '') as Manifest;
  const files = [...entries]
    .filter(([name]) => !OUTSIDE_FILES.includes(name))
    .map(([name, bytes]) => ({ name, bytes: bytes.length, sha256: hash('sha256', bytes) }));
  const text = manifestText({ ...manifest, files });
  if (text !== `${canonicalJson({ ...manifest, files })}\n`) throw new Error('not canonical');
  entries.set('manifest.json', Buffer.from(text));
  entries.set('manifest.note', Buffer.from(signManifest(key, manifest.logId, text)));
}
