// Configuration from environment variables, with every default. Nothing else reads the environment.
// Source: docs/spec/configuration.md#variables.
import { z } from 'zod';
import { ConfigError } from './configError.js';
import { parseNetworks, type Network } from '../webhooks/sending/networks.js';

const wholeNumber = (name: string, from: number, to: number) =>
  z
    .string()
    .regex(/^[0-9]+$/, `${name} deve ser um número inteiro`)
    .transform(Number)
    .refine((value) => value >= from && value <= to, `${name} deve estar entre ${from} e ${to}`);

const ROLES = ['api', 'projector', 'webhooks'] as const;
export type Role = (typeof ROLES)[number];

const roles = z.string().transform((text, context) => {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !(ROLES as readonly string[]).includes(name));
  if (unknown.length > 0)
    context.addIssue({ code: 'custom', message: `ROLES aceita ${ROLES.join(', ')} separados por vírgula` });
  return [...new Set(names as Role[])];
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

/** Of pino. */
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const environmentVariables = z.object({
  ENVIRONMENT: z.enum(['staging', 'production'], 'ENVIRONMENT deve ser staging ou production').default('staging'),
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber('PORT', 0, 65_535).default(3000),
  ADMIN_PORT: wholeNumber('ADMIN_PORT', 0, 65_535).optional(),
  DATA_DIR: z.string().default('./data'),
  EVENTSTORE_URL: address('EVENTSTORE_URL', ['esdb', 'esdb+discover']).optional(),
  MONGODB_URL: mongodbUrl.optional(),
  REDIS_URL: address('REDIS_URL', ['redis', 'rediss']).optional(),
  ROLES: roles.default([...ROLES]),
  RATE_LIMIT_PER_MINUTE: wholeNumber('RATE_LIMIT_PER_MINUTE', 1, 1_000_000_000).default(30),
  WEBHOOK_RETRY_SECONDS: webhookRetrySeconds.default([0, 60, 300, 1800, 7200]),
  WEBHOOK_TIMEOUT_SECONDS: webhookTimeoutSeconds.default(10),
  WEBHOOK_ALLOWED_NETWORKS: webhookAllowedNetworks.default([]),
  SECRETS_KEY: z
    .string()
    .refine(
      (text) => /^[A-Za-z0-9+/]{43}=$/.test(text) && Buffer.from(text, 'base64').length === 32,
      'SECRETS_KEY deve ter 32 bytes em base64',
    )
    .optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, `LOG_LEVEL deve ser um destes valores: ${LOG_LEVELS.join(', ')}`).default('info'),
});

export type Config = Readonly<{
  environment: 'staging' | 'production';
  host: string;
  port: number;
  adminPort: number | null;
  dataDir: string;
  /** Null: embedded in `dataDir`, or in memory for `redisUrl`. */
  eventStoreUrl: string | null;
  mongodbUrl: string | null;
  redisUrl: string | null;
  roles: readonly Role[];
  rateLimitPerMinute: number;
  /** Delay before each delivery attempt, from the end of the previous one; its length is the number of attempts. */
  webhookRetrySeconds: readonly number[];
  /** Of one complete exchange with a receiver. */
  webhookTimeoutSeconds: number;
  /** Private networks that may receive webhooks, also by http. */
  webhookAllowedNetworks: readonly Network[];
  secretsKey: string | null;
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
  // Processes on several machines share these stores, so they need the same key.
  if (given['SECRETS_KEY'] === undefined && (given['EVENTSTORE_URL'] ?? given['MONGODB_URL']) !== undefined)
    problems.push('SECRETS_KEY é obrigatória com EVENTSTORE_URL ou MONGODB_URL');
  if (parsed.data && parsed.data.PORT !== 0 && parsed.data.ADMIN_PORT === parsed.data.PORT)
    problems.push('ADMIN_PORT deve ser diferente de PORT: deixe vazia para usar a mesma porta');
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  const { data } = parsed;
  return Object.freeze({
    environment: data.ENVIRONMENT,
    host: data.HOST,
    port: data.PORT,
    adminPort: data.ADMIN_PORT ?? null,
    dataDir: data.DATA_DIR,
    eventStoreUrl: data.EVENTSTORE_URL ?? null,
    mongodbUrl: data.MONGODB_URL ?? null,
    redisUrl: data.REDIS_URL ?? null,
    roles: Object.freeze(data.ROLES),
    rateLimitPerMinute: data.RATE_LIMIT_PER_MINUTE,
    webhookRetrySeconds: Object.freeze(data.WEBHOOK_RETRY_SECONDS),
    webhookTimeoutSeconds: data.WEBHOOK_TIMEOUT_SECONDS,
    webhookAllowedNetworks: Object.freeze(data.WEBHOOK_ALLOWED_NETWORKS),
    secretsKey: data.SECRETS_KEY ?? null,
    logLevel: data.LOG_LEVEL,
  });
}
