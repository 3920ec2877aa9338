// The reconciliations of each company and competence, counted by status and by the day they were finished. A page reads one
// row for each, however many reconciliations there are. What depends on the clock (overdue) is computed when it is read.
import type { Recorded } from '../../../domain/kernel/event.js';
import type { ReconciliationEvent } from '../../../domain/reconciliation/events.js';
import type { ReconciliationStatus } from '../../../domain/reconciliation/states.js';
import { remembering, writes, type PartBytes, type ReadStream } from '../../engine/projection.js';
import { view, type Write } from '../../engine/readStore.js';
import { competenceId } from './competenceId.js';
import { Tallies, tallyParts } from './tallies.js';
import { Tally } from './tally.js';

/**
 * `balanceteId` and `versao`: the released version. `porStatus` (count by status) and `porDia` (finished by YYYY-MM-DD,
 * America/Sao_Paulo) are JSON objects. `diferencas`: sum of the absolute differences of begun reconciliations in centavos.
 * `ultimoAtoEm`: of a person; "" before the first.
 */
export type CompetenceProgress = Readonly<{
  id: number;
  empresaId: number;
  competencia: string;
  balanceteId: number;
  versao: number;
  prazoElaborador: string;
  prazoRevisor: string;
  prazoAprovador: string;
  porStatus: string;
  porDia: string;
  diferencas: number;
  ultimoAtoEm: string;
  clientId: number;
}>;

export const competenceProgress = view<CompetenceProgress>({
  name: 'competenceProgress',
  version: 3,
  fields: {
    id: 'integer',
    empresaId: 'integer',
    competencia: 'text',
    balanceteId: 'integer',
    versao: 'integer',
    prazoElaborador: 'text',
    prazoRevisor: 'text',
    prazoAprovador: 'text',
    porStatus: 'text',
    porDia: 'text',
    diferencas: 'cents',
    ultimoAtoEm: 'text',
    clientId: 'integer',
  },
  indexes: [['clientId']],
});

export type CountsByStatus = Readonly<Partial<Record<ReconciliationStatus, number>>>;

export const competenceProgressProjection = remembering<ReconciliationEvent>({
  name: 'competenceProgress',
  streamPrefixes: ['reconciliations-'],
  views: [competenceProgress],
  begin() {
    const tallies = new Tallies(() => new Tally());
    const counted = {
      parts: tallyParts,
      async *handle(event: Recorded<ReconciliationEvent>, parts: PartBytes, read: ReadStream) {
        yield* rowOf(event, await tallies.after(event, parts, read));
      },
    };
    return {
      TrialBalanceReleased: counted,
      ReconciliationsMoved: counted,
      CompositionRecorded: counted,
      AdjustmentsRecorded: counted,
      ReconciliationsCommented: counted,
      EvidenceAttached: counted,
      VariationExplained: counted,
    };
  },
});

function* rowOf({ data }: Recorded<ReconciliationEvent>, tally: Tally): Iterable<Write> {
  const { released } = tally;
  if (released === null) return;
  yield writes(competenceProgress).put({
    id: competenceId(data.companyId, data.competence),
    empresaId: data.companyId,
    competencia: data.competence,
    balanceteId: released.trialBalanceId,
    versao: released.version,
    prazoElaborador: released.deadlines.preparer,
    prazoRevisor: released.deadlines.reviewer,
    prazoAprovador: released.deadlines.approver,
    porStatus: inOrder(tally.byStatus),
    porDia: inOrder(tally.byDay),
    diferencas: tally.openDifferenceCents,
    ultimoAtoEm: tally.lastActAt,
    clientId: data.clientId,
  });
}

/** Independent of the order of the events, so that equal counts are equal rows. */
function inOrder(counts: ReadonlyMap<string, number>): string {
  return JSON.stringify(Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1))));
}
