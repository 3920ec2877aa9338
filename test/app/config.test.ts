import { describe, expect, it } from '@jest/globals';
import { readConfig } from '../../src/app/config.js';
import { ConfigError } from '../../src/app/configError.js';

const problemsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    return error instanceof ConfigError ? error.problems : [String(error)];
  }
};

describe('The configuration of webhooks', () => {
  it('has the specified schedule, ten seconds, and no private network, unless told otherwise', () => {
    expect(readConfig({ WEBHOOK_RETRY_SECONDS: '', WEBHOOK_TIMEOUT_SECONDS: '' })).toMatchObject({
      webhookRetrySeconds: [0, 60, 300, 1800, 7200],
      webhookTimeoutSeconds: 10,
      webhookAllowedNetworks: [],
    });
    const told = readConfig({
      WEBHOOK_RETRY_SECONDS: '0, 0.5,2',
      WEBHOOK_TIMEOUT_SECONDS: '0.5',
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8,::1/128',
    });
    expect(told).toMatchObject({ webhookRetrySeconds: [0, 0.5, 2], webhookTimeoutSeconds: 0.5 });
    expect(told.webhookAllowedNetworks.map(([network, bits]) => `${network.toString()}/${bits}`)).toEqual([
      '127.0.0.0/8',
      '::1/128',
    ]);
  });

  it.each([
    ['WEBHOOK_RETRY_SECONDS', '0,um'],
    ['WEBHOOK_RETRY_SECONDS', '0,,60'],
    ['WEBHOOK_RETRY_SECONDS', '-1'],
    ['WEBHOOK_RETRY_SECONDS', '99999999'],
    ['WEBHOOK_RETRY_SECONDS', Array.from({ length: 21 }, () => '0').join(',')],
    ['WEBHOOK_TIMEOUT_SECONDS', '0'],
    ['WEBHOOK_TIMEOUT_SECONDS', '11'],
    ['WEBHOOK_TIMEOUT_SECONDS', '1e1'],
    ['WEBHOOK_ALLOWED_NETWORKS', '127.0.0.1'],
    ['WEBHOOK_ALLOWED_NETWORKS', '127.0.0.0/8,rede'],
  ])('does not start with %s=%s, and says so in one line', (variable, value) => {
    expect(problemsOf({ [variable]: value })).toEqual([expect.stringMatching(`^${variable} [^\\n]+$`)]);
  });
});

describe('The configuration of a process', () => {
  it('names a part it runs once', () => {
    expect(readConfig({ ROLES: 'api, api,projector' }).roles).toEqual(['api', 'projector']);
  });

  it.each([
    [{ LOG_LEVEL: 'alto' }, /^LOG_LEVEL .*\binfo\b/],
    [{ PORT: '3001', ADMIN_PORT: '3001' }, /^ADMIN_PORT .*\bPORT\b/],
    [{ ADMIN_PORT: '3000' }, /^ADMIN_PORT .*\bPORT\b/],
    [{ ROLES: ',' }, /^ROLES .*\bapi, projector, webhooks\b/],
  ])('does not start with %j, and says in one line what would do', (env, told) => {
    expect(problemsOf(env)).toEqual([expect.stringMatching(told)]);
  });

  it('lets the system choose both ports', () => {
    expect(readConfig({ PORT: '0', ADMIN_PORT: '0' })).toMatchObject({ port: 0, adminPort: 0 });
  });
});
