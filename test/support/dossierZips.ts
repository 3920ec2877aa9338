// Zips that no dossier is, whatever their manifest says, for every verifier; and some that a dossier may be.
import { localEntry, rawZip, type RawEntry } from './rawZip.js';

type Whole = ReadonlyMap<string, Buffer>;
export type DossierZip = Readonly<{ what: string; zip(whole: Whole): Buffer }>;
/** `says`: in every verifier's sentence. */
export type RefusedZip = DossierZip & Readonly<{ says: RegExp }>;

const FORGED = 'balancete.csv';
const forged = (): Buffer => localEntry({ name: FORGED, bytes: Buffer.from('conta;saldo\r\n1;999\r\n') });
const entriesOf = (whole: Whole): RawEntry[] => [...whole].map(([name, bytes]) => ({ name, bytes }));
const zipWith = (change: (entry: RawEntry) => RawEntry, isIt = ({ name }: RawEntry) => name === FORGED) =>
  ((whole) => rawZip(entriesOf(whole).map((entry) => (isIt(entry) ? change(entry) : entry)))) as DossierZip['zip'];
const zipAnd = (...more: readonly RawEntry[]) =>
  ((whole) => rawZip([...entriesOf(whole), ...more])) as DossierZip['zip'];
const deflated = (name: string, bytes: Buffer, size = bytes.length): RawEntry => ({
  ...{ name, bytes, size },
  deflated: true,
});
const zeros = (mebibytes: number): Buffer => Buffer.alloc(mebibytes * 2 ** 20);

const UNNAMED = /foi recusado: tem bytes que o índice do ZIP não nomeia/;
const TOO_LARGE = /foi recusado: passa dos limites de um dossiê/;
const NOT_WHOLE = /não é um dossiê inteiro/;

export const refusedZips: readonly RefusedZip[] = [
  {
    what: 'an entry between two that the central directory does not name',
    zip: zipWith((entry) => ({ ...entry, before: forged() })),
    says: UNNAMED,
  },
  {
    what: 'an entry before the first',
    zip: zipWith(
      (entry) => ({ ...entry, before: forged() }),
      ({ name }) => name === 'LEIA-ME.md',
    ),
    says: UNNAMED,
  },
  {
    what: 'an entry after the last',
    zip: (whole) =>
      rawZip(entriesOf(whole).map((entry, at) => (at === whole.size - 1 ? { ...entry, after: forged() } : entry))),
    says: UNNAMED,
  },
  {
    what: 'an entry after the end',
    zip: (whole) => Buffer.concat([rawZip(entriesOf(whole)), forged()]),
    says: NOT_WHOLE,
  },
  {
    what: 'an entry in the comment',
    zip: (whole) => rawZip(entriesOf(whole), { comment: forged().toString('latin1') }),
    says: NOT_WHOLE,
  },
  {
    what: 'an entry in the central directory',
    zip: (whole) => rawZip(entriesOf(whole), { hidden: forged() }),
    says: UNNAMED,
  },
  {
    what: 'an entry behind the deflated bytes of another',
    zip: zipWith((entry) => ({ ...entry, deflated: true, junk: forged() })),
    says: UNNAMED,
  },
  {
    what: 'an entry of another name in its own header',
    zip: zipWith((entry) => ({ ...entry, localName: 'balancete.tsv' })),
    says: UNNAMED,
  },
  {
    what: 'an entry of another size in its own header',
    zip: zipWith((entry) => ({ ...entry, localSize: 10 })),
    says: UNNAMED,
  },
  {
    what: 'an entry with another name in an extra field',
    zip: zipWith((entry) => ({ ...entry, extra: Buffer.from('\x75\x70\x05\x00\x01abcd', 'latin1') })),
    says: UNNAMED,
  },
  {
    what: 'an entry twice',
    zip: (whole) => zipAnd({ name: FORGED, bytes: whole.get(FORGED) ?? Buffer.alloc(0) })(whole),
    says: UNNAMED,
  },
  { what: 'a manifest of 17 MB', zip: (whole) => rawZip([...entriesOf(withManifest(whole))]), says: TOO_LARGE },
  {
    what: 'an entry that grows 1,000 times',
    zip: zipAnd(deflated('evidence/0', zeros(2))),
    says: TOO_LARGE,
  },
  {
    what: 'an entry that is larger than it says',
    zip: zipAnd(deflated('evidence/0', zeros(64), 1000)),
    says: TOO_LARGE,
  },
  {
    what: 'an entry that says it is of 513 MB',
    zip: zipAnd(deflated('evidence/0', Buffer.from('extrato'), 513 * 2 ** 20)),
    says: TOO_LARGE,
  },
  {
    what: '10,001 entries',
    zip: zipAnd(
      ...Array.from({ length: 10_001 }, (_, at) => ({ name: `evidence/${at}`, bytes: Buffer.alloc(0) })),
    ),
    says: TOO_LARGE,
  },
];

/** As programs that compress write a dossier again. */
export const compressedZips: readonly DossierZip[] = [
  {
    what: 'deflated, with times in extra fields',
    zip: zipWith(
      (entry) => ({ ...entry, deflated: true, extra: Buffer.from('UT\x05\x00\x01abcd', 'latin1') }),
      () => true,
    ),
  },
  {
    what: 'deflated, with sizes behind the bytes',
    zip: zipWith(
      (entry) => ({ ...entry, deflated: true, described: true }),
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
