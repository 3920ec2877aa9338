// Why a file as a whole is refused, as data. Sentences: src/messages/imports/fileReasons.ts.
import type { Competence } from '../kernel/competence.js';

export type FileFormat = 'csv' | 'txt' | 'xml' | 'xlsx' | 'xls' | 'html' | 'ecd';

/** The API's names of what a column may hold; also the keys of a saved mapping (docs/spec/files.md#mapping). */
export const columnFields = [
  'accountCode',
  'accountName',
  'previousBalance',
  'previousBalanceSide',
  'debit',
  'credit',
  'finalBalance',
  'finalBalanceSide',
  'cnpj',
  'period',
  'chartName',
] as const;
export type ColumnField = (typeof columnFields)[number];

/** `line` is the physical row of the file or sheet, from 1. */
export type FileReason =
  /** No part `file`, or more than one. */
  | Readonly<{ is: 'FileMissing' }>
  | Readonly<{ is: 'FileTwice' }>
  | Readonly<{ is: 'FileEmpty' }>
  | Readonly<{ is: 'FileFormatUnknown' }>
  /** Truncated, not what it says, or damaged in any other way. */
  | Readonly<{ is: 'FileBroken'; format: FileFormat }>
  | Readonly<{ is: 'FileEncrypted' }>
  | Readonly<{ is: 'FileInflatesTooMuch' }>
  /** Zip without a workbook, workbook or HTML without a table, XML without anything repeated. */
  | Readonly<{ is: 'FileWithoutTable'; format: FileFormat }>
  | Readonly<{ is: 'FileDoctype' }>
  | Readonly<{ is: 'FileXmlInvalid'; line: number }>
  | Readonly<{ is: 'FileXmlTooDeep'; line: number }>
  | Readonly<{ is: 'FileTooManyColumns'; line: number; columnsMax: number }>
  | Readonly<{ is: 'FileTooManySheets' }>
  /** A line, a quoted text or a cell without end. */
  | Readonly<{ is: 'FileLineTooLong'; line: number }>
  | Readonly<{ is: 'FileQuotesBroken'; line: number }>
  | Readonly<{ is: 'FileNul' }>
  | Readonly<{ is: 'FileFixedWidth' }>
  | Readonly<{ is: 'FileDelimiterUnknown' }>
  /** No row of the first 40 names the columns of a trial balance: these fields are missing from what was found. */
  | Readonly<{ is: 'FileColumnsMissing'; fields: readonly ColumnField[]; found: readonly string[] }>
  | Readonly<{ is: 'FileWithoutLines' }>
  /** There are lines, and no amount in any: values may stand in columns without a heading. */
  | Readonly<{ is: 'FileWithoutAmounts'; columns: readonly string[] }>
  /** Commas between the columns and within the amounts too. */
  | Readonly<{ is: 'FileCommasWithin'; line: number; cells: number; headings: number }>
  | Readonly<{ is: 'FileSheetMissing'; sheet: string }>
  | Readonly<{ is: 'FilePeriodMissing' }>
  /** The file holds several periods and the request names none. */
  | Readonly<{ is: 'FilePeriodsSeveral'; competences: readonly Competence[] }>
  | Readonly<{ is: 'FilePeriodNotFound'; competence: Competence; competences: readonly Competence[] }>
  /** What the file says outside its table. */
  | Readonly<{ is: 'FilePeriodDiffers'; competence: Competence; importCompetence: Competence }>
  | Readonly<{ is: 'FileCnpjDiffers'; cnpj: string }>
  /** A trial balance over several months: its opening is not last month's closing. Dates are YYYY-MM-DD. */
  | Readonly<{ is: 'FileAccumulated'; from: string; to: string }>
  /** Reports of several companies one below the other; names as far as they can be compared. */
  | Readonly<{ is: 'FileCompaniesSeveral'; companies: readonly string[] }>
  /** The same columns once more with other values, as reports of two months side by side have. */
  | Readonly<{ is: 'FileColumnsTwice'; columns: readonly string[] }>
  /** Amounts are no reais: `milhares`, `milhões`, or a currency's code; `line` where a line says so. */
  | Readonly<{ is: 'FileUnit'; unit: string; line: number | null }>
  | Readonly<{ is: 'FileDecimalMarkUnclear'; line: number; column: string; value: string }>
  | Readonly<{ is: 'FileTookTooLong' }>
  | Readonly<{ is: 'FileTookTooMuchMemory' }>;
