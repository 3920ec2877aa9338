// Questions before what cannot be taken back. Source: docs/spec/operator.md#confirmation.
import { month } from '../formats.js';
import type { Competence } from '../../domain/kernel/competence.js';

export const NOT_CONFIRMED = 'Nada foi feito: a resposta não foi sim';

export function confirmationQuestion(warning: string): string {
  return `${warning}. Continuar? [s/N] `;
}

export function confirmationNeeded(warning: string): string {
  return `${warning}. Nada foi feito: para continuar, repita o comando com --yes`;
}

export function erasureWarning(email: string): string {
  return `O nome e o e-mail de ${email} serão apagados para sempre`;
}

/** @param warnings of the closing, as sentences */
export function closingWarning(competence: Competence, warnings: readonly string[]): string {
  return `Fechamento de ${month(competence)}: ${warnings.join('; ')}`;
}
