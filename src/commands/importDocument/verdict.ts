// From findings to the verdict main decides on: hashes the content, and encodes the lines unless nothing is to be stored.
import { createHash } from 'node:crypto';
import { canonicalForm } from '../../domain/books/canonicalForm.js';
import { changesAgainst } from '../../domain/books/changes.js';
import type { CheckFacts } from '../../domain/books/checkFacts.js';
import type { Findings } from '../../domain/books/checkDocument.js';
import type { ChartIndex } from '../../domain/books/chartIndex.js';
import type { LineColumns } from '../../domain/books/events.js';
import { encodeParts } from '../../domain/books/lineParts.js';
import type { Verdict } from '../importDocument.js';

/** @param current the lines of the month's current version; null when there is none, or nobody asks for changes */
export function verdictOf(
  findings: Findings,
  facts: CheckFacts,
  chart: ChartIndex | null,
  current: readonly LineColumns[] | null,
): Verdict {
  const { stored, ...told } = findings;
  if (stored === null || chart === null || facts.chart === null) {
    return { ...told, contentHash: '', parts: [], partsHash: '', changes: null };
  }
  const contentHash = sha256(canonicalForm(stored, chart, facts.chart.chartId));
  const parts = contentHash === facts.currentContentHash ? [] : encodeParts(stored);
  const changes = facts.wantsChanges ? changesAgainst(current, stored) : null;
  return { ...told, contentHash, parts, partsHash: parts.length === 0 ? '' : sha256(parts), changes };
}

function sha256(pieces: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
}
