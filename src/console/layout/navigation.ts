// The entries of the navigation, in order, with the roles that see them; `client`: what concerns the whole client.
import { CLIENT_READERS, type Role } from '../../domain/clients/roles.js';
import type { Access } from '../session/access.js';

export type NavigationEntry = Readonly<{ path: string; label: string; roles: readonly Role[] | 'all' | 'client' }>;

/** Grows with the pages: an entry whose page does not exist yet is left out. */
export const navigation: readonly NavigationEntry[] = [
  { path: '/console', label: 'Fechamento', roles: 'all' },
  { path: '/console/conciliacoes', label: 'Conciliações', roles: 'all' },
  { path: '/console/balancetes', label: 'Balancetes', roles: 'all' },
  { path: '/console/competencias', label: 'Competências', roles: 'all' },
  { path: '/console/pessoas', label: 'Pessoas', roles: ['MODULE_ADMIN'] },
  { path: '/console/auditoria', label: 'Auditoria', roles: 'all' },
  { path: '/console/empresas', label: 'Empresas', roles: 'all' },
  { path: '/console/regras', label: 'Regras', roles: 'all' },
  { path: '/console/webhooks', label: 'Webhooks', roles: 'client' },
  { path: '/console/entregas', label: 'Entregas', roles: 'client' },
  { path: '/console/chamadas', label: 'Chamadas', roles: 'client' },
  { path: '/console/chaves', label: 'Chaves', roles: 'client' },
];

export function entriesFor(access: Access): readonly NavigationEntry[] {
  return navigation.filter(({ roles }) => {
    if (roles === 'client') return access.hasForClient(CLIENT_READERS);
    return roles === 'all' || access.hasForClient(roles);
  });
}

/** The entry with the longest path that the address is in. */
export function currentEntry(path: string): string | null {
  const inside = navigation.filter((entry) => path === entry.path || path.startsWith(`${entry.path}/`));
  return inside.sort((a, b) => b.path.length - a.path.length)[0]?.path ?? null;
}
