// Who may import whom, as a rule and not a hope: every import in src is read with the compiler's parser.
import { describe, expect, it } from '#jest';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { vocabularies } from '../src/api/openapi/enumerations.js';
import { valuesOf } from '../src/domain/kernel/vocabulary.js';
import { eventTypes } from '../src/domain/webhooks/eventTypes.js';
import { findCycles, parseSource, readSources, type SourceFile } from './importGraph.js';

/**
 * The most specific row that holds a file counts. `imports` are folders or files of src (a folder may always
 * import itself); `.` stands for the entry points right in src. `npm` are packages; `node: false`: no modules of
 * Node itself either.
 */
type Rule = Readonly<{ of: string; imports: readonly string[]; npm?: readonly string[]; node?: false }>;

/** What adapters implement. Each sits with the side that needs it. */
const PORTS = [
  'domain/kernel/log.ts',
  'projections/engine/readStore.ts',
  'commands/kernel/documents.ts',
  'commands/kernel/files.ts',
  'api/http/rateLimit.ts',
];
const APPLICATION = [
  'domain',
  'commands',
  'projections',
  'messages',
  'webhooks/delivery/deliveries.ts',
  'webhooks/delivery/deliveryQueue.ts',
  'webhooks/delivery/newDeliveries.ts',
  'webhooks/publicEvents.ts',
];

const RULES: readonly Rule[] = [
  // No aggregate either: every aggregate uses it.
  { of: 'domain/kernel', imports: [], node: false },
  { of: 'domain', imports: [], node: false },
  { of: 'messages', imports: ['domain'], node: false },
  { of: 'runtime', imports: ['domain/kernel', 'domain/problem.ts'], npm: ['jsonc-parser'] },
  { of: 'commands/imports/storedInputs.ts', imports: ['domain', 'commands'], npm: ['lru-cache'], node: false },
  { of: 'commands/kernel/folds.ts', imports: ['domain', 'commands', 'runtime'], npm: ['lru-cache'] },
  { of: 'commands/registers/registersSchema.ts', imports: ['domain'], npm: ['zod'] },
  { of: 'commands/reconciliations/statementFiles.ts', imports: ['domain'], npm: ['zod'] },
  { of: 'commands/registers/registersFile.ts', imports: ['domain', 'commands', 'runtime'], npm: ['csv-parse'] },
  { of: 'files/formats/text', imports: ['domain', 'files'], npm: ['csv-parse'] },
  { of: 'files/formats', imports: ['domain', 'files'], npm: ['yauzl', 'saxes', 'htmlparser2', 'xlsx'] },
  { of: 'files/annotateFile.ts', imports: ['files', 'domain', 'spreadsheets'] },
  { of: 'files', imports: ['domain'] },
  {
    of: 'workers',
    imports: [
      'domain',
      'files',
      'commands/imports/document.ts',
      'commands/registers/chartFile.ts',
      'commands/reconciliations/statementFiles.ts',
      'runtime',
    ],
    npm: ['lru-cache'],
  },
  { of: 'spreadsheets', imports: ['domain'], npm: ['csv-stringify', 'node-xlsx', 'yazl'] },
  { of: 'dossier', imports: ['domain', 'commands', 'spreadsheets'], npm: ['lru-cache', 'yazl'] },
  { of: 'commands', imports: ['domain', 'runtime'] },
  {
    of: 'projections/views/competences',
    imports: ['domain', 'projections'],
    npm: ['lru-cache', 'zod'],
    node: false,
  },
  {
    of: 'projections/views',
    imports: ['domain', 'projections', 'runtime/turns.ts'],
    npm: ['zod'],
    node: false,
  },
  {
    of: 'projections/engine/pages.ts',
    imports: ['projections/engine', 'domain', 'runtime/turns.ts'],
    npm: ['lru-cache'],
    node: false,
  },
  { of: 'projections', imports: ['domain', 'runtime'] },
  {
    of: 'stores/log/eventStoreDb',
    imports: ['stores/log', 'domain', 'runtime/turns.ts', 'runtime/withTimeout.ts', ...PORTS],
    npm: ['@eventstore/db-client', 'p-limit', 'p-retry'],
  },
  { of: 'stores/log', imports: ['stores/sqlite', 'stores/openedFile.ts', 'domain', 'runtime', ...PORTS] },
  {
    of: 'stores/mongo',
    imports: ['commands/kernel/documents.ts', 'domain', 'runtime/withTimeout.ts'],
    npm: ['mongodb', 'p-retry'],
  },
  {
    of: 'stores/sqlite',
    imports: ['stores/openedFile.ts', 'commands/kernel/documents.ts', 'domain', 'runtime'],
    npm: ['libsql'],
  },
  {
    of: 'stores/readStore',
    imports: ['stores/mongo', 'stores/sqlite', 'domain', 'runtime', ...PORTS],
    npm: ['lru-cache'],
  },
  { of: 'stores/rateLimit.ts', imports: ['domain', ...PORTS], npm: ['rate-limiter-flexible'] },
  {
    of: 'stores/redisRateLimit.ts',
    imports: ['domain', 'stores/rateLimit.ts', ...PORTS],
    npm: ['rate-limiter-flexible', 'ioredis'],
  },
  { of: 'stores/openDeliveryQueue.ts', imports: ['stores/mongo', 'stores/sqlite', 'webhooks/delivery'] },
  { of: 'stores/files', imports: ['stores/mongo', 'domain', ...PORTS], npm: ['mongodb'] },
  { of: 'stores', imports: ['domain', ...PORTS] },
  {
    of: 'api/http/request/parsedBody.ts',
    imports: ['api', 'runtime', ...APPLICATION],
    npm: ['koa-body', 'zod'],
  },
  { of: 'api/http/request/multipart.ts', imports: ['api', ...APPLICATION], npm: ['@fastify/busboy'] },
  { of: 'api/pages/guideHtml.ts', imports: [], npm: ['markdown-it'] },
  { of: 'api/graphql', imports: ['api', 'runtime', ...APPLICATION], npm: ['graphql', 'graphql-helix', 'zod'] },
  {
    of: 'api',
    imports: ['spreadsheets', 'runtime', ...APPLICATION],
    npm: ['koa', '@koa/router', 'koa-compress', 'fastest-levenshtein', 'lru-cache', 'zod', 'pino', 'prom-client'],
  },
  { of: 'console/design/Chart.tsx', imports: ['messages'], npm: ['d3-scale', 'd3-shape', 'preact'], node: false },
  {
    of: 'console/pages/conciliacao/actRoutes.ts',
    imports: ['api/http', 'console', ...APPLICATION],
    npm: ['mime-types'],
  },
  {
    of: 'console/pages/conciliacao/pastedRows.ts',
    imports: ['console/brazilianText.ts'],
    npm: ['csv-parse'],
    node: false,
  },
  { of: 'console/pages/ajuda', imports: ['api/pages/guides.ts', 'console'], npm: ['preact'], node: false },
  {
    of: 'console',
    imports: [
      'api/call.ts',
      'api/dependencies.ts',
      'api/http',
      'api/readYourWrites.ts',
      'spreadsheets',
      'runtime',
      ...APPLICATION,
    ],
    npm: ['@node-rs/argon2', 'openid-client', 'p-limit', 'pino', 'preact', 'preact-render-to-string', 'zod'],
  },
  { of: 'webhooks/sending/networks.ts', imports: [], npm: ['ipaddr.js'], node: false },
  { of: 'webhooks/sending', imports: ['webhooks', 'domain', 'commands'], npm: ['lru-cache', 'p-limit', 'undici'] },
  {
    of: 'webhooks',
    imports: ['domain', 'commands', 'messages', 'runtime'],
    npm: ['uuid', 'zod'],
  },
  { of: 'mail', imports: ['domain', 'commands', 'messages', 'runtime'], npm: ['nodemailer'] },
  { of: 'operator/evidenceFile.ts', imports: ['operator', ...APPLICATION], npm: ['mime-types'] },
  {
    of: 'operator',
    imports: [
      'api/http/callLog.ts',
      'api/rest/contract/pages.ts',
      'files/annotateFile.ts',
      'spreadsheets',
      'dossier',
      'runtime',
      ...APPLICATION,
    ],
    npm: ['commander', 'fastest-levenshtein', 'zod'],
  },
  { of: '../clients/typescript', imports: [], node: false },
  { of: 'demo', imports: ['app', 'domain', 'runtime'] },
  {
    of: 'app',
    imports: [
      'stores',
      'api',
      'console',
      'operator',
      'webhooks',
      'mail',
      'workers',
      'runtime',
      'spreadsheets',
      'dossier',
      ...APPLICATION,
    ],
    npm: ['zod', 'pino', 'p-retry', 'prom-client'],
  },
  { of: '.', imports: ['app', 'operator', 'messages', 'domain', 'commands'], npm: ['pino'] },
];

const sourcesIn = (folder: string) =>
  readSources(fileURLToPath(new URL(`../../${folder}`, import.meta.url)), folder === 'src' ? '' : `../${folder}`);
const sources = ['src', 'clients'].flatMap(sourcesIn);

describe('The architecture', () => {
  it('has a row for every folder', () => {
    expect(sources.filter(({ path }) => ruleOf(path) === undefined).map(({ path }) => path)).toEqual([]);
    expect(sources.length).toBeGreaterThan(10);
  });

  it('lets a folder import only what its row names', () => {
    expect(sources.flatMap(forbiddenFiles)).toEqual([]);
  });

  it('lets a folder use only the packages its row names', () => {
    expect(sources.flatMap(forbiddenPackages)).toEqual([]);
  });

  it('keeps the ports free of everything but the domain', () => {
    const ports = sources.filter(({ path }) => PORTS.includes(path));
    expect(ports.map(({ path }) => path).sort()).toEqual([...PORTS].sort());
    const foreign = ({ files, packages }: SourceFile) => [
      ...files.filter((f) => !isWithin(f, 'domain')),
      ...packages,
    ];
    expect(ports.flatMap(foreign)).toEqual([]);
  });

  it('starts the service without the clients of servers that it may never reach', () => {
    const loadsOf = new Map(sources.map(({ path, loads }) => [path, loads]));
    const loaded = new Set([
      'app/roles/startRoles.ts',
      'app/roles/console.ts',
      'api/app.ts',
      'stores/rateLimit.ts',
    ]);
    for (const path of loaded) for (const name of loadsOf.get(path) ?? []) loaded.add(name);
    const clients = ['undici', 'nodemailer', 'ioredis', 'mongodb', '@eventstore/db-client'];
    expect(['koa', 'app/roles/webhooks.ts', ...clients].filter((name) => loaded.has(name))).toEqual([
      'koa',
      'app/roles/webhooks.ts',
    ]);
  });

  it('has no circle of files that import each other', () => {
    expect(findCycles(sources)).toEqual([]);
  });

  it('has no two files whose compiled names differ by letter case only', () => {
    const names = sources.map(({ path }) => path.replace(/\.tsx?$/, '').toLowerCase());
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  it('has neither default exports nor barrels', () => {
    const named = (which: (source: SourceFile) => boolean) => sources.filter(which).map(({ path }) => path);
    expect(named(({ hasDefaultExport }) => hasDefaultExport)).toEqual([]);
    expect(named(({ isBarrel, path }) => isBarrel || /(^|\/)index\.ts$/.test(path))).toEqual([]);
  });

  it('exports only what another file, a test or a script imports', () => {
    const used = new Set([...sources, ...['test', 'scripts'].flatMap(sourcesIn)].flatMap(({ uses }) => uses));
    const unused = sourcesIn('src').flatMap(({ path, exports }) => {
      const file = path.replace(/\.tsx?$/, '');
      return used.has(`${file} *`)
        ? []
        : exports.map((name) => `${file} ${name}`).filter((name) => !used.has(name));
    });
    expect(unused).toEqual([]);
  });
});

const texts = sources
  .filter(({ path }) => !path.startsWith('..'))
  .map(({ path }) => ({ path, text: readFileSync(new URL(`../../src/${path}`, import.meta.url), 'utf8') }));

it('ends the lines of comments before column 116, as the formatter does those of code', () => {
  const comment = /^\s*(\/\/|\/?\*)|[;{}] \/\/ /;
  const tooLong = texts.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line) => (line.length > 115 && comment.test(line) ? [`${path}: ${line.trim()}`] : [])),
  );
  expect(tooLong).toEqual([]);
});

/** Of a history's sentence that counts, too: `3 conciliações criadas`. */
const COUNTED = eventTypes['reconciliation.created'].name;

describe('An enumeration', () => {
  const filesWith = (pattern: RegExp) => texts.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

  it('is named in one file: each name of several words stands there only', () => {
    const names = vocabularies.flatMap((words) => Object.values(words).map(({ name }) => name));
    for (const name of names.filter((each) => each.includes(' ') && each !== COUNTED)) {
      const [, ...more] = filesWith(new RegExp(`['"\`]${name.replace(/[().?]/g, '\\$&')}['"\`]`));
      expect([name, more]).toEqual([name, []]);
    }
  });

  it('is listed nowhere else: no array, union or table has its values in a row', () => {
    for (const words of vocabularies) {
      const values = valuesOf(words);
      const listed = new RegExp(values.map((value) => `'${value}'`).join('[\\s,|]+'));
      expect([values, filesWith(listed)]).toEqual([values, []]);
    }
  });
});

describe('ARCHITECTURE.md', () => {
  const text = readFileSync(new URL('../../ARCHITECTURE.md', import.meta.url), 'utf8');
  const meant = (name: string) => sources.filter(({ path }) => `/${path}`.endsWith(`/${name}`));

  it.each(['One JSON import', 'One refusal'])(
    'walks %s through at most 25 files, each named uniquely',
    (title) => {
      const [walk = ''] = new RegExp(`## ${title}[^]*?(?=\n## )`).exec(text) ?? [];
      const named = new Set([...walk.matchAll(/`([\w/]+\.tsx?)`/g)].map(([, path = '']) => path));
      expect(named.size).toBeGreaterThan(10);
      expect(named.size).toBeLessThanOrEqual(25);
      expect([...named].filter((name) => meant(name).length !== 1)).toEqual([]);
    },
  );
});

describe('The rules themselves', () => {
  const wrong = parseSource(
    'domain/books/decide.ts',
    `import { readFile } from 'node:fs/promises';
     import type { App } from '../../api/app.js';
     export default async () => import('@koa/router');`,
  );

  it('see static, dynamic and type imports, and default exports', () => {
    expect(forbiddenFiles(wrong)).toEqual(['domain/books/decide.ts imports api/app.ts']);
    expect(forbiddenPackages(wrong)).toEqual([
      'domain/books/decide.ts uses node:fs',
      'domain/books/decide.ts uses @koa/router',
    ]);
    expect(wrong.hasDefaultExport).toBe(true);
  });

  it('see a port where a whole folder is out of bounds', () => {
    const adapter = parseSource(
      'stores/log/sqlite/embeddedLog.ts',
      `import type { ReadStore } from '../../../projections/engine/readStore.js';
       import { runner } from '../../../projections/engine/runner.js';`,
    );
    expect(forbiddenFiles(adapter)).toEqual([
      'stores/log/sqlite/embeddedLog.ts imports projections/engine/runner.ts',
    ]);
  });

  it('see circles and barrels', () => {
    const circle = [
      parseSource('domain/a.ts', `import './b.js';`),
      parseSource('domain/b.ts', `export * from './c.js';`),
      parseSource('domain/c.ts', `import { a } from './a.js';`),
    ];
    expect(findCycles(circle)).toEqual([expect.stringContaining('domain/b.ts → domain/c.ts')]);
    expect(circle.map(({ isBarrel }) => isBarrel)).toEqual([false, true, false]);
  });
});

function ruleOf(path: string): Rule | undefined {
  return RULES.find(({ of }) => isWithin(path, of));
}

/** `.` holds only the files right in src. */
function isWithin(path: string, place: string): boolean {
  return place === '.' ? !path.includes('/') : path === place || path.startsWith(`${place}/`);
}

function forbiddenFiles({ path, files }: SourceFile): string[] {
  const rule = ruleOf(path);
  const allowed = rule === undefined ? [] : [rule.of, ...rule.imports];
  return files
    .filter((file) => !allowed.some((place) => isWithin(file, place)))
    .map((file) => `${path} imports ${file}`);
}

function forbiddenPackages({ path, packages }: SourceFile): string[] {
  const rule = ruleOf(path);
  return packages
    .filter((name) => (name.startsWith('node:') ? rule?.node === false : rule?.npm?.includes(name) !== true))
    .map((name) => `${path} uses ${name}`);
}
