// The image without an engine: does the steps of the Dockerfile in folders, from the files that .dockerignore lets into the
// build context, starts the service from the last stage and asks for every page. Base images are not there: Node and system are this
// machine's. Then it takes one file away: the service must not start.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, matchesGlob, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const RUN_MS = 400_000;
const SERVE_MS = 90_000;
const ASK_MS = 10_000;
/** Makes the data folder; here it has a place of its own. */
const DATA_FOLDER = 'mkdir /data && chown node:node /data';
/** What is asked for, with everything these pages lead to. */
const PAGES = ['/', '/docs', '/docs/verificador.html', '/console/entrar', '/api/v1/docs', '/api/v1/graphiql'];
const AWAY = 'docs/verificador.html';

const work = mkdtempSync(join(tmpdir(), 'image-'));
const context = join(work, 'context');
try {
  copyContext();
  const stage = build();
  await asked(stage);
  await incomplete(stage);
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** Whether a path is in the context: the last line that names it, or a folder above it, decides. */
function letsIn(rules) {
  const names = (path, pattern) =>
    path.split('/').some((_, at, parts) => matchesGlob(parts.slice(0, at + 1).join('/'), pattern));
  return (path) =>
    rules.reduce((isIn, rule) => {
      const pattern = rule.replace(/^!/, '');
      return names(path, pattern) ? rule.startsWith('!') : isIn;
    }, true);
}

function copyContext() {
  const rules = readFileSync(join(ROOT, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => /^[^#\s]/.test(line));
  const isIn = letsIn(rules);
  const leadsToOne = (folder) => rules.some((rule) => rule.startsWith(`!${folder}/`));
  cpSync(ROOT, context, {
    recursive: true,
    filter(source) {
      const path = relative(ROOT, source);
      return path === '' || isIn(path) || (statSync(source).isDirectory() && leadsToOne(path));
    },
  });
}

/** Does every instruction, each stage in a folder of its own. Returns the last stage. */
function build() {
  const stages = [];
  const text = readFileSync(join(ROOT, 'Dockerfile'), 'utf8').replace(/\\\n\s*/g, '');
  for (const line of text.split('\n').filter((line) => /^[A-Z]/.test(line))) {
    const [instruction, ...words] = line.split(' ');
    const rest = words.join(' ');
    const stage = stages.at(-1);
    if (instruction === 'FROM')
      stages.push({ name: words[2], root: join(work, `stage${stages.length}`), env: {} });
    else if (instruction === 'WORKDIR') mkdirSync((stage.folder = join(stage.root, rest)), { recursive: true });
    else if (instruction === 'ENV')
      Object.assign(stage.env, Object.fromEntries(words.map((word) => word.split('='))));
    else if (instruction === 'CMD') stage.command = JSON.parse(rest);
    else if (instruction === 'HEALTHCHECK') stage.check = JSON.parse(rest.slice(rest.indexOf('[')));
    else if (instruction === 'COPY') copy(stage, words, stages);
    else if (instruction === 'RUN' && rest !== DATA_FOLDER) {
      console.log(`── RUN ${rest}`);
      execFileSync('sh', ['-c', rest], { cwd: stage.folder, stdio: 'inherit', timeout: RUN_MS });
    }
  }
  return stages.at(-1);
}

function copy(stage, words, stages) {
  const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length);
  const root = from === undefined ? context : stages.find(({ name }) => name === from).root;
  const sources = words.filter((word) => !word.startsWith('--'));
  const target = join(stage.folder, sources.pop());
  for (const source of sources) {
    const found = globSync(source.replace(/^\//, ''), { cwd: root });
    if (found.length === 0) throw new Error(`COPY finds no ${source}`);
    for (const path of found) {
      const isInto = target.endsWith('/') && statSync(join(root, path)).isFile();
      cpSync(join(root, path), isInto ? join(target, basename(path)) : target, { recursive: true });
    }
  }
}

/** The service as the image starts it, but on free ports of this machine. It is killed when the time is over. */
function start({ command: [program, ...words], folder, env }) {
  const own = { HOST: '127.0.0.1', PORT: '0', ADMIN_PORT: '0', DATA_DIR: join(work, 'data') };
  return spawn(program, words, {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env, ...own },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: SERVE_MS,
    killSignal: 'SIGKILL',
  });
}

/** Asks for every page, and checks the health as the image does. */
async function asked(stage) {
  const service = start(stage);
  service.stderr.pipe(process.stderr);
  const exited = once(service, 'exit');
  const { address, adminAddress } = await started(service);
  const { port } = new URL(adminAddress);
  const [program, ...words] = stage.check;
  execFileSync(program, words, { env: { PATH: process.env.PATH, ADMIN_PORT: port }, timeout: ASK_MS });
  while ((await fetch(`${adminAddress}/health/ready`, { signal: AbortSignal.timeout(ASK_MS) })).status !== 200);
  const seen = new Set(PAGES);
  for (const path of seen) {
    const answer = await fetch(address + path, { signal: AbortSignal.timeout(ASK_MS) });
    const body = await answer.text();
    assert.equal(answer.status, 200, path);
    if (answer.headers.get('content-type')?.startsWith('text/html'))
      for (const [, linked] of body.matchAll(/(?:href|src)="(\/[^"#]*)/g)) seen.add(linked);
  }
  console.log(`── ready, and ${seen.size} addresses answered: ${[...seen].join(' ')}`);
  service.kill();
  assert.deepEqual(await exited, [0, null]);
}

async function started(service) {
  for await (const line of createInterface(service.stdout)) {
    const told = JSON.parse(line);
    if (told.started) return told;
  }
  throw new Error('the service left before it started');
}

/** Without one of its files the service does not start, and says which. */
async function incomplete(stage) {
  rmSync(join(stage.folder, AWAY));
  const service = start(stage);
  let said = '';
  service.stderr.on('data', (chunk) => (said += chunk));
  assert.deepEqual(await once(service, 'close'), [78, null]);
  assert.ok(said.includes(AWAY), said);
  console.log(`── without a file: ${said.trim()}`);
}
