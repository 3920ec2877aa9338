// The row of a list is declared in its view's file, as the contract has it. What is stored of it follows.
import { z } from 'zod';
import type { FieldType } from '../engine/readStore.js';

/** The fields that a document has of its row, in their order: all but those that are computed when the row is read. */
export function fieldsOf<Row extends z.ZodObject, Computed extends keyof z.output<Row> & string = never>(
  row: Row,
  ...computed: readonly Computed[]
): Readonly<Record<Exclude<keyof z.output<Row> & string, Computed>, FieldType>> {
  const kept = Object.entries(row.shape).filter(([name]) => !computed.some((each) => each === name));
  return Object.fromEntries(kept.map(([name, schema]) => [name, typeOf(schema)])) as ReturnType<
    typeof fieldsOf<Row, Computed>
  >;
}

/** Numbers that are no integers are amounts. */
function typeOf(schema: unknown): FieldType {
  if (schema instanceof z.ZodNullable) return typeOf(schema.unwrap());
  if (schema instanceof z.ZodNumberFormat) return 'integer';
  if (schema instanceof z.ZodNumber) return 'cents';
  return schema instanceof z.ZodBoolean ? 'boolean' : 'text';
}

/** Describes balances that can be added up. */
export function debitPositive(balance: string): string {
  return `${balance} em reais com o devedor positivo e o credor negativo, qualquer que seja a convenção`;
}
