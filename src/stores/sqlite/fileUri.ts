// The URI that opens a SQLite file which must exist.

/** `mode=ro` takes locks and changes nothing; `immutable=1` takes none and ignores a write-ahead log */
export type FileMode = 'mode=rw' | 'mode=ro' | 'immutable=1';

export function fileUri(path: string, mode: FileMode): string {
  return `file:${encodeURI(path).replace(/[?#]/g, encodeURIComponent)}?${mode}`;
}
