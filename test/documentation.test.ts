// Documents and citations hold together: every heading that a comment cites and every relative link exists, and no
// comment names a document that is not in the repository.
import { describe, expect, it } from '#jest';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { anchorsOf, citationsIn, commentsIn, foreignSourcesIn, linksIn } from './support/documents.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const COMMENTED = ['src', 'test', 'bench', 'clients', '.ci'].map((folder) => join(root, folder));
const DOCUMENTS = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'docs', 'clients'];
/** This file and its helper show wrong samples. */
const SAMPLES = ['test/documentation.test.ts', 'test/support/documents.ts'];

type Found = Readonly<{ at: string; target: string }>;

describe('a citation in a comment', () => {
  const files = COMMENTED.flatMap(filesBelow)
    .filter((path) => /\.(ts|tsx|js|mjs|sh)$|\/\.ci\/[^.]*$/.test(path))
    .filter((path) => !SAMPLES.includes(nameOf(path)));
  const comments = files.map((path) => ({ path, comments: commentsIn(textOf(path)) }));
  const citations = comments.flatMap(({ path, comments: lines }) =>
    lines.flatMap(({ line, text }) =>
      citationsIn(text).map((target): Found => ({ at: `${nameOf(path)}:${line}`, target })),
    ),
  );

  it('names a heading that exists', () => {
    expect(citations.length).toBeGreaterThan(100);
    expect(citations.filter(({ target }) => !exists(join(root, target))).map(describeFound)).toEqual([]);
  });

  it('never names a document outside of the repository', () => {
    const foreign = comments.flatMap(({ path, comments: lines }) =>
      lines.flatMap(({ line, text }) =>
        foreignSourcesIn(text).map((target): Found => ({ at: `${nameOf(path)}:${line}`, target })),
      ),
    );
    expect(foreign.map(describeFound)).toEqual([]);
  });
});

describe('a relative link in a document', () => {
  const documents = DOCUMENTS.map((path) => join(root, path))
    .flatMap(filesBelow)
    .filter((path) => path.endsWith('.md'));

  it('leads to a file, and to a heading of it', () => {
    const links = documents.flatMap((path) =>
      linksIn(textOf(path)).map(({ line, target }) => ({
        at: `${nameOf(path)}:${line}`,
        target,
        path: target.startsWith('#') ? `${path}${target}` : join(dirname(path), decodeURIComponent(target)),
      })),
    );
    expect(links.length).toBeGreaterThan(80);
    expect(links.filter(({ path }) => !exists(path)).map(describeFound)).toEqual([]);
  });

  it('leads to every page of the specification and every decision', () => {
    for (const folder of ['docs/spec', 'docs/decisions']) {
      const index = linksIn(textOf(join(root, folder, 'README.md'))).map(({ target }) => target);
      const pages = readdirSync(join(root, folder)).filter((name) => name !== 'README.md');
      expect(pages.filter((page) => !index.includes(page))).toEqual([]);
    }
  });

  it('leads to at most 40 decisions, each shorter than 30 lines', () => {
    const folder = join(root, 'docs/decisions');
    const decisions = readdirSync(folder).filter((name) => name !== 'README.md');
    expect(decisions.length).toBeLessThanOrEqual(40);
    expect(decisions.filter((name) => textOf(join(folder, name)).split('\n').length > 30)).toEqual([]);
  });
});

describe('what finds them', () => {
  it('reads comments of one line, of several, and of a script, but no text that looks like one', () => {
    const source = [
      "const url = 'https://example.com'; // see docs/spec/keys.md#secret",
      '/**',
      ' * Source: docs/spec/imports.md#continuity,',
      ' */',
      "const text = '/* no comment */';",
      '# of a script',
    ].join('\n');
    expect(commentsIn(source).map(({ line, text }) => `${line}: ${text.trim()}`)).toEqual([
      '1: see docs/spec/keys.md#secret',
      '2: Source: docs/spec/imports.md#continuity,',
      '6: of a script',
    ]);
  });

  it('makes anchors of headings as GitHub does', () => {
    const markdown = [
      '# Read your writes',
      '## slaStatus',
      '### `PATCH` & co.',
      '## slaStatus',
      '```',
      '# no',
      '```',
    ];
    expect([...anchorsOf(markdown.join('\n'))]).toEqual([
      'read-your-writes',
      'slastatus',
      'patch--co',
      'slastatus-1',
    ]);
  });

  it('takes citations without the full stop behind them', () => {
    expect(
      citationsIn('Source: docs/spec/keys.md#secret. See docs/decisions/0002-parts-before-the-fact.md.'),
    ).toEqual(['docs/spec/keys.md#secret', 'docs/decisions/0002-parts-before-the-fact.md']);
  });

  it('misses neither a heading nor a file that is not there', () => {
    expect(exists(join(root, 'docs/spec/keys.md#secret'))).toBe(true);
    expect(exists(join(root, 'docs/spec/keys.md#no-such-heading'))).toBe(false);
    expect(exists(join(root, 'docs/spec/nothing.md'))).toBe(false);
  });

  it.each([
    'Source: decisions 4, Movement',
    'at most 20 (decisions 8)',
    'Wording: domain.md h',
    'vectors in domain g',
    'design, Webhooks',
    'see design.md',
    'Source: workflow, Transitions; decisions 6 and 10',
    'as workflow.md, Deadlines says',
    'measured a',
    'the restore drill (reliability F42)',
    'sixty ways (reliability, 2.7)',
    'eventstoredb.md lists the traps',
    'reference, Events',
    'in the order of the reference',
    'api-v1.md',
    'whatever happens in between (F35)',
  ])('finds the citation of an outside document in “%s”', (comment) => {
    expect(foreignSourcesIn(comment)).not.toEqual([]);
  });

  it.each([
    'Source: docs/decisions/0027-the-workflow-of-reconciliations.md',
    'Source: docs/spec/workflow.md#transitions',
    'decides in domain/books',
    'Reference, style and type of a cell: in that order',
    'what the workflow needs to know of a client',
    'ratios were measured on one machine',
    'functions by design small',
  ])('finds none in “%s”', (comment) => {
    expect(foreignSourcesIn(comment)).toEqual([]);
  });
});

function describeFound({ at, target }: Found): string {
  return `${at}: ${target}`;
}

/** @param target a path in the file system, `#anchor` behind it for a heading of a document */
function exists(target: string): boolean {
  const [path = '', anchor] = target.split('#');
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return false;
  return anchor === undefined || anchorsOf(textOf(path)).has(anchor);
}

function filesBelow(path: string): string[] {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return [];
  if (!stat.isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => name !== 'node_modules' && name !== 'golden')
    .flatMap((name) => filesBelow(join(path, name)));
}

function textOf(path: string): string {
  return readFileSync(path, 'utf8');
}

function nameOf(path: string): string {
  return relative(root, path);
}
