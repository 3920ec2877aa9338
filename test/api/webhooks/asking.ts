// Calls to the routes of webhooks, every answer held to the contract and to what must be true of all.
import { expect } from '#jest';
import { randomUUID } from 'node:crypto';
import { expectInContract } from '../../support/contract.js';
import { expectClean } from '../support/clean.js';
import { ask, type RawAnswer } from '../support/http.js';

export type Row = Readonly<{
  id: string;
  url: string;
  events: readonly string[];
  status: string;
  createdAt: string;
  secret?: string;
  deactivatedAt?: string;
  deactivationReason?: string;
}>;

export type Answer = RawAnswer & Readonly<{ data: Row; code: string | undefined; error: string | undefined }>;
export type Listed = Readonly<{
  data: readonly Readonly<Record<string, unknown>>[];
  pagination: Readonly<{ page: number; limit: number; total: number; pages: number }>;
}>;

type Sent = Readonly<{
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  idempotencyKey?: string | null;
}>;

export function asking(url: string, key: string) {
  /** @param path below /v1 */
  async function call(method: string, path: string, { body, headers = {} }: Sent = {}): Promise<Answer> {
    const answer = await ask(url, {
      method,
      path: `/v1${path}`,
      headers: {
        Authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    expectInContract({ method, url: `/v1${path}`, ...answer });
    if (answer.status !== 204) expectClean(answer);
    const { data, code, error } = (answer.text === '' ? {} : JSON.parse(answer.text)) as Partial<Answer>;
    return { ...answer, data: data as Row, code, error };
  }
  return {
    call,
    /** Default: a fresh `Idempotency-Key`; null: without one. */
    register: (body: unknown, { idempotencyKey = randomUUID(), headers = {} }: Sent = {}) =>
      call('POST', '/webhooks', {
        body,
        headers: { ...headers, ...(idempotencyKey !== null && { 'Idempotency-Key': idempotencyKey }) },
      }),
    list: async (query = '') => {
      const answer = await call('GET', `/webhooks${query}`);
      expect(answer.status).toBe(200);
      return JSON.parse(answer.text) as Listed & Readonly<{ data: readonly Row[] }>;
    },
    get: (id: string) => call('GET', `/webhooks/${id}`),
    patch: (id: string, body: unknown) => call('PATCH', `/webhooks/${id}`, { body }),
    remove: (id: string) => call('DELETE', `/webhooks/${id}`),
    rotate: (id: string, sent: Sent = {}) => call('POST', `/webhooks/${id}/rotate-secret`, sent),
  };
}

export const URL_OF_ERP = 'https://8.8.8.8/webhooks';
export const onImports = { url: URL_OF_ERP, events: ['import.completed'] } as const;
