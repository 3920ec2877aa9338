// An API client with a key. Every answer is checked against the contract.
import { createServiceClient } from '../../clients/typescript/serviceClient.js';
import { expectInContract } from './contract.js';

export type Answer = Readonly<{ status: number; headers: Headers; text: string; body: Body }>;
/** Unchecked JSON: the tests assert its members. */
export type Body = Readonly<Record<string, unknown>> &
  Readonly<{
    success?: boolean;
    error?: string;
    code?: string;
    data: Row & readonly Row[];
    pagination: Readonly<{ page: number; limit: number; total: number; pages: number }>;
  }>;
export type Row = Readonly<Record<string, unknown>>;

export type Client = ReturnType<typeof client>;

export function client(url: string, key: string) {
  const headers = { authorization: `Bearer ${key}` };
  async function answer(response: Response, method: string): Promise<Answer> {
    const text = await response.text();
    expectInContract({ method, url: response.url, status: response.status, headers: response.headers, text });
    return { status: response.status, headers: response.headers, text, body: parsed(text) };
  }
  const api = createServiceClient({
    address: url,
    key,
    async fetch(asked, init) {
      const response = await fetch(asked, init);
      const answered = { method: init.method ?? '', url: response.url, status: response.status };
      expectInContract({ ...answered, headers: response.headers, text: await response.clone().text() });
      return response;
    },
  });
  const get = async (path: string) => answer(await fetch(url + path, { headers }), 'GET');
  return {
    /** The typed client that integrators have. */
    api,
    get,
    post: async (path: string, body: unknown) =>
      answer(
        await fetch(url + path, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
        'POST',
      ),
    /** Every row of a list, page by page. */
    async all(path: string): Promise<Row[]> {
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
