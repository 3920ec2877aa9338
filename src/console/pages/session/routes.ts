// POST /console/sair and /console/tema: what the person's own browser keeps. POST /console/acessos/ciente: what they read.
import { acknowledgeLinks, recordSignIn } from '../../../commands/people/access.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { redirectTo } from '../../session/answers.js';
import { deleteCookie, SESSION_COOKIE, setCookie, THEME_COOKIE, YEAR_SECONDS } from '../../session/cookies.js';
import { readForm } from '../../session/readForm.js';
import { LINKS_SEEN, UNTIL_FIELD } from '../../design/Page.js';
import { noteWritten, personContext, post, type ConsoleRoute } from '../../route.js';
import { pathOfReferer } from '../../session/draft.js';

export function sessionRoutes(deps: ConsoleDependencies): readonly ConsoleRoute[] {
  return [
    post('/console/sair', async (call) => {
      await readForm(call, deps);
      const { session, address } = call.state;
      await deps.sessions.end(session.sessionId);
      await recordSignIn(deps, session, 'SIGNED_OUT', address);
      deleteCookie(call, SESSION_COOKIE);
      redirectTo(call, '/console/entrar');
    }),
    post(LINKS_SEEN, async (call) => {
      const until = (await readForm(call, deps)).raw(UNTIL_FIELD);
      const position = await acknowledgeLinks(deps, call.state.session, until, personContext(call));
      if (position !== null) await deps.keys.refresh();
      await noteWritten(deps, call, position);
      redirectTo(call, pathOfReferer(call));
    }),
    post('/console/tema', async (call) => {
      const chosen = (await readForm(call, deps)).text('tema');
      setCookie(call, THEME_COOKIE, chosen === 'claro' ? 'claro' : 'escuro', YEAR_SECONDS);
      redirectTo(call, pathOfReferer(call));
    }),
  ];
}
