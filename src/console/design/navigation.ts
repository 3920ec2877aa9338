// The entries of the navigation, in order, with the roles that see them; `client`: what concerns the whole client.
import { CLIENT_READERS, type Role } from '../../domain/clients/roles.js';
import type { Access } from '../session/access.js';
import { paths } from '../paths.js';

/** The count of notices: each page requests it once it has loaded. */
export const NOTICE_COUNT = `${paths.notices}/total`;

type Entry = Readonly<{
  path: string;
  label: string;
  roles: readonly Role[] | 'all' | 'client';
  /** Entries of one group open under its label, after the others, so that these fit on one line. */
  group?: 'Cadastros' | 'Integrações';
}>;

const navigation: readonly Entry[] = [
  { path: paths.myDay, label: 'Meu dia', roles: 'all' },
  { path: paths.closing, label: 'Fechamento', roles: 'all' },
  { path: paths.reconciliations, label: 'Conciliações', roles: 'all' },
  { path: paths.trialBalances, label: 'Balancetes', roles: 'all' },
  { path: paths.competences, label: 'Competências', roles: 'all' },
  { path: paths.people, label: 'Pessoas', roles: ['MODULE_ADMIN'], group: 'Cadastros' },
  { path: paths.audit, label: 'Auditoria', roles: 'all' },
  { path: paths.companies, label: 'Empresas', roles: 'all', group: 'Cadastros' },
  { path: paths.charts, label: 'Planos', roles: 'all', group: 'Cadastros' },
  { path: paths.rules, label: 'Regras', roles: 'all', group: 'Cadastros' },
  { path: paths.webhooks, label: 'Webhooks', roles: 'client', group: 'Integrações' },
  { path: paths.deliveries, label: 'Entregas', roles: 'client', group: 'Integrações' },
  { path: paths.calls, label: 'Chamadas', roles: 'client', group: 'Integrações' },
  { path: paths.keys, label: 'Chaves', roles: 'client', group: 'Integrações' },
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

/** The entry with the longest path around the address; Meu dia's, which begins all of them, counts for itself. */
export function currentEntry(path: string): string | null {
  const inside = navigation.filter(
    (entry) => path === entry.path || (entry.path !== paths.myDay && path.startsWith(`${entry.path}/`)),
  );
  return inside.sort((a, b) => b.path.length - a.path.length)[0]?.path ?? null;
}
