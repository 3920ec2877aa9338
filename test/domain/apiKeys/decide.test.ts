import { describe, it } from '#jest';
import {
  apiKeys,
  decideIssueKey,
  decideRevokeKey,
  decideRotateKey,
  type ApiKeyEvent,
} from '../../../src/domain/apiKeys.js';
import { given } from '../../support/given.js';

const issue = {
  keyId: 7,
  clientId: 1,
  name: 'ERP',
  environment: 'staging',
  scopes: ['companies:read'],
  secretHash: 'ab'.repeat(32),
} as const;

describe('A key', () => {
  const issued: ApiKeyEvent = { type: 'ApiKeyIssued', data: issue };
  const revoked: ApiKeyEvent = { type: 'ApiKeyRevoked', data: { keyId: 7 } };

  it('is issued once under its id', () => {
    const issuing = given(apiKeys).when((state) => decideIssueKey(state, issue));
    issuing.then([issued], null);
    issuing.again().thenNothing(null);
  });

  it('keeps the end, the companies and the networks it was issued with', () => {
    const limits = { expiresAt: '2027-01-01T03:00:00.000Z', companyIds: [3, 5], networks: ['192.0.2.0/24'] };
    given(apiKeys)
      .when((state) => decideIssueKey(state, { ...issue, ...limits }))
      .then([{ type: 'ApiKeyIssued', data: { ...issue, ...limits } }], null);
  });

  it('is not issued again once it is revoked', () =>
    given(apiKeys, issued, revoked)
      .when((state) => decideIssueKey(state, issue))
      .thenNothing(null));

  it('is revoked once, and stays revoked', () => {
    const revoking = given(apiKeys, issued).when((state) => decideRevokeKey(state, 7));
    revoking.then([revoked], null);
    revoking.again().thenNothing(null);
  });

  it('that was never issued cannot be revoked', () =>
    given(apiKeys, issued)
      .when((state) => decideRevokeKey(state, 8))
      .thenNothing({ is: 'KeyNotFound', keyId: '8' }));

  describe('is rotated', () => {
    const now = '2026-11-24T12:00:00.000Z';
    const until = '2026-11-25T12:00:00.000Z';
    const rotate = { keyId: 7, newKeyId: 8, newSecretHash: 'cd'.repeat(32), now, until };
    const limits = { companyIds: [3], networks: ['192.0.2.0/24'] };

    it('into one with its name, scopes and limits, and is accepted until the end of the overlap', () => {
      const limited: ApiKeyEvent = { type: 'ApiKeyIssued', data: { ...issue, ...limits } };
      const rotating = given(apiKeys, limited).when((state) => decideRotateKey(state, rotate));
      rotating.then(
        [
          { type: 'ApiKeyIssued', data: { ...issue, ...limits, keyId: 8, secretHash: rotate.newSecretHash } },
          { type: 'ApiKeyRotated', data: { keyId: 7, newKeyId: 8, expiresAt: until } },
        ],
        null,
      );
      rotating.again().thenNothing(null);
    });

    it('without outliving its own end', () => {
      const expiresAt = '2026-11-24T13:00:00.000Z';
      given(apiKeys, { type: 'ApiKeyIssued', data: { ...issue, expiresAt } })
        .when((state) => decideRotateKey(state, rotate))
        .then(
          [
            { type: 'ApiKeyIssued', data: { ...issue, expiresAt, keyId: 8, secretHash: rotate.newSecretHash } },
            { type: 'ApiKeyRotated', data: { keyId: 7, newKeyId: 8, expiresAt } },
          ],
          null,
        );
    });

    it('once, and only while it is accepted', () => {
      const rotated: ApiKeyEvent = {
        type: 'ApiKeyRotated',
        data: { keyId: 7, newKeyId: 9, expiresAt: until },
      };
      const refused = (newKeyId: number | null) => ({ is: 'KeyEnded', keyId: 7, newKeyId }) as const;
      const rotating = (...facts: ApiKeyEvent[]) =>
        given(apiKeys, ...facts).when((state) => decideRotateKey(state, rotate));
      rotating(issued, rotated).thenNothing(refused(9));
      rotating(issued, revoked).thenNothing(refused(null));
      rotating({ type: 'ApiKeyIssued', data: { ...issue, expiresAt: now } }).thenNothing(refused(null));
      rotating().thenNothing({ is: 'KeyNotFound', keyId: '7' });
    });
  });
});
