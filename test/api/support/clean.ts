// What must hold of every answer, whatever was asked: an id of ours, an envelope, Portuguese, and nothing from
// inside.
import { expect } from '#jest';
import { graphqlErrorEnvelope } from '../../../src/api/graphql/contract.js';
import { errorEnvelope } from '../../../src/api/rest/contract/pages.js';
import type { RawAnswer } from './http.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const INSIDE =
  /\bat \/|node_modules|dist\/|\.js\b|sqlite|libsql|zod|koa|ECONN|ENOENT|HPE_|ERR_|undefined|NaN|\[object|TypeError|SyntaxError|Unexpected|invalid_type/i;
/** Shown once, at random: any word may be in it. */
const SECRET = /whsec_[A-Za-z0-9+/=]+/g;
/** Words by which an English library's message would give itself away. */
const ENGLISH = /\b(invalid|expected|received|required|must be|not found|bad request|too large|timeout|error:)\b/i;

export function expectClean(answer: RawAnswer, isHead = false): void {
  const { status, headers, text } = answer;
  expect(headers.get('x-request-id')).toMatch(UUID);
  // A list may be kept by the caller alone, if it asks with the ETag each time whether it still holds.
  expect(headers.get('cache-control')).toBe(headers.has('etag') ? 'private, no-cache' : 'no-store');
  if (headers.has('etag')) expect(status).toBe(200);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  for (const name of ['server', 'x-powered-by', 'access-control-allow-origin'])
    expect(headers.has(name)).toBe(false);
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(status).not.toBe(500);
  if (isHead) return expect(text).toBe('');
  expect(text.replace(SECRET, '')).not.toMatch(INSIDE);
  if (status < 400) return;
  const sent = JSON.parse(text) as object;
  const envelope = ('errors' in sent ? graphqlErrorEnvelope : errorEnvelope).parse(sent);
  expect(envelope.error).not.toMatch(ENGLISH);
  expect(Object.keys(envelope).slice(0, 2)).toEqual(['success', 'error']);
  if (status !== 401) expect(envelope.code).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
}

/** What two answers may differ in: their id, the clock, and how often the key has called. */
const OWN = new Set(['x-request-id', 'date', 'x-ratelimit-remaining', 'x-ratelimit-reset']);

/** The answer but for what differs from call to call. */
export function sameness({ status, headers, text }: RawAnswer): object {
  return { status, text, headers: [...headers].filter(([name]) => !OWN.has(name)) };
}
