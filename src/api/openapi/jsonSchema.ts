// Converts zod schemas to the JSON Schema of the contract.
import * as z from 'zod';
import { withMeanings } from './enumerations.js';

export type Json = Readonly<{ [name: string]: unknown }>;
export type Members = Readonly<Record<string, Json>>;

export const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

export const objectSchema = (properties: Json): Json => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});

/** Allows additional members, as the contract may add some; zod's strict objects serve the tests. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output' = 'input'): Json {
  return contractSchema(z.toJSONSchema(schema, { io, unrepresentable: 'any' })) as Json;
}

function contractSchema(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(contractSchema);
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).filter(([name, value]) => {
    if (name === '$schema') return false;
    if (name === 'additionalProperties') return value !== false;
    // Omits the bounds of safe integers: they apply to every whole number.
    if (name === 'minimum' || name === 'maximum')
      return (node as { minimum?: number }).minimum !== Number.MIN_SAFE_INTEGER;
    // Omits the pattern of whole numbers: only the parser of the query sees them as text.
    return !(name === 'pattern' && (node as { type?: string }).type === 'integer');
  });
  const { description, enum: values } = node as { description?: string; enum?: readonly unknown[] };
  const meanings = Array.isArray(values) ? withMeanings(description, values) : undefined;
  return {
    ...Object.fromEntries(entries.map(([name, value]) => [name, contractSchema(value)])),
    ...(meanings !== undefined && { description: meanings }),
  };
}
