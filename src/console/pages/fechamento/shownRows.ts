// The HTML of rows of Fechamento that were shown before: a page has hundreds, of which few differ from the page before.
// Buys: a page of 50 companies in 12 competences within 15 ms of processor time.
import { LRUCache } from 'lru-cache';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';

const BYTES_MAX = 8 * 1_048_576;

const shown = new LRUCache<string, string>({
  maxSize: BYTES_MAX,
  sizeCalculation: (html, key) => 2 * (html.length + key.length),
});

/** @param key everything that the row shows and links to */
export function rowHtml(key: string, render: () => VNode): string {
  const known = shown.get(key);
  if (known !== undefined) return known;
  // One flat string: the renderer's is made of many pieces, which joining rows would walk each time.
  const html = Buffer.from(renderToString(render())).toString();
  shown.set(key, html);
  return html;
}
