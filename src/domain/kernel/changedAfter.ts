// Times for readers who ask what changed since a given time.

/**
 * The time of an event in such a list, in ms: its own time, or 1 ms after the previous event's when that is not earlier.
 * Times therefore strictly ascend, and a rebuild computes the same ones.
 * @param before the previous event's result, 0 for the first
 * @param at ISO 8601 UTC
 */
export function changedAfter(before: number, at: string): number {
  const own = Date.parse(at);
  return own > before ? own : before + 1;
}
