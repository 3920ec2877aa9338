// Guides as HTML. HTML within a guide is shown as text, and links of other schemes than http and mail are no
// links: nothing that a guide holds runs in a browser.
import { createRequire } from 'node:module';
import type MarkdownIt from 'markdown-it';
import type { Token } from 'markdown-it';

const require = createRequire(import.meta.url);

/** @returns the address of a relative link, or null where it leads to what is not served */
type Resolve = (target: string) => string | null;

/** The body of a page. A link that leads nowhere here keeps its text. */
export function guideHtml(markdown: string, resolve: Resolve): string {
  // Loaded by the first guide, which keeps its files out of the service's start.
  const Renderer = require('markdown-it') as typeof MarkdownIt;
  const renderer = new Renderer({ html: false });
  renderer.core.ruler.push('headings', ({ tokens }) => nameHeadings(tokens));
  renderer.core.ruler.push('links', ({ tokens }) =>
    tokens.forEach(({ children }) => resolveLinks(children, resolve)),
  );
  // A table wider than a phone scrolls by itself.
  // A block of code too: who has no mouse scrolls it once it has the focus.
  const { fence } = renderer.renderer.rules;
  renderer.renderer.rules['fence'] = (...args) => (fence?.(...args) ?? '').replace('<pre>', '<pre tabindex="0">');
  const { image } = renderer.renderer.rules;
  renderer.renderer.rules['image'] = (...args) => drawing(image?.(...args) ?? '');
  renderer.renderer.rules['table_open'] = () => '<div class="wide" tabindex="0"><table>\n';
  renderer.renderer.rules['table_close'] = () => '</table></div>\n';
  return renderer.render(markdown);
}

/** A drawing keeps a size at which its texts are read, and scrolls by itself where the screen is smaller. */
function drawing(image: string): string {
  return /src="[^"]+\.svg"/.test(image) ? `<span class="wide" tabindex="0">${image}</span>` : image;
}

export function titleOf(markdown: string): string {
  return /^# +(.+)$/m.exec(markdown)?.[1]?.trim() ?? '';
}

/** Ids as GitHub makes them, so that a link to a heading works in both places. */
function nameHeadings(tokens: readonly Token[]): void {
  const takenIds = new Set<string>();
  tokens.forEach((token, index) => {
    if (token.type !== 'heading_open') return;
    const text = (tokens[index + 1]?.children ?? []).map(({ content }) => content).join('');
    const id = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
      .replaceAll(' ', '-');
    let numbered = id;
    for (let at = 1; takenIds.has(numbered); at++) numbered = `${id}-${at}`;
    takenIds.add(numbered);
    token.attrSet('id', numbered);
  });
}

function resolveLinks(tokens: Token[] | null, resolve: Resolve): void {
  let leadsNowhere = false;
  for (const token of tokens ?? []) {
    if (token.type === 'image') token.attrSet('src', addressOf(token.attrGet('src'), resolve) ?? '');
    if (token.type === 'link_open') {
      const address = addressOf(token.attrGet('href'), resolve);
      leadsNowhere = address === null;
      if (address !== null) token.attrSet('href', address);
    }
    if (leadsNowhere && token.type.startsWith('link_')) {
      if (token.type === 'link_close') leadsNowhere = false;
      token.type = 'text';
      token.content = '';
    }
  }
}

function addressOf(target: string | null, resolve: Resolve): string | null {
  if (target === null || target === '') return null;
  return /^(https?:|mailto:|#)/i.test(target) ? target : resolve(target);
}
