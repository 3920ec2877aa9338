// The page of one reconciliation, its acts, and its files.
import { acts } from '../../../domain/reconciliation/transitions.js';
import { redirectTo } from '../../session/answers.js';
import { keyed, LinkButton } from '../../design/ActBar.js';
import { showPage } from '../../design/Page.js';
import { paperAddress } from '../../design/paper.js';
import { addressOf } from '../conciliacoes/address.js';
import { get, post, type ConsoleCall, type ConsoleRoute } from '../../route.js';
import { actRoute } from './actRoutes.js';
import { actPaths } from '../../../messages/acts.js';
import { PAGE, pagePath } from './addresses.js';
import { attach, download } from './files.js';
import { idIn, NOTHING_REFUSED, readPage, type PageData, type RefusedAct } from './pageData.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { scheduleRoutes } from './scheduleRoutes.js';
import { titleOf, View } from './View.js';

export function conciliacaoRoutes(deps: ConsoleDependencies): readonly ConsoleRoute[] {
  const show = (call: ConsoleCall, data: PageData, refused: RefusedAct, status: number): void =>
    showPage(call, {
      ...{ title: titleOf(data), status, now: data.list.now },
      actions: <Actions {...{ call, data }} />,
      body: <View {...{ call, data, refused }} />,
    });
  return [
    get(PAGE, async (call) => {
      show(call, await readPage(deps, call), NOTHING_REFUSED, 200);
    }),
    ...acts.map((act): ConsoleRoute => {
      const handle = act === 'attach' ? attach(deps, show) : actRoute(deps, act, show);
      return post(`${PAGE}/${actPaths[act]}`, handle);
    }),
    // After a refusal the browser is at the address of the form, where a person may reload.
    ...acts.map((act): ConsoleRoute => {
      const handle = async (call: ConsoleCall): Promise<void> => redirectTo(call, pagePath(idIn(call)));
      return get(`${PAGE}/${actPaths[act]}`, handle);
    }),
    ...scheduleRoutes(deps, show),
    get(`${PAGE}/${actPaths.attach}/{revisao}`, download(deps)),
  ];
}

function Actions({ call, data: { id, next, list } }: Readonly<{ call: ConsoleCall; data: PageData }>) {
  return (
    <>
      <LinkButton href={addressOf(list.address, { page: list.address.page })}>Conciliações</LinkButton>
      <LinkButton href={paperAddress(pagePath(id), new URLSearchParams(call.querystring))}>Imprimir</LinkButton>
      {next !== null && (
        <a
          class="button"
          href={pagePath(next.id) + call.search}
          {...keyed('n', `${next.contaCodigo} ${next.contaDescricao}`)}
        >
          Próxima da fila
        </a>
      )}
    </>
  );
}
