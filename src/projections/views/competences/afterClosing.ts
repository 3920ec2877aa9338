// How many acts came after a competence was closed. Few competences have any, so each of those is counted by itself.
import type { Pages } from '../../engine/pages.js';
import { auditTrail } from '../audit/auditTrail.js';
import type { EventKind } from '../audit/kinds.js';
import { is, type Scope } from '../scope.js';
import type { CompetenceState } from './newestCompetences.js';

const ACTS = ['ato', 'composicao', 'ajustes', 'comentario', 'evidencia'] as const satisfies readonly EventKind[];

/** 0 while the competence is open. */
export async function actsAfterClosing(
  pages: Pages,
  { clientId }: Scope,
  { companyId, competence, closing, progress }: CompetenceState,
): Promise<number> {
  if (closing === null || !closing.closed || progress === null || progress.lastActAt <= closing.at) return 0;
  const where = [
    is('empresaId', companyId),
    is('competencia', competence),
    { field: 'tipo', in: ACTS },
    { field: 'em', above: closing.at },
  ];
  const { pagination } = await pages.list(auditTrail, { clientId, where }, { page: 1, limit: 1, order: 'desc' });
  return pagination.total;
}
