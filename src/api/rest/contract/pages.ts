// The envelopes of all routes.
import * as z from 'zod';
import { valuesOf } from '../../../domain/kernel/vocabulary.js';
import { fileFormats } from '../../../domain/trialBalance/fileReasons.js';
import type { Column, ColumnKind } from '../../../spreadsheets/xlsxParts.js';

export const pagination = z.strictObject({
  page: z.int().describe('Página atual'),
  limit: z.int().describe('Linhas por página'),
  total: z.int().describe('Total de linhas'),
  pages: z.int().describe('Total de páginas; 0 quando a lista está vazia'),
});

export function pageOf<Row extends z.ZodType>(row: Row) {
  return z.strictObject({ data: z.array(row), pagination });
}

export const interpretation = z.strictObject({
  formato: z.enum(valuesOf(fileFormats)),
  codificacao: z.string().nullable(),
  separador: z.string().nullable(),
  planilha: z.string().nullable(),
  linhaCabecalho: z.int().describe('0 quando o arquivo não tem linha de cabeçalho'),
  colunas: z.record(z.string(), z.string()),
  convencao: z.string(),
  titulos: z.array(z.string()).optional().describe('Títulos das colunas encontradas'),
  totais: z
    .strictObject({ linhas: z.int(), debitos: z.number(), creditos: z.number() })
    .optional()
    .describe('Débitos e créditos somados nas linhas de detalhe'),
  contas: z
    .strictObject({ linhas: z.int(), encontradas: z.int(), naoEncontradas: z.array(z.string()) })
    .optional()
    .describe('Linhas cujas contas existem no plano e os primeiros códigos que não existem'),
});

export const errorEnvelope = z.strictObject({
  success: z.literal(false),
  error: z.string(),
  code: z.string().optional(),
  erros: z
    .array(z.strictObject({ linha: z.int(), campo: z.string(), contaCodigo: z.string(), mensagem: z.string() }))
    .max(1000)
    .optional(),
  interpretacao: interpretation.optional().describe('Só na recusa de um arquivo: como ele foi entendido até ali'),
});

/** Columns in the order of the contract. */
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
