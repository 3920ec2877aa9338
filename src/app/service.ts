// The service: starts its roles, and stops them in reverse order.
import { createLogger } from '../api/http/logger.js';
import type { Hooks } from './commandSide.js';
import type { Config } from './config.js';
import { loadProjector } from './roles/projector.js';

export type Service = Awaited<ReturnType<typeof startService>>;

/**
 * Resolves once the server listens; `/health/ready` may turn ready later.
 * @returns `url` of the API, null without the role `api`; `adminUrl` of health and metrics
 * @throws WrongDeployment when the log belongs to another environment or secrets key
 */
export async function startService(config: Config, hooks: Hooks = {}) {
  const projector = config.roles.includes('projector') ? loadProjector() : null;
  const logger = createLogger(config.logLevel);
  const { log, flush } = logger;
  const stops: (() => Promise<unknown>)[] = [];
  const stopAll = async (): Promise<void> => {
    for (const one of stops.reverse())
      await one().catch((error: unknown) => log.error({ err: error }, 'stopping'));
    logger.flushRequests();
  };
  /** Readiness turns 503, no new work is accepted, running work finishes, buffers are flushed. */
  const stop = async (): Promise<void> => {
    log.info('stopping');
    await stopAll();
    log.info('stopped');
    await flush();
  };
  stops.push(async () => projector?.stop());
  try {
    const { startRoles } = await import('./roles/startRoles.js');
    const urls = await startRoles(config, hooks, logger, (one) => stops.push(one), projector);
    log.info(
      { started: true, address: urls.url, adminAddress: urls.adminUrl, roles: config.roles },
      'service started',
    );
    return { ...urls, stop };
  } catch (error) {
    await stopAll();
    await flush();
    throw error;
  }
}
