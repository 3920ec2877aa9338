// A page to print (`papel=sim`): read only, and without the pages of a hundred rows. A script opens the browser's dialogue.
import { wholeNumber } from '../../messages/formats.js';
import type { ConsoleCall, PageCall } from '../route.js';
import type { SignedIn } from '../session/sessions.js';
import { instantText } from './values.js';

/** Rows of one list. */
const PAPER_ROWS = 1_000;
const PAGE_ROWS = 100;

export function isPaper({ query }: Pick<PageCall, 'query'>): boolean {
  return query['papel'] === 'sim';
}

/** The rows of a list that a page shows. */
export const rowsShown = (call: Pick<PageCall, 'query'>): number => (isPaper(call) ? PAPER_ROWS : PAGE_ROWS);

/** The page's own address as one to print. @param address its filters */
export function paperAddress(path: string, address: URLSearchParams): string {
  const asked = new URLSearchParams(address);
  asked.delete('page');
  asked.set('papel', 'sim');
  return `${path}?${asked.toString()}`;
}

/** Who printed it and when. */
export function Printed({ session, now }: Readonly<{ session: SignedIn; now: Date }>) {
  return (
    <p class="muted">
      Impresso por {session.name} em {instantText(now.toISOString())}
    </p>
  );
}

/** Where a list is longer than its paper. */
export function Cut({ call, total }: Readonly<{ call: ConsoleCall; total: number }>) {
  if (!isPaper(call) || total <= PAPER_ROWS) return null;
  return (
    <p class="note warn">
      As primeiras {wholeNumber(PAPER_ROWS)} de {wholeNumber(total)}: filtre ou exporte para ver todas.
    </p>
  );
}
