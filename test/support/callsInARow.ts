// Counts the calls to a log that wait for each other, as a log far away makes them felt.
import { setTimeout as pause } from 'node:timers/promises';
import type { EventLog } from '../../src/domain/kernel/log.js';
import { withMembers } from './withMembers.js';

export type Calls = Readonly<{
  /** The longest chain of calls, each begun after the one before was answered. */
  inARow: number;
  /** The same of appends alone: on the embedded log, each a flush to the disk. */
  appendsInARow: number;
  /** Streams read and appended to, in the order of the calls. */
  reads: readonly string[];
  appends: readonly string[];
}>;

export type CountedLog = ReturnType<typeof countCalls>;

/**
 * @param lateMs by which every answer is late, side by side: longer than what starts together takes to start
 * @param streamPrefixes only calls for these streams are late and count
 */
export function countCalls(log: EventLog, lateMs: number, streamPrefixes: readonly string[]) {
  let answered = { all: 0, appends: 0 };
  let reads: string[] = [];
  let appends: string[] = [];
  const counts = (stream: string): boolean => streamPrefixes.some((prefix) => stream.startsWith(prefix));

  function begun(of: 'all' | 'appends'): () => void {
    const depth = answered[of] + 1;
    const inThis = answered;
    return () => (inThis[of] = Math.max(inThis[of], depth));
  }

  return {
    log: withMembers(log, {
      async append(call: Parameters<EventLog['append']>[0]) {
        const streams = call.map(({ stream }) => stream);
        if (!streams.some(counts)) return log.append(call);
        appends.push(...streams);
        const ends = [begun('all'), begun('appends')];
        const [result] = await Promise.all([log.append(call), pause(lateMs)]);
        for (const end of ends) end();
        return result;
      },
      async *read(stream: string, fromRevision: number) {
        if (counts(stream)) {
          reads.push(stream);
          const end = begun('all');
          await pause(lateMs);
          end();
        }
        yield* log.read(stream, fromRevision);
      },
    }),
    /** The calls since the last time this was asked. */
    take(): Calls {
      const taken = { inARow: answered.all, appendsInARow: answered.appends, reads, appends };
      answered = { all: 0, appends: 0 };
      reads = [];
      appends = [];
      return taken;
    },
  };
}
