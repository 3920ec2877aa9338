// The addresses of one reconciliation and of its acts.
import type { Act } from '../../../domain/reconciliation/transitions.js';

export const PAGE = '/console/conciliacoes/{id}';

/** The last part of the address of each act. */
export const actPaths: Readonly<Record<Act, string>> = {
  assign: 'atribuir',
  start: 'iniciar',
  'ask-documents': 'pedir-documentos',
  'ask-adjustment': 'pedir-ajuste',
  resume: 'retomar',
  submit: 'enviar',
  recall: 'recolher',
  open: 'abrir',
  pass: 'passar',
  return: 'devolver',
  approve: 'aprovar',
  reject: 'rejeitar',
  reopen: 'reabrir',
  waive: 'dispensar',
  restore: 'restaurar',
  compose: 'composicao',
  adjust: 'ajustes',
  comment: 'comentar',
  attach: 'evidencias',
};

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
