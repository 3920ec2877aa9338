// The HTML of the pages: the bar of all, tools with a place for the key, and documents without script.

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

type DocumentText = Readonly<{
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
    escapeHtml(title),
    [`${ASSETS}page.css`],
    ' class="document"',
    `<header>\n${bar(path)}\n</header>\n<main>\n${body}\n</main>`,
  );
}

/** @param links address, name, and what it is for */
export function linkList(links: readonly (readonly [string, string, string])[]): string {
  const items = links.map(
    ([href, name, about]) => `<li><a href="${href}">${escapeHtml(name)}</a><span>${escapeHtml(about)}</span></li>`,
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
  const entry = (href: string, name: string, attributes = ''): string =>
    `<a href="${href}"${attributes}${href === path ? ' aria-current="page"' : ''}>${name}</a>`;
  const entries = [
    entry('/', 'Início'),
    entry('/api/v1/docs', 'API', ' data-document="api"'),
    entry('/api/v1/docs?documento=webhooks', 'Webhooks', ' data-document="webhooks"'),
    entry(GRAPHIQL, 'GraphQL'),
    entry('/docs', 'Guias'),
  ];
  return `<nav aria-label="Páginas">\n${entries.join('\n')}\n</nav>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

// The style of the pages. Documents follow the light or dark scheme of the reader; the tools are light only.

export const PAGE_CSS = `
body { margin: 0; font-family: system-ui, sans-serif; background: #fff; color: #1d2733; }
body > header { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1.5rem; padding: .6rem 1.2rem;
  background: #14324a; color: #fff; }
body > header h1 { font-size: 1.05rem; margin: 0; }
body > header nav { display: flex; flex-wrap: wrap; gap: .2rem 1rem; flex: 1 0 auto; }
body > header a { color: #cfe3f2; text-decoration: none; padding: .2rem 0; }
body > header a:hover, body > header a:focus-visible { text-decoration: underline; }
body > header a[aria-current] { color: #fff; border-bottom: 2px solid #fff; }
#access { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; font-size: .9rem; }
#access input { width: 16rem; padding: .35rem .5rem; border: 1px solid #6c8ba3; border-radius: 4px; font: inherit; }
#access button { padding: .35rem .8rem; border: 0; border-radius: 4px; background: #2f7d4f; color: #fff; font: inherit;
  cursor: pointer; }
#state { min-width: 11rem; color: #cfe3f2; }
body.fills { display: flex; flex-direction: column; height: 100vh; height: 100dvh; }
body.fills #tool { flex: 1; min-height: 0; }
body.fills #tool .graphiql-container { height: 100%; }
@media (max-width: 640px) {
  body > header { gap: .4rem 1rem; padding: .5rem .8rem; }
  body > header nav { flex: 1 1 100%; }
  #access { flex: 1; }
  #access label { display: none; }
  #access input { flex: 1; width: auto; min-width: 6rem; }
  #state { flex-basis: 100%; min-width: 0; }
  .swagger-ui .opblock-section-header, .swagger-ui .try-out { flex-wrap: wrap; }
  .swagger-ui .responses-inner { overflow-x: auto; }
  /* The guide lies above the editors, not beside them: the button that runs a query stays in sight. */
  body.fills .graphiql-container { flex-direction: column; }
  body.fills .graphiql-container .graphiql-sidebar { flex-direction: row; width: auto; padding: 4px 8px; }
  body.fills .graphiql-container .graphiql-sidebar .graphiql-sidebar-section { flex-direction: row; gap: 4px; }
  body.fills .graphiql-container .graphiql-main { flex-direction: column; min-height: 0; }
  body.fills .graphiql-container .graphiql-main > :first-child { min-height: 0; max-height: 45%; }
  body.fills .graphiql-container .graphiql-main > .graphiql-horizontal-drag-bar { display: none; }
  body.fills .graphiql-container .graphiql-plugin { width: 100%; overflow: auto; }
  body.fills .graphiql-container .graphiql-sessions { margin: 0 8px 8px; min-height: 13rem; }
  body.fills .graphiql-container .graphiql-session { flex-direction: column; }
}
@media (max-width: 640px) {
  body.document .wide table { min-width: 40rem; }
}
body.document { --text: #1d2733; --quiet: #51606e; --page: #fff; --soft: #f2f5f8; --line: #d5dde4; --link: #135a94;
  color-scheme: light dark; background: var(--page); color: var(--text); line-height: 1.55; }
@media (prefers-color-scheme: dark) {
  body.document { --text: #dfe6ec; --quiet: #a3b1bd; --page: #12181e; --soft: #1c252d; --line: #33414d; --link: #7dbdf0; }
}
body.document main { max-width: 52rem; margin: 0 auto; padding: 1.2rem 1.2rem 4rem; overflow-wrap: break-word; }
body.document h1 { font-size: 1.7rem; line-height: 1.25; margin: .6rem 0 1rem; }
body.document h2 { font-size: 1.25rem; margin: 2rem 0 .6rem; padding-bottom: .25rem; border-bottom: 1px solid var(--line); }
body.document h3 { font-size: 1.05rem; margin: 1.5rem 0 .4rem; }
body.document main a { color: var(--link); }
body.document .facts { color: var(--quiet); }
body.document ul.links { list-style: none; margin: 0; padding: 0; }
body.document ul.links li { display: flex; flex-wrap: wrap; gap: 0 .8rem; padding: .45rem 0; border-bottom: 1px solid var(--line); }
body.document ul.links a { flex: 0 0 15rem; font-weight: 600; text-decoration: none; }
body.document ul.links a:hover { text-decoration: underline; }
body.document ul.links span { flex: 1 1 16rem; color: var(--quiet); }
body.document code { font: .88em ui-monospace, monospace; background: var(--soft); border-radius: 3px; padding: .1em .3em; }
body.document pre { background: var(--soft); border: 1px solid var(--line); border-radius: 6px; padding: .7rem .9rem; overflow-x: auto; }
body.document pre code { background: none; padding: 0; }
body.document .wide { display: block; overflow-x: auto; }
body.document table { border-collapse: collapse; font-size: .92rem; }
body.document th, body.document td { border: 1px solid var(--line); padding: .35rem .6rem; text-align: left; vertical-align: top;
  overflow-wrap: normal; }
body.document th { background: var(--soft); }
body.document img { max-width: 100%; background: #fff; border-radius: 6px; }
body.document .wide img { max-width: none; width: max(100%, 48rem); }
`;
