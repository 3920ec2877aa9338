// What the sources of src say they import and export, read with the compiler's own parser.
import { readFileSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';

/** One file: paths are relative to src, `/` between folders. `packages` are npm packages and `node:` modules. */
export type SourceFile = Readonly<{
  path: string;
  files: readonly string[];
  packages: readonly string[];
  hasDefaultExport: boolean;
  /** `export * from`, or nothing in the file but `export … from`. */
  isBarrel: boolean;
}>;

/** Every TypeScript file below a folder. @param as the folder's own path from src */
export function readSources(folder: string, as: string): SourceFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.tsx?$/.test(path))
    .sort()
    .map((path, _index, paths) => {
      const source = parseSource(posix.join(as, path), readFileSync(join(folder, path), 'utf8'));
      // An import of `x.js` names `x.tsx` where there is no `x.ts`.
      return { ...source, files: source.files.map((file) => (isTemplate(file, as, paths) ? `${file}x` : file)) };
    });
}

function isTemplate(file: string, as: string, paths: readonly string[]): boolean {
  return paths.includes(`${posix.relative(as, file)}x`);
}

/** Comments are passed over: parsing them takes half of the time. */
const PARSED: ts.CreateSourceFileOptions = {
  languageVersion: ts.ScriptTarget.Latest,
  jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
};

export function parseSource(path: string, text: string): SourceFile {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(path, text, PARSED, false, kind);
  const specifiers = specifiersOf(source);
  const { statements } = source;
  return {
    path,
    files: specifiers.filter((name) => name.startsWith('.')).map((name) => resolved(path, name)),
    packages: specifiers.filter((name) => !name.startsWith('.')).map(packageOf),
    hasDefaultExport: statements.some(isDefaultExport),
    isBarrel: statements.some(isStarExport) || (statements.length > 0 && statements.every(isReExport)),
  };
}

/** The shortest chain of files that leads back to its first, per group of files that import each other; or none. */
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

/** Static and dynamic imports, re-exports, types included. */
function specifiersOf(source: ts.SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const specifier = specifierOf(node);
    if (specifier && ts.isStringLiteralLike(specifier)) found.push(specifier.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function specifierOf(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isImportTypeNode(node)) return ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined;
  if (!ts.isCallExpression(node)) return undefined;
  const isImport = node.expression.kind === ts.SyntaxKind.ImportKeyword;
  const isRequire = ts.isIdentifier(node.expression) && node.expression.text === 'require';
  return isImport || isRequire ? node.arguments[0] : undefined;
}

function resolved(from: string, specifier: string): string {
  return posix.join(posix.dirname(from), specifier).replace(/\.js$/, '.ts');
}

/** `@koa/router/x` is `@koa/router`; `node:fs/promises` is `node:fs`. */
function packageOf(specifier: string): string {
  const parts = specifier.split('/');
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? specifier);
}

function isDefaultExport(statement: ts.Statement): boolean {
  if (ts.isExportAssignment(statement)) return true;
  return (
    ts.canHaveModifiers(statement) &&
    (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)
  );
}

function isStarExport(statement: ts.Statement): boolean {
  return ts.isExportDeclaration(statement) && statement.exportClause === undefined;
}

function isReExport(statement: ts.Statement): boolean {
  return ts.isExportDeclaration(statement) && statement.moduleSpecifier !== undefined;
}
