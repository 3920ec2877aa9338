// The versions of trial balances as people see them before a release: rows of `trialBalances` with the counters
// and warnings of the import, and who released them.
import type { Competence } from '../../../domain/kernel/competence.js';
import type { Page, Pages } from '../../engine/pages.js';
import { competenceClosings, competenceId } from '../competences/books.js';
import { storedActorName, type Names, type Scope } from '../scope.js';
import {
  conditionsOf,
  toRow,
  trialBalances,
  type StoredTrialBalance,
  type TrialBalancesQuery,
} from './trialBalances.js';

export type TrialBalanceVersion = Awaited<ReturnType<typeof toVersions>>[number];

export async function listTrialBalanceVersions(
  pages: Pages,
  { clientId }: Scope,
  query: TrialBalancesQuery,
  names: Names,
): Promise<Page<TrialBalanceVersion>> {
  const page = await pages.list(trialBalances, { clientId, where: conditionsOf(query) }, query);
  return { ...page, rows: await toVersions(pages, page.rows, names) };
}

/** @returns null when no trial balance of this client has the id */
export async function findTrialBalanceVersion(
  pages: Pages,
  { clientId }: Scope,
  trialBalanceId: number,
  names: Names,
): Promise<TrialBalanceVersion | null> {
  const trialBalance = await pages.store.get(trialBalances, clientId, trialBalanceId);
  const [version = null] = trialBalance === null ? [] : await toVersions(pages, [trialBalance], names);
  return version;
}

async function toVersions(pages: Pages, rows: readonly StoredTrialBalance[], { companyName, personNames }: Names) {
  const nameOf = await personNames(rows.flatMap((row) => [row.importadoPorId, row.liberadoPorId]));
  const closed = await closedAmong(pages, rows);
  return rows.map((row) => ({
    ...toRow(row, companyName, nameOf),
    planoNome: row.planoNome,
    enviadas: row.enviadas,
    foraDoPlano: row.foraDoPlano,
    naoConciliam: row.naoConciliam,
    /** "" for an import by JSON. */
    arquivo: row.arquivo,
    /** The first of `totalDeAvisos`; null for a version imported before warnings were recorded. */
    avisos: row.avisos === null ? null : (JSON.parse(row.avisos) as readonly string[]),
    totalDeAvisos: row.totalDeAvisos,
    /** Null while it was never released. */
    liberadoEm: row.liberadoEm,
    liberadoPor: storedActorName(row.liberadoPor, row.liberadoPorId, nameOf),
    /** No later version was imported. */
    atual: !row.superseded,
    fechada: closed.has(idOf(row)),
  }));
}

/** The ids of closed competences, of one client's rows. */
async function closedAmong({ store }: Pages, rows: readonly StoredTrialBalance[]): Promise<ReadonlySet<number>> {
  const [first] = rows;
  if (first === undefined) return new Set();
  const ids = [...new Set(rows.map(idOf))];
  const selection = { clientId: first.clientId, where: { id: { in: ids } } };
  const closings = await store.scan(competenceClosings, selection, { limit: ids.length });
  return new Set(closings.filter(({ fechada }) => fechada).map(({ id }) => id));
}

function idOf({ empresaId, competencia }: StoredTrialBalance): number {
  return competenceId(empresaId, competencia as Competence);
}
