// Words of the stages and turns of a competence.
import type { ClosingWarning } from '../domain/books/closingWarnings.js';
import { trialBalanceStatusWords } from '../domain/books/events.js';
import type { ChecklistPoint } from '../domain/clients/rules.js';
import { month, monthsBetween, type Competence } from '../domain/kernel/competence.js';
import { counted, listed, wholeNumber } from './formats.js';
import { sentencesOf } from './sentences.js';
import { roleNames } from './reconciliations.js';

/** Source: docs/spec/console.md#stages. */
export const stageWords = {
  AWAITING: { name: 'Aguardando balancete', tone: 'idle' },
  IMPORTED: { name: trialBalanceStatusWords.IMPORTED.name, tone: 'warn' },
  RELEASED: { name: trialBalanceStatusWords.RELEASED.name, tone: 'plain' },
  IN_WORK: { name: 'Em conciliação', tone: 'plain' },
  CHECKLIST: { name: 'Falta o checklist', tone: 'warn' },
  READY: { name: 'Pronto para fechar', tone: 'done' },
  CLOSED: { name: 'Fechado', tone: 'done' },
} as const;

export const turnNames: Readonly<Record<'SUPERVISOR' | 'PREPARER' | 'REVIEWER' | 'APPROVER' | 'done', string>> = {
  ...roleNames,
  done: 'Concluídas',
};

/** @param company at the top of it */
export const groupName = (company: string): string => (/^grupo /i.test(company) ? company : `Grupo ${company}`);

/** @param days the working days on which deadlines end, ascending */
export function approverDeadlines(days: readonly number[]): string {
  const named = days.length > 2 ? `${days[0]}º ao ${days.at(-1)}º` : days.map((day) => `${day}º`).join(' e ');
  return `prazo do Aprovador: fim do ${named} dia útil`;
}

/** @param count above zero */
export const actsAfterClosing = (count: number): string => `${counted(count, 'ato')} depois do fechamento`;

/** Sentence about a month that the address of Fechamento names. */
export const notAmongMonths = (competence: Competence): string =>
  `A competência ${month(competence)} não está entre as desta página.`;

/** Months named in one sentence; the rest is a count. */
const MONTHS_MAX = 12;

export const closingWarningSentence = sentencesOf<ClosingWarning>({
  NothingImported: (it) => `Nenhum balancete de ${month(it.competence)} foi importado`,
  NewestNotReleased: (it) => `A versão ${it.version} do balancete de ${month(it.competence)} não foi liberada`,
  ReconciliationsUnfinished: (it) =>
    it.count === 1
      ? `1 conciliação de ${month(it.competence)} não está concluída`
      : `${wholeNumber(it.count)} conciliações de ${month(it.competence)} não estão concluídas`,
  EarlierCompetencesOpen: (it) => earlierOpen(it.competences),
});

/** @param competences ascending; from three in a row on, the first and the last are named */
function earlierOpen(competences: readonly Competence[]): string {
  const first = competences[0];
  const last = competences.at(-1);
  if (first !== undefined && competences.length === 1) return `A competência anterior ${month(first)} está aberta`;
  if (first && last && competences.length > 2 && monthsBetween(first, last) === competences.length - 1)
    return `As competências anteriores de ${month(first)} a ${month(last)} estão abertas`;
  const named = competences.slice(0, MONTHS_MAX).map(month);
  const more = competences.length - MONTHS_MAX;
  const months = more > 0 ? listed(named, more) : `${named.slice(0, -1).join('; ')} e ${named.at(-1)}`;
  return `As competências anteriores ${months} estão abertas`;
}

export function daysLeftText(days: number | null): string {
  if (days === null) return '–';
  return days > 0 ? wholeNumber(days) : days === 0 ? 'Hoje' : 'Passou';
}

export const NO_STATEMENT = 'nenhuma';
export const I_CONFIRM = 'Confirmo esta declaração';
export const STATEMENT_OF_CLOSING = 'Declaração de quem fecha';
export const POINTS_MISSING = 'Antes de fechar, conclua no';
export const pointsMissing = (points: readonly string[]): string => `Falta no checklist: ${points.join(', ')}`;

/** `Inventário conferido (Supervisor, 3º dia útil, impede fechar)` */
export function pointText({ text, role, workingDay, blocking }: ChecklistPoint): string {
  const facts = [
    ...(role === null ? [] : [roleNames[role]]),
    ...(workingDay === null ? [] : [`${workingDay}º dia útil`]),
    ...(blocking ? ['impede fechar'] : []),
  ];
  return facts.length === 0 ? text : `${text} (${facts.join(', ')})`;
}

export const checklistTitle = (competence: Competence, company: string): string =>
  `Checklist de ${month(competence)} de ${company}`;

export const pointTicked = (point: string): string => `Concluído: ${point}`;

export const pointReopened = (point: string): string => `Reaberto: ${point}`;

/** Of an act that another person was first with. */
export const alreadySo = (told: string): string => `Já estava assim, e nada foi gravado. ${told}`;
