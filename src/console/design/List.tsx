// A page of one list: what filters it, its rows a hundred at a time, and the whole of it as a file.
import type { ComponentChildren } from 'preact';
import { addressWith, queryOf, type ConsoleCall } from '../route.js';
import { answeredAsFile, type ExportedList } from '../exportedTable.js';
import { Filters, FiltersInUse, refusedFilters, type Filter } from './Filters.js';
import { useCall } from './Form.js';
import { showPage, type PageContent } from './Page.js';
import { ListedTable, rowsOfPage, rowsShown, type Column } from './Table.js';
import { Errors } from './values.js';

type ListPage<Row> = Omit<PageContent, 'body'> &
  Readonly<{
    fileName: string;
    columns: readonly Column<Row>[];
    rows: ExportedList<Row>['rows'];
    caption?: string;
    empty: ComponentChildren;
    /** Shown when no row passes the filters; `empty` unless given. */
    none?: ComponentChildren;
    filters?: readonly Filter[];
    before?: ComponentChildren;
    after?: ComponentChildren;
    isList?: boolean;
    prints?: boolean;
    /** The number of rows in words, shown before the table. */
    count?(total: number): string;
    /** Which columns the page has; its file has all. */
    shows?(column: Column<Row>): boolean;
  }>;

/** Answers with the page, or its file where the address asks for one; 400 where a filter has no such value. */
export async function showList<Row>(call: ConsoleCall, list: ListPage<Row>): Promise<void> {
  const {
    fileName,
    columns,
    rows,
    caption = list.title,
    empty,
    none = empty,
    filters = [],
    before,
    after,
    count,
    shows = () => true,
    isList = false,
    prints = false,
    ...page
  } = list;
  const refused = refusedFilters(call, filters);
  const form = filters.length > 0 && <FoldedFilters fields={filters} />;
  if (refused.length > 0)
    return showPage(call, { ...page, status: 400, body: [form, <Errors sentences={refused} />] });
  if (await answeredAsFile(call, { name: list.title, fileName, columns, rows })) return;
  const isFiltered = filters.some(({ value = null }) => value !== null && value !== '');
  const next = isFiltered ? ([call.path, 'Limpar os filtros'] as const) : page.add;
  const pageNumber = queryOf(call).page;
  const isWhole = typeof rows !== 'function';
  const listed = isWhole ? rowsOfPage(rows, pageNumber, rowsShown(call)) : await rows(pageNumber);
  showPage(call, {
    ...page,
    body: (
      <>
        {form}
        {before}
        {count !== undefined && (
          <p class="list-count" role="status">
            {count(listed.pagination.total)}
          </p>
        )}
        <ListedTable
          caption={caption}
          columns={columns.filter(shows)}
          listed={listed}
          isList={isList}
          prints={prints || isWhole}
          empty={
            <>
              {isFiltered ? none : empty} {next && <a href={next[0]}>{next[1]}</a>}
            </>
          }
        />
        {after}
      </>
    ),
  });
}

/** Filters shown in a row; the others are in a menu, and those in use are also chips. */
const FILTERS_IN_ROW = 5;

function FoldedFilters({ fields }: Readonly<{ fields: readonly Filter[] }>) {
  const { path, querystring } = useCall();
  const more = fields.slice(FILTERS_IN_ROW);
  const without = (name: string) => addressWith(path, querystring, { [name]: null, page: null });
  return (
    <>
      <Filters path={path} fields={fields.slice(0, FILTERS_IN_ROW)} more={more.length > 0 ? more : undefined} />
      <FiltersInUse fields={more} without={without} />
    </>
  );
}
