// Tables, declared by columns; the pages of a list; a page to print (`papel=sim`), with ten times the rows.
import { month, type Competence } from '../../domain/kernel/competence.js';
import { counted, dayText, wholeNumber } from '../../messages/formats.js';
import { addressWith, type PageCall, queryOf } from '../route.js';
import { useCall } from './Form.js';
import { DateTime, Empty, Period, State, type StateWord } from './values.js';
import type { ComponentChildren, VNode } from 'preact';
import { pageOfRows, type Page } from '../../projections/engine/pages.js';
import type { FileColumn, FileColumns } from '../exportedTable.js';

const PAPER_ROWS = 1_000;
export const PAGE_ROWS = 100;

export function isPaper({ query }: Pick<PageCall, 'query'>): boolean {
  return query['papel'] === 'sim';
}

export const rowsShown = (call: Pick<PageCall, 'query'>): number => (isPaper(call) ? PAPER_ROWS : PAGE_ROWS);

/** The page's own address as one to print. @param address its filters */
export function paperAddress(path: string, address: URLSearchParams | string): string {
  return addressWith(path, address, { page: null, papel: 'sim' });
}

/** Says that a printed list is cut at `PAPER_ROWS`. */
export function Cut({ total }: Readonly<{ total: number }>) {
  if (!isPaper(useCall()) || total <= PAPER_ROWS) return null;
  return (
    <p class="note warn">
      As primeiras {wholeNumber(PAPER_ROWS)} de {wholeNumber(total)}: filtre ou exporte para ver todas.
    </p>
  );
}

export type Sort = Readonly<{ href: string; is: 'ascending' | 'descending' | undefined }>;

export type Column<Row> = Readonly<{
  head: string;
  /** Shown instead of `head`. */
  heading?: ComponentChildren;
  cell(row: Row): ComponentChildren;
  /** What it is in the list's file; absent: it is on the page alone. */
  file?: FileColumns<Row> | undefined;
  sort?: Sort | undefined;
  how?: How | undefined;
}>;

/** `number`: aligned right. `long`: breaks anywhere. `unseen`: its heading is not shown. */
type As = 'number' | 'nowrap' | 'long' | 'unseen' | 'remove';
/** Left, right or over the whole of a line of the card, before its first, left out; `wide`: by tablets, too. */
const places = ['start', 'end', 'line', 'pick', 'off', 'wide'] as const;
type Phone = (typeof places)[number];
/** Cut where it is too long; an account over two lines. */
type Look = 'clip' | 'account';
type How = '' | As | Phone | `${As} ${Phone}` | `${Phone} ${Look}` | `${As} ${Phone} ${Look}`;
type Cell<Row> = (row: Row) => ComponentChildren;
/** `none`: shown where there is no value. */
type Shown<Row> = Readonly<{ none?: string; href?(row: Row): string }>;

/**
 * A column by its name, how it stands on the page and on a phone (there, unless given, a line of its own after its
 * heading), what it is in the list's file, and its cells, which unless given are as the first of those in the
 * file.
 */
export function column<Row>(
  head: string,
  how: How,
  content: Cell<Row> | FileColumn<Row> | FileColumns<Row>,
  shown: Cell<Row> | Shown<Row> = {},
): Column<Row> {
  if (typeof content === 'function') return { head, how, cell: content };
  const file = isOne(content) ? { [head]: content } : content;
  if (typeof shown === 'function') return { head, how, file, cell: shown };
  const [first] = Object.values(file);
  return { head, how, file, cell: (row) => first && valueIn(first, row, shown) };
}

/** A state of each row, whose name is in the list's file. */
export function stateColumn<Row>(head: string, how: How, wordOf: (row: Row) => StateWord): Column<Row> {
  return column(head, how, ['text', (row) => wordOf(row).name], (row) => State(wordOf(row)));
}

/** A month of each row. @param heading in the list's file */
export function monthColumn<Row>(
  head: string,
  how: How,
  monthOf: (row: Row) => string,
  heading = head,
): Column<Row> {
  const file: FileColumns<Row> = { [heading]: ['text', (row) => month(monthOf(row) as Competence)] };
  return column(head, how, file, (row) => Period({ period: monthOf(row) }));
}

type TableProps<Row> = Readonly<{
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  id?: string;
  empty?: ComponentChildren;
  foot?: Row | undefined;
  look?: string;
  /** On a phone it scrolls sideways; others become cards. */
  isGrid?: boolean;
  lookOf?(row: Row): string;
  /** A line under the row, over all columns. */
  below?(row: Row): VNode | null;
  /** Whether the first column that is not `unseen` heads its rows; not where it is typed. */
  isHeaded?: boolean;
  /** Whether keys move through its rows. */
  isList?: boolean;
  isCurrent?(row: Row): boolean;
}>;

/** It scrolls sideways where it is too wide. */
export function Table<Row>({
  caption,
  rows,
  id,
  empty,
  foot,
  look = '',
  isGrid = false,
  isHeaded = !isGrid,
  ...table
}: TableProps<Row>) {
  if (rows.length === 0 && empty !== undefined) return <Empty>{empty}</Empty>;
  const Line = lineOf({ ...table, isHeaded });
  return (
    <div class="table" tabindex={0} role="region" aria-label={caption}>
      <table class={`${isGrid ? '' : 'stacked '}${look}`.trim() || undefined} id={id}>
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>{table.columns.map((column) => heading(column))}</tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Line row={row} />
          ))}
        </tbody>
        {foot !== undefined && (
          // A tfoot is printed at the end of each page, where the sum would stand for the rows of the page.
          <tbody class="sum">{lineOf({ columns: table.columns, isHeaded })({ row: foot })}</tbody>
        )}
      </table>
    </div>
  );
}

/** How a heading stands as its cells do. */
const HEADED = ['number', 'wide'];

function heading<Row>({ head, heading: content, how = '', sort }: Column<Row>): VNode {
  const words = how.split(' ');
  return (
    <th
      scope="col"
      class={words.filter((word) => HEADED.includes(word)).join(' ') || undefined}
      aria-sort={sort?.is}
    >
      {content !== undefined ? (
        content
      ) : sort !== undefined ? (
        <a href={sort.href}>
          {head}
          {sort.is !== undefined && <span aria-hidden="true">{sort.is === 'ascending' ? ' ▲' : ' ▼'}</span>}
        </a>
      ) : words.includes('unseen') ? (
        <span class="unseen">{head}</span>
      ) : (
        head
      )}
    </th>
  );
}

type Cells<Row> = (row: Row) => VNode;
type Lines<Row> = Pick<TableProps<Row>, 'columns' | 'isHeaded' | 'isList' | 'isCurrent' | 'lookOf' | 'below'>;

/** A component, so that a row's elements are made when it is rendered, and are garbage after it. */
function lineOf<Row>({ columns, isHeaded, isList, isCurrent, lookOf, below }: Lines<Row>) {
  const name = isHeaded ? columns.find(({ how = '' }) => !how.includes('unseen')) : undefined;
  const cells = columns.map((column) => cellsOf(column, column === name));
  return function Line({ row }: Readonly<{ row: Row }>): VNode {
    const isHere = isCurrent?.(row) || undefined;
    const line = (
      <tr class={lookOf?.(row)} data-item={isList || undefined} aria-current={isHere} data-current={isHere}>
        {cells.map((cellIn) => cellIn(row))}
      </tr>
    );
    // A fragment would keep the elements of every row until the page is whole.
    if (below === undefined) return line;
    return (
      <>
        {line}
        {below(row)}
      </>
    );
  };
}

function isOne<Row>(file: FileColumn<Row> | FileColumns<Row>): file is FileColumn<Row> {
  return Array.isArray(file);
}

function valueIn<Row>([kind, value]: FileColumn<Row>, row: Row, { none = '–', href }: Shown<Row>) {
  const is = value(row) ?? null;
  const text = is === null ? none : typeof is === 'number' ? wholeNumber(is) : textOf(kind, String(is));
  return href === undefined ? text : <a href={href(row)}>{text}</a>;
}

function textOf(kind: FileColumn<unknown>[0], text: string): ComponentChildren {
  return kind === 'moment' ? <DateTime at={text} /> : kind === 'date' ? dayText(text) : text;
}

function cellsOf<Row>({ head, cell, how = '' }: Column<Row>, isName: boolean): Cells<Row> {
  const words = how.split(' ');
  const [Tag, scope] = isName ? (['th', 'row'] as const) : (['td', undefined] as const);
  const look = words.filter((word) => word !== 'unseen').join(' ') || undefined;
  const label = places.some((place) => words.includes(place)) ? undefined : head;
  return (row) => (
    <Tag scope={scope} class={look} data-label={label}>
      {cell(row)}
    </Tag>
  );
}

type NumbersProps<Row> = Pick<TableProps<Row>, 'columns' | 'rows'> & Readonly<{ label: string; caption?: string }>;

/** The numbers of a chart, closed until a person opens them. @param caption the label unless given */
export function Numbers<Row>({ label, ...table }: NumbersProps<Row>) {
  return (
    <details>
      <summary>{label}</summary>
      <Table caption={label} {...table} />
    </details>
  );
}

type ListedProps<Row> = Omit<TableProps<Row>, 'rows'> &
  Readonly<{
    listed: Pick<Page<Row>, 'rows' | 'pagination'>;
    prints?: boolean;
    list?: PartOfPage;
    /** Address of its pages, unless the call's. */
    path?: string;
  }>;

/** One page of a list: links to the others, and to the whole list as files. */
export function ListedTable<Row>({
  listed: { rows, pagination },
  prints = false,
  list = WHOLE_PAGE,
  path,
  ...table
}: ListedProps<Row>) {
  return (
    <>
      {!isPastEnd(pagination) && <Table {...table} rows={rows} />}
      <Pagination {...pagination} list={list} path={path} />
      <Cut total={pagination.total} />
      {rows.length > 0 && table.columns.some(({ file }) => file !== undefined) && <Exports prints={prints} />}
    </>
  );
}

/** The rows of a page, the last one beyond it. */
export function rowsOfPage<Row>(rows: readonly Row[], page: number, size: number) {
  const pages = Math.max(1, Math.ceil(rows.length / size));
  return pageOfRows(rows, { page: Math.min(page, pages), limit: size });
}

type PagedProps<Row> = TableProps<Row> & Pick<ListedProps<Row>, 'list' | 'path'>;

/** A hundred rows: the page that the address names. */
export function PagedTable<Row>({ rows, list = WHOLE_PAGE, ...table }: PagedProps<Row>) {
  const call = useCall();
  const listed = rowsOfPage(rows, queryOf(call).pageOf(list.parameter), rowsShown(call));
  return <ListedTable {...table} list={list} listed={listed} prints />;
}

type ExportsProps = Readonly<{
  path?: string;
  address?: URLSearchParams | string;
  /** Whether the page shows the whole list with `papel=sim`. */
  prints?: boolean;
}>;

/** Links to the whole list, as it is filtered, as files and to print. */
export function Exports({ prints = false, ...of }: ExportsProps) {
  const call = useCall();
  const { path = call.path, address = call.querystring } = of;
  const link = (formato: string): string => addressWith(path, address, { page: null, formato });
  return (
    <p class="hint no-print">
      <a href={link('csv')}>Exportar CSV</a>
      {' · '}
      <a href={link('xlsx')}>Exportar XLSX</a>
      {prints && (
        <>
          {' · '}
          <a href={paperAddress(call.path, address)}>Imprimir</a>
        </>
      )}
    </p>
  );
}

/** The pages that are offered beside the current one. */
export function pagesNear(page: number, pages: number): readonly number[] {
  return [...new Set([1, page - 1, page, page + 1, pages])].filter((one) => one >= 1 && one <= pages);
}

type PaginationProps = Readonly<{
  path?: string | undefined;
  /** The filters, which stay, unless the call's. */
  address?: URLSearchParams | string;
  page: number;
  pages: number;
  total: number;
  list?: PartOfPage;
}>;

/** Where a page has several lists: the parameter that names the page of this one, and where it stands. */
type PartOfPage = Readonly<{ parameter: string; at: string; label: string }>;
const WHOLE_PAGE: PartOfPage = { parameter: 'page', at: '', label: 'Páginas' };

/** Whether a list with rows has no such page. */
export const isPastEnd = ({ page, pages, total }: Pick<PaginationProps, 'page' | 'pages' | 'total'>): boolean =>
  total > 0 && page > pages;

/** Links to the pages around the current one, or from a page past the end to the last. */
export function Pagination({ page, pages, total, list = WHOLE_PAGE, ...of }: PaginationProps) {
  const call = useCall();
  // A form is at another address, without pages.
  const { path = call.path, address = call.method === 'GET' ? call.querystring : '' } = of;
  const link = (to: number): string => addressWith(path, address, { [list.parameter]: to }) + list.at;
  const lastPage = <a href={link(pages)}>{pages === 1 ? 'Ver a lista' : 'Ver a última página'}</a>;
  if (isPastEnd({ page, pages, total }))
    return <Empty next={lastPage}>{`A lista tem só ${counted(pages, 'página')}.`}</Empty>;
  if (pages <= 1) return null;
  return (
    <nav class="pages" aria-label={`${list.label}, ${total} itens`}>
      <ul>
        {pagesNear(page, pages).map((one) => (
          <li>
            <a href={link(one)} aria-current={one === page ? 'page' : undefined}>
              {one}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
