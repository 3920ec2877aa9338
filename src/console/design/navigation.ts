// The entries of the navigation, in order, with the roles that see them; `client`: what concerns the whole client.
import { CLIENT_READERS, type Role } from '../../domain/clients/roles.js';
import type { Access } from '../session/access.js';

/** Where the bell leads. */
export const NOTICES = '/console/avisos';
/** Asked for by every page once it is there, and by nobody who looks at it. */
export const NOTICE_COUNT = `${NOTICES}/total`;

type Entry = Readonly<{
  path: string;
  label: string;
  roles: readonly Role[] | 'all' | 'client';
  /** Entries of one group open under its label, after the others, so that these fit on one line. */
  group?: 'Cadastros' | 'Integrações';
}>;

const navigation: readonly Entry[] = [
  { path: '/console', label: 'Meu dia', roles: 'all' },
  { path: '/console/fechamento', label: 'Fechamento', roles: 'all' },
  { path: '/console/conciliacoes', label: 'Conciliações', roles: 'all' },
  { path: '/console/balancetes', label: 'Balancetes', roles: 'all' },
  { path: '/console/competencias', label: 'Competências', roles: 'all' },
  { path: '/console/pessoas', label: 'Pessoas', roles: ['MODULE_ADMIN'], group: 'Cadastros' },
  { path: '/console/auditoria', label: 'Auditoria', roles: 'all' },
  { path: '/console/empresas', label: 'Empresas', roles: 'all', group: 'Cadastros' },
  { path: '/console/planos', label: 'Planos', roles: 'all', group: 'Cadastros' },
  { path: '/console/regras', label: 'Regras', roles: 'all', group: 'Cadastros' },
  { path: '/console/webhooks', label: 'Webhooks', roles: 'client', group: 'Integrações' },
  { path: '/console/entregas', label: 'Entregas', roles: 'client', group: 'Integrações' },
  { path: '/console/chamadas', label: 'Chamadas', roles: 'client', group: 'Integrações' },
  { path: '/console/chaves', label: 'Chaves', roles: 'client', group: 'Integrações' },
];

/** What the person sees, by group; "": entries of none. */
export function entriesFor(access: Access): ReadonlyMap<string, readonly Entry[]> {
  const groups = new Map<string, Entry[]>();
  for (const entry of navigation) {
    const { roles, group = '' } = entry;
    if (roles !== 'all' && !access.hasForClient(roles === 'client' ? CLIENT_READERS : roles)) continue;
    groups.set(group, [...(groups.get(group) ?? []), entry]);
  }
  return groups;
}

/** The entry with the longest path that the address is in; Meu dia's address begins those of all pages, and has no others. */
export function currentEntry(path: string): string | null {
  const inside = navigation.filter(
    (entry) => path === entry.path || (entry.path !== '/console' && path.startsWith(`${entry.path}/`)),
  );
  return inside.sort((a, b) => b.path.length - a.path.length)[0]?.path ?? null;
}
