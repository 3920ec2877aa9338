// Scripts and styles of the pages, by path: this repository's, and packages'. Pages load nothing from elsewhere.
import { CSS, JAVASCRIPT, lazily } from '../http/sharedFiles.js';
import type { ServedFile } from './guides.js';
import { ASSETS } from './html.js';
import { readFileSync } from 'node:fs';
import { programFile } from '../../runtime/program.js';

/** What `scripts/pageAssets.mjs` copied out of packages, and the compiled scripts of these pages. */
const VENDOR = 'dist/src/vendor';
const BROWSER = 'dist/src/api/pages/browser';

/** Path below `/api/v1/docs/assets/`, media type, and the file. */
const FILES: readonly (readonly [string, string, string])[] = [
  ['swagger-ui.css', CSS, `${VENDOR}/swagger-ui.css`],
  ['swagger-ui-bundle.js', JAVASCRIPT, `${VENDOR}/swagger-ui-bundle.js`],
  ['graphiql.css', CSS, `${VENDOR}/graphiql.css`],
  ['graphiql.js', JAVASCRIPT, `${VENDOR}/graphiql.js`],
  ['react.js', JAVASCRIPT, `${VENDOR}/react.js`],
  ['react-dom.js', JAVASCRIPT, `${VENDOR}/react-dom.js`],
  ['page-docs.js', JAVASCRIPT, `${BROWSER}/docs.js`],
  ['page-graphiql.js', JAVASCRIPT, `${BROWSER}/graphiql.js`],
];

/** Each is read and compressed once, at the first request. @throws ProgramFileMissing when one is not there */
export function pageAssets(): readonly ServedFile[] {
  return FILES.map(([name, type, file]) => {
    const source = programFile(file);
    return { path: ASSETS + name, type, load: lazily(() => withoutSourceMap(readFileSync(source))) };
  });
}

const MAP_COMMENT = /\n?(\/\/[#@] sourceMappingURL=[^\n]*|\/\*# sourceMappingURL=[^*]*\*\/)\s*$/;

function withoutSourceMap(bytes: Buffer): Buffer {
  if (!bytes.subarray(-300).includes('sourceMappingURL=')) return bytes;
  return Buffer.from(bytes.toString().replace(MAP_COMMENT, '\n'));
}

/** The icon of the pages: two columns that balance, and a tick. */
export const FAVICON_SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="7" fill="#14324a"/>
<path d="M7 9h8M7 14h8M7 19h8" stroke="#cfe3f2" stroke-width="2.4" stroke-linecap="round"/>
<path d="M17 20l4 4 7-11" fill="none" stroke="#4fc07a" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round"/>
</svg>
`;

/** The same, 32 × 32, for clients that request /favicon.ico. */
export const FAVICON_PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAYAAABzenr0AAADE0lEQVR4nMSX3UtTYRzHv8/Zkenm23Ta1JViSQQZ5pVBQUVh6k0UEV1Y' +
    'ERJ0EeE/0GW3XQQZEUGERBddFIJeJHQjvSEOXPS20nyZc21zqdvZ3M55ep6TO1Oa2/Bs8zMGz3N+D7/f9zy/33leRGygsu14pUhK+ilB' +
    'B6FoAyG1yAWUeplPB/P5Lk6lu0HHm2DCRBINy+GuLgF4RAipRx6hlLoVoG9pYnhYE1DVfqZTgDCCAiJT2s1FkIrWHktRkfKJaalDAeEz' +
    'EYsqraKhSLlS6OAcnmqxWLgssrx3YIfgsQVKyY4J4LFFQtCYylhjrUa9bVdaB/MLHvj8AWwXHltMZTCZTXj68B4MBiGtA1lWcK63D+FQ' +
    'GNtFhF4ohR6Itb07pYdsUjA770ZgKQg9bDkDv31+9Z8zWDabzzYgvBiBZ8yfWUCui3D3aRvqjtZo/YSIghRhca0R9lPJfY0qSVvei5Cy' +
    'X8ulPRDWX0byRuD9mCEF/I16r9/MqgjDYSntGD7t5Y1mrf/t2QxoHOkFcHJRhEVlIpp6ktuM560Pq782pyuvRbj3gh0Go0FtR5djmH7p' +
    '/m+MriKUYhH0D95GfC2GuVEv5Iis2apaK1B9sFLr/3wxB3lNyU5AtrxfGYftWJXathwox+R9F+SwDKFEQPN5uzbO7wwiMPknpQ9dK2G4' +
    'KYTakxatH3JLqgied9sRq/pMjsoYv/MZsZV4Sh+6ilBwCTDtN6K0waT2zfUlOHSrBaaaYm3M1Cv3lsFVH9CBElHgHPiBVXfyU9wYfHkq' +
    'pFZ+OnQJ4PCcO9m0r85vXg+UOMX357Ps1EuQVwGaiAHXppmYG/Ugwla9TBhMtpYbTGQpdEJjFL6JIIqtRoQ8EmaGFkDlDGcFikWREupg' +
    '09SJHCBLMr4+mc56PI8tMBUO7BQstsBuKA/YhqbvWLOd2Cwmjy0EHSPTIMo1FBqKqzy2ulNIC64vRtu+D+yDOcFuLGXII+uX04sBx/AQ' +
    '7xsShojH5TLa7I8FiGvsKh1lV+kydnA3Ixf8u56PMZ+DMpV6g47XzoTpLwAAAP//hWgu7QAAAAZJREFUAwC87mH9/VCzoQAAAABJRU5E' +
    'rkJggg==',
  'base64',
);
