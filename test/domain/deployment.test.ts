import { describe, expect, it } from '#jest';
import {
  decideDeploy,
  decideSealKey,
  decideSealKeyRotation,
  deployment,
  rotationText,
  type Deploy,
  type DeploymentEvent,
  type DeploymentState,
} from '../../src/domain/deployment.js';
import { given } from '../support/given.js';

const data = { environment: 'staging', namespace: 'n', secretsKeyFingerprint: 'f' } as const;
const first: Deploy = { logId: 'one', ...data };
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

const deployed = (logId: string): DeploymentEvent => ({ type: 'Deployed', data: { ...data, logId } });

describe('A deployment', () => {
  it('is what the log was made with, whatever comes later', () => {
    const past = given(deployment, deployed('one'));
    expect(past.state()).toMatchObject({ deployed: { ...data, logId: 'one' }, logIds: ['one'], sealKey: null });
    const fannedOut = past.and({ type: 'FanOutStarted', data: { queueId: 'q' } });
    expect(fannedOut.state()).toEqual({ ...past.state(), queueId: 'q' });
    expect(past.and(deployed('two')).state()).toMatchObject({
      deployed: { ...data, logId: 'one' },
      logIds: ['one', 'two'],
      sealKey: null,
    });
  });

  it('of a copied log is the original’s, under the id of the copy', () => {
    const copied: DeploymentEvent = { type: 'LogCopied', data: { logId: 'copy' } };
    expect(given(deployment, deployed('one'), copied).state()).toMatchObject({
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

describe('The key of the seals', () => {
  const starting = (publicKey: string) => (state: DeploymentState) => decideSealKey(state, publicKey);
  const rotating =
    (publicKey: string, signature: string | null = null) =>
    (state: DeploymentState) =>
      decideSealKeyRotation(state, { publicKey, signature });
  const started = given(deployment).when(starting('one'));

  it('is recorded once, and is the one in force', () => {
    started.then([{ type: 'SealKeySet', data: { publicKey: 'one', previous: null, signature: null } }], null);
    started.after().when(starting('one')).thenNothing(null);
    expect(started.after().state().sealKey).toBe('one');
  });

  it('may not be another one at a later start', () => {
    started.after().when(starting('two')).thenNothing({ differs: 'sealKey', recorded: 'one', configured: 'two' });
  });

  it('is replaced by a rotation, signed with the key before, once', () => {
    const rotated = started.after().when(rotating('two', 'signed'));
    rotated.then([{ type: 'SealKeySet', data: { publicKey: 'two', previous: 'one', signature: 'signed' } }], null);
    rotated.after().when(rotating('two', 'signed')).thenNothing(null);
    rotated.after().when(starting('two')).thenNothing(null);
    expect(rotationText('log', 'two')).toBe('conciliacao/log\nseal-key\ntwo\n');
  });

  it('stays through a copy of the log and a restore', () => {
    const state = started
      .after()
      .and({ type: 'LogCopied', data: { logId: 'copy' } })
      .and({ type: 'LogRestored', data: { logId: 'restored', reason: 'r' } })
      .state();
    expect(state).toMatchObject({ sealKey: 'one', logIds: ['copy', 'restored'] });
  });
});
