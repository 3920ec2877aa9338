// Which streams the seals cover: all but parts, whose hash is in the event that names them, and the seals themselves.
import { SEALS } from './fold.js';

/** Streams that hold only parts. Parts of charts are in `chart-` and covered there by the SHA-256 of their bytes. */
const PARTS = ['acted-', 'lines-', 'released-'];

/** All other kinds of streams: complete names, or prefixes that end with a dash. */
const COVERED = [
  'apiKeys',
  'books-',
  'chart-',
  'client-',
  'clients',
  'deployment',
  'ids-',
  'reconciliations-',
  'refusals-',
  'webhooks-',
];

/** The sealer's subscription: without parts and without streams of unknown kinds, which `verify` reports. */
export const coveredPrefixes: readonly string[] = COVERED;

export function kindOf(stream: string): 'covered' | 'parts' | 'seals' | 'unknown' {
  if (stream === SEALS) return 'seals';
  if (PARTS.some((prefix) => stream.startsWith(prefix))) return 'parts';
  return COVERED.some((kind) => (kind.endsWith('-') ? stream.startsWith(kind) : stream === kind))
    ? 'covered'
    : 'unknown';
}
