// Ways to tamper with a dossier, for every verifier. `resigned`: whether files, hashes and signature of the manifest are made
// fit again, as only the holder of the key could; the proofs have to show it then.
import { canonicalJson } from '../../src/domain/kernel/canonicalJson.js';
import {
  manifestText,
  OUTSIDE_FILES,
  sha256,
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
  /** Shows only to who replays the domain: the other verifiers hold this table to the manifest, which is signed again. */
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
  edit(partOf(entries, 'lines-'), (text) =>
    text.replace(/"finalBalanceCents":\[-?\d+/, '"finalBalanceCents":[77'),
  )(entries);

const changedLeftOut = (entries: Entries) => {
  const [name = ''] =
    [...entries].find(([, bytes]) => bytes.subarray(0, 9).equals(Buffer.from('{"place":'))) ?? [];
  edit(name, (text) => text.replace('NOT_IN_CHART', 'NOT_RECONCILED'))(entries);
};

/** Puts in a true event of another company with its true proof, counted by the manifest: only its scope is wrong. */
const putIn = (isIt: (line: string) => boolean) => (entries: Entries, other: ReadonlyMap<string, Buffer>) => {
  const rows = ['events.ndjson', 'proofs.ndjson'].map((name) =>
    [entries, other].map((from) => from.get(name)?.toString().split('\n').slice(0, -1) ?? []),
  );
  const [[events = [], foreign = []] = [], [proofs = [], foreignProofs = []] = []] = rows;
  const at = foreign.findIndex(isIt);
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

export const tamperings: readonly Tampering[] = [
  { what: 'a changed amount', resigned: false, tamper: changedAmount, finds: 'FileDiffers' },
  { what: 'a changed amount', resigned: true, tamper: changedAmount, finds: 'PartsDiffer' },
  { what: 'a line that did not enter changed', resigned: true, tamper: changedLeftOut, finds: 'PartsDiffer' },
  {
    what: 'the table of all lines changed',
    resigned: true,
    tamper: edit('balancete-completo.csv', (text) => text.replace('FORA_DO_PLANO', 'NAO_CONCILIA')),
    finds: 'TableDiffers',
  },
  {
    what: 'a changed event',
    resigned: true,
    tamper: edit(
      'events.ndjson',
      lines((all) => all.map((line) => line.replace('"version":1', '"version":2'))),
    ),
    finds: 'EventNotProven',
  },
  {
    what: 'an event that names 100,000,000 parts',
    resigned: true,
    tamper: edit('events.ndjson', (text) => text.replace('"count":1,', '"count":100000000,')),
    finds: 'PartsUncountable',
  },
  {
    what: 'a part that two events name',
    resigned: true,
    tamper: edit(
      'events.ndjson',
      lines((all) => {
        const [named = ''] = all.filter((line) => line.includes('"type":"TrialBalanceReleased"'));
        return [...all, named];
      }),
    ),
    finds: 'PartsUncountable',
  },
  {
    what: 'a removed event',
    resigned: true,
    tamper: bothLists((all) => all.filter((_, at) => at !== all.length - 2)),
    finds: 'StreamDiffers',
  },
  {
    what: 'an event of another company',
    resigned: true,
    tamper: edit(
      'events.ndjson',
      lines((all) => [...all, (all.at(-1) ?? '').replaceAll('"companyId":1', '"companyId":2')]),
    ),
    finds: 'EventOfAnother',
  },
  {
    what: "another company's true event, with its proof",
    resigned: true,
    tamper: putIn((line) => line.includes('"stream":"books-') && line.includes('"revision":0,')),
    finds: 'EventOfAnother',
  },
  {
    what: "another company's register, with its proof",
    resigned: true,
    tamper: putIn((line) => line.includes('"type":"CompanyRegistered"')),
    finds: 'EventOfAnother',
  },
  {
    what: "another company's chart, with its proof",
    resigned: true,
    tamper: putIn((line) => line.includes('"type":"ChartAccountsListed"')),
    finds: 'EventOfAnother',
  },
  {
    what: 'reordered events',
    resigned: true,
    tamper: bothLists((all) => all.toReversed()),
    finds: 'EventOutOfOrder',
  },
  {
    what: 'a proof of another leaf',
    resigned: true,
    tamper: edit(
      'proofs.ndjson',
      lines((all) => [all[1] ?? '', all[0] ?? '', ...all.slice(2)]),
    ),
    finds: 'EventNotProven',
  },
  {
    what: 'another checkpoint',
    resigned: true,
    tamper: edit('checkpoint.txt', (text) =>
      text.replace(/\n(\d+)\n/, (_, size: string) => `\n${Number(size) + 1}\n`),
    ),
    finds: 'CheckpointNotSigned',
  },
  {
    what: 'a company of another CNPJ',
    resigned: true,
    tamper: company({ cnpj: '11222333000262' }),
    finds: 'CompanyDiffers',
  },
  {
    what: 'a company of another name',
    resigned: true,
    tamper: company({ nome: 'Outra' }),
    finds: 'CompanyDiffers',
  },
  {
    what: 'a manifest without the versions',
    resigned: true,
    tamper: manifestWith((manifest) => ({ ...manifest, versions: [] })),
    finds: 'VersionsDiffer',
  },
  {
    what: 'a manifest of another last event',
    resigned: true,
    tamper: manifestWith(({ lastEvent, ...manifest }) => ({
      ...manifest,
      lastEvent: { ...(lastEvent as LastEvent), at: '2027-01-01T00:00:00.000Z' },
    })),
    finds: 'LastEventDiffers',
  },
  {
    what: 'a complete stream that is said to have gaps',
    resigned: true,
    tamper: manifestWith((manifest) => ({
      ...manifest,
      streams: manifest.streams.map((of) => (of.stream.startsWith('books-') ? { ...of, complete: false } : of)),
    })),
    finds: 'StreamDiffers',
  },
  {
    what: 'an attached file of other content',
    resigned: true,
    tamper: (entries) => {
      const name = [...entries.keys()].find((each) => each.startsWith('evidence/')) ?? '';
      entries.set(name, Buffer.from('outro extrato'));
    },
    finds: 'EvidenceDiffers',
  },
  {
    what: 'a proof of consistency that proves nothing',
    resigned: true,
    tamper: edit('consistency/1.txt', (text) => text.replace(/\n[^\n]+\n$/, '\n')),
    finds: 'ConsistencyBroken',
  },
  {
    what: 'a table that disagrees',
    resigned: true,
    tamper: edit('balancete.csv', (text) => text.replace(/;(\d+);/, ';9$1;')),
    finds: 'TableDiffers',
  },
  {
    what: 'an item that was settled, in the table of compositions',
    resigned: true,
    tamper: edit('composicoes.csv', (text) => text.replace('2026-05-30', '2026-05-29')),
    finds: 'TableDiffers',
  },
  {
    what: 'a table of reconciliations that disagrees',
    resigned: true,
    tamper: edit('conciliacoes.csv', (text) => text.replace('IN_ELABORATION', 'APPROVED')),
    finds: 'TableDiffers',
    onlyReplayed: true,
  },
  {
    what: 'a workbook that disagrees',
    resigned: true,
    tamper: edit('conciliacoes.xlsx', (text) => text.replace('IN_ELABORATION', 'WAIVED')),
    finds: 'TableDiffers',
    onlyReplayed: true,
  },
  {
    what: 'a changed workbook',
    resigned: false,
    tamper: edit('balancete.xlsx', (text) => text.replace('<v>1</v>', '<v>2</v>')),
    finds: 'FileDiffers',
  },
  {
    what: "a person's changed name",
    resigned: false,
    tamper: edit('pessoas.json', (text) => text.replace('Ana', 'Eva')),
    finds: 'PersonDiffers',
  },
  {
    what: 'a person put in',
    resigned: true,
    tamper: edit('pessoas.json', (text) => text.replace('[', '[{"id":"x","name":"Eva","salt":""},')),
    finds: 'PersonDiffers',
  },
  {
    what: 'a cut file',
    resigned: false,
    tamper: edit('proofs.ndjson', (text) => text.slice(0, -100)),
    finds: 'FileDiffers',
  },
  {
    what: 'a removed file',
    resigned: false,
    tamper: (entries) => void entries.delete('balancete.csv'),
    finds: 'FileMissing',
  },
];

/** No tampering: whoever holds a dossier may take people out of it. */
export const withoutPeople: readonly Pick<Tampering, 'what' | 'resigned' | 'tamper'>[] = [
  {
    what: 'a person',
    resigned: false,
    tamper: edit('pessoas.json', (text) => {
      const { people } = JSON.parse(text) as { people: readonly Readonly<{ name: string }>[] };
      return JSON.stringify({ people: people.filter(({ name }) => !name.startsWith('Ana')) });
    }),
  },
  {
    what: 'the last event that older manifests do not say',
    resigned: true,
    tamper: manifestWith(({ lastEvent: _, ...manifest }) => manifest),
  },
  { what: 'all people', resigned: false, tamper: (entries) => void entries.delete('pessoas.json') },
];

/** Writes files and signature of the manifest anew. */
export function resign(entries: Entries, key: NoteKey): void {
  const manifest = JSON.parse(entries.get('manifest.json')?.toString() ?? '') as Manifest;
  const files = [...entries]
    .filter(([name]) => !OUTSIDE_FILES.includes(name))
    .map(([name, bytes]) => ({ name, bytes: bytes.length, sha256: sha256(bytes) }));
  const text = manifestText({ ...manifest, files });
  if (text !== `${canonicalJson({ ...manifest, files })}\n`) throw new Error('not canonical');
  entries.set('manifest.json', Buffer.from(text));
  entries.set('manifest.note', Buffer.from(signManifest(key, manifest.logId, text)));
}
