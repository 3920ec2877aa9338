// Colours of stages and turns.
import type { Stage } from '../../../projections/views/competences/stage.js';
import type { Tone } from '../../../domain/kernel/vocabulary.js';
import type { Turn } from '../../../projections/views/competences/closingMonths.js';

export const stageTones: Readonly<Record<Stage, Tone>> = {
  AWAITING: 'idle',
  IMPORTED: 'warn',
  RELEASED: 'plain',
  IN_WORK: 'plain',
  READY: 'done',
  CLOSED: 'done',
};

/** Roles have no colours: the further the work, the paler; done is green. */
export const turnShades: Readonly<Record<Turn, object>> = {
  SUPERVISOR: { 'fill-opacity': 0.85 },
  PREPARER: { 'fill-opacity': 0.55 },
  REVIEWER: { 'fill-opacity': 0.35 },
  APPROVER: { 'fill-opacity': 0.18 },
  done: { class: 'done' },
};
