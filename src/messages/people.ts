// People in Portuguese: what is shown of them, and why one of them may not do something.
import type { Role } from '../domain/clients/roles.js';
import { roleNames } from './reconciliations.js';

/** Stands where the name was. */
export const PERSON_REMOVED = 'Pessoa removida';

export function userNotFound(email: string): string {
  return `Usuário não encontrado: ${email}`;
}

export const OPERATOR_ONLY = 'Este comando é exclusivo do operador: repita sem --as';

/** @param of whose the roles would have to be, as in “desta empresa” */
export function roleMissing(roles: readonly Role[], of: 'desta empresa' | 'deste cliente'): string {
  const names = roles.map((role) => roleNames[role]);
  const last = names.pop() ?? '';
  return `Este usuário não tem permissão: somente ${names.length > 0 ? `${names.join(', ')} ou ${last}` : last} ${of}`;
}
