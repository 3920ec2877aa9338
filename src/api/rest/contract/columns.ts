// Columns of a list in CSV and XLSX, derived from the schema of its rows.
import { z } from 'zod';
import type { Column, ColumnKind } from '../../../spreadsheets/xlsxCell.js';

/** In the order of the contract. */
export function columnsOf(row: z.ZodObject): readonly Column[] {
  return Object.entries(row.shape).map(([name, schema]) => ({ name, kind: kindOf(schema) }));
}

function kindOf(schema: unknown): ColumnKind {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return kindOf(schema.unwrap());
  if (schema instanceof z.ZodUnion) return kindOf(schema.options[0]);
  if (schema instanceof z.ZodISODate) return 'date';
  if (schema instanceof z.ZodISODateTime) return 'moment';
  if (schema instanceof z.ZodNumberFormat) return 'integer';
  if (schema instanceof z.ZodNumber) return 'amount';
  return schema instanceof z.ZodBoolean ? 'boolean' : 'text';
}
