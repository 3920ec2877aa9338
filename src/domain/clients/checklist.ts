// What people of a company tick before a competence is closed, and what who closes it declares; nothing without a rule.
// Source: docs/spec/operator.md#checklist.
import type { Vocabulary } from '../kernel/vocabulary.js';
import type { Role } from './roles.js';

/** A point is known by its text, which a company has once. `role`: who ticks it; null: everyone who writes. */
export type ChecklistPoint = Readonly<{
  text: string;
  role: Role | null;
  /** By when, counted after the month's end. */
  workingDay: number | null;
  /** Closing is refused until it is ticked. */
  blocking: boolean;
}>;

export const CHECKLIST_POINTS_MAX = 100;
export const POINT_CHARACTERS_MAX = 200;
export const STATEMENT_CHARACTERS_MAX = 2_000;

/** The points of every company's checklist, the first ones computed from what was done. */
export const checklistPointKinds = {
  IMPORTADO: { name: 'Balancete importado' },
  LIBERADO: { name: 'Versão mais nova liberada' },
  CONCLUIDO: { name: 'Todas as conciliações concluídas' },
  SEM_ATRASO: { name: 'Nenhuma conciliação atrasada' },
  CONTINUIDADE: { name: 'Saldos iniciais iguais aos finais do mês anterior' },
  DOSSIE: { name: 'Dossiê feito depois do fechamento' },
  LIVRE: { name: 'Ponto da empresa', meaning: 'ponto que uma pessoa conclui' },
} as const satisfies Vocabulary;
export type ChecklistPointKind = keyof typeof checklistPointKinds;
export const computedKinds = [
  'IMPORTADO',
  'LIBERADO',
  'CONCLUIDO',
  'SEM_ATRASO',
  'CONTINUIDADE',
  'DOSSIE',
] as const;
