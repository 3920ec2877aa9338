// The only reader of the environment: parsed once, frozen, every default visible (decisions 1).
import { z } from 'zod';

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
  if (unknown.length > 0 || names.length === 0)
    context.addIssue({ code: 'custom', message: `ROLES aceita ${ROLES.join(', ')} separados por vírgula` });
  return names as Role[];
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
  SECRETS_KEY: z
    .string()
    .refine(
      (text) => /^[A-Za-z0-9+/]{43}=$/.test(text) && Buffer.from(text, 'base64').length === 32,
      'SECRETS_KEY deve ter 32 bytes em base64',
    )
    .optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'LOG_LEVEL deve ser um nível do pino')
    .default('info'),
});

export type Config = Readonly<{
  environment: 'staging' | 'production';
  host: string;
  port: number;
  adminPort: number | null;
  dataDir: string;
  /** Null: embedded, in `dataDir`; of `redisUrl`: in memory. */
  eventStoreUrl: string | null;
  mongodbUrl: string | null;
  redisUrl: string | null;
  roles: readonly Role[];
  rateLimitPerMinute: number;
  secretsKey: string | null;
  logLevel: string;
}>;

/** Exit status of a start with a wrong configuration (decisions 1). */
export const EXIT_BAD_CONFIG = 78;

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  /** @param problems one line each, in Portuguese */
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

/**
 * An empty value counts as unset.
 * @throws ConfigError with one line per wrong variable
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = environmentVariables.safeParse(given);
  const problems = parsed.success ? [] : parsed.error.issues.map(({ message }) => message);
  // Processes on several machines share these stores, and so must share the key.
  if (given['SECRETS_KEY'] === undefined && (given['EVENTSTORE_URL'] ?? given['MONGODB_URL']) !== undefined)
    problems.push('SECRETS_KEY é obrigatória com EVENTSTORE_URL ou MONGODB_URL');
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
    secretsKey: data.SECRETS_KEY ?? null,
    logLevel: data.LOG_LEVEL,
  });
}
