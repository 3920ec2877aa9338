// docker-compose.yml and Dockerfile without an engine: what they say is held to what the service reads. `.ci/run`
// also lets docker-compose itself read the file.
import { beforeEach, describe, expect, it } from '#jest';
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { environmentVariables, readConfig } from '../src/app/config.js';
import { temporaryDir } from './support/service.js';
import { EventStoreDBClient } from '@eventstore/db-client';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const text = (path: string): string => readFileSync(`${ROOT}${path}`, 'utf8');
const ROLES = ['api', 'projector', 'webhooks'] as const;
const SECRETS_KEY = Buffer.alloc(32, 7).toString('base64');

type ComposeService = Readonly<{
  image: string;
  profiles?: readonly string[];
  environment?: Readonly<Record<string, string>>;
  volumes?: readonly string[];
  networks?: Readonly<{ default: Readonly<{ aliases: readonly string[] }> }>;
  depends_on?: readonly string[] | Readonly<Record<string, unknown>>;
}> &
  Readonly<Record<string, unknown>>;
type Compose = Readonly<{ services: Readonly<Record<string, ComposeService>>; volumes: object }>;

/** What `sh scripts/makeEnv.sh` makes. */
function envMadeIn(folder: string): Readonly<{ path: string; values: Readonly<Record<string, string>> }> {
  const path = `${folder}/env`;
  execFileSync('sh', [`${ROOT}scripts/makeEnv.sh`, path]);
  return { path, values: envValues(readFileSync(path, 'utf8')) };
}

const envValues = (lines: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...lines.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]));

describe('scripts/makeEnv.sh', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await temporaryDir();
  });

  it('gives every secret of .env.example a value of its own, which nobody else can read', () => {
    const { path, values } = envMadeIn(folder);
    expect(Object.keys(values)).toEqual(Object.keys(envValues(text('.env.example'))));
    expect(new Set(Object.values(values)).size).toBe(Object.keys(values).length);
    expect(readConfig({ SECRETS_KEY: values['SECRETS_KEY'] }).secretsKey).not.toBeNull();
    for (const [name, value] of Object.entries(values))
      if (name.endsWith('PASSWORD')) expect(value).toMatch(/^[0-9a-f]{48}$/);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('changes nothing the second time', () => {
    const { path } = envMadeIn(folder);
    const before = readFileSync(path);
    expect(readFileSync(envMadeIn(folder).path)).toEqual(before);
  });

  it('adds what is missing, and leaves what somebody wrote', () => {
    writeFileSync(`${folder}/env`, 'MONGODB_PASSWORD=chosen\nTRUSTED_PROXIES=10.0.0.0/8\n');
    const { values } = envMadeIn(folder);
    expect(values).toMatchObject({
      MONGODB_PASSWORD: 'chosen',
      TRUSTED_PROXIES: '10.0.0.0/8',
      COMPOSE_PROFILES: 'single',
    });
  });

  it('gives values to a copy of .env.example, and adds to a file whose last line has no end', () => {
    writeFileSync(`${folder}/env`, `${text('.env.example')}RATE_LIMIT_PER_MINUTE=60`, { mode: 0o644 });
    const { path, values } = envMadeIn(folder);
    expect(Object.entries(values).filter(([, value]) => value === '')).toEqual([]);
    expect(values).toMatchObject({ RATE_LIMIT_PER_MINUTE: '60', SECRETS_KEY: expect.stringMatching(/^.{43}=$/) });
    expect(statSync(path).mode & 0o007).toBe(0);
    const before = readFileSync(path);
    expect(readFileSync(envMadeIn(folder).path)).toEqual(before);
  });

  it('names variables that there are, or that docker-compose.yml reads', () => {
    const named = [...text('.env.example').matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(([, name = '']) => name);
    const read = `${text('docker-compose.yml')} COMPOSE_PROFILES`;
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !(name in environmentVariables.shape) && !read.includes(name))).toEqual([]);
  });

  it('makes a file that is not in the repository', () => {
    expect(text('.gitignore').split('\n')).toContain('.env');
  });
});

describe('docker-compose.yml', () => {
  const given = Object.fromEntries(
    Object.keys(envValues(text('.env.example'))).map((name) => [
      name,
      name.endsWith('_KEY') ? SECRETS_KEY : `${name}-value`,
    ]),
  );
  const source = text('docker-compose.yml')
    .replace(/\$\{\w+:-([^}]*)\}/g, '$1')
    .replace(/\$\{(\w+):\?[^}]*\}/g, (_, name: string) => given[name] ?? '');
  const { services, volumes, ...others } = parse(source, { merge: true }) as Compose;
  const started = (profile: string) =>
    Object.entries(services).filter(([, { profiles }]) => profiles === undefined || profiles.includes(profile));
  const nodesOf = (profile: string) => started(profile).filter(([, { image }]) => image.includes('/kurrentdb:'));

  it('has no default for a key or password, and no version of its format', () => {
    expect([...text('docker-compose.yml').matchAll(/\$\{(\w*(?:KEY|PASSWORD)):-/g)]).toEqual([]);
    expect(source).not.toContain('${');
    expect(others).not.toHaveProperty('version');
  });

  it.each(ROLES)('hands every variable of the configuration on to %s', (role) => {
    const { environment = {} } = services[role] as ComposeService;
    const inImage =
      text('Dockerfile')
        .match(/^ENV .*/m)?.[0]
        .match(/\w+(?==)/g) ?? [];
    const fixed = ['ROLES', 'EVENTSTORE_URL', 'MONGODB_URL', 'REDIS_URL'];
    for (const name of fixed) expect(environment[name]).toMatch(/./);
    const handedOn = Object.keys(environmentVariables.shape).filter(
      (name) => ![...inImage, ...fixed].includes(name),
    );
    expect(handedOn).toContain('RATE_LIMIT_PER_MINUTE');
    for (const name of handedOn)
      expect(text('docker-compose.yml')).toMatch(new RegExp(`^ {4}${name}: '?\\$\\{${name}:`, 'm'));
    expect(Object.keys(environment)).toEqual(expect.arrayContaining(handedOn));
  });

  it('publishes the API and its health on this machine alone', () => {
    const published = Object.entries(services).flatMap(([name, { ports = [] }]) =>
      (ports as string[]).map((port) => [name, port]),
    );
    expect(published).toEqual([
      ['api', '127.0.0.1:3000:3000'],
      ['api', '127.0.0.1:3001:3001'],
    ]);
    expect(text('Dockerfile')).toMatch(/^ENV .* PORT=3000 ADMIN_PORT=3001\b/m);
  });

  it('takes images of an exact version only', () => {
    const images = Object.values(services).flatMap(({ image, build }) => (build === undefined ? [image] : []));
    const bases = [...text('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    for (const image of [...images, ...bases]) expect(image).toMatch(/:\d+\.\d+\.\d+(-[a-z-]+)?$|@sha256:/);
  });

  it('knows of every service whether it is well, or that it has ended well', () => {
    const awaited = (name: string) =>
      Object.values(services).some(
        ({ depends_on: needed }) =>
          (needed as Record<string, unknown> | undefined)?.[name] !== undefined &&
          JSON.stringify((needed as Record<string, unknown>)[name]) ===
            '{"condition":"service_completed_successfully"}',
      );
    for (const [name, { healthcheck, build, profiles }] of Object.entries(services)) {
      const isChecked = healthcheck === undefined ? build !== undefined : !('disable' in (healthcheck as object));
      expect([name, isChecked || awaited(name) || profiles?.includes('operator')]).toEqual([name, true]);
    }
  });

  it('lets members and service into MongoDB by key file and password', () => {
    const { environment = {}, command } = services['mongo-user'] as ComposeService;
    const members = ['mongo1', 'mongo2', 'mongo3'];
    for (const name of members) {
      expect(services[name]?.['command']).toEqual(expect.arrayContaining(['--keyFile', '/keys/members']));
      expect(services[name]?.volumes).toContain('mongo-keys:/keys:ro');
    }
    expect(command).toEqual(['node', 'scripts/mongoUser.mjs', ...members.map((name) => `${name}:27017`)]);
    const script = text('scripts/mongoUser.mjs');
    const { MONGODB_URL = '' } = services['api']?.environment ?? {};
    const [, user, password, database, set] =
      /^mongodb:\/\/(\w+):([^@]+)@.*\/(\w+)\?replicaSet=(\w+)$/.exec(MONGODB_URL) ?? [];
    expect(script).toContain(`USER = '${user}'`);
    expect(script).toContain(`DATABASE = '${database}'`);
    expect(script).toContain(`SET = '${set}'`);
    expect(password).toBe(environment['MONGODB_PASSWORD']);
    expect(environment['MONGODB_ROOT_PASSWORD']).toBe(
      services['mongo1']?.environment?.['MONGO_INITDB_ROOT_PASSWORD'],
    );
  });

  it('has a command line that reaches the stores, for the first key', () => {
    const { environment = {}, ...operator } = services['operator'] as ComposeService;
    expect(operator).toMatchObject({ profiles: ['operator'], entrypoint: ['node', 'dist/bin/operator.js'] });
    expect({ ...environment, ROLES: 'api' }).toEqual(services['api']?.environment);
  });

  it('starts one event store node by default, and three instead of it by profile', () => {
    expect(text('.env.example')).toMatch(/^COMPOSE_PROFILES=single$/m);
    expect(nodesOf('single').map(([name]) => name)).toEqual(['eventstore']);
    expect(nodesOf('cluster').map(([name]) => name)).toEqual(['es1', 'es2', 'es3']);
    for (const profile of ['single', 'cluster'])
      expect(started(profile).map(([name]) => name)).toEqual(
        expect.arrayContaining([...ROLES, 'certificates', 'mongo1', 'mongo2', 'mongo3', 'redis']),
      );
  });

  it.each(['single', 'cluster'])('starts a node of profile %s again whatever its status', (profile) => {
    for (const [, { environment = {}, volumes: mounts = [], restart }] of nodesOf(profile)) {
      expect(restart).toBe('unless-stopped');
      expect(Object.keys(environment).filter((name) => !name.startsWith('KURRENTDB_'))).toEqual([]);
      expect(mounts.at(-1)).toMatch(/:\/var\/lib\/kurrentdb$/);
    }
  });

  it.each(['single', 'cluster'])('gives every service of profile %s the dependencies it needs', (profile) => {
    const names = new Set(started(profile).map(([name]) => name));
    for (const [, { networks }] of started(profile))
      networks?.default.aliases.forEach((alias) => names.add(alias));
    for (const [, { depends_on: needed = [], environment = {} }] of started(profile)) {
      expect([...names]).toEqual(expect.arrayContaining(Array.isArray(needed) ? needed : Object.keys(needed)));
      const seeds = environment['KURRENTDB_GOSSIP_SEED']?.split(',').map((seed) => seed.split(':')[0]) ?? [];
      expect([...names]).toEqual(expect.arrayContaining(seeds));
    }
    const { EVENTSTORE_URL = '', MONGODB_URL = '', REDIS_URL = '' } = services['api']?.environment ?? {};
    const hosts = [EVENTSTORE_URL, MONGODB_URL, REDIS_URL]
      .map((address) => address.split('@')[1])
      .flatMap((address) => (address ?? '').split(/[/?]/)[0]?.split(',') ?? [])
      .map((host) => host.split(':')[0]);
    expect([...names]).toEqual(expect.arrayContaining(hosts));
    const members = MONGODB_URL.split('@')[1]?.split('/')[0]?.split(',');
    expect(members).toHaveLength(3);
    expect(services['mongo-user']?.['command']).toEqual(expect.arrayContaining(members ?? []));
  });

  it('secures every node with a certificate for the name it is asked by', () => {
    const [, script] = /command:\n {6}- \|\n((?: {8}.*\n)+)/.exec(source) ?? [];
    for (const [name, { environment = {}, volumes: mounts = [] }] of [
      ...nodesOf('single'),
      ...nodesOf('cluster'),
    ]) {
      expect(environment).not.toHaveProperty('KURRENTDB_INSECURE');
      expect(environment['KURRENTDB_CERTIFICATE_FILE']).toBe(`/private/${name}/node.crt`);
      expect(environment['KURRENTDB_ADVERTISE_HOST_TO_CLIENT_AS']).toBe(name);
      expect(mounts).toEqual(expect.arrayContaining(['trust:/certs:ro', 'certificates:/private:ro']));
      expect(script).toMatch(new RegExp(`for node in [^;]*\\b${name}\\b`));
    }
    expect(script).toContain('-dns-names $$node,eventstore');
    for (const [name] of nodesOf('cluster')) {
      expect(services[name]?.environment?.['KURRENTDB_CLUSTER_SIZE']).toBe('3');
      expect(services[name]?.environment?.['KURRENTDB_GOSSIP_SEED']).not.toContain(name);
    }
  });

  it.each(ROLES)('runs %s with a valid configuration and minimal privileges', (role) => {
    const { environment = {}, volumes: mounts = [], ...service } = services[role] as ComposeService;
    const config = readConfig(environment);
    expect(config).toMatchObject({ roles: [role], environment: 'staging', secretsKey: SECRETS_KEY });
    // The certificate is not here, so the address is read without it.
    const address = (config.eventStoreUrl ?? '').replace('&tlsCAFile=/certs/ca.crt', '');
    expect(address).not.toBe(config.eventStoreUrl);
    expect(() => EventStoreDBClient.connectionString(address)).not.toThrow();
    const { environment: admin = {}, command } = services['eventstore-user'] as ComposeService;
    expect(command).toEqual(['node', 'scripts/eventstoreUser.mjs', 'conciliacao']);
    expect(address).toContain(`//conciliacao:${admin['EVENTSTORE_USER_PASSWORD']}@`);
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], init: true });
    expect(mounts).toContain('trust:/certs:ro');
    expect(mounts.join()).not.toContain('certificates');
  });

  it('names every volume it mounts', () => {
    const mounted = Object.values(services).flatMap(({ volumes: mounts = [] }) =>
      mounts.map((mount) => mount.split(':')[0]),
    );
    expect(Object.keys(volumes).sort()).toEqual([...new Set(mounted)].sort());
  });
});

describe('The Dockerfile', () => {
  const lines = text('Dockerfile').split('\n');

  it('builds in one stage and runs in another, without root, with a health check', () => {
    expect(lines.filter((line) => line.startsWith('FROM '))).toHaveLength(2);
    expect(lines).toContain('USER node');
    expect(lines).toContain('CMD ["node", "dist/bin/main.js"]');
    expect(text('Dockerfile')).toMatch(/HEALTHCHECK[^]*\/health\/live/);
  });

  it('copies nothing that .dockerignore keeps out', () => {
    const letIn = text('.dockerignore').match(/(?<=^!).*/gm) ?? [];
    const sources = lines
      .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
      .flatMap((line) =>
        line
          .split(' ')
          .filter((word) => !word.startsWith('--'))
          .slice(1, -1),
      );
    expect(sources).toContain('docs/*.html');
    const isIn = (source: string) => letIn.some((name) => source === name || source.startsWith(`${name}/`));
    expect(sources.filter((source) => !isIn(source))).toEqual([]);
  });
});
