// Schemas of zod as JSON Schema, the way clients may rely on them.
import { z } from 'zod';

export type Json = Readonly<{ [name: string]: unknown }>;
export type Members = Readonly<Record<string, Json>>;

export const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

export const objectSchema = (properties: Json): Json => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});

/** As clients may rely on it: open to members to come, so without what zod refuses for tests' sake. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output' = 'input'): Json {
  return opened(z.toJSONSchema(schema, { io, unrepresentable: 'any' })) as Json;
}

function opened(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(opened);
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).filter(([name, value]) => {
    if (name === '$schema') return false;
    if (name === 'additionalProperties') return value !== false;
    // What any JSON number is bound by, on both sides, says nothing.
    if (name === 'minimum' || name === 'maximum')
      return (node as { minimum?: number }).minimum !== Number.MIN_SAFE_INTEGER;
    // A whole number is text in an address, which only its reader needs to know.
    return !(name === 'pattern' && (node as { type?: string }).type === 'integer');
  });
  return Object.fromEntries(entries.map(([name, value]) => [name, opened(value)]));
}
