// The frame of both pages: a bar where the key is typed, and the tool below it.

export type PageText = Readonly<{
  title: string;
  /** Addresses. */
  styles: readonly string[];
  /** Classic scripts, then the one module. */
  scripts: readonly string[];
  module: string;
  /** Whether the tool fills the window. */
  fills: boolean;
}>;

export function pageHtml({ title, styles, scripts, module, fills }: PageText): string {
  const lines = [
    '<!doctype html>',
    '<html lang="pt-BR">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex">',
    `<title>${title}</title>`,
    '<link rel="icon" type="image/png" href="/api/v1/docs/assets/favicon.png">',
    ...styles.map((href) => `<link rel="stylesheet" href="${href}">`),
    '</head>',
    `<body${fills ? ' class="fills"' : ''}>`,
    '<header>',
    `<h1>${title}</h1>`,
    '<nav aria-label="Páginas">',
    '<a href="/api/v1/docs" data-document="api">API</a>',
    '<a href="/api/v1/docs?documento=webhooks" data-document="webhooks">Webhooks</a>',
    `<a href="/api/v1/graphiql"${fills ? ' aria-current="page"' : ''}>GraphQL</a>`,
    '</nav>',
    '<form id="access" autocomplete="off">',
    '<label for="key">Chave de API</label>',
    '<input id="key" type="password" autocomplete="off" spellcheck="false" placeholder="service_…">',
    '<button type="submit">Usar esta chave</button>',
    '<output id="state">sem chave</output>',
    '</form>',
    '</header>',
    '<main id="tool"></main>',
    '<noscript>Esta página precisa de JavaScript. O contrato está em /api/v1/docs-json.</noscript>',
    ...scripts.map((src) => `<script src="${src}"></script>`),
    `<script type="module" src="${module}"></script>`,
    '</body>',
    '</html>',
  ];
  return `${lines.join('\n')}\n`;
}

export const PAGE_CSS = `
body { margin: 0; font-family: system-ui, sans-serif; background: #fff; color: #1d2733; }
body > header { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1.5rem; padding: .6rem 1.2rem;
  background: #14324a; color: #fff; }
body > header h1 { font-size: 1.05rem; margin: 0; }
body > header nav { display: flex; gap: 1rem; flex: 1; }
body > header a { color: #cfe3f2; text-decoration: none; padding: .2rem 0; }
body > header a:hover, body > header a:focus-visible { text-decoration: underline; }
body > header a[aria-current] { color: #fff; border-bottom: 2px solid #fff; }
#access { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; font-size: .9rem; }
#access input { width: 16rem; padding: .35rem .5rem; border: 1px solid #6c8ba3; border-radius: 4px; font: inherit; }
#access button { padding: .35rem .8rem; border: 0; border-radius: 4px; background: #2f7d4f; color: #fff; font: inherit;
  cursor: pointer; }
.swagger-ui .parameter__name.required::after { content: 'obrigatório'; }
#state { min-width: 11rem; color: #cfe3f2; }
body.fills { display: flex; flex-direction: column; height: 100vh; }
body.fills #tool { flex: 1; min-height: 0; }
body.fills #tool .graphiql-container { height: 100%; }
@media (max-width: 640px) {
  .swagger-ui .response-col_links { display: none; }
  .swagger-ui .opblock-section-header, .swagger-ui .try-out { flex-wrap: wrap; }
  body.fills .graphiql-container .graphiql-session { flex-direction: column; }
}
`;
