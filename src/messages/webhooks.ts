// Reasons of failed attempts to deliver, in Portuguese.
import type { AttemptFailure } from '../domain/webhooks/refusals.js';

const ATTEMPT_FAILURES: Readonly<Record<AttemptFailure, string>> = {
  TIMEOUT: 'A resposta não chegou no prazo',
  ADDRESS_REFUSED: 'O endereço não pode receber webhooks',
  NAME_NOT_RESOLVED: 'O nome do servidor não foi encontrado',
  CONNECTION_REFUSED: 'O servidor não aceitou a conexão',
  CONNECTION_BROKEN: 'A conexão foi interrompida antes do fim da resposta',
  TLS_INVALID: 'O certificado ou a conexão TLS do servidor não é válida',
  RESPONSE_INVALID: 'A resposta não é HTTP válido',
};

export function attemptFailureSentence(failure: AttemptFailure): string {
  return ATTEMPT_FAILURES[failure];
}

/** The result of an attempt that was answered. @param body of the receiver's response, at most 2 kB */
export function answeredError(status: number, body: string): string {
  const answered = `O servidor respondeu ${status}`;
  return body.trim() === '' ? answered : `${answered}: ${body.trim()}`;
}

/** Bodies are deleted after 30 days. */
export const BODY_GONE = 'O conteúdo do evento não é mais guardado';
