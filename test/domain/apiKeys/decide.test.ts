import { describe, it } from '@jest/globals';
import { decideIssueKey, decideRevokeKey } from '../../../src/domain/apiKeys/decide.js';
import { apiKeys } from '../../../src/domain/apiKeys/fold.js';
import type { ApiKeyEvent } from '../../../src/domain/apiKeys/events.js';
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
});
