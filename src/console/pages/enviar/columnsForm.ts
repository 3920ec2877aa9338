// The column mapping that the form names, on the columns of the file itself.
import { requiredColumns, type ColumnMapping } from '../../../domain/clients/columnMapping.js';
import { columnFields, type ColumnField } from '../../../domain/trialBalance/fileReasons.js';
import { columnNames } from '../../../messages/imports/fileReasons.js';
import type { FormFields } from '../../session/readForm.js';

const COLUMN_LENGTH_MAX = 200;
const HEADER_ROW_MAX = 1_000_000;

/** The mapping, or the sentence that refuses it. */
export function mappingIn(form: FormFields): ColumnMapping | string {
  const columns: Partial<Record<ColumnField, string>> = {};
  for (const field of columnFields) {
    const column = form.text(field);
    if (column.length > COLUMN_LENGTH_MAX) return `${columnNames[field]}: o título da coluna é longo demais`;
    if (column !== '') columns[field] = column;
  }
  const missing = requiredColumns.filter((field) => columns[field] === undefined);
  if (missing.length > 0) return `Escolha a coluna de ${missing.map((field) => columnNames[field]).join(', ')}`;
  const repeated = requiredColumns.find((field, at) =>
    requiredColumns.slice(0, at).some((other) => columns[other] === columns[field]),
  );
  if (repeated !== undefined) return `A coluna de ${columnNames[repeated]} foi escolhida mais de uma vez`;
  const headerRow = form.text('headerRow');
  if (headerRow === '') return columns as ColumnMapping;
  const row = /^[0-9]{1,7}$/.test(headerRow) ? Number(headerRow) : 0;
  if (row < 1 || row > HEADER_ROW_MAX) return 'A linha do cabeçalho é um número a partir de 1';
  return { ...(columns as ColumnMapping), headerRow: row };
}
