// POST /console/sair and /console/tema: what the person's own browser keeps.
import { recordSignIn } from '../../../commands/people/invite.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { redirectTo } from '../../layout/answers.js';
import { readForm } from '../../layout/readForm.js';
import { isDark } from '../../layout/Page.js';
import { anyRole, type ConsoleRoute } from '../../route.js';
import { deleteCookie, SESSION_COOKIE, setCookie, THEME_COOKIE } from '../../session/cookies.js';
import { pathOfReferer } from '../../session/returnPath.js';

const YEAR_SECONDS = 31_536_000;

export function sessionRoutes(deps: ConsoleDependencies): readonly ConsoleRoute[] {
  return [
    {
      method: 'POST',
      path: '/console/sair',
      may: anyRole,
      async handle(call) {
        await readForm(call, deps);
        const { session, address } = call.state;
        await deps.sessions.end(session.sessionId);
        await recordSignIn(deps, session, 'SIGNED_OUT', address);
        deleteCookie(call, SESSION_COOKIE);
        redirectTo(call, '/console/entrar');
      },
    },
    {
      method: 'POST',
      path: '/console/tema',
      may: anyRole,
      async handle(call) {
        await readForm(call, deps);
        setCookie(call, THEME_COOKIE, isDark(call) ? 'claro' : 'escuro', YEAR_SECONDS);
        redirectTo(call, pathOfReferer(call));
      },
    },
  ];
}
