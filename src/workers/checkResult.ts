// From findings to what main decides on: hashes the content, and encodes the lines unless nothing is to be stored.
import { createHash } from 'node:crypto';
import { contentLine, inCanonicalOrder } from '../domain/trialBalance/lines/canonicalForm.js';
import { changesAgainst } from '../domain/trialBalance/checks/changes.js';
import type { CheckFacts } from '../domain/trialBalance/checks/checkFacts.js';
import type { Findings } from '../domain/trialBalance/checks/checkDocument.js';
import type { ChartIndex } from '../domain/trialBalance/checks/chartIndex.js';
import type { LineColumns } from '../domain/books/events.js';
import { encodeLines } from '../domain/trialBalance/lines/lineParts.js';
import type { CheckResult } from '../commands/imports/document.js';

/** @param current the lines of the month's current version; null when there is none, or nobody asks for changes */
export function checkResult(
  findings: Findings,
  facts: CheckFacts,
  chart: ChartIndex | null,
  current: readonly LineColumns[] | null,
): CheckResult {
  const { stored, ...found } = findings;
  if (stored === null || chart === null || facts.chart === null) {
    return { ...found, contentHash: '', parts: [], partsHash: '', changes: null };
  }
  const canonical = inCanonicalOrder(stored, chart);
  const canonicalParts = encodeLines(canonical);
  const canonicalHash = sha256(canonicalParts);
  const contentHash = sha256([contentLine(facts.chart.chartId, canonicalHash)]);
  const isCurrent = contentHash === facts.currentContentHash;
  const parts = isCurrent ? [] : canonical === stored ? canonicalParts : encodeLines(stored);
  const partsHash = isCurrent ? '' : canonical === stored ? canonicalHash : sha256(parts);
  const changes = facts.wantsChanges ? changesAgainst(current, stored) : null;
  return { ...found, contentHash, parts, partsHash, changes };
}

function sha256(pieces: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
}
