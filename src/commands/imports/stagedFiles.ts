// Port: files that wait between their preview and their import, so that any process can import them. They are thrown away
// after an hour at most and are in no backup. Written on documents and files: src/stores/files.
import type { ColumnMapping } from '../../domain/trialBalance/interpretation.js';

/** How long a file can be found; with the grace and the interval of sweeps it is gone after an hour. */
export const STAGED_MS = 45 * 60_000;

export type StagedFile = Readonly<{
  /** A UUID. */
  stagedId: string;
  /** What it is for: a file for one page is not found by another. */
  purpose: 'balancete' | 'plano' | 'conciliacao';
  /** The session that staged it. */
  owner: string;
  /** The person who staged it, a UUID. */
  personId: string;
  clientId: number;
  companyId: number;
  /** As typed; null where left to the file. */
  period: string | null;
  chartName: string | null;
  name: string;
  size: number;
  sha256: string;
  /** Columns corrected for this file alone; null: those of the company. */
  mapping: ColumnMapping | null;
  /** What the last preview showed, as JSON: only that is imported. */
  preview: string;
  /** In ms since 1970. */
  expiresAtMs: number;
}>;

export type StagedFiles = Readonly<{
  /** Takes the file at the path, which may be moved. Others see it when it is complete. */
  put(staged: StagedFile, path: string): Promise<void>;
  /** Without regard to expiry. Null for unknown files. */
  find(stagedId: string): Promise<StagedFile | null>;
  /** Without regard to expiry. */
  all(): Promise<readonly StagedFile[]>;
  /** Ignores unknown files. */
  change(
    stagedId: string,
    changes: Partial<Pick<StagedFile, 'period' | 'chartName' | 'mapping' | 'preview'>>,
  ): Promise<void>;
  /**
   * Runs with the path of the file, valid until `work` ends; `dir` takes a copy where the store has none on this machine.
   * @returns null for unknown files
   */
  withFile<Result>(stagedId: string, dir: string, work: (path: string) => Promise<Result>): Promise<Result | null>;
  /** Ignores unknown files. */
  remove(stagedId: string): Promise<void>;
  /** Removes what expired before a time, and what interrupted runs left. */
  purge(beforeMs: number): Promise<void>;
}>;
