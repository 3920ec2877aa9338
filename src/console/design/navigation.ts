// The entries of the navigation, in order, with the roles that see them; `client`: what concerns the whole client.
import { CLIENT_READERS, type Role } from '../../domain/clients/roles.js';
import type { Access } from '../session/access.js';

/** Where the bell leads. */
export const NOTICES = '/console/avisos';
/** Asked for by every page once it is there, and by nobody who looks at it. */
export const NOTICE_COUNT = `${NOTICES}/total`;

export type NavigationEntry = Readonly<{ path: string; label: string; roles: readonly Role[] | 'all' | 'client' }>;

/** Grows with the pages: an entry whose page does not exist yet is left out. */
export const navigation: readonly NavigationEntry[] = [
  { path: '/console', label: 'Meu dia', roles: 'all' },
  { path: '/console/fechamento', label: 'Fechamento', roles: 'all' },
  { path: '/console/conciliacoes', label: 'Conciliações', roles: 'all' },
  { path: '/console/balancetes', label: 'Balancetes', roles: 'all' },
  { path: '/console/competencias', label: 'Competências', roles: 'all' },
  { path: '/console/pessoas', label: 'Pessoas', roles: ['MODULE_ADMIN'] },
  { path: '/console/auditoria', label: 'Auditoria', roles: 'all' },
  { path: '/console/empresas', label: 'Empresas', roles: 'all' },
  { path: '/console/planos', label: 'Planos', roles: 'all' },
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

type NavigationGroup = Readonly<{ label: string; paths: readonly string[] }>;

/** Entries that open under one label, so that the others fit on one line. */
const groups: readonly NavigationGroup[] = [
  {
    label: 'Cadastros',
    paths: ['/console/planos', '/console/empresas', '/console/pessoas', '/console/regras'],
  },
  {
    label: 'Integrações',
    paths: ['/console/webhooks', '/console/entregas', '/console/chamadas', '/console/chaves'],
  },
];

export type ShownGroup = Readonly<{ label: string; entries: readonly NavigationEntry[] }>;

/** Entries alone, then groups. */
export function grouped(
  entries: readonly NavigationEntry[],
): Readonly<{ alone: readonly NavigationEntry[]; groups: readonly ShownGroup[] }> {
  const grouping = groups.map(({ label, paths }) => ({
    label,
    entries: entries.filter(({ path }) => paths.includes(path)),
  }));
  return {
    alone: entries.filter(({ path }) => !groups.some(({ paths }) => paths.includes(path))),
    groups: grouping.filter((group) => group.entries.length > 0),
  };
}

/** The entry with the longest path that the address is in; Meu dia's address begins those of all pages, and has no others. */
export function currentEntry(path: string): string | null {
  const inside = navigation.filter(
    (entry) => path === entry.path || (entry.path !== '/console' && path.startsWith(`${entry.path}/`)),
  );
  return inside.sort((a, b) => b.path.length - a.path.length)[0]?.path ?? null;
}
