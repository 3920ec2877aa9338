// Which streams the seals cover: all but parts, whose hash is in the fact that names them, and the seals themselves.

export const SEALS = 'seals';

/** Streams of parts only. Chart parts lie inside `chart-` and are covered there, by the SHA-256 of their bytes. */
const PARTS = ['acted-', 'lines-', 'released-'];

/** Every other kind of stream there is: whole names, or prefixes that end with a dash. */
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

/** What a sealer subscribes to: it never sees parts, nor a stream of a kind unknown here, which `verify` reports. */
export const coveredPrefixes: readonly string[] = COVERED;

export function kindOf(stream: string): 'covered' | 'parts' | 'seals' | 'unknown' {
  if (stream === SEALS) return 'seals';
  if (PARTS.some((prefix) => stream.startsWith(prefix))) return 'parts';
  return COVERED.some((kind) => (kind.endsWith('-') ? stream.startsWith(kind) : stream === kind))
    ? 'covered'
    : 'unknown';
}
