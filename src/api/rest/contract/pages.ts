// The envelopes every route shares.
import { z } from 'zod';

export const pagination = z.strictObject({
  page: z.int().describe('Página atual'),
  limit: z.int().describe('Linhas por página'),
  total: z.int().describe('Total de linhas'),
  pages: z.int().describe('Total de páginas; 0 quando a lista está vazia'),
});

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
