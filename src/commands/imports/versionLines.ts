// The lines of a version, stored before the event that names them.
import { randomUUID } from 'node:crypto';
import type { StreamAppend } from '../../domain/kernel/log.js';
import type { PartsReference } from '../../domain/kernel/parts.js';
import type { Clock, CommandContext } from '../kernel/context.js';
import { partsAppends } from '../kernel/parts.js';
import type { CheckResult } from './document.js';

/** `leftOut`: of the lines that do not enter, if any. */
export type VersionLines = Readonly<{
  reference: PartsReference;
  leftOut: PartsReference | undefined;
  appends: readonly StreamAppend[];
}>;

/** The lines as the check left them, those that enter and the others each in a stream of their own. */
export function versionLines(
  clock: Clock,
  context: CommandContext,
  { parts, partsHash: hash, imported, leftOut }: CheckResult,
): VersionLines {
  const stream = newStream();
  const appends = partsAppends(clock, context, stream, 'TrialBalanceLinesListed', parts);
  const reference = { stream, count: parts.length, lines: imported, hash };
  if (leftOut.lines === 0) return { reference, leftOut: undefined, appends };
  const beside = newStream();
  return {
    reference,
    leftOut: { stream: beside, count: leftOut.parts.length, lines: leftOut.lines, hash: leftOut.hash },
    appends: [...appends, ...partsAppends(clock, context, beside, 'TrialBalanceLinesLeftOut', leftOut.parts)],
  };
}

function newStream(): string {
  return `lines-${randomUUID()}`;
}
