// Warnings of an import (`avisos`), in Portuguese. Source: docs/spec/imports.md#warnings.
import type { Warning } from '../../domain/trialBalance/refusals.js';
import { sanitized, money, month, wholeNumber } from '../formats.js';

export function warningSentence(it: Warning): string {
  switch (it.is) {
    case 'IgnoredNotInChart':
      return `${ignored(it.lines)}: conta fora do plano de contas${named(it.accounts, it.more)}`;
    case 'IgnoredNotReconciled':
      return `${ignored(it.lines)}: conta não participa da conciliação${named(it.accounts, it.more)}`;
    case 'AccountSummed':
      return `Conta ${sanitized(it.accountCode)} informada em ${wholeNumber(it.lines)} linhas: valores somados`;
    case 'AgainstNature':
      return againstNature(it);
    case 'OpeningDiffers':
      return (
        `Conta ${sanitized(it.accountCode)}: saldo anterior ${money(it.openingCents)} difere ` +
        `do saldo final de ${month(it.previous)} (${money(it.closingCents)})`
      );
    case 'AccountMissing':
      return (
        `Conta ${sanitized(it.accountCode)} tinha saldo ${money(it.closingCents)} em ${month(it.previous)} ` +
        'e não consta neste balancete'
      );
    case 'PreviousNotImported':
      return `Continuidade não verificada: não há balancete de ${month(it.previous)}`;
    case 'ResultAccountsRestarted':
      return (
        `Contas de resultado reiniciadas no início do ${it.period === 'year' ? 'exercício' : 'trimestre'}: ` +
        `continuidade não aplicada a ${counted(it.accounts, 'conta', 'contas')}`
      );
    case 'NextOpeningsDiffer':
      return `O balancete de ${month(it.next)} já importado tem saldos anteriores diferentes destes saldos finais`;
    case 'ChartInactive':
      return `O plano de contas "${sanitized(it.chartName)}" está inativo`;
    case 'ChartOutsideValidity':
      return `O plano de contas "${sanitized(it.chartName)}" está fora da vigência em ${month(it.competence)}`;
    case 'CompetenceInFuture':
      return `A competência ${month(it.competence)} é posterior ao mês corrente`;
    case 'RowsWithoutCode':
      return `${counted(it.rows, 'linha ignorada', 'linhas ignoradas')}: valores sem código de conta (linhas ${listed(it.lines.map(wholeNumber), it.more)})`;
    case 'CodesRestored':
      return `Códigos de conta alterados por planilha e reconhecidos: ${listed(
        it.codes.map(({ found, accountCode }) => `${sanitized(found)} como ${sanitized(accountCode)}`),
        it.more,
      )}`;
    case 'SheetsIgnored':
      return `Abas ignoradas: ${it.sheets.map(sanitized).join('; ')}`;
    case 'OtherMonthNamed':
      return `O arquivo traz o título "${sanitized(it.text)}": confira se o balancete é de ${month(it.competence)}`;
    case 'MappingNotUsed':
      return `Mapeamento salvo não aplicado: o arquivo não tem ${it.missing.map(sanitized).join('; ')}`;
    case 'MoreWarnings':
      return `e mais ${counted(it.count, 'aviso', 'avisos')}`;
  }
}

function againstNature(it: Extract<Warning, { is: 'AgainstNature' }>): string {
  const [side, nature, letter] = it.nature === 'DEBIT' ? ['credor', 'devedora', 'C'] : ['devedor', 'credora', 'D'];
  const amount = money(Math.abs(it.balanceCents));
  return `Conta ${sanitized(it.accountCode)}: saldo final ${side} em conta de natureza ${nature} (${amount} ${letter})`;
}

function ignored(lines: number): string {
  return counted(lines, 'linha ignorada', 'linhas ignoradas');
}

function named(accounts: readonly string[], more: number): string {
  return accounts.length === 0 ? '' : ` (${listed(accounts.map(sanitized), more)})`;
}

function listed(texts: readonly string[], more: number): string {
  return texts.join('; ') + (more > 0 ? ` e mais ${wholeNumber(more)}` : '');
}

function counted(count: number, one: string, many: string): string {
  return `${wholeNumber(count)} ${count === 1 ? one : many}`;
}
