// An address that only takes a form, asked for as a page (reloaded, or gone back to): leads to the page it belongs to.
import type { ConsoleRoute } from './route.js';

/** @returns the path of the nearest page above the form's address; null when the address takes no form */
export function pageOfForm(routes: readonly Pick<ConsoleRoute, 'method' | 'path'>[], path: string): string | null {
  if (!answers(routes, 'POST', path)) return null;
  for (let above = parentOf(path); above !== ''; above = parentOf(above))
    if (answers(routes, 'GET', above)) return above;
  return null;
}

function answers(
  routes: readonly Pick<ConsoleRoute, 'method' | 'path'>[],
  asked: ConsoleRoute['method'],
  path: string,
): boolean {
  const segments = path.split('/');
  return routes.some(({ method, path: pattern }) => {
    const parts = pattern.split('/');
    const fits = (part: string, at: number): boolean => part.startsWith('{') || part === segments[at];
    return method === asked && parts.length === segments.length && parts.every(fits);
  });
}

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));
