// The addresses of one reconciliation and of its acts.
import { pathOf, type Act } from '../../../domain/reconciliation/transitions.js';
import { paths } from '../../paths.js';

export const PAGE = `${paths.reconciliations}/{id}`;

export function pagePath(id: number): string {
  return `${paths.reconciliations}/${id}`;
}

/** @param on the page whose list stays beside the reconciliation */
export function actPath(id: number, act: Act, on?: Readonly<{ search: string }>): string {
  return `${pagePath(id)}/${pathOf(act)}${on?.search ?? ''}`;
}

export function filePath(id: number, revision: number): string {
  return `${actPath(id, 'attach')}/${revision}`;
}

export const FILES = `${PAGE}/arquivos`;

export function filesPath(id: number): string {
  return `${pagePath(id)}/arquivos`;
}
