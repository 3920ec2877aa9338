// How many files this process may open: whether they are enough, and for how many connections. Imports one module
// after another: with a low limit, loading many at once would fail.
import { readFileSync } from 'node:fs';
import type { PlaceLimits } from '../api/http/connections/connection.js';

/** @returns the message and the exit status; null if enough files may be opened, or the limit is unknown */
export async function fewFilesRefusal(): Promise<Readonly<{ text: string; status: number }> | null> {
  const limit = openFilesLimit();
  const { fewFilesSentence, OPEN_FILES_MIN } = await import('../messages/startFailures.js');
  if (limit === null || limit >= OPEN_FILES_MIN) return null;
  const { EXIT_BAD_CONFIG } = await import('./configError.js');
  return { text: fewFilesSentence(limit), status: EXIT_BAD_CONFIG };
}

/** Files for what is no client's connection: stores, uploads, deliveries. An idle process has about 60 open. */
const FILES_BESIDE_CONNECTIONS = 180;

/**
 * Lowers the places for connections to what so many open files allow; those of one address in proportion.
 * @param limit null when it is unknown
 * @param servers of this process, each with such places
 */
export function placesWithin(limit: number | null, servers: number, places: PlaceLimits): PlaceLimits {
  const { connectionsMax, connectionsPerAddress, healthConnectionsMax } = places;
  if (limit === null) return places;
  const fitting = Math.floor((limit - FILES_BESIDE_CONNECTIONS) / servers) - healthConnectionsMax;
  if (fitting >= connectionsMax) return places;
  return {
    connectionsMax: Math.max(fitting, 1),
    connectionsPerAddress: Math.max(Math.floor((connectionsPerAddress * fitting) / connectionsMax), 1),
    healthConnectionsMax,
  };
}

/** @returns null when it is unknown */
export function openFilesLimit(): number | null {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? null : Number(soft);
  } catch {
    return null;
  }
}
