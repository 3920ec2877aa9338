// GET /, /docs, /api/v1/docs and /api/v1/graphiql, without a key. The key entered in a page stays in the browser's memory.
import type { OpenRoute } from '../call.js';
import { isKnown } from '../http/response/etag.js';
import { loaded, once, type Loaded } from '../http/response/loaded.js';
import { pageAssets } from './assets.js';
import { FAVICON_PNG, FAVICON_SVG } from './assets.js';
import { guidePages } from './guides.js';
import { homeHtml, type HomeFacts } from './homePage.js';
import { ASSETS, pageHtml, type PageText } from './html.js';
import { PAGE_CSS } from './styles.js';

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

/** Content-Security-Policy: only this service's own files and calls; the tools need `data:` images and inline styles. */
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
  const svg = 'image/svg+xml';
  return [
    served(
      '/',
      html,
      textOf(() => homeHtml(facts)),
      DOCUMENT_HEADERS,
    ),
    ...guidePages().map(({ path, type, load }) => served(path, type, load, DOCUMENT_HEADERS)),
    served(
      '/favicon.svg',
      svg,
      textOf(() => FAVICON_SVG),
      DOCUMENT_HEADERS,
    ),
    served(
      '/favicon.ico',
      'image/png',
      once(() => loaded(FAVICON_PNG)),
    ),
    served(
      '/api/v1/docs',
      html,
      textOf(() => pageHtml(DOCS)),
      TOOL_HEADERS,
    ),
    served(
      '/api/v1/graphiql',
      html,
      textOf(() => pageHtml(GRAPHIQL)),
      TOOL_HEADERS,
    ),
    served(
      asset('page.css'),
      'text/css; charset=utf-8',
      textOf(() => PAGE_CSS),
    ),
    ...pageAssets().map(({ name, type, load }) => served(asset(name), type, load)),
  ];
}

const textOf = (make: () => string) => once(() => loaded(Buffer.from(make())));

function served(
  path: string,
  type: string,
  load: () => Loaded,
  more: Readonly<Record<string, string>> = {},
): OpenRoute {
  return {
    method: 'GET',
    path,
    async handle(context) {
      const { bytes, gzipped, tag } = load();
      context.set({ ...more, ETag: tag, Vary: 'Accept-Encoding', 'Cache-Control': CACHE_CONTROL });
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
