// The addresses of one reconciliation and of its acts.
import type { Act } from '../../../domain/reconciliation/transitions.js';
import { actPaths } from '../../../messages/acts.js';

export const PAGE = '/console/conciliacoes/{id}';

export function pagePath(id: number): string {
  return `/console/conciliacoes/${id}`;
}

export function actPath(id: number, act: Act): string {
  return `${pagePath(id)}/${actPaths[act]}`;
}

/** @param revision of the event that attached the file */
export function filePath(id: number, revision: number): string {
  return `${actPath(id, 'attach')}/${revision}`;
}
