// GET /, /docs, /api/v1/docs and /api/v1/graphiql, without a key. A key entered stays in the browser's memory.
import type { OpenRoute } from '../call.js';
import { isKnown } from '../http/etag.js';
import { CSS, lazily } from '../http/sharedFiles.js';
import { FAVICON_PNG, FAVICON_SVG, pageAssets } from './assets.js';
import { guidePages, guideList, type ServedFile } from './guides.js';
import { ASSETS, PAGE_CSS, documentHtml, linkList, pageHtml, type PageText } from './html.js';
import type { Environment } from '../../domain/deployment.js';
import { COLLECTION_PATH } from '../openapi/routes.js';

const asset = (name: string): string => ASSETS + name;

const DOCS: PageText = {
  title: 'Contrato da API de conciliação contábil',
  styles: [asset('swagger-ui.css'), asset('page.css')],
  scripts: [asset('swagger-ui-bundle.js')],
  module: asset('page-docs.js'),
  fills: false,
};
const GRAPHIQL: PageText = {
  title: 'GraphQL da conciliação contábil',
  styles: [asset('graphiql.css'), asset('page.css')],
  scripts: [asset('react.js'), asset('react-dom.js'), asset('graphiql.js')],
  module: asset('page-graphiql.js'),
  fills: true,
};

/** Content-Security-Policy: own files and calls only; the tools need `data:` images and inline styles. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
/** Documents have no script. */
const DOCUMENT_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
const headersWith = (policy: string) => ({
  'Content-Security-Policy': policy,
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
});
const TOOL_HEADERS = headersWith(POLICY);
const DOCUMENT_HEADERS = headersWith(DOCUMENT_POLICY);
/** Revalidated at each request: a new release changes the pages. */
const CACHE_CONTROL = 'public, no-cache';

/** @throws ProgramFileMissing when a file of a page is not there */
export function pageRoutes(facts: HomeFacts): readonly OpenRoute[] {
  const html = 'text/html; charset=utf-8';
  const made: readonly (readonly [path: string, type: string, make: () => string | Buffer, headers?: Headers])[] =
    [
      ['/', html, () => homeHtml(facts), DOCUMENT_HEADERS],
      ['/favicon.svg', 'image/svg+xml', () => FAVICON_SVG, DOCUMENT_HEADERS],
      ['/favicon.ico', 'image/png', () => FAVICON_PNG],
      ['/api/v1/docs', html, () => pageHtml(DOCS), TOOL_HEADERS],
      ['/api/v1/graphiql', html, () => pageHtml(GRAPHIQL), TOOL_HEADERS],
      [asset('page.css'), CSS, () => PAGE_CSS],
    ];
  return [
    ...made.map(([path, type, make, headers]) => fileRoute({ path, type, load: lazily(make) }, headers)),
    ...guidePages().map((page) => fileRoute(page, DOCUMENT_HEADERS)),
    ...pageAssets().map((file) => fileRoute(file)),
  ];
}

type Headers = Readonly<Record<string, string>>;

function fileRoute({ path, type, load }: ServedFile, moreHeaders: Headers = {}): OpenRoute {
  return {
    method: 'GET',
    path,
    async handle(context) {
      const { bytes, gzipped, tag } = load();
      context.set({ ...moreHeaders, ETag: tag, Vary: 'Accept-Encoding', 'Cache-Control': CACHE_CONTROL });
      if (isKnown(context.headers['if-none-match'], tag)) {
        context.status = 304;
        return;
      }
      const isGzipped = context.acceptsEncodings('gzip', 'identity') === 'gzip';
      if (isGzipped) context.set('Content-Encoding', 'gzip');
      context.set('Content-Type', type);
      context.body = isGzipped ? gzipped : bytes;
    },
  };
}

type HomeFacts = Readonly<{
  environment: Environment;
  version: string;
  /** Whether health and metrics have the port of the API. */
  hasHealth: boolean;
}>;

const ENVIRONMENTS: Readonly<Record<Environment, string>> = { staging: 'homologação', production: 'produção' };

/** GET /: what this service is, and where everything is. */
export function homeHtml({ environment, version, hasHealth }: HomeFacts): string {
  const parts = [
    '<h1>Conciliação contábil</h1>',
    '<p>Este serviço recebe balancetes, confere cada um, registra tudo como eventos e oferece empresas, planos de ' +
      'contas, balancetes e conciliações para leitura pelo ERP, pelo BI ou por outro sistema.</p>',
    `<p class="facts">Ambiente de ${ENVIRONMENTS[environment]}, entrega ${version}.</p>`,
    '<h2>Trabalhar</h2>',
    linkList([['/console', 'Console', 'Onde a equipe envia balancetes, concilia e fecha as competências']]),
    '<h2>Experimentar</h2>',
    linkList([
      [
        '/api/v1/docs',
        'Contrato da API',
        'Cada rota, com exemplos; com uma chave, as chamadas funcionam na página',
      ],
      ['/api/v1/docs?documento=webhooks', 'Contrato dos webhooks', 'Registro, entregas, e o corpo de cada evento'],
      ['/api/v1/graphiql', 'GraphQL', 'As mesmas leituras, só com os campos pedidos'],
    ]),
    '<p>Para programas, em OpenAPI 3.1: <a href="/api/v1/docs-json">API</a> e ' +
      '<a href="/v1/docs-json">webhooks</a>. Para Postman e Insomnia: ' +
      `<a href="${COLLECTION_PATH}">coleção</a>. A chave de API é emitida por quem opera o serviço.</p>`,
    '<h2>Guias</h2>',
    guideList(),
    ...(hasHealth ? [HEALTH] : []),
  ];
  return documentHtml({ title: 'Conciliação contábil', path: '/', body: parts.join('\n') });
}

const HEALTH = `<h2>Situação</h2>
${linkList([
  ['/health/ready', 'Pronto para atender', '503 com as partes que falham'],
  ['/health/live', 'No ar', 'O processo responde'],
  ['/metrics', 'Métricas', 'Em texto, para o Prometheus'],
])}`;
