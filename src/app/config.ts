// Configuration from environment variables, with every default (imported where a module owns it). Nothing else
// reads the environment.
// Source: docs/spec/configuration.md#variables.
import { hkdfSync } from 'node:crypto';
import { isIP } from 'node:net';
import * as z from 'zod';
import { CALLS_PER_MINUTE } from '../api/http/rateLimit.js';
import { serverLimits } from '../api/http/connections/connection.js';
import { environments } from '../domain/deployment.js';
import { valuesOf } from '../domain/kernel/vocabulary.js';
import { ConfigError } from './configError.js';
import { parseNetworks } from '../webhooks/sending/networks.js';

const wholeNumber = (from: number, to: number) =>
  z
    .string()
    .regex(/^[0-9]+$/, 'deve ser um número inteiro')
    .transform(Number)
    .refine((value) => value >= from && value <= to, `deve estar entre ${from} e ${to}`);

const ROLES = ['api', 'projector', 'webhooks'] as const;
export type ProcessRole = (typeof ROLES)[number];

const roles = z.string().transform((text, context) => {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !(ROLES as readonly string[]).includes(name));
  if (unknown.length > 0)
    context.addIssue({ code: 'custom', message: `aceita ${ROLES.join(', ')} separados por vírgula` });
  return [...new Set(names as ProcessRole[])];
});

const address = (...protocols: readonly string[]) =>
  z
    .string()
    .refine(
      (text) =>
        protocols.some((protocol) => text.startsWith(`${protocol}://`) && text.length > protocol.length + 3),
      `deve começar com ${protocols.map((protocol) => `${protocol}://`).join(' ou ')}`,
    );

const mongodbUrl = address('mongodb', 'mongodb+srv').refine(
  (text) => /^[^:]+:\/\/[^/]+\/[^/?]+/.test(text),
  'deve trazer o nome do banco de dados depois do endereço',
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
        `deve ter de 1 a ${WEBHOOK_ATTEMPTS_MAX} números separados por vírgula ` +
        `(segundos, cada um até ${WEBHOOK_RETRY_MAX_SECONDS})`,
    });
  return seconds;
});

const webhookTimeoutSeconds = z
  .string()
  .refine(
    (text) => SECONDS.test(text) && Number(text) > 0 && Number(text) <= WEBHOOK_TIMEOUT_MAX_SECONDS,
    `deve ser maior que 0 e no máximo ${WEBHOOK_TIMEOUT_MAX_SECONDS}`,
  )
  .transform(Number);

const networks = z.string().transform((text, context) => {
  const parsed = parseNetworks(text);
  const message = 'deve ter redes CIDR separadas por vírgula (por exemplo 10.0.0.0/8)';
  if (parsed === null) context.addIssue({ code: 'custom', message });
  return { parsed: parsed ?? z.NEVER, written: text.split(',').map((network) => network.trim()) };
});

const key = z
  .string()
  .refine(
    (text) => /^[A-Za-z0-9+/]{43}=$/.test(text) && Buffer.from(text, 'base64').length === 32,
    'deve ter 32 bytes em base64',
  );

export const MB = 2 ** 20;
export const GB = 2 ** 30;

/** Half of it, the share of one client, holds a file of 50 MB with its form. */
const UPLOADS_MIN_MB = 128;

/** Room for two of the largest bodies. */
const BODIES_MIN_MB = 64;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Names of this machine that browsers treat as secure over plain HTTP. */
const LOOPBACK = /^(localhost|127(\.[0-9]{1,3}){3}|\[?::1\]?)$/i;

const publicUrl = z.string().transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isSecure = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname));
  const isOrigin =
    url !== null && url.pathname === '/' && url.search + url.hash + url.username + url.password === '';
  const message = 'deve ser um endereço https sem caminho, como https://conciliacao.exemplo.com.br';
  if (!isSecure || !isOrigin) context.addIssue({ code: 'custom', message });
  return url?.origin ?? z.NEVER;
});

const oidcIssuer = z.string().refine((text) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname));
}, 'deve ser um endereço https');

const host = z
  .string()
  .refine(
    (text) => isIP(text) !== 0 || !/[:/[\]]/.test(text),
    'deve ser um nome ou endereço IP, sem http:// e sem porta',
  );

/** Only a shell replaces `~`: a file of variables would make a folder of that name. */
const folder = z.string().regex(/^[^~]/, 'não pode começar com ~: escreva o caminho inteiro');

const smtpUrl = z.string().refine((text) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  return (url?.protocol === 'smtp:' || url?.protocol === 'smtps:') && url.hostname !== '';
}, 'deve ser um endereço smtp:// ou smtps://');

/** An address, or a name with one. */
const mailFrom = z
  .string()
  .regex(
    /^(?:[^<>@\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
    'deve ser um endereço de e-mail, com ou sem nome',
  );

/**
 * Every variable, in the order of docs/configuracao.md, whose table is made of this: the description, and the
 * default or `unset`, what holds without a value. What docker-compose.yml hands on is made of it too. Messages
 * follow the variable's name.
 */
export const environmentVariables = z.object({
  ENVIRONMENT: z
    .enum(valuesOf(environments), `deve ser ${valuesOf(environments).join(' ou ')}`)
    .default('staging')
    .describe('`staging` ou `production`; as chaves valem para um só'),
  HOST: host.default('127.0.0.1').describe('endereço desta máquina em que o serviço atende'),
  PORT: wholeNumber(0, 65_535).default(3000).describe('porta; `0` escolhe uma livre'),
  PUBLIC_URL: publicUrl.optional().meta({
    description:
      'endereço https em que os navegadores abrem o console, sem caminho; obrigatória quando `HOST` não é desta máquina. Os links de convite usam esse endereço',
    unset: 'nenhum',
  }),
  OIDC_ISSUER: oidcIssuer.optional().meta({
    description:
      'provedor OpenID Connect em que as pessoas entram no console; endereço de retorno: `PUBLIC_URL/console/oidc/retorno`',
    unset: 'nenhum',
  }),
  OIDC_CLIENT_ID: z.string().optional().meta({
    description: 'identificação do serviço no provedor; obrigatória com `OIDC_ISSUER`',
    unset: 'nenhuma',
  }),
  OIDC_CLIENT_SECRET: z
    .string()
    .optional()
    .meta({ description: 'segredo do serviço no provedor; obrigatório com `OIDC_ISSUER`', unset: 'nenhum' }),
  OIDC_ONLY: z
    .enum(['true', 'false'], 'deve ser true ou false')
    .default('false')
    .describe('`true`: ninguém entra por senha'),
  ADMIN_PORT: wholeNumber(0, 65_535)
    .optional()
    .meta({ description: 'porta própria para `/health` e `/metrics`', unset: 'a mesma porta' }),
  DATA_DIR: folder.default('./data').describe('pasta dos armazenamentos embutidos e da chave de segredos'),
  ROLES: roles.default([...ROLES]).describe('papéis que este processo executa'),
  UPLOADS_MAX_MB: wholeNumber(UPLOADS_MIN_MB, 1_000_000)
    .default(1_024)
    .describe(
      'espaço em disco dos arquivos enviados que cada processo guarda até importá-los; um cliente ocupa no máximo a metade',
    ),
  EVIDENCE_MAX_GB: wholeNumber(1, 1_000_000)
    .default(20)
    .describe(
      'espaço dos arquivos de evidência de cada cliente, em GB de 2^30 bytes; além dele, anexar é recusado. O mesmo valor em todos os processos e na linha de comando',
    ),
  RATE_LIMIT_PER_MINUTE: wholeNumber(1, 1_000_000_000)
    .default(CALLS_PER_MINUTE)
    .describe('chamadas por rota e chave; por rota e pessoa no console, quatro vezes isso'),
  BODIES_MAX_MB: wholeNumber(BODIES_MIN_MB, 1_000_000)
    .default(96)
    .describe(`memória para os corpos das requisições, em MB de 2^20 bytes (no mínimo ${BODIES_MIN_MB})`),
  CONNECTIONS_PER_ADDRESS: wholeNumber(1, serverLimits.connectionsMax)
    .default(serverLimits.connectionsPerAddress)
    .describe(`conexões abertas por endereço, de 1 a ${serverLimits.connectionsMax}`),
  TRUSTED_PROXIES: networks
    .transform(({ written }) => written)
    .default([])
    .describe(
      'redes (CIDR, separadas por vírgula) dos proxies cujo `X-Forwarded-For` informa o endereço do cliente',
    ),
  WEBHOOK_RETRY_SECONDS: webhookRetrySeconds
    .default([0, 60, 300, 1800, 7200])
    .describe('espera antes de cada tentativa de entrega, contada do fim da anterior'),
  WEBHOOK_TIMEOUT_SECONDS: webhookTimeoutSeconds.default(10).describe('prazo total de uma tentativa'),
  WEBHOOK_ALLOWED_NETWORKS: networks
    .transform(({ parsed }) => parsed)
    .default([])
    .describe('redes privadas (CIDR, separadas por vírgula) que podem receber webhooks, inclusive por http'),
  SMTP_URL: smtpUrl.optional().meta({
    description:
      'servidor que envia os e-mails de aviso (`smtp://usuario:senha@servidor:587` ou `smtps://…`); a mesma em todos os processos',
    unset: 'nenhum e-mail é enviado',
  }),
  MAIL_FROM: mailFrom.optional().meta({
    description:
      'remetente dos e-mails, como `Conciliações <conciliacoes@exemplo.com.br>`; obrigatória com `SMTP_URL`, como `PUBLIC_URL`',
    unset: 'nenhum',
  }),
  EVENTSTORE_URL: address('esdb', 'esdb+discover', 'kurrentdb', 'kurrentdb+discover').optional().meta({
    description: 'log de eventos no KurrentDB ou EventStoreDB (`kurrentdb://…` ou `esdb://…`)',
    unset: 'embutido',
  }),
  MONGODB_URL: mongodbUrl.optional().meta({
    description:
      'modelos de leitura, entregas, chamadas, pessoas e evidências no MongoDB; o endereço inclui o nome do banco',
    unset: 'embutido',
  }),
  REDIS_URL: address('redis', 'rediss')
    .optional()
    .meta({ description: 'limite de chamadas compartilhado entre processos', unset: 'em memória' }),
  SEAL_KEY: key.optional().meta({
    description: '32 bytes em base64, a chave Ed25519 que assina os selos do log',
    unset: 'arquivo em `DATA_DIR`; com `EVENTSTORE_URL`, derivada de `SECRETS_KEY`',
  }),
  SECRETS_KEY: key.optional().meta({
    description:
      '32 bytes em base64 que cifram os segredos guardados; obrigatória com `EVENTSTORE_URL` ou `MONGODB_URL`',
    unset: 'arquivo em `DATA_DIR`',
  }),
  LOG_LEVEL: z
    .enum(LOG_LEVELS, `deve ser um destes valores: ${LOG_LEVELS.join(', ')}`)
    .default('info')
    .describe('nível do log do processo, em linhas JSON na saída padrão'),
});

type Variables = z.output<typeof environmentVariables>;
/** `uploadsMaxMb` of `UPLOADS_MAX_MB`. */
type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<CamelCase<Rest>>}`
  : Lowercase<Name>;
/** Null: not set. */
type Values = {
  readonly [Name in keyof Variables as CamelCase<Name>]-?: undefined extends Variables[Name]
    ? Exclude<Variables[Name], undefined> | null
    : Readonly<Variables[Name]>;
};

/** The variables under names of this code. */
export type Config = Omit<
  Values,
  'eventstoreUrl' | 'smtpUrl' | 'mailFrom' | Extract<keyof Values, `oidc${string}`>
> &
  Readonly<{
    eventStoreUrl: string | null;
    /** The provider that people may sign in at; null without one. */
    oidc: Readonly<{ issuer: string; clientId: string; clientSecret: string; only: boolean }> | null;
    /** The server that mails are sent through, their sender, what their links begin with; null: none are sent. */
    mail: Readonly<{ smtpUrl: string; from: string; link: string }> | null;
    /** The embedded log cannot be written; only the command line opens one. Absent: false. */
    readOnly?: boolean;
  }>;

/**
 * Empty values count as unset. Files of variables may leave a CR or quotes around a value: space around it is
 * dropped, quotes are refused.
 * @throws ConfigError with one line per wrong variable
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const trimmed = Object.keys(environmentVariables.shape).map((name) => [name, env[name]?.trim() ?? ''] as const);
  const texts = Object.fromEntries(trimmed.filter(([, value]) => value !== ''));
  const quoted = Object.keys(texts).filter((name) => /^(["']).*\1$/s.test(texts[name] ?? ''));
  if (quoted.length > 0)
    throw new ConfigError(quoted.map((name) => `${name} está entre aspas: escreva o valor sem elas`));
  const parsed = environmentVariables.safeParse(texts);
  const problems = parsed.success
    ? []
    : parsed.error.issues.map(({ path: [name], message }) => `${String(name)} ${message}`);
  // Processes on several machines share these stores, so they need the same key.
  if (texts['SECRETS_KEY'] === undefined && (texts['EVENTSTORE_URL'] ?? texts['MONGODB_URL']) !== undefined)
    problems.push('SECRETS_KEY é obrigatória com EVENTSTORE_URL ou MONGODB_URL');
  if (parsed.data && parsed.data.PORT !== 0 && parsed.data.ADMIN_PORT === parsed.data.PORT)
    problems.push('ADMIN_PORT deve ser diferente de PORT: deixe vazia para usar a mesma porta');
  if (
    parsed.data?.ROLES.includes('api') &&
    !LOOPBACK.test(parsed.data.HOST) &&
    parsed.data.PUBLIC_URL === undefined
  )
    problems.push('PUBLIC_URL é obrigatória quando HOST não é desta máquina (127.0.0.1, ::1 ou localhost)');
  const provider = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'].filter(
    (name) => texts[name] !== undefined,
  );
  if (provider.length % 3 !== 0 || (provider.length === 0 && parsed.data?.OIDC_ONLY === 'true'))
    problems.push('OIDC_ISSUER, OIDC_CLIENT_ID e OIDC_CLIENT_SECRET são obrigatórias juntas');
  if (provider.length === 3 && texts['PUBLIC_URL'] === undefined)
    problems.push('PUBLIC_URL é obrigatória com OIDC_ISSUER: o provedor devolve os navegadores a ela');
  if (texts['SMTP_URL'] !== undefined && [texts['MAIL_FROM'], texts['PUBLIC_URL']].includes(undefined))
    problems.push('MAIL_FROM e PUBLIC_URL são obrigatórias com SMTP_URL');
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  const { data } = parsed;
  const values = Object.keys(environmentVariables.shape).map((name) => [
    name.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
    Object.freeze(data[name as keyof Variables] ?? null),
  ]);
  const { eventstoreUrl: eventStoreUrl, smtpUrl, mailFrom, ...more } = Object.fromEntries(values) as Values;
  const { oidcIssuer: issuer, oidcClientId, oidcClientSecret, oidcOnly, ...plain } = more;
  const mail = smtpUrl === null ? null : { smtpUrl, from: mailFrom ?? '', link: plain.publicUrl ?? '' };
  const client = { clientId: oidcClientId ?? '', clientSecret: oidcClientSecret ?? '' };
  const oidc = issuer === null ? null : { issuer, ...client, only: oidcOnly === 'true' };
  const sealKey =
    plain.sealKey === null && eventStoreUrl !== null && plain.secretsKey !== null
      ? derivedSealKey(plain.secretsKey)
      : plain.sealKey;
  return Object.freeze({
    ...plain,
    sealKey,
    eventStoreUrl,
    mail: Object.freeze(mail),
    oidc: Object.freeze(oidc),
  });
}

/** Signs the seals of processes without a common folder or SEAL_KEY. @param secretsKey base64, as the result */
function derivedSealKey(secretsKey: string): string {
  return Buffer.from(hkdfSync('sha256', Buffer.from(secretsKey, 'base64'), '', 'seal-key', 32)).toString('base64');
}

/** Where people reach the console: of links, never of a request's `Host`. */
export function consoleUrlOf({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string {
  return publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
