// What came of a delivery, as the webhook's owner reads it in the list of deliveries.
import type { AttemptFailure } from '../domain/webhooks/attemptFailure.js';
import { attemptFailureSentence } from './webhooks.js';

/** @param body what the receiver answered, at most 2 kB, for diagnosis */
export function answeredError(status: number, body: string): string {
  const answered = `O servidor respondeu ${status}`;
  return body.trim() === '' ? answered : `${answered}: ${body.trim()}`;
}

export function unansweredError(failure: AttemptFailure): string {
  return attemptFailureSentence(failure);
}

/** Bodies are kept for 30 days. */
export const BODY_GONE = 'O conteúdo do evento não é mais guardado';
