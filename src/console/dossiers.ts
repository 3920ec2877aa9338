// What Auditoria takes of the seals and dossiers, provided by the composition root.
import type { Readable } from 'node:stream';
import type { CompanyFacts } from '../domain/clients/events.js';
import type { MadeOfClosing } from '../commands/competence/checklist.js';
import type { Competence } from '../domain/kernel/competence.js';

/** `size`: the events it covers. `fingerprint`: SHA-256 of its checkpoint's text, in hexadecimal. */
export type ShownSeal = Readonly<{ at: string; size: number; fingerprint: string }>;

/**
 * `seal`: the one whose checkpoint the dossier has; null until there is one. `laterActAt`: of the newest act on the month's
 * reconciliations that the dossier does not have; null for none.
 */
export type MonthOfDossier = Readonly<{
  competence: Competence;
  closedAt: string;
  seal: ShownSeal | null;
  laterActAt: string | null;
}>;

/** The file is deleted once it was read or `bytes` was destroyed. `made`: what is recorded of it. */
export type DossierFile = Readonly<{ length: number; bytes: Readable; made: MadeOfClosing }>;

/** `busy`: one of the client is being made. `differs`: the log does not lead to its newest seal. */
export type DossierRefusal = 'open' | 'busy' | 'unsigned' | 'differs';

export type Dossiers = Readonly<{
  /** The newest of the log, newest first. */
  newestSeals(): Promise<readonly ShownSeal[]>;
  /** The newest closed months, or the one asked for; descending. @returns with whether there are more */
  closedMonths(
    companyId: number,
    period: Competence | null,
  ): Promise<Readonly<{ months: readonly MonthOfDossier[]; hasMore: boolean }>>;
  /**
   * The same bytes as `operator dossier`.
   * @param options `names` of the client's people by id; null or absent: it names nobody. `untilNow`: with the acts after the closing
   */
  make(
    company: CompanyFacts,
    competence: Competence,
    options?: Readonly<{ names?: ReadonlyMap<string, string> | null; untilNow?: boolean }>,
  ): Promise<DossierFile | DossierRefusal>;
}>;
