// What an integrator's program would use: a key and the routes. Every answer is held to the contract.
import { createApiClient, type ApiClient } from '../../clients/typescript/apiClient.js';
import { expectInContract } from './contract.js';

export type Answer = Readonly<{ status: number; headers: Headers; text: string; body: Body }>;
/** Members are asserted by the tests; whatever is not there fails them. */
export type Body = Readonly<Record<string, unknown>> &
  Readonly<{
    success?: boolean;
    error?: string;
    code?: string;
    data: Row & readonly Row[];
    pagination: Readonly<{ page: number; limit: number; total: number; pages: number }>;
  }>;
export type Row = Readonly<Record<string, unknown>>;

export type Client = Readonly<{
  /** The typed client that integrators have. */
  api: ApiClient;
  get(path: string): Promise<Answer>;
  post(path: string, body: unknown): Promise<Answer>;
  /** Every row of a list, page by page. */
  all(path: string): Promise<Row[]>;
}>;

export function client(url: string, key: string): Client {
  const headers = { authorization: `Bearer ${key}` };
  async function answer(response: Response, method: string): Promise<Answer> {
    const text = await response.text();
    expectInContract({ method, url: response.url, status: response.status, headers: response.headers, text });
    return { status: response.status, headers: response.headers, text, body: parsed(text) };
  }
  const api = createApiClient(url, key, {
    async onResponse({ request, response }) {
      const answered = { method: request.method, url: response.url, status: response.status };
      expectInContract({ ...answered, headers: response.headers, text: await response.clone().text() });
    },
  });
  const get = async (path: string) => answer(await fetch(url + path, { headers }), 'GET');
  return {
    api,
    get,
    post: async (path, body) =>
      answer(
        await fetch(url + path, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
        'POST',
      ),
    async all(path) {
      const rows: Row[] = [];
      for (let page = 1; ; page++) {
        const { status, body } = await get(`${path}${path.includes('?') ? '&' : '?'}page=${page}&limit=100`);
        if (status !== 200) throw new Error(`GET ${path}: ${status} ${JSON.stringify(body)}`);
        rows.push(...body.data);
        if (page >= body.pagination.pages) return rows;
      }
    },
  };
}

function parsed(text: string): Body {
  try {
    return JSON.parse(text) as Body;
  } catch {
    return {} as Body;
  }
}
