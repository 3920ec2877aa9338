// Converts the findings of a check to its result: hashes the content and encodes the lines.
import { createHash } from 'node:crypto';
import type { TrialBalanceLine } from '../domain/books/events.js';
import { canonicalForm } from '../domain/trialBalance/lines/canonicalForm.js';
import { changesAgainst } from '../domain/trialBalance/checks/changes.js';
import type { CheckFacts } from '../domain/trialBalance/checks/checkFacts.js';
import type { Findings } from '../domain/trialBalance/checks/checkDocument.js';
import { encodeLeftOut, encodeParts } from '../domain/trialBalance/lines/lineParts.js';
import type { CheckResult } from '../commands/imports/document.js';

/** @param current the lines of the month's current version; null when there is none, or without `includeChanges` */
export function checkResult(
  { stored, leftOut, ...found }: Findings,
  { chart, includeChanges }: CheckFacts,
  current: readonly TrialBalanceLine[] | null,
): CheckResult {
  if (stored === null || chart === null)
    return { ...found, contentHash: '', parts: [], partsHash: '', leftOut: NOTHING, changes: null };
  const parts = encodeParts(stored);
  const leftOutParts = encodeLeftOut(leftOut);
  return {
    ...found,
    contentHash: sha256(canonicalForm(chart.chartId, stored)),
    parts,
    partsHash: sha256(parts),
    leftOut: { parts: leftOutParts, lines: leftOut.length, hash: sha256(leftOutParts) },
    changes: includeChanges ? changesAgainst(current, stored) : null,
  };
}

const NOTHING = { parts: [], lines: 0, hash: '' };

function sha256(pieces: Iterable<string | Uint8Array | Float64Array>): string {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
}
