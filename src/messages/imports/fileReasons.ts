// Why a file as a whole is refused, in Portuguese. No sentence contains a comma followed by a space.
// Source: docs/spec/messages.md#joined-sentences.
import type { ColumnField, FileFormat, FileReason, OtherReport } from '../../domain/trialBalance/fileReasons.js';
import { maskCnpj } from '../../domain/kernel/cnpj.js';
import { sanitized, month } from '../formats.js';

export function fileReasonSentence(reason: FileReason): string {
  switch (reason.is) {
    case 'FileMissing':
      return 'envie o arquivo no campo file';
    case 'FileTwice':
      return 'envie um único arquivo no campo file';
    case 'FileEmpty':
      return 'o arquivo está vazio';
    case 'FileFormatUnknown':
      return formatUnknown(reason.found);
    case 'FileIsOtherReport':
      return otherReports[reason.report];
    case 'FileWithoutHeading':
      return withoutHeading(reason.rows);
    case 'FileBroken':
      return `não foi possível ler o arquivo enviado: ${formatNames[reason.format]} incompleto ou danificado`;
    case 'FileEncrypted':
      return 'não foi possível ler o arquivo enviado: ele está protegido por senha';
    case 'FileInflatesTooMuch':
      return 'não foi possível ler o arquivo enviado: o conteúdo descompactado passa do limite de 1 GB';
    case 'FileWithoutTable':
      return `o arquivo ${formatNames[reason.format]} não contém uma tabela com linhas`;
    case 'FileDoctype':
      return 'o arquivo XML não pode conter DOCTYPE nem entidades próprias';
    case 'FileXmlInvalid':
      return `o XML do arquivo está malformado na linha ${reason.line}`;
    case 'FileXmlTooDeep':
      return `o XML do arquivo tem níveis demais na linha ${reason.line}`;
    case 'FileTooManyColumns':
      return `a linha ${reason.line} do arquivo tem mais de ${reason.columnsMax} colunas`;
    case 'FileTooManySheets':
      return 'o arquivo tem abas demais';
    case 'FileLineTooLong':
      return `a linha ${reason.line} do arquivo é longa demais: verifique quebras de linha e aspas`;
    case 'FileQuotesBroken':
      return `as aspas da linha ${reason.line} do arquivo não fecham`;
    case 'FileNul':
      return 'o arquivo contém bytes nulos: salve-o como texto em UTF-8';
    case 'FileFixedWidth':
      return 'o arquivo tem colunas de largura fixa: exporte com um separador (; ou tabulação ou |)';
    case 'FileDelimiterUnknown':
      return 'não encontramos o separador de colunas do arquivo: use ; ou tabulação ou | ou vírgula';
    case 'FileColumnsMissing':
      return columnsMissing(reason.fields, reason.found);
    case 'FileWithoutLines':
      return reason.column === undefined || reason.value === undefined
        ? 'o arquivo não contém nenhuma linha de conta'
        : `o arquivo não contém nenhuma linha de conta: a coluna ${sanitized(reason.column)} traz "${sanitized(reason.value)}" e não o código da conta`;
    case 'FileCutShort':
      return `o arquivo termina no meio da linha ${reason.line}: envie o arquivo inteiro`;
    case 'FileWithoutAmounts':
      return `nenhuma linha de conta do arquivo tem valores nas colunas ${reason.columns.map(sanitized).join('; ')}`;
    case 'FileCommasWithin':
      return (
        `a linha ${reason.line} tem ${reason.cells} colunas e o cabeçalho ${reason.headings}: ` +
        'separe as colunas por ; ou ponha entre aspas os valores com vírgula'
      );
    case 'FileSheetMissing':
      return `o arquivo não tem a aba "${sanitized(reason.sheet)}" do mapeamento salvo`;
    case 'FilePeriodMissing':
      return 'informe period ou inclua a coluna Competência no arquivo';
    case 'FilePeriodsSeveral':
      return `informe period: o arquivo contém as competências ${reason.competences.map(month).join('; ')}`;
    case 'FilePeriodNotFound':
      return `o arquivo não contém a competência ${month(reason.competence)}: contém ${reason.competences.map(month).join('; ')}`;
    case 'FilePeriodDiffers':
      return (
        `o arquivo traz a competência ${month(reason.competence)} ` +
        `diferente da competência ${month(reason.importCompetence)} da importação`
      );
    case 'FileCnpjDiffers':
      return `o arquivo traz o CNPJ ${maskCnpj(reason.cnpj)} diferente do CNPJ da importação`;
    case 'FileAccumulated':
      return (
        `o arquivo é um balancete acumulado de ${day(reason.from)} a ${day(reason.to)}: ` +
        'envie um balancete de um único mês'
      );
    case 'FileOfSeveralMonths':
      return `o arquivo é de vários meses (${sanitized(reason.text)}): envie um balancete de um único mês`;
    case 'FileColumnsAccumulated':
      return (
        `as colunas ${reason.columns.map(sanitized).join('; ')} somam vários meses: ` +
        'envie o balancete com débitos e créditos de um único mês'
      );
    case 'FileCompaniesSeveral':
      return `o arquivo traz balancetes de mais de uma empresa (${reason.companies.map(sanitized).join('; ')}): envie um arquivo por empresa`;
    case 'FileColumnsTwice':
      return `o arquivo repete as colunas ${reason.columns.map(sanitized).join('; ')} com outros valores: deixe as de um único mês`;
    case 'FileUnit':
      return `o arquivo traz valores em ${unitName(reason.unit)}${reason.line === null ? '' : ` na linha ${reason.line}`}: exporte os valores em reais`;
    case 'FileDecimalMarkUnclear':
      return (
        `o valor "${sanitized(reason.value)}" na linha ${reason.line} (coluna ${sanitized(reason.column)}) é ambíguo: ` +
        'nenhum valor do arquivo mostra se o ponto ou a vírgula separa os decimais'
      );
    case 'FileTookTooLong':
      return 'não foi possível ler o arquivo enviado no tempo limite';
    case 'FileTookTooMuchMemory':
      return 'não foi possível ler o arquivo enviado: ele ocupa memória demais';
  }
}

const ACCEPTED = 'envie CSV ou TXT delimitado ou XML ou XLSX ou XLS';

function formatUnknown(found: string | undefined): string {
  if (found === undefined) return `formato não aceito: ${ACCEPTED}`;
  const advice = savedAs[found];
  if (advice !== undefined) return `formato não aceito: ${advice}`;
  return `formato não aceito: ${ACCEPTED} (o arquivo é ${sanitized(found)})`;
}

/** What to do with kinds that become one that is accepted. */
const savedAs: Readonly<Partial<Record<string, string>>> = {
  ODS: 'o arquivo é ODS (planilha do LibreOffice): salve como XLSX e envie de novo',
  XLSB: 'o arquivo é XLSB (pasta de trabalho binária do Excel): salve como XLSX e envie de novo',
  Numbers: 'o arquivo é do Numbers: exporte como XLSX ou CSV e envie de novo',
  ZIP: 'o arquivo é um ZIP: descompacte e envie o balancete que está dentro dele',
  RAR: 'o arquivo é um RAR: descompacte e envie o balancete que está dentro dele',
  '7z': 'o arquivo é um 7z: descompacte e envie o balancete que está dentro dele',
  gzip: 'o arquivo é um GZ: descompacte e envie o balancete que está dentro dele',
};

const BALANCES = 'envie o balancete de um mês com saldo anterior; débito; crédito e saldo atual de cada conta';

const otherReports: Readonly<Record<OtherReport, string>> = {
  ledger: `o arquivo é um razão ou diário (lançamentos com data e histórico): ${BALANCES}`,
  comparative: `o arquivo é um balancete comparativo (vários meses lado a lado): ${BALANCES}`,
  ecdWithoutBalances:
    'o arquivo é uma ECD sem saldos (não há registros I155 com os saldos periódicos): ' +
    'envie a ECD completa ou o balancete',
  otherSped: 'o arquivo é um SPED que não é a ECD: envie a ECD com os registros I150 e I155 ou o balancete',
};

function withoutHeading(rows: Extract<FileReason, { is: 'FileWithoutHeading' }>['rows']): string {
  const shown = rows.map(
    ({ line, cells }) =>
      `linha ${line}: ${cells.map((cell, at) => `nº ${at + 1} "${sanitized(cell)}"`).join(' ')}`,
  );
  return (
    'o arquivo não tem linha de cabeçalho: inclua os títulos das colunas ' +
    `ou grave um mapeamento que as indique pelo número (${shown.join('; ')})`
  );
}

export const formatNames: Readonly<Record<FileFormat, string>> = {
  csv: 'CSV',
  txt: 'TXT',
  xml: 'XML',
  xlsx: 'XLSX',
  xls: 'XLS',
  html: 'HTML',
  ecd: 'SPED ECD',
};

/** Common names of the columns. */
export const columnNames: Readonly<Record<ColumnField, string>> = {
  accountCode: 'Conta',
  accountName: 'Descrição',
  previousBalance: 'Saldo anterior',
  previousBalanceSide: 'D/C do saldo anterior',
  debit: 'Débito',
  credit: 'Crédito',
  finalBalance: 'Saldo final',
  finalBalanceSide: 'D/C do saldo final',
  cnpj: 'CNPJ',
  period: 'Competência',
  chartName: 'Plano de contas',
};

function columnsMissing(fields: readonly ColumnField[], found: readonly string[]): string {
  const missing = `não encontramos no arquivo as colunas: ${fields.map((field) => columnNames[field]).join('; ')}`;
  return found.length === 0 ? missing : `${missing} (colunas encontradas: ${found.map(sanitized).join('; ')})`;
}

function unitName(unit: string): string {
  return unit.startsWith('milh') || unit === 'centenas' ? `${unit} de reais` : unit;
}

/** 2026-01-31 → 31/01/2026 */
function day(date: string): string {
  return `${date.slice(8)}/${date.slice(5, 7)}/${date.slice(0, 4)}`;
}
