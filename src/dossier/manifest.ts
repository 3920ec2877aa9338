// The manifest of a dossier, and its note. Source: docs/dossie.md.
import { hash } from 'node:crypto';
import { isSignedBy, originOf, parseNote, signNote, type NoteKey } from '../commands/seals/checkpoint.js';
import { consistencyProof, isConsistent, type SubtreeHash, type Tree } from '../commands/seals/merkleTree.js';
import { canonicalJson } from '../domain/kernel/canonicalJson.js';
import type { Competence } from '../domain/kernel/competence.js';
import type { Recorded } from '../domain/kernel/event.js';

export const FORMAT = 'conciliacao-dossie/1';

type ManifestFile = Readonly<{ name: string; bytes: number; sha256: string }>;
export type ManifestStream = Readonly<{
  stream: string;
  complete: boolean;
  firstRevision: number;
  lastRevision: number;
  events: number;
}>;

/** `at`: when it happened. */
export type LastEvent = Readonly<{ stream: string; revision: number; type: string; at: string }>;

export type Manifest = Readonly<{
  format: typeof FORMAT;
  logId: string;
  /** 32 bytes in base64. */
  publicKey: string;
  company: Readonly<{ id: number; cnpj: string; nome: string }>;
  competence: Competence;
  closed: boolean;
  /** The last of events.ndjson; later ones are not in the dossier. Absent in dossiers of older versions. */
  lastEvent?: LastEvent;
  versions: readonly Readonly<{ trialBalanceId: number; version: number; revision: number }>[];
  /** `root`: in base64. */
  checkpoint: Readonly<{ size: number; root: string; at: string }>;
  /** All entries of the zip but the manifest, its note and pessoas.json. */
  files: readonly ManifestFile[];
  streams: readonly ManifestStream[];
  /** Hashes of the people in pessoas.json when it was written; null: nobody is named. */
  people: readonly Readonly<{ id: string; sha256: string }>[] | null;
}>;

export const MANIFEST_FILE = 'manifest.json';
export const PEOPLE_FILE = 'pessoas.json';
/** Not in `files`. */
export const OUTSIDE_FILES: readonly string[] = [MANIFEST_FILE, 'manifest.note', PEOPLE_FILE];

/** The facts of a manifest that do not depend on the files. */
export type ManifestFacts = Omit<Manifest, 'files' | 'people'>;

/** Null for none. @param events in log order */
export function lastOf(events: readonly Recorded[]): LastEvent | null {
  const lastEvent = events.at(-1);
  if (lastEvent === undefined) return null;
  const { stream, revision, type, metadata } = lastEvent;
  return { stream, revision, type, at: metadata.at };
}

export function manifestText(manifest: Manifest): string {
  return `${canonicalJson(manifest)}\n`;
}

export function signManifest(key: NoteKey, logId: string, text: string): string {
  return signNote(noteTextOf(logId, text), originOf(logId), key);
}

export function isSignedManifest(note: string, text: string, { logId, publicKey }: Manifest): boolean {
  const parsed = parseNote(note);
  return (
    parsed !== null &&
    parsed.text === noteTextOf(logId, text) &&
    isSignedBy(parsed, originOf(logId), Buffer.from(publicKey, 'base64'))
  );
}

function noteTextOf(logId: string, text: string): string {
  return `${originOf(logId)}/dossie\n${hash('sha256', text)}\n`;
}

// Files consistency/<n>.txt: a kept checkpoint, and the proof that one of the two trees continues the other.
// Source: docs/dossie.md.

/** @param note the kept checkpoint's text as it was given */
export function consistencyText(subtree: SubtreeHash, note: string, keptSize: number, size: number): string {
  const from = Math.min(keptSize, size);
  const to = Math.max(keptSize, size);
  const path = from === to ? [] : consistencyProof(subtree, from, to);
  return `${note}consistency ${from} ${to}\n${path.map((hash) => `${hash.toString('base64')}\n`).join('')}`;
}

export function areConsistent(one: Tree, other: Tree, path: readonly Uint8Array[]): boolean {
  return one.size <= other.size ? isConsistent(one, other, path) : isConsistent(other, one, path);
}

const HEAD = /^consistency \d+ \d+\n/m;

/** Null for a text that is no such file. */
export function proofIn(text: string): Readonly<{ note: string; path: readonly Buffer[] }> | null {
  const match = HEAD.exec(text);
  if (match === null) return null;
  const lines = text
    .slice(match.index + match[0].length)
    .split('\n')
    .slice(0, -1);
  return { note: text.slice(0, match.index), path: lines.map((line) => Buffer.from(line, 'base64')) };
}
