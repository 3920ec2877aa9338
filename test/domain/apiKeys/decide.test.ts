import { describe, expect, it } from '@jest/globals';
import { decideIssueKey, decideRevokeKey } from '../../../src/domain/apiKeys/decide.js';
import { apiKeys, type IssuedKeys } from '../../../src/domain/apiKeys/fold.js';
import type { ApiKeyEvent } from '../../../src/domain/apiKeys/events.js';
import { recordedAll } from '../../support/recorded.js';

const issue = {
  keyId: 7,
  clientId: 1,
  name: 'ERP',
  environment: 'staging',
  scopes: ['companies:read'],
  secretHash: 'ab'.repeat(32),
} as const;

const after = (...events: ApiKeyEvent[]): IssuedKeys =>
  recordedAll(events, 'apiKeys').reduce((state, event) => apiKeys.evolve(state, event), apiKeys.initial());

describe('A key', () => {
  const issued: ApiKeyEvent = { type: 'ApiKeyIssued', data: issue };
  const revoked: ApiKeyEvent = { type: 'ApiKeyRevoked', data: { keyId: 7 } };

  it('is issued once under its id', () => {
    expect(decideIssueKey(after(), issue)).toEqual({ events: [issued], outcome: null });
    expect(decideIssueKey(after(issued), issue)).toEqual({ events: [], outcome: null });
    expect(decideIssueKey(after(issued, revoked), issue).events).toEqual([]);
  });

  it('is revoked once, and stays revoked', () => {
    expect(decideRevokeKey(after(issued), 7)).toEqual({ events: [revoked], outcome: null });
    expect(decideRevokeKey(after(issued, revoked), 7)).toEqual({ events: [], outcome: null });
  });

  it('that was never issued cannot be revoked', () => {
    expect(decideRevokeKey(after(issued), 8)).toEqual({ events: [], outcome: { is: 'KeyNotFound', keyId: '8' } });
  });
});
