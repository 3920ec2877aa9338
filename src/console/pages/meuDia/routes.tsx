// GET /console: Meu dia. Until it was there, Fechamento had the address: its old links still lead to it.
import { showPage } from '../../design/Page.js';
import { redirectTo } from '../../session/answers.js';
import { anyRole, type ConsoleRoute } from '../../route.js';
import { MyDayPage } from './MyDay.js';
import { readMyDay, type MyDayDependencies } from './query.js';

export function myDayRoutes(deps: MyDayDependencies): readonly ConsoleRoute[] {
  return [
    {
      ...{ method: 'GET', path: '/console', may: anyRole },
      handle: async (call) => {
        if (/[?&](ate|competencia)=/.test(call.search))
          return redirectTo(call, `/console/fechamento${call.search}`);
        const day = await readMyDay(deps, call.state.session);
        showPage(call, { title: 'Meu dia', body: <MyDayPage day={day} now={deps.clock.now()} /> });
      },
    },
  ];
}
