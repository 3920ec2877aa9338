// Where the events about one account of a company are in the log: those of its reconciliations, month by month.
import type { Competence } from '../../../domain/kernel/competence.js';
import { reconciliationsStream } from '../../../domain/reconciliation/fold.js';
import type { ItemFact } from '../../../domain/reconciliation/itemFacts.js';
import type { Page, Pages } from '../../engine/pages.js';
import { competenceProgress } from '../competences/progress.js';
import { entries, revisionOf } from '../reconciliationPage/entries.js';
import { reconciliations } from '../reconciliations/reconciliations.js';
import { is, type Scope } from '../scope.js';
import { actorKey, type AuditQuery, type AuditRow } from './auditTrail.js';
import type { EventKind } from './kinds.js';

/** Months and entries read at most, the newest. */
const MONTHS_READ = 240;
const ENTRIES_READ = 5_000;

const kinds: Readonly<Record<ItemFact['is'], EventKind>> = {
  released: 'liberacao',
  moved: 'ato',
  composed: 'composicao',
  adjusted: 'ajustes',
  explained: 'comentario',
  commented: 'comentario',
  attached: 'evidencia',
};

/** As `listAuditTrail`, of the account with this code. */
export async function listAccountTrail(
  { store }: Pages,
  { clientId }: Scope,
  { account, companyId, competence, ...query }: AuditQuery & Readonly<{ account: string }>,
  { page, limit }: Readonly<{ page: number; limit: number }>,
): Promise<Pick<Page<Pick<AuditRow, 'fluxo' | 'revisao'>>, 'rows' | 'pagination'>> {
  const newest = { order: 'desc', afterId: null, skip: 0 } as const;
  const months =
    competence !== null
      ? [{ competencia: competence as string }]
      : await store.scan(
          competenceProgress,
          { clientId, where: [is('empresaId', companyId)] },
          { ...newest, limit: MONTHS_READ },
        );
  const keys = months.map(({ competencia }) => [companyId, competencia, account]);
  const found = await store.lookUp(reconciliations, clientId, ['empresaId', 'competencia', 'contaCodigo'], keys);
  const streams = new Map(
    found.map(({ id, competencia }) => [id, reconciliationsStream(companyId, competencia as Competence)]),
  );
  const where = [{ field: 'reconciliationId', in: [...streams.keys()] }];
  const read =
    found.length === 0 ? [] : await store.scan(entries, { clientId, where }, { ...newest, limit: ENTRIES_READ });
  const rows = read
    .filter(({ at, kind, actorKind, actorId }) => {
      const { from, to, actors } = query;
      const isKind = query.kind === null || kinds[kind] === query.kind;
      const isActor = actors === null || actors.includes(actorKey({ kind: actorKind, id: actorId }));
      return isKind && isActor && (from === null || at >= from) && (to === null || at <= to);
    })
    .sort((a, b) => (a.at < b.at ? 1 : -1))
    .map(({ id, reconciliationId }) => ({
      fluxo: streams.get(reconciliationId) ?? '',
      revisao: revisionOf(id),
    }));
  const pagination = { page, limit, total: rows.length, pages: Math.ceil(rows.length / limit) };
  return { rows: rows.slice((page - 1) * limit, page * limit), pagination };
}
