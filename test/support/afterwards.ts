// What a test file opens is closed after it, the last first, by its runner (scripts/opened.mjs), also where a
// preparation failed.

/** `close` may find it closed already. Outside tests nothing is closed. */
export function afterwards(close: () => unknown): void {
  (globalThis as { openedByTests?: (() => unknown)[] }).openedByTests?.push(close);
}
