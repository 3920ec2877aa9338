// GET /api/v1/docs and /api/v1/graphiql: pages for people, without a key; the key is typed in the page and stays there.
import type { OpenRoute } from '../call.js';
import { isKnown } from '../http/response/etag.js';
import { assets, loaded, once, type Loaded } from './assets.js';
import { PAGE_CSS, pageHtml, type PageText } from './html.js';

const ASSETS = '/api/v1/docs/assets/';
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

/** Scripts, styles and calls of this service alone; the tools draw their icons as data and set styles of elements. */
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
const PAGE_HEADERS = {
  'Content-Security-Policy': POLICY,
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
};
/** Asked each time whether it is still the same: a release changes it. */
const CACHE_CONTROL = 'public, no-cache';

export function pageRoutes(): readonly OpenRoute[] {
  const html = 'text/html; charset=utf-8';
  return [
    served('/api/v1/docs', html, textOf(pageHtml(DOCS)), PAGE_HEADERS),
    served('/api/v1/graphiql', html, textOf(pageHtml(GRAPHIQL)), PAGE_HEADERS),
    served(asset('page.css'), 'text/css; charset=utf-8', textOf(PAGE_CSS)),
    ...assets.map(({ name, type, load }) => served(asset(name), type, load)),
  ];
}

const textOf = (text: string) => once(() => loaded(Buffer.from(text)));

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
