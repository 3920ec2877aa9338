// A client of the API whose calls, parameters and rows are typed by the published contract: what an integrator's program in
// TypeScript can use as it is. `contract.d.ts` is made from the contract; a test makes it anew and compares.
import createClient, { type Client, type Middleware } from 'openapi-fetch';
import type { components, paths } from './contract.js';

export type ApiClient = Client<paths, 'application/json'>;
/** A row or body by the name the contract gives it, as in `Row<'Balancete'>`. */
export type Row<Name extends keyof components['schemas']> = components['schemas'][Name];

/**
 * @param address of the environment, as `http://127.0.0.1:3000`
 * @param key the secret, sent as Bearer
 * @param middleware sees every request and answer
 */
export function createApiClient(address: string, key: string, ...middleware: Middleware[]): ApiClient {
  const client = createClient<paths, 'application/json'>({
    baseUrl: address,
    headers: { Authorization: `Bearer ${key}` },
  });
  client.use(...middleware);
  return client;
}

type PageQuery = Readonly<{ page: number; limit: number }>;
type PageAnswer<Item> = Readonly<{
  data?: Readonly<{ data: readonly Item[]; pagination: Readonly<{ pages: number }> }>;
  error?: unknown;
  response: Response;
}>;

/** Every row of a list, page by page. @throws for an answer that is no page */
export async function everyRow<Item>(read: (query: PageQuery) => Promise<PageAnswer<Item>>): Promise<Item[]> {
  const rows: Item[] = [];
  for (let page = 1; ; page++) {
    const { data, error, response } = await read({ page, limit: 100 });
    if (!data) throw new Error(`${response.url}: ${response.status} ${JSON.stringify(error)}`);
    rows.push(...data.data);
    if (page >= data.pagination.pages) return rows;
  }
}
