// Classifies the errors of Node, undici and the guard.
import { errors } from 'undici';
import type { AttemptFailure } from '../../domain/webhooks/attemptFailure.js';
import { AddressRefused } from './guardedConnect.js';
import { NameNotResolved } from './nameResolver.js';

const REFUSED = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'EACCES', 'EPERM']);
const TLS = /SSL|TLS|CERT|EPROTO|HOSTNAME_MISMATCH|^INVALID_|^CRL_|PATH_LENGTH/;

export function failureOf(error: unknown): AttemptFailure {
  if (error instanceof AddressRefused) return 'ADDRESS_REFUSED';
  if (error instanceof NameNotResolved) return 'NAME_NOT_RESOLVED';
  const { code = '' } = error as { code?: string };
  if (REFUSED.has(code)) return 'CONNECTION_REFUSED';
  if (code === 'ETIMEDOUT' || code === 'UND_ERR_CONNECT_TIMEOUT') return 'TIMEOUT';
  if (error instanceof errors.HTTPParserError || code === 'UND_ERR_HEADERS_OVERFLOW') return 'RESPONSE_INVALID';
  return TLS.test(code) ? 'TLS_INVALID' : 'CONNECTION_BROKEN';
}
