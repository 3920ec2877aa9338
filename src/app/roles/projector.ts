// The role `projector`: a thread that updates the read models from the log.
import { ProjectorThread } from '../../projections/engine/projectorThread.js';
import { LogWentBack } from '../../domain/kernel/log.js';
import type { ProjectionProgress } from '../../projections/engine/progress.js';
import { isCauseReported } from '../logServers.js';
import type { ProjectorData } from './projectorEntry.js';
import type { RoleDependencies } from './roleDependencies.js';

/** The projector's thread, which loads its modules at once: half of the start where this process has two cores. */
export function loadProjector(): ProjectorThread {
  return new ProjectorThread(new URL('./projectorEntry.js', import.meta.url));
}

/** Projects once the deployment is known. */
export function startProjector(
  thread: ProjectorThread,
  { config, logger, onStopThread, commandSide, waiter, states }: RoleDependencies,
): void {
  const { dataDir, eventStoreUrl, mongodbUrl } = config;
  let stopped = false;
  const retrying = new Set<string>();
  const logRetries = ({ projection, phase, error }: ProjectionProgress): void => {
    if (phase === 'retrying' && !retrying.has(projection)) {
      retrying.add(projection);
      logger.log.warn({ projection, error }, 'projection retries until its store answers');
    } else if (phase !== 'retrying' && retrying.delete(projection))
      logger.log.info({ projection }, 'projection resumes');
  };
  commandSide.deployment.then(
    ({ logId }) => {
      const sealSeed = commandSide.signer()?.key.seed;
      if (stopped || sealSeed === undefined) return; // only a folder that is only read has no key
      thread.run({
        data: { dataDir, eventStoreUrl, mongodbUrl, logId, sealSeed } satisfies ProjectorData,
        onProgress(progress) {
          states.set(progress.projection, progress);
          waiter.note(progress);
          logRetries(progress);
        },
        onFailure({ projection, message, lost, isUnavailable }) {
          if (lost !== null) commandSide.guard.note(new LogWentBack(lost));
          const isReported = isUnavailable && isCauseReported(commandSide.rawLog);
          if (isReported || commandSide.files.takenAway() !== null) return;
          logger.log.error({ projection }, message);
        },
      });
    },
    (error: unknown) => {
      if (!stopped) commandSide.onError('projector', error);
    },
  );
  commandSide.guard.onChange((isAllowed) => thread.allowAppends(isAllowed));
  onStopThread(async () => {
    stopped = true;
    await thread.stop();
  });
}
