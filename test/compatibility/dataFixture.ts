// A DATA_DIR made by an earlier version of the service, with what was read from it then. Its scripts are in
// scripts/dataFixture; a file is made once, by the version it is named after, and kept.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';

const FIXTURES = fileURLToPath(new URL('../../../test/fixtures/', import.meta.url));

type KeyName = 'full' | 'reader' | 'revoked' | 'other';

/** A request and the bytes it was answered with. `request`: the JSON body of a POST; without it a GET. */
export type RecordedAnswer = Readonly<{
  key: KeyName;
  path: string;
  accept?: string;
  request?: unknown;
  body: string;
}>;

/** An import whose content is the newest version of its month: as JSON (`body`), or as a file with its fields. */
export type RecordedImport = Readonly<{ name: string; key: KeyName }> &
  (
    | Readonly<{ body: Readonly<{ period: string }> }>
    | Readonly<{ csv: string; fields: Readonly<{ companyId: number; chartName: string; period: string }> }>
  );

export type Recorded = Readonly<{
  begunAt: string;
  /** Events in the log. */
  events: number;
  keys: Readonly<Record<KeyName, Readonly<{ id: number; secret: string }>>>;
  webhooks: readonly Readonly<{ name: string; id: string; secret: string }>[];
  answers: readonly RecordedAnswer[];
  /** Bodies that a receiver got, by the id of the delivery. */
  received: Readonly<Record<string, string>>;
  resends: readonly RecordedImport[];
  /** Of a closed month, the content it has. */
  closed: RecordedImport;
  evidence: Readonly<{ reconciliationId: number; rows: readonly Readonly<{ name: string }>[] }>;
  secretsKey: string;
}>;

/** Below `folder`: `data` (the DATA_DIR), `evidence` (the attached files as they were), `seals.json`. */
export async function unpackDataFixture(name: string, folder: string): Promise<Recorded> {
  const whole = brotliDecompressSync(await readFile(join(FIXTURES, name)));
  const end = whole.indexOf('\n');
  const index = JSON.parse(whole.toString('utf8', 0, end)) as readonly { path: string; size: number }[];
  let at = end + 1;
  for (const { path, size } of index) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, whole.subarray(at, at + size), { mode: 0o600 });
    at += size;
  }
  return JSON.parse(await readFile(join(folder, 'recorded.json'), 'utf8')) as Recorded;
}

/**
 * Sends every recorded request again. Members and columns that were added since do not count, nor a null
 * for what a delivery has not.
 * @returns those answered otherwise, with both answers
 */
export async function differingAnswers(url: string, { answers, keys }: Recorded): Promise<readonly object[]> {
  const differing: object[] = [];
  for (const { key, path, accept, request, body } of answers) {
    const answer = await fetch(url + path, {
      headers: {
        authorization: `Bearer ${keys[key].secret}`,
        ...(accept !== undefined && { accept }),
        ...(request !== undefined && { 'content-type': 'application/json' }),
      },
      ...(request !== undefined && { method: 'POST', body: JSON.stringify(request) }),
    });
    const now = withoutAdditions(await answer.text(), body, accept);
    if (now !== body) differing.push({ path, status: answer.status, then: body, now });
  }
  return differing;
}

/** The text without the members, or the columns at the end of CSV, that the earlier one does not have. */
export function withoutAdditions(text: string, earlier: string, accept = 'application/json'): string {
  if (accept.startsWith('text/csv')) {
    const delimiter = earlier.slice(0, earlier.indexOf('\r\n')).includes(';') ? ';' : ',';
    const [heading = []] = parse(earlier, { delimiter });
    const rows = parse(text, { delimiter }).map((row) => row.slice(0, heading.length));
    return stringify(rows, { delimiter, record_delimiter: '\r\n' });
  }
  return JSON.stringify(reduced(JSON.parse(text), JSON.parse(earlier)));
}

function reduced(value: unknown, earlier: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(earlier)) return value.map((one, at) => reduced(one, earlier[at]));
  if (!isObject(value) || !isObject(earlier)) return value;
  const kept = Object.entries(value).filter(([name]) => name in earlier);
  return Object.fromEntries(
    kept.map(([name, one]) => {
      const isNone = one === null && name in NONE && earlier[name] === NONE[name];
      return [name, isNone ? earlier[name] : reduced(one, earlier[name])];
    }),
  );
}

/** What deliveries said where they now say null (docs/decisions/0144-null-where-a-delivery-has-none.md). */
const NONE: Readonly<Record<string, unknown>> = {
  lastAttemptAt: '',
  nextAttemptAt: '',
  responseStatus: 0,
  error: '',
};

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Sends an import again. @param query as `?validateOnly=true` */
export async function importAgain(
  url: string,
  { keys }: Recorded,
  again: RecordedImport,
  query = '',
): Promise<Readonly<{ status: number; body: unknown }>> {
  const headers = { authorization: `Bearer ${keys[again.key].secret}` };
  const route = `${url}/api/v1/trial-balances`;
  const answer =
    'csv' in again
      ? await fetch(`${route}/arquivo${query}`, { method: 'POST', headers, body: formOf(again) })
      : await fetch(route + query, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(again.body),
        });
  return { status: answer.status, body: await answer.json() };
}

function formOf({ name, csv, fields }: Extract<RecordedImport, { csv: string }>): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, String(value));
  form.append('file', new Blob([csv]), `${name}.csv`);
  return form;
}

export type DeliveryRow = Readonly<{
  deliveryId: string;
  eventId: string;
  type: string;
  createdAt: string;
  webhookId: string;
  status: string;
}>;

/** Every recorded delivery, of both clients. */
export function recordedDeliveries({ answers }: Recorded): readonly DeliveryRow[] {
  return answers
    .filter(({ path }) => path.startsWith('/v1/events?'))
    .flatMap(({ body }) => (JSON.parse(body) as { data: DeliveryRow[] }).data);
}
