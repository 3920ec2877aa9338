// Why a line is refused, in Portuguese, naming line and account; no comma followed by a space.
// Source: docs/spec/messages.md#naming-the-place, docs/spec/messages.md#joined-sentences.
import type { Cited, LineError, LineReason } from '../../domain/trialBalance/refusals.js';
import { maskCnpj } from '../../domain/kernel/cnpj.js';
import { sanitized, money, month } from '../formats.js';

/** A sentence that names the line, and its account if any, so that it can be joined with others. */
export function lineReasonSentence({ line, field, accountCode, reason }: LineError): string {
  const account = accountCode === '' ? '' : ` (conta ${sanitized(accountCode)})`;
  switch (reason.is) {
    case 'LineMalformed':
      return `a linha ${line} não é um objeto com os campos de uma conta`;
    case 'AccountCodeMissing':
      return `a linha ${line} está sem código de conta`;
    case 'AccountCodeInvalid':
      return `o código de conta na linha ${line} não é um texto válido${account}`;
    case 'AccountNameInvalid':
      return `o campo accountName na linha ${line} não é um texto válido${account}`;
    case 'TextTooLong':
      return `linha ${line}: ${field} deve ter no máximo ${reason.lengthMax} caracteres${account}`;
    case 'AmountMissing':
      return `${cited(reason, line)} não foi informado${account}`;
    case 'AmountInvalid':
      return `${cited(reason, line)} não é um número válido${account}`;
    case 'AmountIsText':
      return (
        `o valor de ${reason.field} na linha ${line} não é um número válido${account}: ` +
        'envie-o sem aspas e com ponto decimal (por exemplo 50.25)'
      );
    case 'AmountPrecision':
      return `${cited(reason, line)} tem mais de duas casas decimais${account}`;
    case 'AmountTooLarge':
      return `${cited(reason, line)} passa do limite de 70.000.000.000.000,00${account}`;
    case 'SideMissing':
      return `${cited(reason, line)} não indica se o saldo é D ou C${account}`;
    case 'SideInvalid':
      return `${cited(reason, line)} não é D nem C${account}`;
    case 'LineChartDiffers':
      return (
        `a linha ${line} traz o plano de contas "${sanitized(reason.chartName)}" ` +
        `diferente do plano "${sanitized(reason.importChartName)}" da importação${account}`
      );
    case 'LineAccumulated':
      return (
        `a linha ${line} traz um período de vários meses (${sanitized(reason.value ?? '')}): ` +
        `envie um balancete de um único mês${account}`
      );
    case 'LineCnpjInvalid':
      return `a linha ${line} traz um CNPJ inválido${account}`;
    case 'LineCnpjDiffers':
      return `a linha ${line} traz o CNPJ ${maskCnpj(reason.cnpj)} diferente do CNPJ da importação${account}`;
    case 'LinePeriodInvalid':
      return reason.column === undefined
        ? `o campo ${field} na linha ${line} deve estar no formato AAAA-MM (por exemplo 2026-08)${account}`
        : `${cited({ field, ...reason }, line)} não é uma competência (por exemplo 2026-08)${account}`;
    case 'LinePeriodOutOfRange':
      return reason.column === undefined
        ? `linha ${line}: ${field} deve estar entre 2000-01 e 2100-12${account}`
        : `${cited({ field, ...reason }, line)} deve estar entre 2000-01 e 2100-12${account}`;
    case 'LinePeriodDiffers':
      return (
        `a linha ${line} traz a competência ${month(reason.competence)} ` +
        `diferente da competência ${month(reason.importCompetence)} da importação${account}`
      );
    case 'MovementDoesNotClose':
      return `linha ${line}: a conta ${beforeSpace(accountCode)} não fecha: ${movement(reason)}`;
    case 'SumsTooLarge':
      return `linha ${line}: a soma dos valores da conta ${beforeSpace(accountCode)} passa do limite aceito`;
  }
}

/** Quotes a text that ends with a comma: followed by a space, it would split the joined sentence. */
function beforeSpace(text: string): string {
  const shown = sanitized(text);
  return shown.endsWith(',') ? `"${shown}"` : shown;
}

/** Names a JSON value by its field, a value of a file by its text and column. */
function cited({ field, column, value }: Readonly<{ field: string }> & Cited, line: number): string {
  if (column === undefined) return `o valor de ${field} na linha ${line}`;
  const shown = value === undefined || value === '' ? 'o valor' : `o valor "${sanitized(value)}"`;
  return `${shown} da coluna ${beforeSpace(column)} na linha ${line}`;
}

function movement(reason: Extract<LineReason, { is: 'MovementDoesNotClose' }>): string {
  const [debits, credits] = reason.debitSide ? ['+', '-'] : ['-', '+'];
  return (
    `saldo anterior ${money(reason.previousBalanceCents)} ${debits} débitos ${money(reason.debitCents)} ` +
    `${credits} créditos ${money(reason.creditCents)} resulta em ${money(reason.expectedCents)} ` +
    `e o saldo final informado é ${money(reason.finalBalanceCents)}`
  );
}
