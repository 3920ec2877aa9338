// The lines of a version, stored before the event that names them.
import { randomUUID } from 'node:crypto';
import type { StreamAppend } from '../../domain/kernel/log.js';
import type { PartsReference } from '../../domain/kernel/parts.js';
import type { Clock, CommandContext } from '../kernel/context.js';
import { partsAppends } from '../kernel/parts.js';
import type { CheckResult } from './document.js';

export type VersionLines = Readonly<{ reference: PartsReference; appends: readonly StreamAppend[] }>;

/** The lines as the check left them, in a stream of their own. */
export function versionLines(
  clock: Clock,
  context: CommandContext,
  { parts, partsHash: hash, imported }: CheckResult,
): VersionLines {
  const stream = `lines-${randomUUID()}`;
  return {
    reference: { stream, count: parts.length, lines: imported, hash },
    appends: partsAppends(clock, context, stream, 'TrialBalanceLinesListed', parts),
  };
}
