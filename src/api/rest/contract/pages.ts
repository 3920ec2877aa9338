// The envelopes every route shares.
import { z } from 'zod';

export const pagination = z.strictObject({ page: z.int(), limit: z.int(), total: z.int(), pages: z.int() });

export function pageOf<Row extends z.ZodType>(row: Row) {
  return z.strictObject({ data: z.array(row), pagination });
}

export const errorEnvelope = z.strictObject({
  success: z.literal(false),
  error: z.string(),
  code: z.string().optional(),
  erros: z
    .array(z.strictObject({ linha: z.int(), campo: z.string(), contaCodigo: z.string(), mensagem: z.string() }))
    .max(1000)
    .optional(),
});
