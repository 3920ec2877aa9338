// GET /console/ajuda: the guide of the console, the same text as docs/console.md.
import { guideBody } from '../../../api/pages/guides.js';
import { showPage } from '../../design/Page.js';
import { get, type ConsoleRoute } from '../../route.js';
import { paths } from '../../paths.js';

/** Made once, without its heading: the page has one of its own. */
let guide: string | null = null;

export const helpRoutes: readonly ConsoleRoute[] = [
  get(paths.help, async (call) => {
    guide ??= guideBody('console').replace(/<h1[^>]*>.*?<\/h1>\s*/s, '');
    // The text is a file of the service, made into HTML that holds no HTML of its own.
    showPage(call, { title: 'Ajuda', body: <div class="guide" dangerouslySetInnerHTML={{ __html: guide }} /> });
  }),
];
