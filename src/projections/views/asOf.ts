// The streams to replay for the lists of a company as of a time in the past.
import { booksStream } from '../../domain/books/fold.js';
import type { Competence } from '../../domain/kernel/competence.js';
import type { EventLog } from '../../domain/kernel/log.js';
import { reconciliationsStream } from '../../domain/reconciliation/fold.js';

/** `until` is ISO 8601 UTC, inclusive. `competence` null: all of them. */
export type AsOf = Readonly<{ companyId: number; until: string; competence: Competence | null }>;

/** One stream per competence in the books at that time: others have no releases. */
export async function reconciliationStreams(
  log: EventLog,
  { companyId, until, competence }: AsOf,
): Promise<readonly string[]> {
  if (competence !== null) return [reconciliationsStream(companyId, competence)];
  const competences = new Set<Competence>();
  for await (const { data, metadata } of log.read(booksStream(companyId), 0)) {
    if (metadata.at > until) break;
    competences.add((data as { competence: Competence }).competence);
  }
  return [...competences].sort().map((competence) => reconciliationsStream(companyId, competence));
}
