// What the sources of src say they import and export.
import { readFileSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from 'oxc-parser';

/** One file: paths are relative to src, `/` between folders. `packages` are npm packages and `node:` modules. */
export type SourceFile = Readonly<{
  path: string;
  files: readonly string[];
  packages: readonly string[];
  /** Files and packages that are loaded with this file: imported neither as types nor by `import()`. */
  loads: readonly string[];
  hasDefaultExport: boolean;
  exports: readonly string[];
  /** `FILE NAME` for each name imported from a file, `FILE *` for the whole of it; FILE without its ending. */
  uses: readonly string[];
  /** `export * from`, or nothing in the file but `export … from`. */
  isBarrel: boolean;
}>;

/** Every TypeScript file and script below a folder. @param as the folder's own path from src */
export function readSources(folder: string, as: string): SourceFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.(tsx?|mjs)$/.test(path))
    .sort()
    .map((path, _index, paths) => {
      const source = parseSource(posix.join(as, path), readFileSync(join(folder, path), 'utf8'));
      // An import of `x.js` names `x.tsx` where there is no `x.ts`.
      const named = (file: string): string => (paths.includes(`${posix.relative(as, file)}x`) ? `${file}x` : file);
      return { ...source, files: source.files.map(named), loads: source.loads.map(named) };
    });
}

/**
 * Static and dynamic imports, `require`, re-exports, types included; the linter refuses `import('…')` as a type.
 */
export function parseSource(path: string, text: string): SourceFile {
  const { module, program, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const exported = module.staticExports.flatMap(({ entries }) => entries);
  const statics = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({ name: moduleRequest.value, entries })),
    ...module.staticExports.map(({ entries }) => ({ name: entries[0]?.moduleRequest?.value ?? '', entries })),
  ].filter(({ name }) => name !== '');
  const isLoaded = ({ entries }: (typeof statics)[number]): boolean =>
    entries.length === 0 || entries.some(({ isType }) => !isType);
  const specifiers = [
    ...statics.map(({ name }) => name),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
    ...[...text.matchAll(/\brequire\('([^']+)'\)/g)].map(([, name = '']) => name),
  ];
  const whole = (specifier: string): string =>
    resolved(path, specifier).replace(/^\.\.\/(dist\/)?src\/|\.ts$/g, '');
  const uses = statics.flatMap(({ name, entries }) =>
    entries.map(({ importName }) => `${whole(name)} ${importName.name ?? '*'}`),
  );
  const loadedLater = module.dynamicImports.map(
    ({ moduleRequest: { start, end } }) => `${whole(text.slice(start + 1, end - 1))} *`,
  );
  return {
    path,
    exports: exported.flatMap(({ exportName }) => exportName.name ?? []),
    uses: [...uses, ...loadedLater],
    files: specifiers.filter((name) => name.startsWith('.')).map((name) => resolved(path, name)),
    packages: specifiers.filter((name) => !name.startsWith('.')).map(packageOf),
    loads: statics
      .filter(isLoaded)
      .map(({ name }) => (name.startsWith('.') ? resolved(path, name) : packageOf(name))),
    hasDefaultExport: exported.some(({ exportName }) => exportName.kind === 'Default'),
    // `export * from`, also under a name, or nothing but re-exports.
    isBarrel:
      exported.some(({ importName }) => importName.kind === 'All' || importName.kind === 'AllButDefault') ||
      (exported.length > 0 &&
        module.staticExports.length === program.body.length &&
        exported.every(({ moduleRequest }) => moduleRequest !== null)),
  };
}

/**
 * The shortest chain of files that leads back to its first, per group of files that import each other; or none.
 */
export function findCycles(sources: readonly SourceFile[]): string[] {
  const importsOf = new Map(sources.map(({ path, files }) => [path, files]));
  const cycles = new Map<string, string>();
  for (const { path } of sources) {
    const chain = chainBack(path, importsOf);
    if (chain) cycles.set([...chain].sort().join(), [...chain, path].join(' → '));
  }
  return [...cycles.values()];
}

/** Breadth first from a file until it is met again. */
function chainBack(start: string, importsOf: ReadonlyMap<string, readonly string[]>): string[] | null {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const path of queue) {
    for (const next of importsOf.get(path) ?? []) {
      if (next === start) return pathBack(path, start, cameFrom);
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, path);
      queue.push(next);
    }
  }
  return null;
}

function pathBack(end: string, start: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const chain = [end];
  for (let at = end; at !== start;) {
    at = cameFrom.get(at) ?? start;
    chain.unshift(at);
  }
  return chain;
}

function resolved(from: string, specifier: string): string {
  return posix.join(posix.dirname(from), specifier).replace(/\.js$/, '.ts');
}

/** `@koa/router/x` is `@koa/router`; `node:fs/promises` is `node:fs`. */
function packageOf(specifier: string): string {
  const parts = specifier.split('/');
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? specifier);
}
