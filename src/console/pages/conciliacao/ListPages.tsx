// Links to the pages of one of the lists of a reconciliation's page; the pages of the others stay.
import { Cut } from '../../design/paper.js';
import { Pagination } from '../../design/Table.js';
import type { ConsoleCall } from '../../route.js';
import { pagePath } from './addresses.js';

type Props = Readonly<{
  call: ConsoleCall;
  id: number;
  parameter: string;
  /** The id of its section's heading, the parameter's name unless given. */
  at?: string;
  title: string;
  of: Readonly<{ page: number; pages: number; total: number }>;
}>;

export function ListPages({ call, id, parameter, at = parameter, title, of: { page, pages, total } }: Props) {
  // A form is at another address, without pages.
  const address = new URLSearchParams(call.method === 'GET' ? call.querystring : '');
  const list = { parameter, at: `#${at}`, label: `Páginas de ${title}` };
  return (
    <>
      <Pagination {...{ address, page, pages, total, list }} path={pagePath(id)} />
      <Cut call={call} total={total} />
    </>
  );
}
