// The queries. Arguments are checked by the schemas of the REST parameters; rows come from the same functions.
import type { Pagination } from '../../projections/engine/pages.js';
import type { ReadDependencies } from '../dependencies.js';
import { parseGiven } from '../http/request/query.js';
import type { List, Reader } from '../rest/list.js';

/** `deps` know the companies of the key. */
export type GraphqlContext = Readonly<{
  deps: ReadDependencies;
  reader: Reader;
  /** Resolves in the client's next turn: between two lists of a query, others are served. */
  turn(): Promise<void>;
}>;

/** Values as coerced by GraphQL; null means absent. */
export type Arguments = Readonly<Record<string, number | string | boolean | null | undefined>>;
export type RowsPage = Readonly<{ data: readonly object[]; pagination: Pagination }>;
export type Resolver = (parent: unknown, args: Arguments, context: GraphqlContext) => Promise<RowsPage>;

export function resolverOf({ query, read }: List): Resolver {
  return async (_, args, { deps, reader, turn }) => {
    await turn();
    const found = await read(deps, reader, parseGiven(query, texts(args)));
    const { rows, pagination } = 'read' in found ? await found.read() : found;
    const data = rows instanceof Uint8Array ? (JSON.parse(Buffer.from(rows).toString()) as object[]) : rows;
    return { data, pagination };
  };
}

/** Arguments as text, as query parameters are. */
function texts(args: Arguments): Readonly<Record<string, string>> {
  const given: Record<string, string> = {};
  for (const name in args) {
    const value = args[name];
    if (value !== null && value !== undefined) given[name] = String(value);
  }
  return given;
}
