// Converts the findings of a check to its result: hashes the content and encodes the lines.
import { createHash } from 'node:crypto';
import { contentLine, inCanonicalOrder } from '../domain/trialBalance/lines/canonicalForm.js';
import { changesAgainst } from '../domain/trialBalance/checks/changes.js';
import type { CheckFacts } from '../domain/trialBalance/checks/checkFacts.js';
import type { Findings } from '../domain/trialBalance/checks/checkDocument.js';
import type { ChartIndex } from '../domain/trialBalance/checks/chartIndex.js';
import type { LineColumns } from '../domain/books/events.js';
import { encodeLines, encodeSignedLines, type SignedPart } from '../domain/trialBalance/lines/lineParts.js';
import type { CheckResult } from '../commands/imports/document.js';

/** @param current the lines of the month's current version; null when there is none, or without `includeChanges` */
export function checkResult(
  findings: Findings,
  facts: CheckFacts,
  chart: ChartIndex | null,
  current: readonly LineColumns[] | null,
): CheckResult {
  const { stored, debitSigns, ...found } = findings;
  if (stored === null || chart === null || facts.chart === null) {
    return { ...found, contentHash: '', parts: [], partsHash: '', changes: null };
  }
  const signed = encodeSignedLines(stored, { natures: chart.nature, debitSigns });
  const canonical = inCanonicalOrder(stored, chart);
  const canonicalHash = sha256(canonical === stored ? withoutSigns(signed) : encodeLines(canonical));
  const contentHash = sha256([contentLine(facts.chart.chartId, canonicalHash)]);
  const parts = signed.map(({ bytes }) => bytes);
  const partsHash = sha256(parts);
  const changes = facts.includeChanges ? changesAgainst(current, stored) : null;
  return { ...found, contentHash, parts, partsHash, changes };
}

function* withoutSigns(parts: readonly SignedPart[]): Iterable<string | Uint8Array> {
  for (const { bytes, signsAt } of parts) {
    yield bytes.subarray(0, signsAt);
    yield '}';
  }
}

function sha256(pieces: Iterable<string | Uint8Array>): string {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
}
