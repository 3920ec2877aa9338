// /console/avisos: what the bell of the header counts, and leads to.
import { renderToString } from 'preact-render-to-string';
import { wholeNumber } from '../../../messages/formats.js';
import { NOTICE_COUNT, NOTICES } from '../../design/navigation.js';
import { showPage } from '../../design/Page.js';
import { PagedTable, type Column } from '../../design/Table.js';
import { DateTime, Day, Period, State } from '../../design/values.js';
import { anyRole, type ConsoleCall, type ConsoleRoute } from '../../route.js';
import { noticeKinds, readNotices, type Notice, type NoticeDependencies } from './query.js';

/** More are not counted. */
const COUNTED_MAX = 99;

export function noticeRoutes(deps: NoticeDependencies): readonly ConsoleRoute[] {
  return [
    { method: 'GET', path: NOTICES, may: anyRole, handle: (call) => showNotices(call, deps) },
    { method: 'GET', path: NOTICE_COUNT, may: anyRole, handle: (call) => showCount(call, deps) },
  ];
}

const columns: readonly Column<Notice>[] = [
  {
    ...{ head: 'O quê', as: 'nowrap', phone: 'start' },
    cell: ({ kind }) => <State tone={noticeKinds[kind].tone}>{noticeKinds[kind].name}</State>,
  },
  {
    ...{ head: 'Quando', as: 'nowrap', phone: 'end' },
    cell: ({ kind, at }) => (kind === 'mentioned' || kind === 'webhook' ? <DateTime at={at} /> : <Day at={at} />),
  },
  {
    ...{ head: 'Sobre', as: 'name', phone: 'line' },
    cell: ({ href, title, under, competence }) => (
      <>
        <a class="breaks" href={href}>
          {title}
        </a>
        {competence !== null && (
          <small>
            {under} · <Period period={competence} />
          </small>
        )}
      </>
    ),
  },
  { head: 'O que foi dito', phone: 'line', cell: ({ said }) => said },
];

async function showNotices(call: ConsoleCall, deps: NoticeDependencies): Promise<void> {
  const rows = await readNotices(deps, call.state.session);
  const empty = 'Nada a avisar: nada foi devolvido a você, nem está atrasado ou vence amanhã.';
  showPage(call, {
    title: 'Avisos',
    body: <PagedTable caption="Avisos" {...{ call, columns, rows, empty }} isList />,
  });
}

/** The number alone, which the header asks for once it is there. */
async function showCount(call: ConsoleCall, deps: NoticeDependencies): Promise<void> {
  const { length } = await readNotices(deps, call.state.session);
  const shown = length > COUNTED_MAX ? `${COUNTED_MAX}+` : wholeNumber(length);
  call.type = 'html';
  call.body = length === 0 ? '' : renderToString(<strong id="contagem">{shown}</strong>);
}
