// GET /console: Meu dia.
import { showPage } from '../../design/Page.js';
import { anyRole, type ConsoleRoute } from '../../route.js';
import { MyDayPage } from './MyDay.js';
import { readMyDay, type MyDayDependencies } from './query.js';

export function myDayRoutes(deps: MyDayDependencies): readonly ConsoleRoute[] {
  return [
    {
      ...{ method: 'GET', path: '/console', may: anyRole },
      handle: async (call) => {
        const day = await readMyDay(deps, call.state.session);
        showPage(call, { title: 'Meu dia', body: <MyDayPage day={day} now={deps.clock.now()} /> });
      },
    },
  ];
}
