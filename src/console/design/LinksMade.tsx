// Tells a person, on every page until they say so, who made links that let somebody sign in as them.
// Source: docs/spec/console.md#invitations.
import { linkMade, LINKS_EXPLAINED } from '../../messages/console.js';
import type { SignedIn } from '../session/sessions.js';
import { CSRF_FIELD } from '../session/readForm.js';
import { instantText } from './values.js';

/** Of the form that says so. `UNTIL_FIELD`: the time of the newest link shown. */
export const LINKS_SEEN = '/console/acessos/ciente';
export const UNTIL_FIELD = 'ate';

export function LinksMade({ session: { links, csrfToken } }: Readonly<{ session: SignedIn }>) {
  const newest = links.at(-1);
  if (newest === undefined) return null;
  return (
    <section aria-label="Links de acesso à sua conta">
      <div class="note warn">
        {links.map(({ kind, at, by }) => (
          <p>{linkMade(kind, by, instantText(at))}.</p>
        ))}
        <p>{LINKS_EXPLAINED}</p>
        <form method="post" action={LINKS_SEEN}>
          <input type="hidden" name={CSRF_FIELD} value={csrfToken} />
          <input type="hidden" name={UNTIL_FIELD} value={newest.at} />
          <button>Estou ciente</button>
        </form>
      </div>
    </section>
  );
}
