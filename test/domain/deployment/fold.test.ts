import { describe, expect, it } from '#jest';
import { deployment, type DeploymentEvent } from '../../../src/domain/deployment.js';
import { given } from '../../support/given.js';

const data = { environment: 'staging', namespace: 'n', secretsKeyFingerprint: 'f' } as const;
const deployed = (logId: string): DeploymentEvent => ({ type: 'Deployed', data: { ...data, logId } });
const first = deployed('one');

describe('A deployment', () => {
  it('is what the log was made with, whatever comes later', () => {
    const past = given(deployment, first);
    expect(past.state()).toMatchObject({ deployed: { ...data, logId: 'one' }, logIds: ['one'], sealKey: null });
    expect(past.and({ type: 'FanOutStarted', data: {} }).state()).toEqual(past.state());
    expect(past.and(deployed('two')).state()).toMatchObject({
      deployed: { ...data, logId: 'one' },
      logIds: ['one', 'two'],
      sealKey: null,
    });
  });

  it('of a copied log is the original’s, under the id of the copy', () => {
    const copied: DeploymentEvent = { type: 'LogCopied', data: { logId: 'copy' } };
    expect(given(deployment, first, copied).state()).toMatchObject({
      deployed: { ...data, logId: 'copy' },
      logIds: ['one', 'copy'],
      identifiedBy: { type: 'LogCopied' },
      sealKey: null,
    });
  });

  it('of nothing is nothing', () => {
    expect(given(deployment).state()).toMatchObject({
      deployed: null,
      logIds: [],
      identifiedBy: null,
      sealKeys: [],
    });
  });
});
