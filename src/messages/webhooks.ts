// Faults of a webhook's URL, and reasons of failed attempts, in Portuguese.
import type { AttemptFailure, UrlFault } from '../domain/webhooks/refusals.js';

const URL_FAULTS: Readonly<Record<UrlFault, string>> = {
  TOO_LONG: 'url deve ter no máximo 2.048 caracteres',
  MALFORMED: 'url deve ser um endereço completo (por exemplo https://erp.exemplo.com.br/webhooks)',
  SCHEME: 'url deve começar com https://',
  USER_INFO: 'url não pode trazer usuário nem senha',
  FRAGMENT: 'url não pode trazer fragmento (#)',
  PORT: 'url usa uma porta que não recebe webhooks',
  OWN_HOST: 'url não pode apontar para este serviço',
  ADDRESS_REFUSED: 'url aponta para um endereço que não pode receber webhooks',
};

const ATTEMPT_FAILURES: Readonly<Record<AttemptFailure, string>> = {
  TIMEOUT: 'A resposta não chegou no prazo',
  ADDRESS_REFUSED: 'O endereço não pode receber webhooks',
  NAME_NOT_RESOLVED: 'O nome do servidor não foi encontrado',
  CONNECTION_REFUSED: 'O servidor não aceitou a conexão',
  CONNECTION_BROKEN: 'A conexão foi interrompida antes do fim da resposta',
  TLS_INVALID: 'O certificado ou a conexão TLS do servidor não é válida',
  RESPONSE_INVALID: 'A resposta não é HTTP válido',
};

export function urlFaultSentence(fault: UrlFault): string {
  return URL_FAULTS[fault];
}

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
