// What a list can be filtered by is declared in its view's file, beside the conditions: the parameters of REST and the arguments
// of GraphQL follow. No message contains a comma followed by a space.
import { z } from 'zod';

/** The filters of a list as its query takes them. */
export type Filters<Declared extends Readonly<Record<string, z.ZodType>>> = Readonly<{
  [Name in keyof Declared]?: z.output<Declared[Name]> | undefined;
}>;

/** Written `[0-9]+`, up to 2^53 − 1 (docs/spec/numbers.md#whole-numbers). */
export function wholeNumber(message: string, from = 0, to: number = Number.MAX_SAFE_INTEGER) {
  return z
    .string(message)
    .regex(/^[0-9]+$/, message)
    .transform(Number)
    .refine((value) => value >= from && value <= to, message)
    .meta({ type: 'integer', minimum: from, maximum: to });
}

export function oneOf<const Values extends readonly [string, ...string[]]>(name: string, values: Values) {
  return z.enum(values, `${name} deve ser um destes valores: ${values.join('; ')}`);
}

/** Compared exactly. */
export function exactText(name: string) {
  return z.string().min(1, `${name} não pode ser vazio`);
}

/** `true` or `false`. */
export function truth(name: string) {
  return z
    .enum(['true', 'false'], `${name} deve ser true ou false`)
    .transform((text) => text === 'true')
    .default(false);
}
