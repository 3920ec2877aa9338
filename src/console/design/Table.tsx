// A table that scrolls sideways within itself, and the pages of a list.
import type { ComponentChildren } from 'preact';
import type { Markup } from './markup.js';

const LOOK = 'table table-sm table-hover align-middle';

type TableProps = Readonly<{ caption: string; head: ComponentChildren; id?: string; stacked?: boolean }> &
  (Readonly<{ children: ComponentChildren }> | Readonly<{ rows: Markup }>);

/**
 * @param caption read by screen readers. Cells of class `number` are aligned right.
 * @param stacked on a phone the cells of a row stand below each other, each after its `data-label`
 */
export function Table({ caption, head, id, stacked = false, ...body }: TableProps) {
  return (
    <div class="table-responsive" tabindex={0} role="region" aria-label={caption}>
      <table class={stacked ? `${LOOK} stacked` : LOOK} id={id}>
        <caption class="visually-hidden">{caption}</caption>
        <thead>
          <tr>{head}</tr>
        </thead>
        {'rows' in body ? (
          <tbody dangerouslySetInnerHTML={{ __html: body.rows.html }} />
        ) : (
          <tbody>{body.children}</tbody>
        )}
      </table>
    </div>
  );
}

/** The pages that are offered beside the current one. */
export function pagesNear(page: number, pages: number): readonly number[] {
  return [...new Set([1, page - 1, page, page + 1, pages])].filter((one) => one >= 1 && one <= pages);
}

type PaginationProps = Readonly<{
  address: URLSearchParams;
  path: string;
  page: number;
  pages: number;
  total: number;
  /** Where a page has several lists: the parameter that names the page of this one, and where it stands. */
  list?: Readonly<{ parameter: string; at: string; label: string }>;
}>;

const WHOLE_PAGE = { parameter: 'page', at: '', label: 'Páginas' };

/** Links to the pages around the current one. @param address the filters, which stay */
export function Pagination({ address, path, page, pages, total, list = WHOLE_PAGE }: PaginationProps) {
  if (pages <= 1) return null;
  const near = pagesNear(page, pages);
  const link = (to: number): string => {
    const query = new URLSearchParams(address);
    query.set(list.parameter, String(to));
    return `${path}?${query.toString()}${list.at}`;
  };
  return (
    <nav class="pages" aria-label={`${list.label}, ${total} itens`}>
      <ul class="pagination pagination-sm">
        {near.map((one) => (
          <li class={one === page ? 'page-item active' : 'page-item'}>
            <a class="page-link" href={link(one)} aria-current={one === page ? 'page' : undefined}>
              {one}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
