// The URI that opens a SQLite file read-only.

/** @param mode `mode=ro` takes locks; `immutable=1` takes none and ignores a write-ahead log */
export function readOnlyUri(path: string, mode: 'mode=ro' | 'immutable=1'): string {
  return `file:${encodeURI(path).replace(/[?#]/g, encodeURIComponent)}?${mode}`;
}
