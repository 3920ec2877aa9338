// Reconciliations in Portuguese: names of states and roles, and refusals of acts.
import { infinitiveOf } from '../domain/reconciliation/transitions.js';
import { roleWords, type Role } from '../domain/clients/roles.js';
import {
  BASIS_POINTS_MAX,
  approvalReasons,
  comparisons,
  riskLevels,
  type ApprovalReason,
  type RiskRule,
  type Tolerance,
  type VariationRule,
} from '../domain/clients/rules.js';
import { month, type Competence } from '../domain/kernel/competence.js';
import { namesOf } from '../domain/kernel/vocabulary.js';
import { backtestedRules, type Backtest } from '../domain/reconciliation/backtest.js';
import type { ActRefusal } from '../domain/reconciliation/refusals.js';
import { reconciliationStates } from '../domain/reconciliation/states.js';
import { andMore, counted, money, wholeNumber } from './formats.js';
import { sentencesOf, type Sentences } from './sentences.js';

export const statusNames = namesOf(reconciliationStates);
export const roleNames = namesOf(roleWords);

export const actRefusals: Sentences<ActRefusal> = {
  ReconciliationNotFound: (it) => `Conciliação ${it.reconciliationId} não encontrada`,
  NotInThisState: (it) => `No estado "${statusNames[it.status]}" não é possível ${infinitiveOf(it.act)}`,
  RoleMissing: (it) => `Somente ${rolesNamed(it.roles)} da empresa pode ${infinitiveOf(it.act)}`,
  CompetenceFrozen: (it) =>
    `A competência ${month(it.competence)} está fechada e, por regra da empresa, não aceita mais trabalho`,
  ChangedMeanwhile: 'A conciliação mudou depois que foi aberta na tela',
  PreparedByThem: 'Este usuário elaborou a conciliação e não pode revisá-la nem aprová-la',
  ReviewedByThem: 'Este usuário revisou a conciliação e não pode aprová-la',
  NotTheirs: (it) => `Outra pessoa responde por esta etapa: este usuário não pode ${infinitiveOf(it.act)}`,
  CommentMissing: 'Informe o comentário',
  JustificationMissing: 'Informe a justificativa',
  TextTooLong: (it) => `O texto tem mais de ${wholeNumber(it.max)} caracteres`,
  NotBalanced: (it) =>
    it.differenceCents === null
      ? 'A diferença não está zerada'
      : `A diferença deve ser zero${tolerated(it.toleratedCents)} para enviar a conciliação: ela é de ${money(it.differenceCents)}`,
  NothingToCarry: 'O mês anterior não tem itens em aberto que faltem nesta conciliação',
  CarriedTooMany: (it) =>
    `Com os itens do mês anterior a composição passaria de ${wholeNumber(it.max)} itens, ou a soma do limite`,
  VariationUnexplained: 'A variação do saldo pede uma explicação antes do envio',
  ExplanationMissing: 'Informe a explicação da variação',
  EvidenceMissing: 'A conta é de risco alto: anexe pelo menos uma evidência antes do envio',
  EvidenceEmpty: 'O arquivo da evidência está vazio',
  EvidenceTooLarge: (it) => `O arquivo da evidência tem mais de ${wholeNumber(it.bytesMax / 2 ** 20)} MB`,
  EvidenceTooMany: (it) => `A conciliação já tem ${wholeNumber(it.max)} arquivos de evidência, o máximo`,
  EvidenceFull: (it) =>
    `Este arquivo não cabe: as evidências da empresa ou grupo têm ${wholeNumber(it.bytesMax / 2 ** 30)} GB ` +
    'no máximo. Peça mais espaço a quem opera o serviço',
  AssigneeNotPreparer: 'A pessoa indicada não é Elaborador desta empresa',
};
export const actRefusalSentence = sentencesOf<ActRefusal>(actRefusals);

const tolerated = (cents = 0): string => (cents === 0 ? '' : ` ou caber na tolerância de ${money(cents)}`);

/** `Supervisor ou Administrador do módulo`, without commas, for joined sentences. */
export function rolesNamed(roles: readonly Role[]): string {
  const names = roles.map((role) => roleNames[role]);
  return names.join(' ou ');
}

/** Follows what was sent; "" for a difference of zero. */
export const acceptedDifference = (cents: number, amountOf: (cents: number) => string): string =>
  cents === 0 ? '' : ` com a diferença de ${amountOf(cents)}, dentro da tolerância`;

/** One text for each rule. */
export function toleranceTexts(rules: readonly Tolerance[]): readonly string[] {
  return rules.map(({ prefix, amountCents, basisPoints }) => {
    const limits = [
      ...(amountCents === null ? [] : [money(amountCents)]),
      ...(basisPoints === null ? [] : [`${percentText(basisPoints)} do saldo`]),
    ];
    return `${prefix === '' ? 'todas as contas' : `contas ${prefix}`} até ${limits.join(' ou ')}`;
  });
}

/** `50` → `0,5%`. */
export const percentText = (basisPoints: number): string =>
  `${String((basisPoints * 100) / BASIS_POINTS_MAX).replace('.', ',')}%`;

/** One text for each rule. */
export function riskTexts(rules: readonly RiskRule[]): readonly string[] {
  return rules.map(({ prefix, level }) => `contas ${prefix}: ${riskLevels[level].name.toLowerCase()}`);
}

/** In place of a name, where nobody is responsible for an unfinished reconciliation. */
export const NOBODY_YET = 'Ninguém ainda';

/** Why a rule approved the account, or none did. */
export function approvalReasonText(reason: ApprovalReason): string {
  const { applied, name } = approvalReasons[reason];
  return `${applied ? 'aprovada por regra' : 'sem aprovação automática'}: ${name}`;
}

/** One text for each rule. */
export function variationTexts(rules: readonly VariationRule[]): readonly string[] {
  return rules.map(({ prefix, amountCents, basisPoints, against }) => {
    const accounts = prefix === '' ? 'todas as contas' : `contas ${prefix}`;
    return `${accounts} acima de ${money(amountCents)} e ${percentText(basisPoints)} contra ${comparisons[against].name.toLowerCase()}`;
  });
}

// Words of a backtest: what the rules would have done in a competence that people worked on.

export const backtestNames = namesOf(backtestedRules);

export const backtestTitle = (competence: Competence): string =>
  `O que as regras teriam feito em ${month(competence)}`;

export const neverReleased = (competence: Competence): string =>
  `Nada foi liberado em ${month(competence)}: não há o que comparar`;

export const BACKTEST_EXPLAINED =
  'Cada regra sozinha, e as ligadas juntas, sobre a primeira liberação do mês, com o que se sabia até ela. Concorda a conta que as ' +
  'pessoas aprovaram sem devolver, rejeitar, ajustar nem receber outro saldo antes; nos itens trazidos, a que foi enviada com eles ' +
  'como vieram. Sem resultado: em aberto, dispensada ou aprovada por uma regra. Regras sem valor aparecem também desligadas.';

/** Codes of accounts named in a row. */
export const CODES_MAX = 20;

/** Codes, and how many more there are. */
export function disagreedText(codes: readonly string[]): string {
  const moreCount = codes.length - CODES_MAX;
  return [...codes.slice(0, CODES_MAX), ...(moreCount > 0 ? [andMore(moreCount)] : [])].join(', ');
}

/** Percentage of all accounts of the release, with one decimal. */
export function shareOf({ accounts }: Pick<Backtest, 'accounts'>, part: number): number {
  return accounts === 0 ? 0 : Math.round((part * 1_000) / accounts) / 10;
}

export const shareText = (backtest: Pick<Backtest, 'accounts'>, part: number): string =>
  `${shareOf(backtest, part).toLocaleString('pt-BR')}%`;

export const backtestSum = ({ accounts }: Pick<Backtest, 'accounts'>): string =>
  `${counted(accounts, 'conta')} na liberação`;
