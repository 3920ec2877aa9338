// Lists as of a time in the past: the streams of a company to replay.
import { booksStream } from '../../domain/books/fold.js';
import type { Competence } from '../../domain/kernel/competence.js';
import type { EventLog } from '../../domain/kernel/log.js';
import { reconciliationsStream } from '../../domain/reconciliation/fold.js';

/** `until` is ISO 8601 UTC, inclusive. */
export type AsOf = Readonly<{ companyId: number; until: string }>;

/** Of every competence in the books by then: only imported versions are released. */
export async function reconciliationStreams(
  log: EventLog,
  { companyId, until }: AsOf,
): Promise<readonly string[]> {
  const competences = new Set<Competence>();
  for await (const { data, metadata } of log.read(booksStream(companyId), 0)) {
    if (metadata.at > until) break;
    competences.add((data as { competence: Competence }).competence);
  }
  return [...competences].sort().map((competence) => reconciliationsStream(companyId, competence));
}
