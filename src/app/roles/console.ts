// Loads the console at its first request: its modules stay out of the service's start, its routes out of the API's router.
import { createRouter } from '../../api/app.js';
import type { OpenRoute } from '../../api/call.js';
import { requireAssets } from '../../console/assets/assets.js';
import type { ConsoleParts } from './consoleDependencies.js';

/**
 * Every address of the console, as one route for each method.
 * @throws ProgramFileMissing when a file of its pages is not there
 */
export function lazyConsole(parts: ConsoleParts): readonly OpenRoute[] {
  requireAssets();
  let loading: ReturnType<typeof load> | null = null;
  const load = async () => {
    const [{ consoleRoutes }, { consoleDependencies }] = await Promise.all([
      import('../../console/app.js'),
      import('./consoleDependencies.js'),
    ]);
    return createRouter(consoleRoutes(consoleDependencies(parts))).routes();
  };
  const handle: OpenRoute['handle'] = async (context) => {
    const serve = await (loading ??= load());
    await serve(context, async () => undefined);
  };
  return [
    { method: 'GET', path: '/console', handle },
    { method: 'GET', path: '/console/{*rest}', handle },
    { method: 'POST', path: '/console/{*rest}', handle },
  ];
}
