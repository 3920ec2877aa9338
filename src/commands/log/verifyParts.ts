// Verifies the parts that an event names, of each reference in it: their count, hash and number of lines.
import { createHash } from 'node:crypto';
import type { ChartVersioned } from '../../domain/charts/events.js';
import type { PartsReference } from '../../domain/kernel/parts.js';
import type { Recorded } from '../../domain/kernel/event.js';
import type { EventLog } from '../../domain/kernel/log.js';
import { isAct } from '../../domain/reconciliation/fold.js';
import type { VerifyFinding } from '../../domain/seal.js';

type ReferencedParts = PartsReference & Readonly<{ fromRevision: number; ownStream: boolean }>;

/** The parts that an event names; none for events without. For a chart, `lines` counts its accounts. */
export function partsToVerify(event: Recorded): readonly ReferencedParts[] {
  const { type, stream, data } = event;
  const ownParts = (reference: PartsReference) => ({ ...reference, fromRevision: 0, ownStream: true });
  switch (type) {
    case 'TrialBalanceVersioned': {
      const { lines, leftOut } = data as { lines: PartsReference; leftOut?: PartsReference };
      return [ownParts(lines), ...(leftOut === undefined ? [] : [ownParts(leftOut)])];
    }
    case 'TrialBalanceReleased':
      return [ownParts((data as { items: PartsReference }).items)];
    case 'ChartVersioned': {
      const { fromRevision, count, accounts, hash } = (data as ChartVersioned['data']).parts;
      return count === 0 ? [] : [{ stream, fromRevision, count, lines: accounts, hash, ownStream: false }];
    }
    default:
      return isAct(event) && event.data.parts !== null ? [ownParts(event.data.parts)] : [];
  }
}

/**
 * @param fact an upcast event
 * @returns a revision gap, otherwise the difference; empty when the parts match
 * @throws TypeError for a fact that names nothing
 */
export async function verifyParts(log: Pick<EventLog, 'read'>, fact: Recorded): Promise<VerifyFinding[]> {
  const findings: VerifyFinding[] = [];
  for (const reference of partsToVerify(fact)) findings.push(...(await verifyReference(log, fact, reference)));
  return findings;
}

async function verifyReference(
  log: Pick<EventLog, 'read'>,
  fact: Recorded,
  reference: ReferencedParts,
): Promise<VerifyFinding[]> {
  const { count, fromRevision, stream } = reference;
  if (typeof stream !== 'string') throw new TypeError(`${fact.type} names no stream of parts`);
  const hash = createHash('sha256');
  let partCount = 0;
  let lines = 0;
  for await (const part of log.read(stream, fromRevision)) {
    if (partCount === count && !reference.ownStream) break;
    if (part.revision !== fromRevision + partCount)
      return [{ is: 'RevisionGap', stream, expected: fromRevision + partCount, found: part.revision }];
    if (!(part.data instanceof Uint8Array)) return [differs(fact, reference, 'hash')];
    partCount += 1;
    hash.update(part.data);
    lines += linesIn(part.data);
  }
  if (partCount !== count) return [differs(fact, reference, 'count')];
  if (hash.digest('hex') !== reference.hash) return [differs(fact, reference, 'hash')];
  return lines === reference.lines ? [] : [differs(fact, reference, 'lines')];
}

/** The length of the part's list or columns (of texts, one letter a line); −1 when they differ in length. */
function linesIn(bytes: Uint8Array): number {
  const part = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()) as object;
  const lengths = new Set(
    Object.values(part).map((column) =>
      Array.isArray(column) || typeof column === 'string' ? column.length : -1,
    ),
  );
  return lengths.size === 1 ? ([...lengths][0] ?? -1) : -1;
}

function differs(
  fact: Recorded,
  reference: ReferencedParts,
  difference: 'count' | 'hash' | 'lines',
): VerifyFinding {
  return {
    is: 'PartsDiffer',
    what: difference,
    parts: reference.stream,
    stream: fact.stream,
    revision: fact.revision,
  };
}
