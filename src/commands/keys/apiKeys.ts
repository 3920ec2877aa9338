// Issues and revokes API keys. The log stores only the secret's hash. Source: docs/spec/keys.md#secret.
import { hash, randomBytes } from 'node:crypto';
import {
  API_KEYS_STREAM,
  apiKeys,
  decideIssueKey,
  decideRevokeKey,
  decideRotateKey,
  type Scope,
} from '../../domain/apiKeys.js';
import { isStorable } from '../../domain/charts/events.js';
import type { Environment } from '../../domain/deployment.js';
import { refuse } from '../../domain/problem.js';
import type { CommandContext } from '../kernel/context.js';
import type { IdAllocator } from '../kernel/idAllocator.js';
import type { RegisterFollower } from '../registers/registerFollower.js';
import { decideOrRefuse, type Done, type Transactor } from '../kernel/transact.js';

export type KeysDeps = Transactor &
  Readonly<{ ids: IdAllocator; registers: RegisterFollower; environment: Environment }>;

export type IssuedKey = Readonly<Awaited<ReturnType<typeof issueKey>>>;

export const KEY_PREFIXES: Readonly<Record<Environment, string>> = {
  production: 'service_live_',
  staging: 'service_test_',
};
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_BYTES = 32;
/** 62^43 is the first power of 62 above 2^256. Leading zeros are kept. */
const SECRET_CHARACTERS = 43;
const NAME_CHARACTERS_MAX = 100;

/** `companies` by CNPJ, without mask; `networks` as CIDRs; `expiresAt` in ISO 8601 UTC. */
export type KeyLimits = Readonly<{
  expiresAt?: string | null;
  companies?: readonly string[] | null;
  networks?: readonly string[] | null;
}>;

/** Each call issues another key. @throws DomainError ClientNotFound, CompanyNotFound, ParameterInvalid */
export async function issueKey(
  deps: KeysDeps,
  command: Readonly<{ clientRef: string; name: string; scopes: readonly Scope[] }> & KeyLimits,
  context: CommandContext,
) {
  const { expiresAt = null, companies = null, networks = null } = command;
  const name = command.name.trim();
  const isPast = expiresAt !== null && Date.parse(expiresAt) <= deps.clock.now().getTime();
  const messages = [
    ...(name !== '' && isStorable(name, NAME_CHARACTERS_MAX)
      ? []
      : [`o nome da chave deve ter de 1 a ${NAME_CHARACTERS_MAX} caracteres em uma só linha`]),
    ...(command.scopes.length > 0 ? [] : ['informe pelo menos um escopo']),
    ...(isPast ? ['o fim da validade deve estar no futuro'] : []),
  ];
  if (messages.length > 0) refuse({ is: 'ParameterInvalid', messages });
  const client = await clientByRef(deps, command.clientRef);
  const companyIds = companies?.map((cnpj) => companyIdOf(deps, client.clientId, cnpj));
  const secret = newSecret(deps.environment);
  const issue = {
    keyId: await deps.ids.reserve('apiKey', 1),
    clientId: client.clientId,
    name,
    environment: deps.environment,
    scopes: command.scopes,
    secretHash: hashSecret(secret),
    ...(expiresAt !== null && { expiresAt }),
    ...(companyIds !== undefined && { companyIds }),
    ...(networks !== null && { networks }),
  };
  const { position } = await decideOrRefuse(deps, context, KEYS, (keys) => decideIssueKey(keys, issue));
  return {
    keyId: issue.keyId,
    name,
    clientRef: client.ref,
    scopes: issue.scopes,
    /** Stored nowhere. */
    secret,
    /** Limits as in `KeyLimits`; null where there is none. */
    expiresAt,
    companies,
    networks,
    position,
  };
}

/**
 * Issues a key with the name, scopes and limits of another one, which is accepted for `overlapMs` more.
 * @param keyId as the operator typed it
 * @throws DomainError KeyNotFound, KeyEnded
 */
export async function rotateKey(deps: KeysDeps, keyId: string, overlapMs: number, context: CommandContext) {
  const id = keyIdOf(keyId);
  const secret = newSecret(deps.environment);
  const now = deps.clock.now().getTime();
  const rotation = {
    keyId: id,
    newKeyId: await deps.ids.reserve('apiKey', 1),
    newSecretHash: hashSecret(secret),
    now: new Date(now).toISOString(),
    until: new Date(now + overlapMs).toISOString(),
  };
  const { position } = await decideOrRefuse(deps, context, KEYS, (keys) => decideRotateKey(keys, rotation));
  await deps.registers.refresh();
  const expiresAt = deps.registers.registers.keyById(id)?.expiresAt ?? rotation.until;
  return { newKeyId: rotation.newKeyId, secret, expiresAt, position };
}

/** May be sent twice. @param keyId as the operator typed it. @throws DomainError KeyNotFound */
export async function revokeKey(deps: KeysDeps, keyId: string, context: CommandContext): Promise<Done> {
  const id = keyIdOf(keyId);
  return decideOrRefuse(deps, context, KEYS, (keys) => decideRevokeKey(keys, id));
}

const KEYS = [API_KEYS_STREAM, apiKeys] as const;

/** The stored form of a secret: SHA-256 of its UTF-8 text in lower-case hexadecimal. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret);
}

function newSecret(environment: Environment): string {
  return KEY_PREFIXES[environment] + base62(randomBytes(SECRET_BYTES));
}

function keyIdOf(text: string): number {
  return /^[0-9]{1,15}$/.test(text) ? Number(text) : refuse({ is: 'KeyNotFound', keyId: text });
}

/** Refreshes the registers if needed: another process may have just registered the client. */
async function clientByRef({ registers }: KeysDeps, ref: string) {
  if (registers.registers.clientByRef(ref) === null) await registers.refresh();
  return registers.registers.clientByRef(ref) ?? refuse({ is: 'ClientNotFound', ref });
}

function companyIdOf({ registers }: KeysDeps, clientId: number, cnpj: string): number {
  const company = registers.registers.companyByCnpj(clientId, cnpj);
  return company?.companyId ?? refuse({ is: 'CompanyNotFound', by: 'cnpj', cnpj });
}

/** Big-endian, padded with leading zeros to the fixed length. */
function base62(bytes: Uint8Array): string {
  let number = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  for (let at = 0; at < SECRET_CHARACTERS; at++) {
    text = ALPHABET.charAt(Number(number % 62n)) + text;
    number /= 62n;
  }
  return text;
}
