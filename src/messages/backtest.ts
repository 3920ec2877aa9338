// Words of a backtest: what the rules would have done in a competence that people worked on.
import { namesOf } from '../domain/kernel/vocabulary.js';
import type { Competence } from '../domain/kernel/competence.js';
import { backtestedRules, type Backtest } from '../domain/reconciliation/backtest.js';
import { andMore, month, wholeNumber } from './formats.js';

export const backtestNames = namesOf(backtestedRules);

export function backtestTitle(competence: Competence): string {
  return `O que as regras teriam feito em ${month(competence)}`;
}

export function neverReleased(competence: Competence): string {
  return `Nada foi liberado em ${month(competence)}: não há o que comparar`;
}

export const BACKTEST_EXPLAINED =
  'Cada regra sozinha, e as ligadas juntas, sobre a primeira liberação do mês, com o que se sabia até ela. Concorda a conta que as ' +
  'pessoas aprovaram sem devolver, rejeitar, ajustar nem receber outro saldo antes; nos itens trazidos, a que foi enviada com eles ' +
  'como vieram. Sem resultado: em aberto, dispensada ou aprovada por uma regra. Regras sem valor aparecem também desligadas.';

/** Codes of accounts named in a row. */
export const CODES_MAX = 20;

/** Codes, and how many more there are. */
export function disagreedText(codes: readonly string[]): string {
  const more = codes.length - CODES_MAX;
  return [...codes.slice(0, CODES_MAX), ...(more > 0 ? [andMore(more)] : [])].join(', ');
}

/** Of all accounts of the release, with one decimal. */
export function shareOf({ accounts }: Pick<Backtest, 'accounts'>, part: number): number {
  return accounts === 0 ? 0 : Math.round((part * 1_000) / accounts) / 10;
}

export function shareText(backtest: Pick<Backtest, 'accounts'>, part: number): string {
  return `${shareOf(backtest, part).toLocaleString('pt-BR')}%`;
}

export function backtestSum({ accounts }: Pick<Backtest, 'accounts'>): string {
  return accounts === 1 ? '1 conta na liberação' : `${wholeNumber(accounts)} contas na liberação`;
}
