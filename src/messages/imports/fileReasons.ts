// Why a file as a whole is refused, in Portuguese. No sentence contains a comma followed by a space.
// Source: docs/spec/messages.md#joined-sentences.
import { month } from '../../domain/kernel/competence.js';
import { namesOf } from '../../domain/kernel/vocabulary.js';
import {
  fileFormats,
  type ColumnField,
  type FileFormat,
  type FileReason,
  type OtherReport,
} from '../../domain/trialBalance/fileReasons.js';
import { maskCnpj } from '../../domain/kernel/cnpj.js';
import { dayText, sanitized } from '../formats.js';
import { sentencesOf, type Sentences } from '../sentences.js';

export const fileReasonSentences: Sentences<FileReason> = {
  FileMissing: 'envie o arquivo no campo file',
  FileTwice: 'envie um único arquivo no campo file',
  FileEmpty: 'o arquivo está vazio',
  FileFormatUnknown: (it) => formatUnknown(it.found),
  FileIsOtherReport: (it) => otherReports[it.report],
  FileWithoutHeading: (it) => withoutHeading(it.rows),
  FileBroken: (it) => `não foi possível ler o arquivo enviado: ${formatNames[it.format]} incompleto ou danificado`,
  FileEncrypted: 'não foi possível ler o arquivo enviado: ele está protegido por senha',
  FileInflatesTooMuch: 'não foi possível ler o arquivo enviado: o conteúdo descompactado passa do limite de 1 GB',
  FileWithoutTable: (it) => `o arquivo ${formatNames[it.format]} não contém uma tabela com linhas`,
  FileDoctype: 'o arquivo XML não pode conter DOCTYPE nem entidades próprias',
  FileXmlInvalid: (it) => `o XML do arquivo está malformado na linha ${it.line}`,
  FileXmlTooDeep: (it) => `o XML do arquivo tem níveis demais na linha ${it.line}`,
  FileTooManyColumns: (it) => `a linha ${it.line} do arquivo tem mais de ${it.columnsMax} colunas`,
  FileTooManySheets: 'o arquivo tem abas demais',
  FileLineTooLong: (it) => `a linha ${it.line} do arquivo é longa demais: verifique quebras de linha e aspas`,
  FileQuotesBroken: (it) => `as aspas da linha ${it.line} do arquivo não fecham`,
  FileNul: 'o arquivo contém bytes nulos: salve-o como texto em UTF-8',
  FileFixedWidth: 'o arquivo tem colunas de largura fixa: exporte com um separador (; ou tabulação ou |)',
  FileDelimiterUnknown: 'não encontramos o separador de colunas do arquivo: use ; ou tabulação ou | ou vírgula',
  FileColumnsMissing: (it) => columnsMissing(it.fields, it.found),
  FileWithoutLines: (it) =>
    it.column === undefined || it.value === undefined
      ? 'o arquivo não contém nenhuma linha de conta'
      : `o arquivo não contém nenhuma linha de conta: a coluna ${sanitized(it.column)} traz "${sanitized(it.value)}" e não o código da conta`,
  FileCutShort: (it) => `o arquivo termina no meio da linha ${it.line}: envie o arquivo inteiro`,
  FileWithoutAmounts: (it) =>
    `nenhuma linha de conta do arquivo tem valores nas colunas ${it.columns.map(sanitized).join('; ')}`,
  FileCommasWithin: (it) =>
    `a linha ${it.line} tem ${it.cells} colunas e o cabeçalho ${it.headings}: ` +
    'separe as colunas por ; ou ponha entre aspas os valores com vírgula',
  FilePeriodMissing: 'informe period ou inclua a coluna Competência no arquivo',
  FilePeriodsSeveral: (it) =>
    `informe period: o arquivo contém as competências ${it.competences.map(month).join('; ')}`,
  FilePeriodNotFound: (it) =>
    `o arquivo não contém a competência ${month(it.competence)}: contém ${it.competences.map(month).join('; ')}`,
  FilePeriodDiffers: (it) =>
    `o arquivo traz a competência ${month(it.competence)} ` +
    `diferente da competência ${month(it.importCompetence)} da importação`,
  FileCnpjDiffers: (it) => `o arquivo traz o CNPJ ${maskCnpj(it.cnpj)} diferente do CNPJ da importação`,
  FileAccumulated: (it) =>
    `o arquivo é um balancete acumulado de ${dayText(it.from)} a ${dayText(it.to)}: ` +
    'envie um balancete de um único mês',
  FileOfSeveralMonths: (it) =>
    `o arquivo é de vários meses (${sanitized(it.text)}): envie um balancete de um único mês`,
  FileColumnsAccumulated: (it) =>
    `as colunas ${it.columns.map(sanitized).join('; ')} somam vários meses: ` +
    'envie o balancete com débitos e créditos de um único mês',
  FileCompaniesSeveral: (it) =>
    `o arquivo traz balancetes de mais de uma empresa (${it.companies.map(sanitized).join('; ')}): envie um arquivo por empresa`,
  FileColumnsTwice: (it) =>
    `o arquivo repete as colunas ${it.columns.map(sanitized).join('; ')} com outros valores: deixe as de um único mês`,
  FileUnit: (it) =>
    `o arquivo traz valores em ${unitName(it.unit)}${it.line === null ? '' : ` na linha ${it.line}`}: exporte os valores em reais`,
  FileDecimalMarkUnclear: (it) =>
    `o valor "${sanitized(it.value)}" na linha ${it.line} (coluna ${sanitized(it.column)}) é ambíguo: ` +
    'nenhum valor do arquivo mostra se o ponto ou a vírgula separa os decimais',
  FileTookTooLong: 'não foi possível ler o arquivo enviado no tempo limite',
  FileTookTooMuchMemory: 'não foi possível ler o arquivo enviado: ele ocupa memória demais',
};

export const fileReasonSentence = sentencesOf<FileReason>(fileReasonSentences);

export const ACCEPTED = 'envie CSV ou TXT delimitado ou XML ou XLSX ou XLS';

function formatUnknown(kind: string | undefined): string {
  if (kind === undefined) return `formato não aceito: ${ACCEPTED}`;
  const advice = savedAs[kind];
  if (advice !== undefined) return `formato não aceito: ${advice}`;
  return `formato não aceito: ${ACCEPTED} (o arquivo é ${sanitized(kind)})`;
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
  const rowTexts = rows.map(
    ({ line, cells }) =>
      `linha ${line}: ${cells.map((cell, at) => `nº ${at + 1} "${sanitized(cell)}"`).join(' ')}`,
  );
  return (
    'o arquivo não tem linha de cabeçalho: inclua os títulos das colunas ' +
    `ou grave um mapeamento que as indique pelo número (${rowTexts.join('; ')})`
  );
}

export const formatNames: Readonly<Record<FileFormat, string>> = { ...namesOf(fileFormats), ecd: 'SPED ECD' };

export const columnNames: Readonly<Record<ColumnField, string>> = {
  accountCode: 'Conta',
  accountName: 'Descrição',
  previousBalance: 'Saldo anterior',
  previousBalanceSide: 'D/C do saldo anterior',
  carriedBalance: 'Saldo transportado',
  debit: 'Débito',
  credit: 'Crédito',
  finalBalance: 'Saldo final',
  finalBalanceSide: 'D/C do saldo final',
  cnpj: 'CNPJ',
  period: 'Competência',
  chartName: 'Plano de contas',
};

function columnsMissing(fields: readonly ColumnField[], headings: readonly string[]): string {
  const missing = `não encontramos no arquivo as colunas: ${fields.map((field) => columnNames[field]).join('; ')}`;
  return headings.length === 0
    ? missing
    : `${missing} (colunas encontradas: ${headings.map(sanitized).join('; ')})`;
}

const unitName = (unit: string): string =>
  unit.startsWith('milh') || unit === 'centenas' ? `${unit} de reais` : unit;
