// What the person's browser keeps (/console/sair, /console/tema), and what they read (/console/acessos/ciente).
import { acknowledgeLinks, recordSignIn } from '../../../commands/people/access.js';
import { deleteCookie, SESSION_COOKIE, setCookie, THEME_COOKIE, YEAR_SECONDS } from '../../session/cookies.js';
import { form } from '../../session/readForm.js';
import { LINKS_SEEN, UNTIL_FIELD } from '../../design/Page.js';
import { personContext, type ConsoleRoute } from '../../route.js';
import { pathOfReferer } from '../../session/draft.js';
import { paths } from '../../paths.js';

export const sessionRoutes: readonly ConsoleRoute[] = [
  form('/console/sair', async (call) => {
    const { session, state } = call;
    await call.deps.sessions.end(session.sessionId);
    await recordSignIn(call.deps, session, 'SIGNED_OUT', state.address);
    deleteCookie(call, SESSION_COOKIE);
    return { to: paths.signIn };
  }),
  form(LINKS_SEEN, async (call, fields) => {
    const { deps } = call;
    const position = await acknowledgeLinks(deps, call.session, fields.raw(UNTIL_FIELD), personContext(call));
    if (position !== null) await deps.keys.refresh();
    return { position, to: pathOfReferer(call) };
  }),
  form('/console/tema', async (call, fields) => {
    setCookie(call, THEME_COOKIE, fields.text('tema') === 'claro' ? 'claro' : 'escuro', YEAR_SECONDS);
    return { to: pathOfReferer(call) };
  }),
];
