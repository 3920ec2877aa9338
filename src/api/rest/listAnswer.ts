// Answers lists as JSON, CSV or XLSX with an ETag, or as 304 when the client has the current page.
import { LRUCache } from 'lru-cache';
import type { KeyRecord } from '../../domain/apiKeys.js';
import type { Pagination } from '../../projections/engine/pages.js';
import { BRAZILIAN, CSV_TYPE, PLAIN, csvOf, type CsvFormat } from '../../spreadsheets/csv.js';
import type { Column } from '../../spreadsheets/xlsxParts.js';
import { XLSX_TYPE, xlsxPage } from '../../spreadsheets/xlsxPage.js';
import type { CallContext } from '../call.js';
import { isKnown, weakTag } from '../http/etag.js';
import { JSON_TYPE, success } from '../http/problems.js';

/** Revalidated before each use; not stored by shared caches. */
const CACHE_CONTROL = 'private, no-cache';
const VARY = 'Accept, Accept-Encoding, Accept-Language, Authorization, X-API-Key';

/** Parsed parameters of a list; the others are its filters. */
export type ListQuery = Readonly<{ page: number; limit: number; updatedSince?: number | undefined }>;

type ListCall = Readonly<{
  columns: readonly Column[];
  context: CallContext;
  key: KeyRecord;
  query: ListQuery;
}>;

export type ListPage = Readonly<{
  /** Rows, or the stored JSON text of their array. */
  rows: readonly object[] | Uint8Array;
  pagination: Pagination;
  /** Changes missing from this page will have this time, in ms, or a later one. */
  changedUntil: number;
}>;

export type ListAnswers = Readonly<ReturnType<typeof createListAnswers>>;

export function createListAnswers() {
  const updatedUntil = createUpdatedUntil();
  return {
    async answer(call: ListCall, foundPage: ListPage): Promise<void> {
      const { context, key, query } = call;
      const format = formatOf(call);
      const content = contentOf(call, format, foundPage);
      const { page, updatedSince, ...filters } = query;
      const name = `${key.keyId} ${context.path} ${updatedSince} ${JSON.stringify(filters)}`;
      const { changedUntil } = foundPage;
      const until = updatedUntil({ name, page, changedSince: updatedSince, changedUntil });
      await send(call, format, foundPage, { tag: tagOf(call, format, [content]), until, content });
    },
    /**
     * For rows that never change: the ETag depends on the request only, so that a 304 reads no row.
     * @param changedUntil determined before the rows are read
     */
    async answerUnchanging(call: ListCall, changedUntil: number, find: () => Promise<ListPage>): Promise<void> {
      const format = formatOf(call);
      const tag = tagOf(call, format, []);
      const until = new Date(changedUntil).toISOString();
      if (isKnown(call.context.headers['if-none-match'], tag)) return answerNotModified(call, tag, until);
      const page = await find();
      await send(call, format, page, { tag, until, content: contentOf(call, format, page) });
    },
  };
}

/** Media types offered, with the parameters that clients may name; the first is the default. */
const TYPES = [JSON_TYPE, 'application/json', CSV_TYPE, 'text/csv; charset=utf-8', 'text/csv', XLSX_TYPE];

type Format = 'json' | 'xlsx' | CsvFormat;

/** CSV has the format of the client's preferred language. */
function formatOf({ context }: ListCall): Format {
  const type = context.accepts(TYPES);
  if (type === XLSX_TYPE) return 'xlsx';
  if (type === false || !type.startsWith('text/csv')) return 'json';
  const [language = ''] = context.acceptsLanguages();
  return /^pt(-|$)/i.test(language) ? BRAZILIAN : PLAIN;
}

/** Hashes what an answer depends on: client, query, format, fields and content. */
function tagOf(call: ListCall, format: Format, content: readonly Uint8Array[]): string {
  const { context, key, columns } = call;
  const formatName = typeof format === 'string' ? format : format.separator;
  return weakTag([`${key.clientId} ${context.url} ${formatName} ${namesOf(columns).join(' ')}`, ...content]);
}

function namesOf(columns: readonly Column[]): readonly string[] {
  return columns.map(({ name }) => name);
}

/** The page as CSV or JSON. An XLSX is identified by its JSON, so that a 304 writes none. */
function contentOf(call: ListCall, format: Format, { rows, pagination }: ListPage): Buffer {
  if (typeof format === 'object') return Buffer.from(csvOf(namesOf(call.columns), parsedRows(rows), format));
  if (!(rows instanceof Uint8Array)) return Buffer.from(JSON.stringify({ data: rows, pagination }));
  return Buffer.concat([DATA, rows, Buffer.from(`,"pagination":${JSON.stringify(pagination)}}`)]);
}

function parsedRows(rows: ListPage['rows']): readonly object[] {
  return rows instanceof Uint8Array ? (JSON.parse(new TextDecoder().decode(rows)) as object[]) : rows;
}

const DATA = Buffer.from('{"data":');

async function send(
  call: ListCall,
  format: Format,
  { rows, pagination }: ListPage,
  { tag, until, content }: Readonly<{ tag: string; until: string; content: Buffer }>,
): Promise<void> {
  const { context, columns } = call;
  if (isKnown(context.headers['if-none-match'], tag)) return answerNotModified(call, tag, until);
  // `/api/v1/trial-balances/12/lines` ─► `trial-balances-12-lines`: paths hold letters, digits and hyphens.
  const name = context.path.replace(/^.*\/v1\//, '').replaceAll('/', '-');
  const body = format === 'xlsx' ? await xlsxPage(name, columns, parsedRows(rows)) : content;
  setValidators(call, tag, until);
  context.set('Content-Type', format === 'json' ? JSON_TYPE : format === 'xlsx' ? XLSX_TYPE : CSV_TYPE);
  if (format !== 'json')
    context.set({
      'X-Total-Count': String(pagination.total),
      'X-Total-Pages': String(pagination.pages),
      'Content-Disposition': `attachment; filename="${name}.${format === 'xlsx' ? 'xlsx' : 'csv'}"`,
    });
  context.body = body;
}

function answerNotModified(call: ListCall, tag: string, until: string): void {
  setValidators(call, tag, until);
  call.context.status = 304;
}

function setValidators({ context }: ListCall, tag: string, until: string): void {
  context.set({ ETag: tag, Vary: VARY, 'Cache-Control': CACHE_CONTROL, 'X-Updated-Until': until });
}

/** Readings remembered at once, and how long a client may pause between two pages. */
const READINGS_MAX = 10_000;
/** Total characters of their names: a filter may be as long as a URL. */
const NAMES_LENGTH_MAX = 5_000_000;
const PAUSE_MAX_MS = 15 * 60_000;

type Reading = Readonly<{
  /** Key, list, filters and page size: everything but the page number. */
  name: string;
  page: number;
  /** `updatedSince` of the request, ms. */
  changedSince: number | undefined;
  /** Changes missing from this page will have this time, in ms, or a later one. */
  changedUntil: number;
}>;

/**
 * A row of an earlier page may change before the next page is read, so all pages of a reading carry the value of
 * its first page. When the first page is unknown (another process answered it, or too long ago), the page carries
 * the request's own `updatedSince`, which repeats rows but misses none.
 */
export function createUpdatedUntil() {
  const firstPages = new LRUCache<string, number>({
    max: READINGS_MAX,
    maxSize: NAMES_LENGTH_MAX,
    sizeCalculation: (_, name) => name.length,
    ttl: PAUSE_MAX_MS,
    updateAgeOnGet: true,
  });
  return ({ name, page, changedSince, changedUntil }: Reading): string => {
    if (page === 1) {
      if (!firstPages.has(name)) firstPages.set(name, changedUntil);
      return new Date(changedUntil).toISOString();
    }
    const earliest = firstPages.get(name) ?? changedSince ?? 0;
    return new Date(Math.min(earliest, changedUntil)).toISOString();
  };
}

// Answers one row with an ETag, or 304 when the client has it already (docs/spec/rows.md#one-row).

export function answerRow(
  { context, key }: Readonly<{ context: CallContext; key: KeyRecord }>,
  row: object,
): void {
  const body = JSON.stringify(success(row));
  const tag = weakTag([`${key.clientId} ${context.url}`, body]);
  context.set({ ETag: tag, Vary: 'Accept-Encoding, Authorization, X-API-Key', 'Cache-Control': CACHE_CONTROL });
  if (isKnown(context.headers['if-none-match'], tag)) {
    context.status = 304;
    return;
  }
  context.set('Content-Type', JSON_TYPE);
  context.body = body;
}
