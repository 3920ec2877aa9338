// Zips that no dossier is, whatever their manifest says, for every verifier; and some that a dossier may be.
import { localEntry, rawZip, type RawEntry } from './rawZip.js';

type Whole = ReadonlyMap<string, Buffer>;
export type DossierZip = Readonly<{ what: string; zip(whole: Whole): Buffer }>;
/** `says`: in every verifier's sentence. */
export type RefusedZip = DossierZip & Readonly<{ says: RegExp }>;

const FORGED = 'balancete.csv';
const forged = (): Buffer => localEntry({ name: FORGED, bytes: Buffer.from('conta;saldo\r\n1;999\r\n') });
const entriesOf = (whole: Whole): RawEntry[] => [...whole].map(([name, bytes]) => ({ name, bytes }));
const zipWith =
  (
    changes: () => Partial<RawEntry>,
    isIt: (name: string) => boolean = (name) => name === FORGED,
  ): DossierZip['zip'] =>
  (whole) =>
    rawZip(entriesOf(whole).map((entry) => (isIt(entry.name) ? { ...entry, ...changes() } : entry)));
const zipAnd =
  (...more: readonly RawEntry[]): DossierZip['zip'] =>
  (whole) =>
    rawZip([...entriesOf(whole), ...more]);
const deflated = (bytes: Buffer, size = bytes.length): RawEntry => ({
  name: 'evidence/0',
  bytes,
  size,
  deflated: true,
});
const zeros = (mebibytes: number): Buffer => Buffer.alloc(mebibytes * 2 ** 20);

const UNNAMED = /foi recusado: tem bytes que o índice do ZIP não nomeia/;
const TOO_LARGE = /foi recusado: passa dos limites de um dossiê/;
const NOT_WHOLE = /não é um dossiê inteiro/;

const refused = (what: string, says: RegExp, zip: DossierZip['zip']): RefusedZip => ({ what, says, zip });

export const refusedZips: readonly RefusedZip[] = [
  refused(
    'an entry between two that the central directory does not name',
    UNNAMED,
    zipWith(() => ({ before: forged() })),
  ),
  refused(
    'an entry before the first',
    UNNAMED,
    zipWith(
      () => ({ before: forged() }),
      (name) => name === 'LEIA-ME.md',
    ),
  ),
  refused('an entry after the last', UNNAMED, (whole) => {
    const lastName = [...whole.keys()].at(-1);
    return zipWith(
      () => ({ after: forged() }),
      (name) => name === lastName,
    )(whole);
  }),
  refused('an entry after the end', NOT_WHOLE, (whole) => Buffer.concat([rawZip(entriesOf(whole)), forged()])),
  refused('an entry in the comment', NOT_WHOLE, (whole) =>
    rawZip(entriesOf(whole), { comment: forged().toString('latin1') }),
  ),
  refused('an entry in the central directory', UNNAMED, (whole) => rawZip(entriesOf(whole), { hidden: forged() })),
  refused(
    'an entry behind the deflated bytes of another',
    UNNAMED,
    zipWith(() => ({ deflated: true, junk: forged() })),
  ),
  refused(
    'an entry of another name in its own header',
    UNNAMED,
    zipWith(() => ({ localName: 'balancete.tsv' })),
  ),
  refused(
    'an entry of another size in its own header',
    UNNAMED,
    zipWith(() => ({ localSize: 10 })),
  ),
  refused(
    'an entry with another name in an extra field',
    UNNAMED,
    zipWith(() => ({ extra: Buffer.from('\x75\x70\x05\x00\x01abcd', 'latin1') })),
  ),
  refused('an entry twice', UNNAMED, (whole) =>
    zipAnd({ name: FORGED, bytes: whole.get(FORGED) ?? Buffer.alloc(0) })(whole),
  ),
  refused('a manifest of 17 MB', TOO_LARGE, (whole) => rawZip([...entriesOf(withManifest(whole))])),
  refused('an entry that grows 1,000 times', TOO_LARGE, zipAnd(deflated(zeros(2)))),
  refused('an entry that is larger than it says', TOO_LARGE, zipAnd(deflated(zeros(64), 1000))),
  refused(
    'an entry that says it is of 513 MB',
    TOO_LARGE,
    zipAnd(deflated(Buffer.from('extrato'), 513 * 2 ** 20)),
  ),
  refused(
    '10,001 entries',
    TOO_LARGE,
    zipAnd(...Array.from({ length: 10_001 }, (_, at) => ({ name: `evidence/${at}`, bytes: Buffer.alloc(0) }))),
  ),
];

/** As programs that compress write a dossier again. */
export const compressedZips: readonly DossierZip[] = [
  {
    what: 'deflated, with times in extra fields',
    zip: zipWith(
      () => ({ deflated: true, extra: Buffer.from('UT\x05\x00\x01abcd', 'latin1') }),
      () => true,
    ),
  },
  {
    what: 'deflated, with sizes behind the bytes',
    zip: zipWith(
      () => ({ deflated: true, described: true }),
      () => true,
    ),
  },
];

/** Of text that does not shrink, so that its size alone is wrong. */
function withManifest(whole: Whole): Whole {
  return new Map(whole).set(
    'manifest.json',
    Buffer.alloc(17 * 2 ** 20, Buffer.from('{"a":[0,1,2,3,4,5,6,7,8,9]}')),
  );
}
