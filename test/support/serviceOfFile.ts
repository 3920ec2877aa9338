// One service for all tests of a file: started before them on what they need.
import { beforeAll } from '#jest';
import { startService, temporaryDir, type Service, type StartOptions } from './service.js';

type Env = NonNullable<StartOptions['env']>;
type Prepare = (dataDir: string) => Promise<unknown>;
type Shared = Pick<Service, 'url' | 'adminUrl' | 'dataDir'> & Readonly<{ needs(prepare: Prepare): void }>;

/**
 * `needs` is called where tests are declared: what they are about is made before the service starts, in that
 * order.
 * @param env asked for after that
 */
export function serviceOfFile(env: Env | (() => Env) = {}): Shared {
  const prepared: Prepare[] = [];
  let service: Service;
  beforeAll(async () => {
    const dataDir = await temporaryDir();
    for (const prepare of prepared) await prepare(dataDir);
    service = await startService({ dataDir, env: typeof env === 'function' ? env() : env });
  });
  return {
    get url() {
      return service.url;
    },
    get adminUrl() {
      return service.adminUrl;
    },
    get dataDir() {
      return service.dataDir;
    },
    needs: (prepare) => void prepared.push(prepare),
  };
}
