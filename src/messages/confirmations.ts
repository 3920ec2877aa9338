// What console and command line ask before an act that cannot simply be taken back.
import { month, type Competence } from '../domain/kernel/competence.js';
import type { Role } from '../domain/clients/roles.js';
import { roleNames } from './reconciliations.js';
import { counted, listed, oneLine, wholeNumber } from './formats.js';

export const closeQuestion = (competence: Competence, company: string): string =>
  `Fechar ${month(competence)} de ${company}?`;

export const alreadyClosed = (competence: Competence, company: string): string =>
  `A competência ${month(competence)} de ${company} já está fechada`;

export const WHAT_CLOSING_DOES =
  'Depois de fechada, a competência recusa importações e liberações. O que falta continua como está e pode ser feito depois, ' +
  'mas fica registrado como posterior ao fechamento.';
export const WHO_IS_WAITED_FOR = 'Quem ainda tem o que fazer';
export const NOTHING_UNFINISHED = 'Nada ficou por concluir.';

/** @param current the current month @returns null for a month that has ended */
export function unfinishedMonth(competence: Competence, current: Competence): string | null {
  if (competence < current) return null;
  return competence === current
    ? `O mês ${month(competence)} ainda não terminou`
    : `O mês ${month(competence)} ainda não começou`;
}

/** @param count above zero @param before accounts of the current version */
export const manyRemoved = (count: number, before: number): string =>
  `${counted(count, 'conta', 'contas')} das ${wholeNumber(before)} da versão atual ${count === 1 ? 'não está' : 'não estão'} neste arquivo. Confira se ele está completo antes de importar.`;

/** @param version as `03/2026, versão 2` */
export const releaseQuestion = (version: string, company: string): string => `Liberar ${version}, de ${company}?`;

export const fallenApprovals = (count: number): string =>
  `${counted(count, 'aprovação deixaria', 'aprovações deixariam')} de valer.`;

/** @param approved of those created, automatically */
export function createdByRelease(created: number, approved: number): string {
  const createdText = `Cria ${counted(created, 'conciliação', 'conciliações')}`;
  const approvedText = counted(approved, 'aprovada');
  return `${createdText}${approved === 0 ? '' : `, ${approvedText} automaticamente`}.`;
}

/** @param roles above none, held by nobody in the company */
export const unheldRolesText = (roles: readonly Role[], company: string): string =>
  `Ninguém tem em ${company} ${roles.length === 1 ? 'o papel' : 'os papéis'} ${roles.map((role) => roleNames[role]).join(', ')}. ` +
  'Enquanto isso, as conciliações ficam paradas. Os papéis são dados em';

export const EACH_BY_ITSELF = 'Cada uma é aceita ou recusada separadamente.';
const ACCOUNTS_NAMED = 5;

/** @param version as in `releaseQuestion` @param fallen approvals that are not valid any more */
export function released(
  version: string,
  company: string,
  { reconciliations, fallen }: Readonly<{ reconciliations: number; fallen: readonly FallenApproval[] }>,
): string {
  const createdText = counted(reconciliations, 'conciliação', 'conciliações');
  const count = fallen.length;
  const lost = `${counted(count, 'aprovação deixou', 'aprovações deixaram')} de valer`;
  const accounts = fallen
    .slice(0, ACCOUNTS_NAMED)
    .map(({ accountCode, accountName }) => oneLine(`${accountCode} ${accountName}`));
  return `${version}, de ${company}: balancete liberado, com ${createdText}${count === 0 ? '' : `. ${lost}: ${listed(accounts, count - ACCOUNTS_NAMED)}`}`;
}

type FallenApproval = Readonly<{ accountCode: string; accountName: string }>;

/** @param act its label */
export const bulkQuestion = (act: string, count: number): string =>
  `${act} ${counted(count, 'conciliação', 'conciliações')}?`;

// Questions before what cannot be taken back. Source: docs/spec/operator.md#confirmation.

export const NOT_CONFIRMED = 'Nada foi feito: a resposta não foi sim';

export const confirmationQuestion = (warning: string): string => `${warning}. Continuar? [s/N] `;

export const confirmationNeeded = (warning: string): string =>
  `${warning}. Nada foi feito: para continuar, repita o comando com --yes`;

export const erasureWarning = (email: string): string =>
  `O nome e o e-mail de ${email} serão apagados para sempre`;

/** @param warnings of the closing, as sentences */
export const closingWarning = (competence: Competence, warnings: readonly string[]): string =>
  `Fechamento de ${month(competence)}: ${warnings.join('; ')}`;
