// Caches the stored parts that checks read, charts and balances of months, for all imports and workers of the
// process. The parts of a chart's version or of a stream of lines never change.
import { LRUCache } from 'lru-cache';
import type { Chart } from '../../domain/charts/fold.js';
import type { EventLog } from '../../domain/kernel/log.js';
import { readParts } from '../kernel/parts.js';
import { readChartParts } from '../registers/charts.js';
import { cachedBytes, chartKey } from './document.js';

type Parts = readonly Uint8Array[];

export type StoredInputs = Readonly<ReturnType<typeof createStoredInputs>>;

/** About ten months of the largest companies. */
const KEPT_BYTES_MAX = 24_000_000;

export function createStoredInputs(log: EventLog, keptBytesMax = KEPT_BYTES_MAX) {
  const cache = new LRUCache<string, Parts>({
    maxSize: keptBytesMax,
    sizeCalculation: cachedBytes,
  });
  async function cachedOr(key: string, load: () => Promise<Parts>): Promise<Parts> {
    const cachedParts = cache.get(key);
    if (cachedParts) return cachedParts;
    const parts = (await load()).map(alone);
    cache.set(key, parts);
    return parts;
  }
  return {
    chart: (chart: Chart) => cachedOr(chartKey(chart), () => readChartParts({ log }, chart)),
    lines: (stream: string) => cachedOr(stream, () => readParts(log, stream)),
    /** Adds lines that were just stored: the company's next import compares with them. */
    keep(stream: string, parts: Parts): void {
      // More is not cached, nor copied in vain.
      if (cachedBytes(parts) <= keptBytesMax) cache.set(stream, parts.map(alone));
    },
    clear: () => cache.clear(),
  };
}

/** Without the rest of a larger buffer that it may be a part of: a message to a worker would copy all of it. */
function alone(part: Uint8Array): Uint8Array {
  return new Uint8Array(part);
}
