// docker-compose.yml, Dockerfile and deploy/ without an engine: their form is held to the schemas, and what they say to
// what the service reads. `.ci/run` also lets docker-compose itself read the file.
import { describe, expect, it } from '@jest/globals';
import * as apps from 'kubernetes-models/apps/v1';
import * as policy from 'kubernetes-models/policy/v1';
import * as core from 'kubernetes-models/v1';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig } from '../src/app/config.js';
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

describe('docker-compose.yml', () => {
  const source = text('docker-compose.yml')
    .replace(/\$\{\w+:-([^}]*)\}/g, '$1')
    .replace('${SECRETS_KEY:?32 bytes in base64, the same for every process}', SECRETS_KEY);
  const { services, volumes } = parse(source, { merge: true }) as Compose;
  const started = (profile: string) =>
    Object.entries(services).filter(([, { profiles }]) => profiles === undefined || profiles.includes(profile));
  const nodesOf = (profile: string) =>
    started(profile).filter(([, { image }]) => image.startsWith('eventstore/eventstore:'));

  it('starts one event store node unless told otherwise, and three instead of it by profile', () => {
    expect(text('.env')).toMatch(/^COMPOSE_PROFILES=single$/m);
    expect(nodesOf('single').map(([name]) => name)).toEqual(['eventstore']);
    expect(nodesOf('cluster').map(([name]) => name)).toEqual(['es1', 'es2', 'es3']);
    for (const profile of ['single', 'cluster'])
      expect(started(profile).map(([name]) => name)).toEqual(
        expect.arrayContaining([...ROLES, 'certificates', 'mongo1', 'mongo2', 'mongo3', 'redis']),
      );
  });

  it.each(['single', 'cluster'])('lets every service it starts with %s find what it needs there', (profile) => {
    const names = new Set(started(profile).map(([name]) => name));
    for (const [, { networks }] of started(profile))
      networks?.default.aliases.forEach((alias) => names.add(alias));
    for (const [, { depends_on: needed = [], environment = {} }] of started(profile)) {
      expect([...names]).toEqual(expect.arrayContaining(Array.isArray(needed) ? needed : Object.keys(needed)));
      const seeds = environment['EVENTSTORE_GOSSIP_SEED']?.split(',').map((seed) => seed.split(':')[0]) ?? [];
      expect([...names]).toEqual(expect.arrayContaining(seeds));
    }
    const { EVENTSTORE_URL = '', MONGODB_URL = '', REDIS_URL = '' } = services['api']?.environment ?? {};
    const hosts = [EVENTSTORE_URL.split('@')[1], MONGODB_URL.split('//')[1], REDIS_URL.split('//')[1]]
      .flatMap((address) => (address ?? '').split(/[/?]/)[0]?.split(',') ?? [])
      .map((host) => host.split(':')[0]);
    expect([...names]).toEqual(expect.arrayContaining(hosts));
    const members = MONGODB_URL.split('//')[1]?.split('/')[0]?.split(',');
    for (const member of members ?? []) expect(JSON.stringify(services['mongo1'])).toContain(`host: '${member}'`);
  });

  it('secures every node with a certificate for the name it is asked by', () => {
    const [, script] = /command:\n {6}- \|\n((?: {8}.*\n)+)/.exec(source) ?? [];
    for (const [name, { environment = {}, volumes: mounts = [] }] of [
      ...nodesOf('single'),
      ...nodesOf('cluster'),
    ]) {
      expect(environment).not.toHaveProperty('EVENTSTORE_INSECURE');
      expect(environment['EVENTSTORE_CERTIFICATE_FILE']).toBe(`/private/${name}/node.crt`);
      expect(environment['EVENTSTORE_ADVERTISE_HOST_TO_CLIENT_AS']).toBe(name);
      expect(mounts).toEqual(expect.arrayContaining(['trust:/certs:ro', 'certificates:/private:ro']));
      expect(script).toMatch(new RegExp(`for node in [^;]*\\b${name}\\b`));
    }
    expect(script).toContain('-dns-names $$node,eventstore');
    for (const [name] of nodesOf('cluster')) {
      expect(services[name]?.environment?.['EVENTSTORE_CLUSTER_SIZE']).toBe('3');
      expect(services[name]?.environment?.['EVENTSTORE_GOSSIP_SEED']).not.toContain(name);
    }
  });

  it.each(ROLES)('runs %s with a configuration the service takes, without rights it does not need', (role) => {
    const { environment = {}, volumes: mounts = [], ...service } = services[role] as ComposeService;
    const config = readConfig(environment);
    expect(config).toMatchObject({ roles: [role], environment: 'staging', secretsKey: SECRETS_KEY });
    // The certificate is not here, so the address is read without it.
    const address = (config.eventStoreUrl ?? '').replace('&tlsCAFile=/certs/ca.crt', '');
    expect(address).not.toBe(config.eventStoreUrl);
    expect(() => EventStoreDBClient.connectionString(address)).not.toThrow();
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

  it('builds in one stage and runs in another, as nobody special, with a check of its health', () => {
    expect(lines.filter((line) => line.startsWith('FROM '))).toHaveLength(2);
    expect(lines).toContain('USER node');
    expect(lines).toContain('CMD ["node", "dist/src/main.js"]');
    expect(text('Dockerfile')).toMatch(/HEALTHCHECK[^]*\/health\/live/);
  });
});

type Manifest = Readonly<{ apiVersion: string; kind: string; metadata: Readonly<{ name: string }> }>;
type Deployment = InstanceType<typeof apps.Deployment>;

describe('deploy/', () => {
  const manifests = readdirSync(`${ROOT}deploy`).flatMap((file) =>
    parseAllDocuments(text(`deploy/${file}`)).map((document) => document.toJS() as Manifest),
  );
  const named = <Kind>(kind: string, name: string) =>
    manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name) as Kind | undefined;

  it('is of the form Kubernetes takes', () => {
    const kinds: Readonly<Record<string, new (manifest: never) => { validate(): void }>> = {
      'apps/v1 Deployment': apps.Deployment,
      'v1 Service': core.Service,
      'v1 ConfigMap': core.ConfigMap,
      'policy/v1 PodDisruptionBudget': policy.PodDisruptionBudget,
    };
    for (const manifest of manifests) {
      const Kind = kinds[`${manifest.apiVersion} ${manifest.kind}`];
      if (Kind === undefined) throw new Error(`Unknown here: ${manifest.apiVersion} ${manifest.kind}`);
      new Kind(manifest as never).validate();
    }
    expect(manifests.length).toBeGreaterThan(4);
  });

  it.each(ROLES)('has one Deployment for %s, probed, bounded, and with secrets by reference', (role) => {
    const pod = named<Deployment>('Deployment', `reconciliation-${role}`)?.spec?.template.spec;
    const [container, ...others] = pod?.containers ?? [];
    expect(others).toEqual([]);
    expect(pod?.securityContext).toMatchObject({ runAsNonRoot: true });
    expect(container?.resources?.requests).toEqual({ cpu: expect.any(String), memory: expect.any(String) });
    expect(container?.resources?.limits).toHaveProperty('memory');
    expect(container?.readinessProbe?.httpGet).toEqual({ path: '/health/ready', port: 'admin' });
    for (const probe of [container?.livenessProbe, container?.startupProbe])
      expect(probe?.httpGet).toEqual({ path: '/health/live', port: 'admin' });

    const settings = named<{ data: Record<string, string> }>('ConfigMap', 'reconciliation')?.data ?? {};
    expect(container?.envFrom).toEqual([
      { configMapRef: { name: 'reconciliation' } },
      { secretRef: { name: 'reconciliation' } },
    ]);
    for (const secret of ['EVENTSTORE_URL', 'MONGODB_URL', 'REDIS_URL', 'SECRETS_KEY'])
      expect(settings).not.toHaveProperty(secret);
    const env = Object.fromEntries((container?.env ?? []).map(({ name, value }) => [name, value]));
    const config = readConfig({ ...settings, ...env });
    expect(config).toMatchObject({ roles: [role], environment: 'production', dataDir: '/data' });
    const portOf = (name: string) => container?.ports?.find((port) => port.name === name)?.containerPort;
    expect(portOf('admin')).toBe(config.adminPort);
    if (role === 'api') expect(portOf('api')).toBe(config.port);
  });
});
