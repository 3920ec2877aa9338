// Configuration from environment variables, with every default (imported where a module owns it). Nothing else reads the
// environment.
// Source: docs/spec/configuration.md#variables.
import { z } from 'zod';
import { CALLS_PER_MINUTE } from '../api/http/rateLimit.js';
import { serverLimits } from '../api/http/serverLimits.js';
import { ConfigError } from './configError.js';
import { parseNetworks, type Network } from '../webhooks/sending/networks.js';

const wholeNumber = (name: string, from: number, to: number) =>
  z
    .string()
    .regex(/^[0-9]+$/, `${name} deve ser um número inteiro`)
    .transform(Number)
    .refine((value) => value >= from && value <= to, `${name} deve estar entre ${from} e ${to}`);

const ROLES = ['api', 'projector', 'webhooks'] as const;
export type ProcessRole = (typeof ROLES)[number];

const roles = z.string().transform((text, context) => {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !(ROLES as readonly string[]).includes(name));
  if (unknown.length > 0)
    context.addIssue({ code: 'custom', message: `ROLES aceita ${ROLES.join(', ')} separados por vírgula` });
  return [...new Set(names as ProcessRole[])];
});

const address = (name: string, protocols: readonly string[]) =>
  z
    .string()
    .refine(
      (text) =>
        protocols.some((protocol) => text.startsWith(`${protocol}://`) && text.length > protocol.length + 3),
      `${name} deve começar com ${protocols.map((protocol) => `${protocol}://`).join(' ou ')}`,
    );

const mongodbUrl = address('MONGODB_URL', ['mongodb', 'mongodb+srv']).refine(
  (text) => /^[^:]+:\/\/[^/]+\/[^/?]+/.test(text),
  'MONGODB_URL deve trazer o nome do banco de dados depois do endereço',
);

/** Receivers have 10 s (docs/spec/webhooks.md#attempts): after 15 s another worker claims the delivery. */
const WEBHOOK_TIMEOUT_MAX_SECONDS = 10;
const WEBHOOK_ATTEMPTS_MAX = 20;
const WEBHOOK_RETRY_MAX_SECONDS = 30 * 24 * 60 * 60;
const SECONDS = /^[0-9]{1,8}(?:\.[0-9]{1,3})?$/;

const webhookRetrySeconds = z.string().transform((text, context) => {
  const delays = text.split(',').map((part) => part.trim());
  const seconds = delays.map((delay) => (SECONDS.test(delay) ? Number(delay) : Number.NaN));
  if (delays.length > WEBHOOK_ATTEMPTS_MAX || !seconds.every((delay) => delay <= WEBHOOK_RETRY_MAX_SECONDS))
    context.addIssue({
      code: 'custom',
      message:
        `WEBHOOK_RETRY_SECONDS deve ter de 1 a ${WEBHOOK_ATTEMPTS_MAX} números separados por vírgula ` +
        `(segundos, cada um até ${WEBHOOK_RETRY_MAX_SECONDS})`,
    });
  return seconds;
});

const webhookTimeoutSeconds = z
  .string()
  .refine(
    (text) => SECONDS.test(text) && Number(text) > 0 && Number(text) <= WEBHOOK_TIMEOUT_MAX_SECONDS,
    `WEBHOOK_TIMEOUT_SECONDS deve ser maior que 0 e no máximo ${WEBHOOK_TIMEOUT_MAX_SECONDS}`,
  )
  .transform(Number);

const webhookAllowedNetworks = z.string().transform((text, context) => {
  const networks = parseNetworks(text);
  const message = 'WEBHOOK_ALLOWED_NETWORKS deve ter redes CIDR separadas por vírgula (por exemplo 10.0.0.0/8)';
  if (networks === null) context.addIssue({ code: 'custom', message });
  return networks ?? z.NEVER;
});

const key = (name: string) =>
  z
    .string()
    .refine(
      (text) => /^[A-Za-z0-9+/]{43}=$/.test(text) && Buffer.from(text, 'base64').length === 32,
      `${name} deve ter 32 bytes em base64`,
    );

/** Half of it, the share of one client, holds a file of 50 MB with its form. */
const UPLOADS_MIN_MB = 128;

const trustedProxies = z.string().transform((text, context) => {
  const message = 'TRUSTED_PROXIES deve ter redes CIDR separadas por vírgula (por exemplo 10.0.0.0/8)';
  if (parseNetworks(text) === null) context.addIssue({ code: 'custom', message });
  return text.split(',').map((network) => network.trim());
});

/** Room for two of the largest bodies. */
const BODIES_MIN_MB = 64;

/** Levels of pino. */
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Names of this machine that browsers treat as secure over plain HTTP. */
const LOOPBACK = /^(localhost|127(\.[0-9]{1,3}){3}|\[?::1\]?)$/i;

const publicUrl = z.string().transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isSecure = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname));
  const isOrigin =
    url !== null && url.pathname === '/' && url.search + url.hash + url.username + url.password === '';
  const message = 'PUBLIC_URL deve ser um endereço https sem caminho, como https://conciliacao.exemplo.com.br';
  if (!isSecure || !isOrigin) context.addIssue({ code: 'custom', message });
  return url?.origin ?? z.NEVER;
});

const oidcIssuer = z.string().refine((text) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname));
}, 'OIDC_ISSUER deve ser um endereço https');

export const environmentVariables = z.object({
  ENVIRONMENT: z.enum(['staging', 'production'], 'ENVIRONMENT deve ser staging ou production').default('staging'),
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber('PORT', 0, 65_535).default(3000),
  ADMIN_PORT: wholeNumber('ADMIN_PORT', 0, 65_535).optional(),
  PUBLIC_URL: publicUrl.optional(),
  OIDC_ISSUER: oidcIssuer.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_ONLY: z.enum(['true', 'false'], 'OIDC_ONLY deve ser true ou false').default('false'),
  DATA_DIR: z.string().default('./data'),
  EVENTSTORE_URL: address('EVENTSTORE_URL', [
    'esdb',
    'esdb+discover',
    'kurrentdb',
    'kurrentdb+discover',
  ]).optional(),
  MONGODB_URL: mongodbUrl.optional(),
  REDIS_URL: address('REDIS_URL', ['redis', 'rediss']).optional(),
  ROLES: roles.default([...ROLES]),
  UPLOADS_MAX_MB: wholeNumber('UPLOADS_MAX_MB', UPLOADS_MIN_MB, 1_000_000).default(1_024),
  EVIDENCE_MAX_GB: wholeNumber('EVIDENCE_MAX_GB', 1, 1_000_000).default(20),
  RATE_LIMIT_PER_MINUTE: wholeNumber('RATE_LIMIT_PER_MINUTE', 1, 1_000_000_000).default(CALLS_PER_MINUTE),
  BODIES_MAX_MB: wholeNumber('BODIES_MAX_MB', BODIES_MIN_MB, 1_000_000).default(96),
  CONNECTIONS_PER_ADDRESS: wholeNumber('CONNECTIONS_PER_ADDRESS', 1, serverLimits.connectionsMax).default(
    serverLimits.connectionsPerAddress,
  ),
  TRUSTED_PROXIES: trustedProxies.default([]),
  WEBHOOK_RETRY_SECONDS: webhookRetrySeconds.default([0, 60, 300, 1800, 7200]),
  WEBHOOK_TIMEOUT_SECONDS: webhookTimeoutSeconds.default(10),
  WEBHOOK_ALLOWED_NETWORKS: webhookAllowedNetworks.default([]),
  SEAL_KEY: key('SEAL_KEY').optional(),
  SECRETS_KEY: key('SECRETS_KEY').optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, `LOG_LEVEL deve ser um destes valores: ${LOG_LEVELS.join(', ')}`).default('info'),
});

export type Config = Readonly<{
  environment: 'staging' | 'production';
  host: string;
  port: number;
  adminPort: number | null;
  /** The provider that people may sign in at; null without one. */
  oidc: Readonly<{ issuer: string; clientId: string; clientSecret: string; only: boolean }> | null;
  /** Origin of the console, as browsers reach it; null on loopback. */
  publicUrl: string | null;
  dataDir: string;
  /** Null: embedded in `dataDir`, or in memory for `redisUrl`. */
  eventStoreUrl: string | null;
  mongodbUrl: string | null;
  redisUrl: string | null;
  roles: readonly ProcessRole[];
  /** Uploaded files of this process that are waiting or being imported. */
  uploadsMaxMb: number;
  /** Files of evidence of one client, in GB of 2^30 bytes. */
  evidenceMaxGb: number;
  rateLimitPerMinute: number;
  /** Memory of request bodies, in MB of 1,048,576 bytes. */
  bodiesMaxMb: number;
  connectionsPerAddress: number;
  /** CIDRs of proxies whose `X-Forwarded-For` contains the client's address. */
  trustedProxies: readonly string[];
  /** Delay before each delivery attempt, from the end of the previous one; its length is the number of attempts. */
  webhookRetrySeconds: readonly number[];
  /** Of one complete exchange with a receiver. */
  webhookTimeoutSeconds: number;
  /** Private networks that may receive webhooks, also by http. */
  webhookAllowedNetworks: readonly Network[];
  secretsKey: string | null;
  /** Seed of the Ed25519 key that signs checkpoints, in base64. */
  sealKey: string | null;
  /** The embedded log cannot be written; only the command line opens one. Absent: false. */
  readOnly?: boolean;
  logLevel: string;
}>;

/**
 * Empty values count as unset.
 * @throws ConfigError with one line per wrong variable
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = environmentVariables.safeParse(given);
  const problems = parsed.success ? [] : parsed.error.issues.map(({ message }) => message);
  // Processes on several machines share these stores, so they need the same keys.
  for (const name of ['SECRETS_KEY', 'SEAL_KEY'])
    if (given[name] === undefined && (given['EVENTSTORE_URL'] ?? given['MONGODB_URL']) !== undefined)
      problems.push(`${name} é obrigatória com EVENTSTORE_URL ou MONGODB_URL`);
  if (parsed.data && parsed.data.PORT !== 0 && parsed.data.ADMIN_PORT === parsed.data.PORT)
    problems.push('ADMIN_PORT deve ser diferente de PORT: deixe vazia para usar a mesma porta');
  if (
    parsed.data?.ROLES.includes('api') &&
    !LOOPBACK.test(parsed.data.HOST) &&
    parsed.data.PUBLIC_URL === undefined
  )
    problems.push('PUBLIC_URL é obrigatória quando HOST não é desta máquina (127.0.0.1, ::1 ou localhost)');
  const oidc = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'].filter((name) => given[name] !== undefined);
  if (oidc.length % 3 !== 0 || (oidc.length === 0 && parsed.data?.OIDC_ONLY === 'true'))
    problems.push('OIDC_ISSUER, OIDC_CLIENT_ID e OIDC_CLIENT_SECRET são obrigatórias juntas');
  if (oidc.length === 3 && given['PUBLIC_URL'] === undefined)
    problems.push('PUBLIC_URL é obrigatória com OIDC_ISSUER: o provedor devolve os navegadores a ela');
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  const { data } = parsed;
  return Object.freeze({
    environment: data.ENVIRONMENT,
    host: data.HOST,
    port: data.PORT,
    adminPort: data.ADMIN_PORT ?? null,
    oidc:
      data.OIDC_ISSUER === undefined
        ? null
        : Object.freeze({
            issuer: data.OIDC_ISSUER,
            clientId: data.OIDC_CLIENT_ID ?? '',
            clientSecret: data.OIDC_CLIENT_SECRET ?? '',
            only: data.OIDC_ONLY === 'true',
          }),
    publicUrl: data.PUBLIC_URL ?? null,
    dataDir: data.DATA_DIR,
    eventStoreUrl: data.EVENTSTORE_URL ?? null,
    mongodbUrl: data.MONGODB_URL ?? null,
    redisUrl: data.REDIS_URL ?? null,
    roles: Object.freeze(data.ROLES),
    uploadsMaxMb: data.UPLOADS_MAX_MB,
    evidenceMaxGb: data.EVIDENCE_MAX_GB,
    rateLimitPerMinute: data.RATE_LIMIT_PER_MINUTE,
    bodiesMaxMb: data.BODIES_MAX_MB,
    connectionsPerAddress: data.CONNECTIONS_PER_ADDRESS,
    trustedProxies: Object.freeze(data.TRUSTED_PROXIES),
    webhookRetrySeconds: Object.freeze(data.WEBHOOK_RETRY_SECONDS),
    webhookTimeoutSeconds: data.WEBHOOK_TIMEOUT_SECONDS,
    webhookAllowedNetworks: Object.freeze(data.WEBHOOK_ALLOWED_NETWORKS),
    secretsKey: data.SECRETS_KEY ?? null,
    sealKey: data.SEAL_KEY ?? null,
    logLevel: data.LOG_LEVEL,
  });
}

/** Where people reach the console: of links, never of a request's `Host`. */
export function consoleUrlOf({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string {
  return publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
