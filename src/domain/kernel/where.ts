// What stored documents are looked for by: one language for both ports, documents and read models.

export type Scalar = string | number | boolean | null;

/**
 * What a field is compared with. A missing field is null. `not` also matches null unless it is null itself; ranges
 * never do. Texts are compared by their UTF-8 bytes. `wordPrefix`: a word of the text begins so; words are
 * separated by single spaces.
 */
export type Test =
  | Scalar
  | Readonly<{ in: readonly Scalar[] }>
  | Readonly<{ notIn: readonly Scalar[] }>
  | Readonly<{ not: Scalar }>
  | Readonly<{ wordPrefix: string }>
  | Range;
export type Range = Readonly<{
  above?: number | string;
  from?: number | string;
  below?: number | string;
  upTo?: number | string;
}>;

/**
 * A record matches when all its fields do, but for those that are undefined, `any` when one of its members does; a
 * list when all its members do.
 */
export type Where<Doc = Readonly<Record<string, unknown>>> =
  Readonly<{ [Field in keyof Doc]?: Test }> | readonly Where<Doc>[] | Readonly<{ any: readonly Where<Doc>[] }>;

/** The fields that every match has one value in. */
export function equalFields(where: Where): readonly string[] {
  if (isList(where)) return where.flatMap(equalFields);
  return Object.keys(where).filter((field) => {
    const test: unknown = where[field as keyof typeof where];
    return test === null || !['object', 'undefined'].includes(typeof test);
  });
}

/** The fields that are compared with a range in every match. */
export function rangedFields(where: Where): readonly string[] {
  if (isList(where)) return where.flatMap(rangedFields);
  return Object.entries(where).flatMap(([field, test]) => {
    const isRange =
      typeof test === 'object' && test !== null && ['above', 'from', 'below', 'upTo'].some((end) => end in test);
    return isRange ? [field] : [];
  });
}

function isList(where: Where): where is readonly Where[] {
  return Array.isArray(where);
}
