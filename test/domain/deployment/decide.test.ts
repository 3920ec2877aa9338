import { describe, it } from '#jest';
import { decideDeploy, deployment, type Deploy, type DeploymentState } from '../../../src/domain/deployment.js';
import { given } from '../../support/given.js';

const first: Deploy = { logId: 'one', namespace: 'n', environment: 'staging', secretsKeyFingerprint: 'f' };
const starting = (command: Deploy) => (state: DeploymentState) => decideDeploy(state, command);

describe('A start', () => {
  const started = given(deployment).when(starting(first));

  it('records the deployment of a new log, once', () => {
    started.then([{ type: 'Deployed', data: first }], null);
    started
      .after()
      .when(starting({ ...first, logId: 'two', namespace: 'm' }))
      .thenNothing(null);
  });

  it('is refused in another environment, or with another key of secrets', () => {
    started
      .after()
      .when(starting({ ...first, environment: 'production' }))
      .thenNothing({ differs: 'environment', recorded: 'staging', configured: 'production' });
    started
      .after()
      .when(starting({ ...first, secretsKeyFingerprint: 'g' }))
      .thenNothing({ differs: 'secretsKey', recorded: 'f', configured: 'g' });
  });
});
