// Parts: content too large for one event, stored as consecutive events of one stream before the event that names
// them.

/** Where parts are: `count` events of `stream` from `fromRevision` on. */
export type PartsLocation = Readonly<{ stream: string; fromRevision: number; count: number }>;

/**
 * Names a stream that contains only the parts of an event: the number of events, the total number of lines or
 * items, and the SHA-256 (hexadecimal) of their bytes in order.
 */
export type PartsReference = Readonly<{ stream: string; count: number; lines: number; hash: string }>;

export const PART_ITEMS_MAX = 5_000;
/** Leaves space in an append for the final event and metadata. */
export const PART_BYTES_MAX = 900_000;

/** At least one: its column says how many rows there are. */
type Fields<Item> = readonly [keyof Item, ...(keyof Item)[]];

/** The values of each field, in the order of the rows. */
export type Columns<Item> = { readonly [Field in keyof Item]: readonly Exclude<Item[Field], undefined>[] };

export function columnsOf<Item extends object>(items: readonly Item[], fields: Fields<Item>): Columns<Item> {
  const columns = fields.map((field) => [field, items.map((item) => item[field])] as const);
  return Object.fromEntries(columns) as unknown as Columns<Item>;
}

/** @throws Error when columns differ in length */
export function itemsOf<Item extends object>(columns: Columns<Item>, fields: Fields<Item>): Item[] {
  const count = columns[fields[0]].length;
  const items = Array.from({ length: count }, () => ({}) as Item);
  for (const field of fields) {
    const column = columns[field];
    if (column.length !== count)
      throw new Error(`column ${String(field)} holds ${column.length} of ${count} values`);
    for (const [at, item] of items.entries()) item[field] = column[at] as Item[typeof field];
  }
  return items;
}

/** UTF-8 bytes of the columns as JSON, in parts. */
export function encodeColumns<Item extends object>(
  items: Iterable<Item>,
  fields: Fields<Item>,
): Uint8Array<ArrayBuffer>[] {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let some: Item[] = [];
  for (const item of items) {
    some.push(item);
    if (some.length < PART_ITEMS_MAX) continue;
    parts.push(...encoded(some, fields));
    some = [];
  }
  if (some.length > 0) parts.push(...encoded(some, fields));
  return parts;
}

/** The inverse of one part. */
export function decodeColumns<Item extends object>(part: Uint8Array, fields: Fields<Item>): Item[] {
  return itemsOf(JSON.parse(new TextDecoder().decode(part)) as Columns<Item>, fields);
}

/** Splits parts that exceed PART_BYTES_MAX; one item never does, as its texts are limited. */
function encoded<Item extends object>(items: readonly Item[], fields: Fields<Item>): Uint8Array<ArrayBuffer>[] {
  const bytes = new TextEncoder().encode(JSON.stringify(columnsOf(items, fields)));
  if (bytes.length <= PART_BYTES_MAX || items.length === 1) return [bytes];
  const middle = items.length >> 1;
  return [...encoded(items.slice(0, middle), fields), ...encoded(items.slice(middle), fields)];
}
