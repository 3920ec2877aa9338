// What is installed: exact versions from whatever registry npm is configured with, one copy of what must be one,
// and the licences of all of it.
import { describe, expect, it } from '#jest';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { ROOT } from './support/guideBlocks.js';

type Locked = Readonly<{ version?: string; dev?: boolean; resolved?: string }>;
type Manifest = Readonly<{
  dependencies: Readonly<Record<string, string>>;
  devDependencies: Manifest['dependencies'];
}>;

const read = (name: string): unknown => JSON.parse(readFileSync(`${ROOT}${name}`, 'utf8'));
const { packages } = read('package-lock.json') as { packages: Readonly<Record<string, Locked>> };
const { dependencies, devDependencies } = read('package.json') as Manifest;
const copiesOf = (name: string): string[] =>
  Object.keys(packages).filter((path) => path.endsWith(`node_modules/${name}`) && packages[path]?.dev !== true);

describe('package.json', () => {
  it('names exact versions', () => {
    for (const version of Object.values({ ...dependencies, ...devDependencies }))
      expect(version).toMatch(/^(npm:@?[\w./-]+@)?\d+\.\d+\.\d+$/);
  });
});

describe('package-lock.json', () => {
  it('holds no addresses, so that npm takes packages from the registry it is configured with', () => {
    expect(Object.entries(packages).filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });

  it('has one copy of each package the service names, and of what must agree among them', () => {
    // Of these older copies are under packages that ask for them: plain functions that need not agree.
    const several = ['mime-types', 'uuid'];
    const agreeing = ['@grpc/grpc-js', 'bson', 'google-protobuf', 'graphql', 'koa', 'xlsx', 'zod'];
    for (const name of [...Object.keys(dependencies), ...agreeing].filter((one) => !several.includes(one)))
      expect([name, copiesOf(name)]).toEqual([name, [`node_modules/${name}`]]);
  });
});

describe('The third-party notices', () => {
  it('tell the licences of what is installed and of what the build copies, all of them accepted', () => {
    const notices = execFileSync('node', [`${ROOT}scripts/notices.mjs`], { encoding: 'utf8' });
    const named = [...Object.keys(dependencies), 'graphiql', 'codemirror', 'htmx.org', 'swagger-ui-dist'];
    // A package under another name is told by its own.
    for (const name of named.filter((one) => one !== 'xlsx'))
      expect(notices).toMatch(new RegExp(`(^- |^## |, )${name} \\d`, 'm'));
  });
});
