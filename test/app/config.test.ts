import { describe, expect, it } from '#jest';
import { readConfig } from '../../src/app/config.js';
import { ConfigError } from '../../src/app/configError.js';
import { parseAddress } from '../../src/stores/log/eventStoreDb/causes.js';

const problemsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    return error instanceof ConfigError ? error.problems : [String(error)];
  }
};

describe('A value as a file of variables leaves it', () => {
  it('counts without the space and the CR around it', () => {
    const env = { DATA_DIR: ' /dados\r', ENVIRONMENT: 'production\r', ROLES: 'api\r', LOG_LEVEL: ' \r' };
    expect(readConfig(env)).toMatchObject({
      dataDir: '/dados',
      environment: 'production',
      roles: ['api'],
      logLevel: 'info',
    });
  });

  it('is refused in quotes, and as a folder that only a shell would find', () => {
    expect(
      problemsOf({ DATA_DIR: '"/dados"', HOST: "'127.0.0.1'", SMTP_URL: '"smtp://ana:segredo@x"\r' }),
    ).toEqual(
      ['HOST', 'DATA_DIR', 'SMTP_URL'].map((name) => `${name} está entre aspas: escreva o valor sem elas`),
    );
    expect(problemsOf({ DATA_DIR: '~/dados' })).toEqual([
      'DATA_DIR não pode começar com ~: escreva o caminho inteiro',
    ]);
  });

  it.each(['http://127.0.0.1', '127.0.0.1:3000', '[::1]'])('is no HOST as %s', (HOST) => {
    expect(problemsOf({ HOST })).toEqual(['HOST deve ser um nome ou endereço IP, sem http:// e sem porta']);
    expect(problemsOf({ HOST: '::1' })).toEqual([]);
  });
});

describe('The room for uploads', () => {
  it('is 1,024 MB, and half of it always takes a file of 50 MB', () => {
    expect([readConfig({}).uploadsMaxMb, readConfig({ UPLOADS_MAX_MB: '128' }).uploadsMaxMb]).toEqual([
      1_024, 128,
    ]);
    expect(problemsOf({ UPLOADS_MAX_MB: '127' })).toEqual(['UPLOADS_MAX_MB deve estar entre 128 e 1000000']);
    expect(problemsOf({ UPLOADS_MAX_MB: '1 GB' })[0]).toBe('UPLOADS_MAX_MB deve ser um número inteiro');
  });
});

describe('The room for evidence', () => {
  it('is 20 GB of each client', () => {
    expect([readConfig({}).evidenceMaxGb, readConfig({ EVIDENCE_MAX_GB: '1' }).evidenceMaxGb]).toEqual([20, 1]);
    expect(problemsOf({ EVIDENCE_MAX_GB: '0' })).toEqual(['EVIDENCE_MAX_GB deve estar entre 1 e 1000000']);
  });
});

describe('The configuration of mail', () => {
  const mail = {
    SMTP_URL: 'smtp://ana:segredo@correio:587',
    MAIL_FROM: 'Contas <a@b.c>',
    PUBLIC_URL: 'https://c.b',
  };

  it('is none, or a server with a sender and the address of links', () => {
    expect(readConfig({}).mail).toBeNull();
    const { SMTP_URL: smtpUrl, MAIL_FROM: from } = mail;
    expect(readConfig(mail).mail).toEqual({ smtpUrl, from, link: 'https://c.b' });
    const needed = ['MAIL_FROM e PUBLIC_URL são obrigatórias com SMTP_URL'];
    expect(problemsOf({ ...mail, MAIL_FROM: '' })).toEqual(needed);
    expect(problemsOf({ ...mail, PUBLIC_URL: '' })).toEqual(needed);
  });

  it('refuses other addresses without repeating them', () => {
    expect(problemsOf({ ...mail, SMTP_URL: 'http://ana:segredo@x' })).toEqual([
      'SMTP_URL deve ser um endereço smtp:// ou smtps://',
    ]);
    for (const from of ['ana', 'a@b\nBcc: c@d', '<a@b> c'])
      expect(problemsOf({ ...mail, MAIL_FROM: from })).toEqual([
        'MAIL_FROM deve ser um endereço de e-mail, com ou sem nome',
      ]);
  });
});

describe('The configuration of webhooks', () => {
  it('has the specified schedule, ten seconds, and no private network, by default', () => {
    expect(readConfig({ WEBHOOK_RETRY_SECONDS: '', WEBHOOK_TIMEOUT_SECONDS: '' })).toMatchObject({
      webhookRetrySeconds: [0, 60, 300, 1800, 7200],
      webhookTimeoutSeconds: 10,
      webhookAllowedNetworks: [],
    });
    const config = readConfig({
      WEBHOOK_RETRY_SECONDS: '0, 0.5,2',
      WEBHOOK_TIMEOUT_SECONDS: '0.5',
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8,::1/128',
    });
    expect(config).toMatchObject({ webhookRetrySeconds: [0, 0.5, 2], webhookTimeoutSeconds: 0.5 });
    expect(config.webhookAllowedNetworks.map(([network, bits]) => `${network.toString()}/${bits}`)).toEqual([
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

describe('The address of an event store', () => {
  const KEY = Buffer.alloc(32).toString('base64');
  const keyed = (url: string) => ({ EVENTSTORE_URL: url, SECRETS_KEY: KEY, SEAL_KEY: KEY });

  it.each(['esdb', 'esdb+discover', 'kurrentdb', 'kurrentdb+discover'])(
    'may begin with %s://, and the client of the server is given the form that it accepts',
    (protocol) => {
      const rest = '://user:password@localhost:2113?tls=true';
      expect(readConfig(keyed(protocol + rest)).eventStoreUrl).toBe(protocol + rest);
      const { connectionString, isDiscovered, user } = parseAddress(protocol + rest);
      expect(connectionString).toBe(
        `${protocol.replace('kurrentdb', 'esdb')}${rest}&gossipTimeout=1&throwOnAppendFailure=false`,
      );
      expect({ isDiscovered, user }).toEqual({
        isDiscovered: protocol.endsWith('+discover'),
        user: { username: 'user', password: 'password' },
      });
    },
  );

  it('may end in a slash, and the option that the client warns of with the password is not handed on', () => {
    const { connectionString, hosts } = parseAddress('esdb://ana:segredo@a:1/?tls=true&tlsVerifyCert=false');
    expect(connectionString).toBe('esdb://ana:segredo@a:1/?tls=true&gossipTimeout=1&throwOnAppendFailure=false');
    expect(hosts).toEqual([{ host: 'a', port: 1 }]);
  });

  it.each(['http://localhost:2113', 'kurrent://localhost:2113', 'kurrentdb:localhost', 'localhost:2113'])(
    'may not be %s, which is said without the address',
    (url) => {
      expect(problemsOf(keyed(url))).toEqual([expect.stringMatching(/^EVENTSTORE_URL (?!.*localhost)[^\n]+$/)]);
    },
  );
});

describe('The keys of stores that processes share', () => {
  const SECRETS_KEY = Buffer.alloc(32, 1).toString('base64');
  const SEAL_KEY = Buffer.alloc(32, 2).toString('base64');

  it.each([{ EVENTSTORE_URL: 'esdb://localhost:2113' }, { MONGODB_URL: 'mongodb://localhost/livros' }])(
    'of %j begin with SECRETS_KEY, which is required',
    (stores) => {
      expect(problemsOf(stores)).toEqual([expect.stringMatching(/^SECRETS_KEY é obrigatória /)]);
      expect(readConfig({ ...stores, SECRETS_KEY }).secretsKey).toBe(SECRETS_KEY);
    },
  );

  it('derive the key of seals of a shared log where it is not given, the same each time and no other’s', () => {
    const stores = { EVENTSTORE_URL: 'esdb://localhost:2113', SECRETS_KEY };
    const { sealKey } = readConfig(stores);
    expect(sealKey).toMatch(/^[A-Za-z0-9+/]{43}=$/);
    expect(readConfig(stores).sealKey).toBe(sealKey);
    expect([SECRETS_KEY, readConfig({ ...stores, SECRETS_KEY: SEAL_KEY }).sealKey]).not.toContain(sealKey);
    expect(readConfig({ ...stores, SEAL_KEY }).sealKey).toBe(SEAL_KEY);
  });

  it('leave the key of seals to the folder of an embedded log', () => {
    expect(readConfig({ SECRETS_KEY, MONGODB_URL: 'mongodb://localhost/livros' }).sealKey).toBeNull();
    expect(readConfig({ SECRETS_KEY }).sealKey).toBeNull();
  });
});

describe('The configuration of a process', () => {
  it('lists each part once', () => {
    expect(readConfig({ ROLES: 'api, api,projector' }).roles).toEqual(['api', 'projector']);
  });

  it.each([
    [{ LOG_LEVEL: 'alto' }, /^LOG_LEVEL .*\binfo\b/],
    [{ PORT: '3001', ADMIN_PORT: '3001' }, /^ADMIN_PORT .*\bPORT\b/],
    [{ ADMIN_PORT: '3000' }, /^ADMIN_PORT .*\bPORT\b/],
    [{ BODIES_MAX_MB: '1' }, /^BODIES_MAX_MB .*\b64\b/],
    [{ BODIES_MAX_MB: '96 MB' }, /^BODIES_MAX_MB /],
    [{ CONNECTIONS_PER_ADDRESS: '0' }, /^CONNECTIONS_PER_ADDRESS .*\b2000\b/],
    [{ TRUSTED_PROXIES: '10.0.0.1' }, /^TRUSTED_PROXIES .*10\.0\.0\.0\/8/],
    [{ TRUSTED_PROXIES: '10.0.0.0/8,proxy' }, /^TRUSTED_PROXIES /],
    [{ ROLES: ',' }, /^ROLES .*\bapi, projector, webhooks\b/],
  ])('refuses to start with %j, and names the accepted values in one line', (env, sentence) => {
    expect(problemsOf(env)).toEqual([expect.stringMatching(sentence)]);
  });

  it('lets the system choose both ports', () => {
    expect(readConfig({ PORT: '0', ADMIN_PORT: '0' })).toMatchObject({ port: 0, adminPort: 0 });
  });
});
