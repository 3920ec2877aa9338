// The HTML of the pages: the bar of all of them; tools, which add a place for the key to it; and documents, without script.

export type PageText = Readonly<{
  title: string;
  /** Addresses. */
  styles: readonly string[];
  /** Classic scripts, then one module. */
  scripts: readonly string[];
  module: string;
  /** Whether the tool fills the window. */
  fills: boolean;
}>;

export type DocumentText = Readonly<{
  title: string;
  /** The entry of the bar that is this page's. */
  path: string;
  /** HTML. */
  body: string;
}>;

export const ASSETS = '/api/v1/docs/assets/';
const GRAPHIQL = '/api/v1/graphiql';

export function pageHtml({ title, styles, scripts, module, fills }: PageText): string {
  return whole(
    title,
    styles,
    fills ? ' class="fills"' : '',
    `<header>
<h1>${title}</h1>
${bar(fills ? GRAPHIQL : null)}
<form id="access" autocomplete="off">
<label for="key">Chave de API</label>
<input id="key" type="password" autocomplete="off" spellcheck="false" placeholder="service_…">
<button type="submit">Usar esta chave</button>
<output id="state">sem chave</output>
</form>
</header>
<main id="tool"></main>
<noscript>Esta página precisa de JavaScript. O contrato está em /api/v1/docs-json.</noscript>
${scripts.map((src) => `<script src="${src}"></script>`).join('\n')}
<script type="module" src="${module}"></script>`,
  );
}

export function documentHtml({ title, path, body }: DocumentText): string {
  return whole(
    escaped(title),
    [`${ASSETS}page.css`],
    ' class="document"',
    `<header>\n${bar(path)}\n</header>\n<main>\n${body}\n</main>`,
  );
}

/** @param links address, name, and what it is for */
export function linkList(links: readonly (readonly [string, string, string])[]): string {
  const items = links.map(
    ([href, name, about]) => `<li><a href="${href}">${escaped(name)}</a><span>${escaped(about)}</span></li>`,
  );
  return `<ul class="links">\n${items.join('\n')}\n</ul>`;
}

function whole(title: string, styles: readonly string[], bodyClass: string, body: string): string {
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
${styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('\n')}
</head>
<body${bodyClass}>
${body}
</body>
</html>
`;
}

/** @param path of this page; the page of the contracts marks its entries itself */
function bar(path: string | null): string {
  const entry = (href: string, name: string, more = ''): string =>
    `<a href="${href}"${more}${href === path ? ' aria-current="page"' : ''}>${name}</a>`;
  const entries = [
    entry('/', 'Início'),
    entry('/api/v1/docs', 'API', ' data-document="api"'),
    entry('/api/v1/docs?documento=webhooks', 'Webhooks', ' data-document="webhooks"'),
    entry(GRAPHIQL, 'GraphQL'),
    entry('/docs', 'Guias'),
  ];
  return `<nav aria-label="Páginas">\n${entries.join('\n')}\n</nav>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
