// Why a file as a whole is refused, as data. Sentences: src/messages/imports/fileReasons.ts.
import type { Competence } from '../kernel/competence.js';
import type { Vocabulary } from '../kernel/vocabulary.js';

export const fileFormats = {
  csv: { name: 'CSV', meaning: 'texto separado por vírgula ou ponto e vírgula' },
  txt: { name: 'TXT', meaning: 'texto separado por tabulação ou barra' },
  xml: { name: 'XML', meaning: 'XML, inclusive planilha do Excel 2003' },
  xlsx: { name: 'XLSX', meaning: 'Excel' },
  xls: { name: 'XLS', meaning: 'Excel até 2003' },
  html: { name: 'HTML', meaning: 'tabela HTML, mesmo com outro nome' },
  ecd: { name: 'ECD', meaning: 'escrituração contábil digital do SPED' },
} as const satisfies Vocabulary;
export type FileFormat = keyof typeof fileFormats;

/** The names of column contents in the API, also the keys of a saved mapping (docs/spec/files.md#mapping). */
export const columnFields = [
  'accountCode',
  'accountName',
  'previousBalance',
  'previousBalanceSide',
  'carriedBalance',
  'debit',
  'credit',
  'finalBalance',
  'finalBalanceSide',
  'cnpj',
  'period',
  'chartName',
] as const;
export type ColumnField = (typeof columnFields)[number];

export type OtherReport = 'ledger' | 'comparative' | 'ecdWithoutBalances' | 'otherSped';

/** `line` is the physical row of the file or sheet, from 1. */
export type FileReason =
  /** No part `file`, or more than one. */
  | Readonly<{ is: 'FileMissing' }>
  | Readonly<{ is: 'FileTwice' }>
  | Readonly<{ is: 'FileEmpty' }>
  /** `found` is the kind of file, if known: `PDF`, `ODS`, `XLSB`, `ZIP` and others. */
  | Readonly<{ is: 'FileFormatUnknown'; found?: string }>
  /** A table of another report, such as a ledger, months side by side, or an ECD without balances. */
  | Readonly<{ is: 'FileIsOtherReport'; report: OtherReport }>
  /** No heading; with the first rows that have amounts, from which the user can map columns by position. */
  | Readonly<{ is: 'FileWithoutHeading'; rows: readonly Readonly<{ line: number; cells: readonly string[] }>[] }>
  /** Truncated, of another format than declared, or otherwise damaged. */
  | Readonly<{ is: 'FileBroken'; format: FileFormat }>
  | Readonly<{ is: 'FileEncrypted' }>
  | Readonly<{ is: 'FileInflatesTooMuch' }>
  /** A zip without a workbook, a workbook or HTML without a table, or XML without repeated elements. */
  | Readonly<{ is: 'FileWithoutTable'; format: FileFormat }>
  | Readonly<{ is: 'FileDoctype' }>
  | Readonly<{ is: 'FileXmlInvalid'; line: number }>
  | Readonly<{ is: 'FileXmlTooDeep'; line: number }>
  | Readonly<{ is: 'FileTooManyColumns'; line: number; columnsMax: number }>
  | Readonly<{ is: 'FileTooManySheets' }>
  /** A line, quoted text or cell that exceeds the limit. */
  | Readonly<{ is: 'FileLineTooLong'; line: number }>
  | Readonly<{ is: 'FileQuotesBroken'; line: number }>
  | Readonly<{ is: 'FileNul' }>
  | Readonly<{ is: 'FileFixedWidth' }>
  | Readonly<{ is: 'FileDelimiterUnknown' }>
  /** None of the first 40 rows is a complete heading: these fields are missing in the best one. */
  | Readonly<{ is: 'FileColumnsMissing'; fields: readonly ColumnField[]; found: readonly string[] }>
  /** `column` was read for codes, and holds such a text, where a heading was found. */
  | Readonly<{ is: 'FileWithoutLines'; column?: string; value?: string }>
  /** A text file ends within this line. */
  | Readonly<{ is: 'FileCutShort'; line: number }>
  /** No line has an amount: the amounts may be in columns without a heading. */
  | Readonly<{ is: 'FileWithoutAmounts'; columns: readonly string[] }>
  /** Commas both separate the columns and occur in unquoted amounts. */
  | Readonly<{ is: 'FileCommasWithin'; line: number; cells: number; headings: number }>
  | Readonly<{ is: 'FilePeriodMissing' }>
  /** The file has several periods, and the request has none. */
  | Readonly<{ is: 'FilePeriodsSeveral'; competences: readonly Competence[] }>
  | Readonly<{ is: 'FilePeriodNotFound'; competence: Competence; competences: readonly Competence[] }>
  /** The period or CNPJ written outside the table differs from the import's. */
  | Readonly<{ is: 'FilePeriodDiffers'; competence: Competence; importCompetence: Competence }>
  | Readonly<{ is: 'FileCnpjDiffers'; cnpj: string }>
  /**
   * A trial balance over several months, whose opening is not the previous month's closing. Dates are YYYY-MM-DD.
   */
  | Readonly<{ is: 'FileAccumulated'; from: string; to: string }>
  /** The same, where the file says only so: `1º Trimestre de 2026`. */
  | Readonly<{ is: 'FileOfSeveralMonths'; text: string }>
  /** Debits and credits of several months, by their headings: `Débito até o mês`. */
  | Readonly<{ is: 'FileColumnsAccumulated'; columns: readonly string[] }>
  /** Reports of several companies below one another; names in normalised form. */
  | Readonly<{ is: 'FileCompaniesSeveral'; companies: readonly string[] }>
  /** Repeated headings with different values, as in reports of two months side by side. */
  | Readonly<{ is: 'FileColumnsTwice'; columns: readonly string[] }>
  /** Amounts are not in reais: `milhares`, `milhões` or a currency code; `line` if found in a line. */
  | Readonly<{ is: 'FileUnit'; unit: string; line: number | null }>
  | Readonly<{ is: 'FileDecimalMarkUnclear'; line: number; column: string; value: string }>
  | Readonly<{ is: 'FileTookTooLong' }>
  | Readonly<{ is: 'FileTookTooMuchMemory' }>;
