// Words and colours of stages and turns.
import type { Stage } from '../../../projections/views/competences/stage.js';
import type { Turn } from './closingMonths.js';

/** Source: docs/spec/console.md#stages. */
export const stageNames: Readonly<Record<Stage, string>> = {
  AWAITING: 'Aguardando balancete',
  IMPORTED: 'Importado',
  RELEASED: 'Liberado',
  IN_WORK: 'Em conciliação',
  READY: 'Pronto para fechar',
  CLOSED: 'Fechado',
};

/** Names of Bootstrap's tones. */
export const stageTones: Readonly<Record<Stage, string>> = {
  AWAITING: 'secondary',
  IMPORTED: 'warning',
  RELEASED: 'info',
  IN_WORK: 'primary',
  READY: 'success',
  CLOSED: 'light border',
};

export const turnNames: Readonly<Record<Turn, string>> = {
  SUPERVISOR: 'Supervisor',
  PREPARER: 'Elaborador',
  REVIEWER: 'Revisor',
  APPROVER: 'Aprovador',
  done: 'Concluídas',
};
