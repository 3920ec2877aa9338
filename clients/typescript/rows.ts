// A list of the API as an iteration: pages are read one by one, while the rows of the one before are being used.
import type { Calls } from './calls.js';
import type { ApiSchemas } from './contract.js';

export type Page<Row> = Readonly<{
  data: readonly Row[];
  pagination: ApiSchemas['Paginacao'];
  /** `X-Updated-Until`: the `updatedSince` of the next reading. */
  updatedUntil: string | null;
}>;

export type Rows<Row> = AsyncIterable<Row> &
  Readonly<{
    /** All pages, 100 rows each. */
    pages(): AsyncIterable<Page<Row>>;
    /** One page, from 1. */
    page(page: number, limit?: number): Promise<Page<Row>>;
    toArray(): Promise<Row[]>;
    /** The `updatedSince` of the next reading, once a page was read: what the first page of the last iteration said. */
    updatedUntil(): string | null;
  }>;

const ROWS_A_PAGE = 100;

export function createRows<Row>(
  call: Calls,
  path: string,
  query: Readonly<Record<string, unknown>> = {},
): Rows<Row> {
  let updatedUntil: string | null = null;

  async function page(number: number, limit = ROWS_A_PAGE): Promise<Page<Row>> {
    const { response, body } = await call({ method: 'GET', path, query: { ...query, page: number, limit } });
    const read = { ...(body as Page<Row>), updatedUntil: response.headers.get('x-updated-until') };
    if (number === 1) updatedUntil = read.updatedUntil;
    return read;
  }

  async function* pages(): AsyncGenerator<Page<Row>> {
    for (let number = 1; ; number++) {
      const read = await page(number);
      yield read;
      if (number >= read.pagination.pages) return;
    }
  }

  async function* rows(): AsyncGenerator<Row> {
    for await (const { data } of pages()) yield* data;
  }

  return {
    [Symbol.asyncIterator]: rows,
    pages,
    page,
    async toArray() {
      const all: Row[] = [];
      for await (const { data } of pages()) all.push(...data);
      return all;
    },
    updatedUntil: () => updatedUntil,
  };
}
