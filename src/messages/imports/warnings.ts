// Warnings of an import (`avisos`), in Portuguese. Source: docs/spec/imports.md#warnings.
import { month } from '../../domain/kernel/competence.js';
import { ACCOUNTS_COUNTED_MAX, type GroupDifference, type Warning } from '../../domain/trialBalance/warnings.js';
import { counted, listed, sanitized, money, wholeNumber } from '../formats.js';
import { sentencesOf } from '../sentences.js';

export const warningSentence = sentencesOf<Warning>({
  IgnoredNotInChart: (it) =>
    `${ignored(it.lines)}: conta fora do plano de contas${accountsText(it.accounts, it.more)}`,
  IgnoredNotReconciled: (it) =>
    `${ignored(it.lines)}: conta não participa da conciliação${accountsText(it.accounts, it.more)}`,
  AccountSummed: (it) =>
    `Conta ${sanitized(it.accountCode)} informada em ${wholeNumber(it.lines)} linhas: valores somados`,
  AccountsSummed: (it) =>
    `${counted(it.accounts.length + it.more, 'conta informada', 'contas informadas')} em mais de uma linha: valores somados${accountsText(it.accounts, it.more)}`,
  SeveralAgainstNature: (it) =>
    several(
      it,
      'com saldo final contrário à natureza',
      ({ balanceCents, nature }) => `${money(Math.abs(balanceCents))} ${nature === 'DEBIT' ? 'C' : 'D'}`,
    ),
  SeveralOpeningsDiffer: (it) =>
    several(
      it,
      `com saldo anterior diferente do saldo final de ${month(it.previous)}`,
      ({ openingCents, closingCents }) => `${money(openingCents)} e era ${money(closingCents)}`,
    ),
  SeveralAccountsMissing: (it) =>
    several(it, `tinham saldo em ${month(it.previous)} e não constam neste balancete`, ({ closingCents }) =>
      money(closingCents),
    ),
  AgainstNature: againstNature,
  OpeningDiffers: (it) =>
    `Conta ${sanitized(it.accountCode)}: saldo anterior ${money(it.openingCents)} difere ` +
    `do saldo final de ${month(it.previous)} (${money(it.closingCents)})`,
  AccountMissing: (it) =>
    `Conta ${sanitized(it.accountCode)} tinha saldo ${money(it.closingCents)} em ${month(it.previous)} ` +
    'e não consta neste balancete',
  PreviousNotImported: (it) => `Continuidade não verificada: não há balancete de ${month(it.previous)}`,
  ResultAccountsRestarted: (it) =>
    `Contas de resultado reiniciadas no início do ${it.period === 'year' ? 'exercício' : 'trimestre'}: ` +
    `continuidade não aplicada a ${counted(it.accounts, 'conta', 'contas')}`,
  NextOpeningsDiffer: (it) =>
    `O balancete de ${month(it.next)} já importado tem saldos anteriores diferentes destes saldos finais`,
  ChartInactive: (it) => `O plano de contas "${sanitized(it.chartName)}" está inativo`,
  ChartOutsideValidity: (it) =>
    `O plano de contas "${sanitized(it.chartName)}" está fora da vigência em ${month(it.competence)}`,
  CompetenceInFuture: (it) => `A competência ${month(it.competence)} é posterior ao mês corrente`,
  RowsWithoutCode: (it) =>
    `${counted(it.rows, 'linha ignorada', 'linhas ignoradas')}: valores sem código de conta (linhas ${listed(it.lines.map(wholeNumber), it.more)})`,
  CodesRestored: (it) =>
    `Códigos de conta alterados por planilha e reconhecidos: ${listed(
      it.codes.map(({ found, accountCode }) => `${sanitized(found)} como ${sanitized(accountCode)}`),
      it.more,
    )}`,
  CodesAmbiguous: (it) =>
    `Códigos que correspondem a mais de uma conta do plano e por isso não foram usados: ${listed(
      it.codes.map(({ found, accounts }) => `${sanitized(found)} (${accounts.map(sanitized).join(' ou ')})`),
      it.more,
    )}`,
  FewAccountsFound: (it) =>
    `Só ${wholeNumber(it.found)} de ${counted(it.lines, 'linha', 'linhas')} com valores ${it.found === 1 ? 'tem' : 'têm'} conta no plano: ` +
    `os códigos foram lidos da coluna "${sanitized(it.column)}" e não foram encontrados ${it.codes.map(sanitized).join('; ')}`,
  OtherAccountNamed: otherAccountNamed,
  SumsDiffer: sumsDiffer,
  GroupsDiffer: (it) =>
    `${counted(it.groups.length + it.more, 'conta sintética difere', 'contas sintéticas diferem')} da soma das suas linhas: ${listed(it.groups.map(groupDifference), it.more)}`,
  BalancesDiffer: (it) =>
    `Os saldos finais de ${counted(it.lines, 'linha', 'linhas')} de detalhe não se anulam ` +
    `(diferença de ${money(Math.abs(it.balanceCents))}): confira se o arquivo está completo`,
  LinesTwice: (it) =>
    `O arquivo traz o balancete duas vezes: as ${wholeNumber(it.lines)} linhas a partir da linha ${wholeNumber(it.line)} ` +
    'repetem as anteriores e os valores foram somados em dobro',
  LinesRepeated: (it) =>
    `${counted(it.lines, 'linha repetida', 'linhas repetidas')} com a mesma conta e os mesmos valores: valores somados${accountsText(it.accounts, it.more)}`,
  SheetsIgnored: (it) => `Abas ignoradas: ${it.sheets.map(sanitized).join('; ')}`,
  OtherMonthNamed: (it) =>
    `O arquivo traz o título "${sanitized(it.text)}": confira se o balancete é de ${month(it.competence)}`,
  NoDecimals: (it) =>
    `Nenhum valor das ${wholeNumber(it.lines)} linhas tem casas decimais: foram lidos em reais; confira se não estão em centavos`,
  SeveralMonthsNamed: (it) =>
    `O arquivo traz "${sanitized(it.text)}": confira se débitos e créditos são só de ${month(it.competence)}`,
  MappingNotUsed: (it) =>
    `Mapeamento salvo não aplicado: o arquivo não tem ${it.missing.map(sanitized).join('; ')}`,
  MoreWarnings: (it) => `e mais ${counted(it.count, 'aviso', 'avisos')}`,
});

function againstNature(it: Extract<Warning, { is: 'AgainstNature' }>): string {
  const [side, nature, letter] = it.nature === 'DEBIT' ? ['credor', 'devedora', 'C'] : ['devedor', 'credora', 'D'];
  const amount = money(Math.abs(it.balanceCents));
  return `Conta ${sanitized(it.accountCode)}: saldo final ${side} em conta de natureza ${nature} (${amount} ${letter})`;
}

type Several<Account> = Readonly<{ accounts: readonly Account[]; more: number }>;

/** `12 contas …: 1.1.01 (…); 1.1.02 (…) e mais 10` */
function several<Account extends Readonly<{ accountCode: string }>>(
  { accounts, more }: Several<Account>,
  what: string,
  aboutOf: (account: Account) => string,
): string {
  const texts = accounts.map((account) => `${sanitized(account.accountCode)} (${aboutOf(account)})`);
  return `${accounts.length + more} contas ${what}: ${listed(texts, more)}`;
}

function otherAccountNamed(it: Extract<Warning, { is: 'OtherAccountNamed' }>): string {
  const lines = it.lines.map(
    ({ line, accountCode, otherCode }) =>
      `linha ${wholeNumber(line)}: conta ${sanitized(accountCode)} e ${sanitized(otherCode)}`,
  );
  const reasonText =
    it.by === 'name' ? 'com o nome de outra conta do plano' : 'com o código de outra conta em outra coluna';
  return `${counted(it.lines.length + it.more, 'linha', 'linhas')} ${reasonText}: ${listed(lines, it.more)}`;
}

function sumsDiffer(it: Extract<Warning, { is: 'SumsDiffer' }>): string {
  const sums =
    `Débitos ${money(it.debitCents)} e créditos ${money(it.creditCents)} ` +
    `de ${counted(it.lines, 'linha', 'linhas')} de detalhe não conferem ` +
    `(diferença de ${money(Math.abs(it.debitCents - it.creditCents))})`;
  if (it.group === null) return `${sums}: confira se o arquivo está completo`;
  const where = `na conta ${groupDifference(it.group)}`;
  return it.isCut ? `O arquivo parece cortado ${where}. ${sums}` : `${sums}: a diferença está ${where}`;
}

const groupDifference = ({ code, of, ownCents, linesCents }: GroupDifference): string =>
  `${sanitized(code)} (${FIELD_NAMES[of]} ${money(ownCents)} e as linhas somam ${money(linesCents)})`;

const FIELD_NAMES: Readonly<Record<GroupDifference['of'], string>> = {
  debit: 'débitos',
  credit: 'créditos',
  previousBalance: 'saldo anterior',
  finalBalance: 'saldo final',
};

const ignored = (lines: number): string => counted(lines, 'linha ignorada', 'linhas ignoradas');

function accountsText(accounts: readonly string[], moreCount: number): string {
  if (accounts.length === 0) return '';
  const areAllCounted = accounts.length + moreCount < ACCOUNTS_COUNTED_MAX;
  const texts = accounts.map(sanitized);
  return areAllCounted
    ? ` (${listed(texts, moreCount)})`
    : ` (${texts.join('; ')} e mais de ${wholeNumber(moreCount)})`;
}
