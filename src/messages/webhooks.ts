// What each public event type says, faults of a webhook's URL, and reasons of failed attempts, in Portuguese.
import type { AttemptFailure, UrlFault } from '../domain/webhooks/refusals.js';
import type { PublicEventType } from '../domain/webhooks/eventTypes.js';

/** `name` in the console, `summary` of a delivery and `meaning` of the enumeration's value in the contract. */
export type EventTypeTexts = Readonly<{ name: string; summary: string; meaning: string }>;

/** A new event type does not compile without its texts. */
export const eventTypeTexts: Readonly<Record<PublicEventType, EventTypeTexts>> = {
  'reconciliation.created': {
    name: 'conciliação criada',
    summary: 'Uma conciliação foi criada',
    meaning: 'uma conciliação foi criada na liberação do balancete',
  },
  'reconciliation.approved': {
    name: 'conciliação aprovada',
    summary: 'Uma conciliação foi aprovada',
    meaning: 'uma conciliação foi aprovada',
  },
  'reconciliation.rejected': {
    name: 'conciliação rejeitada',
    summary: 'Uma conciliação foi rejeitada',
    meaning: 'uma conciliação foi rejeitada',
  },
  'import.completed': {
    name: 'importação concluída',
    summary: 'Uma importação terminou com sucesso',
    meaning: 'um balancete, ou uma nova versão dele, foi gravado',
  },
  'import.failed': {
    name: 'importação recusada',
    summary: 'Uma importação foi recusada',
    meaning: 'uma importação foi recusada depois de encontrada a empresa',
  },
  'webhook.delivered': {
    name: 'entrega feita',
    summary: 'Uma entrega foi aceita pelo destino',
    meaning: 'uma entrega foi aceita pelo destino',
  },
  'webhook.failed': {
    name: 'entrega sem sucesso',
    summary: 'Uma entrega falhou em todas as tentativas',
    meaning: 'uma entrega falhou em todas as tentativas',
  },
};

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
