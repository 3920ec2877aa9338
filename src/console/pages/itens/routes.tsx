// /console/conciliacoes/itens: what is open, how old it is and where it came from.
import { parseCompetence } from '../../../domain/kernel/competence.js';
import { openItemsWithBooks } from '../../../projections/views/openItemsWithBooks.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { showPage } from '../../design/Page.js';
import { rowsShown } from '../../design/paper.js';
import { answeredAsFile } from '../../exportedTable.js';
import { get, type ConsoleCall, type ConsoleRoute } from '../../route.js';
import { pageOf, textOf } from '../balancetes/query.js';
import { LIST_PATH } from '../conciliacoes/address.js';
import { companiesWithModule, readChoices } from '../conciliacoes/query.js';
import { columnsFor, OPEN_ITEMS, OpenItems, type ItemFilters } from './OpenItems.js';

export function openItemPages(deps: ConsoleDependencies): readonly ConsoleRoute[] {
  return [get(OPEN_ITEMS, (call) => show(deps, call))];
}

async function show(deps: ConsoleDependencies, call: ConsoleCall): Promise<void> {
  const filters = filtersOf(call);
  const { companies } = await readChoices(deps, call.state.session);
  const rows = (page: number) => itemsSeen(deps, call, { ...filters, page });
  const file = {
    name: 'Itens em aberto',
    fileName: 'itens-em-aberto',
    columns: columnsFor(companies),
    rows,
  };
  if (await answeredAsFile(call, deps, file)) return;
  showPage(call, {
    ...{ title: 'Itens em aberto', now: deps.clock.now() },
    actions: (
      <a class="button" href={LIST_PATH}>
        Conciliações
      </a>
    ),
    body: <OpenItems {...{ call, companies, filters }} found={await rows(filters.page)} />,
  });
}

/** Of companies that the person sees, the oldest first. */
function itemsSeen(deps: ConsoleDependencies, call: ConsoleCall, filters: ItemFilters) {
  const { session } = call.state;
  const seen = companiesWithModule(deps, session);
  const { companyId, period, minAgeDays, page } = filters;
  return openItemsWithBooks(deps.pages, session, {
    companies: companyId === null ? seen : seen.filter((each) => each === companyId),
    ...(period !== null && { period }),
    ...(minAgeDays !== null && { minAgeDays }),
    ...{ page, limit: rowsShown(call), order: 'desc', sortBy: 'idadeDias' },
  });
}

/** Wrong values of an address count as none. */
function filtersOf({ query }: Pick<ConsoleCall, 'query'>): ItemFilters {
  const whole = (text: string): number | null => (/^\d{1,9}$/.test(text) ? Number(text) : null);
  return {
    companyId: whole(textOf(query['companyId'])),
    period: parseCompetence(textOf(query['period'])),
    minAgeDays: whole(textOf(query['minAgeDays'])),
    page: pageOf(query['page']),
  };
}
