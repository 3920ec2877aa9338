// Reads streams of an OLE2 container (MS-CFB), the file system around an XLS. The engine's own reader makes a copy of each chain
// of sectors that a file draws, which may share sectors: bytes without bound. Here a chain is no longer than the file.
import { FileRefused } from '../table.js';

const MAGIC = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const HEADER_BYTES = 512;
const ENTRY_BYTES = 128;
const MINI_SECTOR_BYTES = 64;
/** Smaller streams are in mini sectors, which are in the root's stream. */
const MINI_STREAM_BYTES = 4_096;
/** Sector numbers from here on mark ends and free sectors. */
const SECTORS_MAX = 0xfffffffa;

/** `next`: of each sector the one that follows it in its chain. */
type Sectors = Readonly<{ bytes: Buffer; from: number; sectorBytes: number; next: readonly number[] }>;
type Entry = Readonly<{ name: string; left: number; right: number; child: number; first: number; size: number }>;

/** Reads the streams in the root by their names in lower case. */
export class OleContainer {
  readonly #sectors: Sectors;
  readonly #miniSectors: Sectors;
  readonly #streams = new Map<string, Entry>();

  /** @throws FileRefused FileBroken */
  constructor(bytes: Buffer) {
    if (bytes.length < HEADER_BYTES || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) throw broken();
    const sectorBytes = bytes.readUInt16LE(30) === 12 ? 4_096 : 512;
    this.#sectors = { bytes, from: sectorBytes, sectorBytes, next: nextSectors(bytes, sectorBytes) };
    const entries = entriesIn(chained(this.#sectors, bytes.readUInt32LE(48)));
    const [root] = entries;
    if (root === undefined) throw broken();
    this.#miniSectors = {
      bytes: chained(this.#sectors, root.first),
      from: 0,
      sectorBytes: MINI_SECTOR_BYTES,
      next: numbersIn(chained(this.#sectors, bytes.readUInt32LE(60))),
    };
    const waiting = [root.child];
    const seen = new Set<number>();
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const entry = entries[at];
      if (entry === undefined || seen.has(at)) continue;
      seen.add(at);
      this.#streams.set(entry.name.toLowerCase(), entry);
      waiting.push(entry.left, entry.right);
    }
  }

  has(name: string): boolean {
    return this.#streams.has(name);
  }

  /** @returns null where there is none @throws FileRefused FileBroken, where it is cut off too */
  read(name: string): Buffer | null {
    const entry = this.#streams.get(name);
    if (entry === undefined) return null;
    const sectors = entry.size < MINI_STREAM_BYTES ? this.#miniSectors : this.#sectors;
    const bytes = chained(sectors, entry.first);
    if (bytes.length + sectors.sectorBytes <= entry.size) throw broken(); // some leave the last sector unfilled
    return bytes.subarray(0, entry.size);
  }
}

/** The allocation table: the header and a chain of sectors list the sectors it is in. */
function nextSectors(bytes: Buffer, sectorBytes: number): readonly number[] {
  const sectorAt = (sector: number): Buffer =>
    bytes.subarray((sector + 1) * sectorBytes, (sector + 2) * sectorBytes);
  const listed = numbersIn(bytes.subarray(76, HEADER_BYTES));
  const sectorsMax = bytes.length / sectorBytes;
  for (let list = bytes.readUInt32LE(68); list < SECTORS_MAX && listed.length < sectorsMax;) {
    const numbers = numbersIn(sectorAt(list));
    list = numbers.pop() ?? SECTORS_MAX;
    listed.push(...numbers);
  }
  return listed
    .filter((sector) => sector < SECTORS_MAX)
    .slice(0, sectorsMax)
    .flatMap((sector) => numbersIn(sectorAt(sector)));
}

function chained({ bytes, from, sectorBytes, next }: Sectors, first: number): Buffer {
  const sectors: Buffer[] = [];
  for (let sector = first; sector < SECTORS_MAX; sector = next[sector] ?? SECTORS_MAX) {
    const start = from + sector * sectorBytes;
    if (start >= bytes.length || sectors.length * sectorBytes > bytes.length) throw broken();
    sectors.push(bytes.subarray(start, start + sectorBytes));
  }
  return Buffer.concat(sectors);
}

function entriesIn(directory: Buffer): readonly Entry[] {
  return Array.from({ length: Math.floor(directory.length / ENTRY_BYTES) }, (_, at) => {
    const entry = directory.subarray(at * ENTRY_BYTES, (at + 1) * ENTRY_BYTES);
    return {
      name: entry.toString('utf16le', 0, Math.min(64, entry.readUInt16LE(64))).replace(/\0.*$/s, ''),
      left: entry.readUInt32LE(68),
      right: entry.readUInt32LE(72),
      child: entry.readUInt32LE(76),
      first: entry.readUInt32LE(116),
      size: entry.readUInt32LE(120),
    };
  });
}

function numbersIn(bytes: Buffer): number[] {
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, at) => bytes.readUInt32LE(at * 4));
}

function broken(): FileRefused {
  return new FileRefused({ is: 'FileBroken', format: 'xls' });
}
