// The books of each company and competence: the newest import, and whether it is closed. Written by the projection
// of trial balances, which follows the same events.
import * as z from 'zod';
import type { CompetenceClosed, CompetenceReopened, TrialBalanceVersioned } from '../../../domain/books/events.js';
import type { Competence } from '../../../domain/kernel/competence.js';
import type { Recorded } from '../../../domain/kernel/event.js';
import { writes } from '../../engine/projection.js';
import { view, type Write } from '../../engine/readStore.js';
import { fieldsOf, storedActor } from '../scope.js';

/**
 * The newest version. `avisos`: how many warnings its import had, but for the one that repeats the chart (accounts
 * that do not reconcile); null for imports of older versions of the service. `fechada`: a new version is imported
 * only while it is false.
 */
const importRow = z.object({
  id: z.int(),
  empresaId: z.int(),
  competencia: z.string(),
  balanceteId: z.int(),
  versao: z.int(),
  importadoEm: z.string(),
  avisos: z.int().nullable(),
  fechada: z.boolean(),
  clientId: z.int(),
});
export type CompetenceImport = Readonly<z.output<typeof importRow>>;

export const competenceImports = view<CompetenceImport>({
  name: 'competenceImports',
  version: 2,
  fields: fieldsOf(importRow),
  indexes: [['clientId', 'fechada'], ['clientId']],
});

/** The last closing or reopening. `por`: "" for a person, of `porId`. `justificativa`: "" for a closing. */
const closingRow = z.object({
  id: z.int(),
  empresaId: z.int(),
  competencia: z.string(),
  fechada: z.boolean(),
  em: z.string(),
  por: z.string(),
  porId: z.string().nullable(),
  justificativa: z.string(),
  clientId: z.int(),
});
export type CompetenceClosing = Readonly<z.output<typeof closingRow>>;

export const competenceClosings = view<CompetenceClosing>({
  name: 'competenceClosings',
  version: 1,
  fields: fieldsOf(closingRow),
  indexes: [['clientId']],
});

export function competenceImport({ data, metadata }: Recorded<TrialBalanceVersioned>): Write {
  return writes(competenceImports).put({
    id: competenceId(data.companyId, data.competence),
    empresaId: data.companyId,
    competencia: data.competence,
    balanceteId: data.trialBalanceId,
    versao: data.version,
    importadoEm: metadata.at,
    avisos: data.warningCount === undefined ? null : data.warningCount - (data.ignoredNotReconciled > 0 ? 1 : 0),
    fechada: false,
    clientId: data.clientId,
  });
}

export function competenceClosing(event: Recorded<CompetenceClosed | CompetenceReopened>): readonly Write[] {
  const { type, data, metadata } = event;
  const id = competenceId(data.companyId, data.competence);
  const fechada = type === 'CompetenceClosed';
  const closing = {
    id,
    empresaId: data.companyId,
    competencia: data.competence,
    fechada,
    em: metadata.at,
    ...storedActor(metadata.actor),
    justificativa: 'reason' in data ? data.reason : '',
    clientId: data.clientId,
  };
  return [writes(competenceClosings).put(closing), writes(competenceImports).set(data.clientId, id, { fechada })];
}

// The id of a row about one company in one competence. Rows in descending id are in descending competence, so that
// the newest ones are read without touching older ones.

/** Company ids are below this number: ids stay exact integers. */
const COMPANY_IDS = 1_000_000_000;
export const HIGHEST_COMPANY_ID = COMPANY_IDS - 1;

export function competenceId(companyId: number, competence: Competence): number {
  const [year, month] = competence.split('-').map(Number) as [number, number];
  return (year * 12 + month) * COMPANY_IDS + companyId;
}
