import { describe, expect, it } from '#jest';
import {
  decideSealKey,
  decideSealKeyRotation,
  deployment,
  rotationText,
  type DeploymentState,
} from '../../../src/domain/deployment.js';
import { given } from '../../support/given.js';

const starting = (publicKey: string) => (state: DeploymentState) => decideSealKey(state, publicKey);
const rotating =
  (publicKey: string, signature: string | null = null) =>
  (state: DeploymentState) =>
    decideSealKeyRotation(state, { publicKey, signature });

describe('The key of the seals', () => {
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
