// Lists as they stood at a time in the past: which streams of a company are replayed for them.
import { booksStream } from '../../domain/books/fold.js';
import type { Competence } from '../../domain/kernel/competence.js';
import type { EventLog } from '../../domain/kernel/log.js';
import { reconciliationsStream } from '../../domain/reconciliation/fold.js';

/** `until` is ISO 8601 UTC, inclusive. */
export type AsOf = Readonly<{ companyId: number; until: string }>;

/** Of every competence the books had heard of by then: nothing is released without a version. */
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
