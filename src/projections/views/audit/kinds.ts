// Kinds of events, as the filter names them.

const kindsByType: Readonly<Record<string, EventKind>> = {
  TrialBalanceVersioned: 'importacao',
  ImportRefused: 'recusa',
  TrialBalanceReleased: 'liberacao',
  ReconciliationsMoved: 'ato',
  CompositionRecorded: 'composicao',
  AdjustmentsRecorded: 'ajustes',
  ReconciliationsCommented: 'comentario',
  EvidenceAttached: 'evidencia',
  VariationExplained: 'comentario',
  CompetenceClosed: 'fechamento',
  CompetenceReopened: 'reabertura',
  ChecklistPointTicked: 'checklist',
  ChecklistPointReopened: 'checklist',
  ScheduleCreated: 'cronograma',
  ScheduleEnded: 'cronograma',
  DossierMade: 'dossie',
};

/** In the order of the filter. */
export const eventKinds = [
  'importacao',
  'recusa',
  'liberacao',
  'ato',
  'composicao',
  'ajustes',
  'comentario',
  'evidencia',
  'fechamento',
  'reabertura',
  'cadastro',
  'checklist',
  'cronograma',
  'dossie',
] as const;
export type EventKind = (typeof eventKinds)[number];

/** Everything else changes the registers. */
export function kindOf(type: string): EventKind {
  return kindsByType[type] ?? 'cadastro';
}
