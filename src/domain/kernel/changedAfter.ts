// When something was changed, as those are told who ask what changed since a time.

/**
 * The time of an event among those it is told with, ms: its own, or just after the one before where clocks disagree or two
 * have the same. So it follows from the log alone, a rebuild gives the same, and a time is never passed by later ones.
 * @param before the time of the event before it, 0 without one
 * @param at ISO 8601 UTC
 */
export function changedAfter(before: number, at: string): number {
  const own = Date.parse(at);
  return own > before ? own : before + 1;
}
