// When the views first show each version, as a client sees it that reads what changed, over and over.
import { setTimeout as pause } from 'node:timers/promises';
import { client } from '../../support/client.js';

export type ShownVersions = Readonly<ReturnType<typeof watchShownVersions>>;

const REST_MS = 250;

export function watchShownVersions(url: string, key: string) {
  const shownMs = new Map<unknown, number>();
  const { get } = client(url, key);
  let since = '2000-01-01T00:00:00Z';
  let isOver = false;
  const readOn = async (): Promise<void> => {
    const { status, headers, text, body } = await get(`/api/v1/trial-balances?limit=100&updatedSince=${since}`);
    if (status === 503) return; // told to ask again
    if (status !== 200 || body.pagination.pages > 1) throw new Error(`what changed: ${status} ${text}`);
    for (const { id } of body.data) if (!shownMs.has(id)) shownMs.set(id, performance.now());
    since = headers.get('x-updated-until') ?? '';
  };
  const watch = async (): Promise<void> => {
    while (!isOver) {
      await readOn();
      await pause(REST_MS);
    }
  };
  const watching = watch();
  watching.catch(() => undefined); // rejects where it is stopped
  return {
    /** By the version's id, on the monotonic clock. */
    shownMs,
    async stop() {
      isOver = true;
      await watching;
    },
  };
}
