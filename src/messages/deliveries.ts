// The result of a delivery attempt, as the list of deliveries shows it.
import type { AttemptFailure } from '../domain/webhooks/attemptFailure.js';
import { attemptFailureSentence } from './webhooks.js';

/** @param body of the receiver's response, at most 2 kB */
export function answeredError(status: number, body: string): string {
  const answered = `O servidor respondeu ${status}`;
  return body.trim() === '' ? answered : `${answered}: ${body.trim()}`;
}

export function unansweredError(failure: AttemptFailure): string {
  return attemptFailureSentence(failure);
}

/** Bodies are deleted after 30 days. */
export const BODY_GONE = 'O conteúdo do evento não é mais guardado';
