// What commands run on, over a real embedded log in a folder of its own, with a clock that stands still.
import { join } from 'node:path';
import type { Clock, CommandContext } from '../../../src/commands/kernel/context.js';
import { Folds } from '../../../src/commands/kernel/folds.js';
import { IdAllocator } from '../../../src/commands/kernel/idAllocator.js';
import { RegisterFollower } from '../../../src/commands/registers/registerFollower.js';
import type { FailPoints } from '../../../src/domain/kernel/failPoints.js';
import type { EventLog } from '../../../src/domain/kernel/log.js';
import { withCodec } from '../../../src/stores/log/codec.js';
import { openEmbeddedLog } from '../../../src/stores/log/sqlite/embeddedLog.js';
import { openPeople } from '../../../src/app/stores.js';

export const asOperator: CommandContext = {
  actor: { kind: 'operator', id: 'operator', name: 'Operador' },
  requestId: null,
};

export const standingClock: Clock = {
  now: () => new Date('2026-09-10T12:00:00.000Z'),
  monotonicMs: () => performance.now(),
};

export type CommandDeps = Awaited<ReturnType<typeof openCommandDeps>>;

/**
 * As one process has them; open it again on the same folder for another process.
 * @param wrap puts something between the commands and the log, to fail or to watch
 */
export async function openCommandDeps(
  folder: string,
  options: Readonly<{ failPoints?: FailPoints; wrap?(log: EventLog): EventLog }> = {},
) {
  const stored = withCodec(await openEmbeddedLog(join(folder, 'log.db'), { writesHere: true }));
  const log = options.wrap?.(stored) ?? stored;
  const folds = new Folds(log);
  const { people } = openPeople({ dataDir: folder }, null);
  const errors: unknown[] = [];
  const registers = new RegisterFollower(log, (error) => errors.push(error));
  await registers.ready();
  return {
    log,
    folds,
    clock: standingClock,
    ids: new IdAllocator(log, folds, standingClock),
    registers,
    people,
    environment: 'staging' as const,
    failPoints: options.failPoints ?? (() => undefined),
    /** What the registers' follower ran into. */
    errors,
    async close() {
      await registers.stop();
      await people.close();
      await stored.close();
    },
  };
}
