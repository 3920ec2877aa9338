// Runs jest on the compiled tests: test.mjs suite|faults|watch|coverage [jest arguments].
// Paths are written as in the sources (`test/domain`, `test/webhooks/guide.test.ts`); tests run from `dist`.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, watch } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { untestedBranches } from './domainCoverage.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DIST = join(ROOT, 'dist');
const JEST = join(ROOT, 'node_modules/jest/bin/jest.js');
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
const BUNDLE = join(ROOT, 'scripts/bundle.mjs');
const SETTLED_MS = 300;
/** Fewer than of the suite: each starts several processes under load. What a failed preparation left open holds up nothing. */
const FAULT_OPTIONS = ['--maxWorkers=2', '--forceExit'];

const [mode = 'suite', ...rest] = process.argv.slice(2);
const given = rest.map(compiledPath);
/** Files that are named run, whichever selection they belong to. */
const projects = given.some((argument) => argument.endsWith('.test.js'))
  ? ['suite', 'faults', 'timed']
  : ['suite'];
removeStale();

if (mode === 'watch') watchTests();
else if (mode === 'coverage') measureCoverage();
else if (mode === 'faults') runFaults();
else exitWith(jest([...given, '--selectProjects', ...projects]));

/** `test/x.test.ts` becomes `dist/test/x.test.js`; whatever names no file of the sources stays as it is. */
function compiledPath(argument) {
  const inRoot = relative(ROOT, resolve(argument));
  if (argument.startsWith('-') || !/^(test|src)\b/.test(inRoot) || !existsSync(resolve(argument))) return argument;
  return join(DIST, inRoot).replace(/\.tsx?$/, '.js');
}

/** Removes compiled files whose source is gone: a deleted or moved test would still run. */
function removeStale() {
  for (const folder of ['src', 'test', 'bench', 'clients']) {
    if (!existsSync(join(DIST, folder))) continue;
    for (const file of readdirSync(join(DIST, folder), { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.js') || file.startsWith('vendor')) continue;
      const stem = join(ROOT, folder, file.slice(0, -'.js'.length));
      if (['.ts', '.tsx', '.js'].some((extension) => existsSync(stem + extension))) continue;
      for (const made of [file, `${file}.map`]) rmSync(join(DIST, folder, made), { force: true });
    }
  }
}

function jest(args) {
  const options = ['--experimental-vm-modules', '--no-warnings', JEST];
  return spawnSync(process.execPath, [...options, ...args], { cwd: ROOT, stdio: 'inherit' });
}

/** Files that are named, or else all; those with bars of seconds come last, one by one. */
function runFaults() {
  if (given.some((argument) => argument.endsWith('.test.js')))
    return exitWith(jest([...given, '--selectProjects', 'faults', 'timed', ...FAULT_OPTIONS]));
  const runs = [
    jest([...given, '--selectProjects', 'faults', ...FAULT_OPTIONS]),
    jest([...given, '--selectProjects', 'timed', '--runInBand', '--forceExit', '--passWithNoTests']),
  ];
  exitWith(runs.find(({ status }) => status !== 0) ?? runs[0]);
}

function exitWith({ status }) {
  process.exitCode = status ?? 1;
}

/**
 * Prints a table by source file: of the domain and its own tests, or of the tests given. Fails when the domain's tests
 * leave out a branch of it. Jest measures what runs in its own contexts.
 */
function measureCoverage() {
  const ofDomain = given.length === 0;
  const domain = ['test/domain'];
  const measured = ['--coverage', '--testRunner=jest-circus/runner', ...(ofDomain ? domain : given)];
  exitWith(jest([...measured, '--selectProjects', 'suite']));
  const untested = untestedBranches(join(DIST, 'coverage/coverage-final.json'), ROOT);
  rmSync(join(DIST, 'coverage'), { recursive: true }); // it names this machine's folders
  console.log(`Untested branches of the domain: ${untested.length}`);
  for (const branch of untested) console.log(`  ${branch}`);
  if (untested.length > 0 && ofDomain) process.exitCode = 1;
}

/** Compiles what changes and runs the tests given, or else those that depend on the changed files. */
function watchTests() {
  const compiler = spawn(process.execPath, [TSC, '-p', ROOT, '--watch', '--preserveWatchOutput'], {
    stdio: 'inherit',
  });
  const changed = new Set();
  let timer;
  const run = () => {
    const files = [...changed].filter((file) => existsSync(file));
    changed.clear();
    const selected = ['--selectProjects', ...projects];
    spawnSync(process.execPath, [BUNDLE], { stdio: 'inherit' });
    if (given.length > 0) jest([...given, ...selected]);
    else if (files.length > 0) jest(['--findRelatedTests', ...files, '--passWithNoTests', ...selected]);
  };
  watch(DIST, { recursive: true }, (_event, file) => {
    if (file === null || !file.endsWith('.js') || file.startsWith('bin')) return;
    changed.add(join(DIST, file));
    clearTimeout(timer);
    timer = setTimeout(run, SETTLED_MS);
  });
  process.on('SIGINT', () => {
    compiler.kill();
    process.exit(0);
  });
  if (given.length > 0) run();
}
