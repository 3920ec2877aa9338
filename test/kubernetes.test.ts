// The manifests of deploy/ without a cluster: what they say is held to what the service reads. That they are valid
// is checked by .ci/manifests.mjs. Where kubectl is installed, kustomize puts them together as an operator would.
import { describe, expect, it } from '#jest';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { parse, parseAllDocuments } from 'yaml';
import { environmentVariables, readConfig } from '../src/app/config.js';
import { ROOT } from './support/guideBlocks.js';
import { isInstalled } from './support/installedProgram.js';

const text = (path: string): string => readFileSync(`${ROOT}${path}`, 'utf8');
const ROLES = ['api', 'projector', 'webhooks'] as const;
const FOLDERS = ['base', 'overlays/production', 'eventstore-user', 'observability'] as const;
const KUSTOMIZATION = 'kustomization.yaml';

type Labels = Readonly<Record<string, string>>;
type Manifest = Readonly<{
  apiVersion: string;
  kind: string;
  metadata: Readonly<{ name: string; namespace?: string; labels?: Labels }>;
  spec?: Readonly<Record<string, unknown>>;
  data?: Labels;
}>;
type Kustomization = Readonly<{
  resources: readonly string[];
  configMapGenerator?: readonly Readonly<{
    envs?: readonly string[];
    files?: readonly string[];
    literals?: readonly string[];
  }>[];
}>;

const documentsOf = (yaml: string): Manifest[] =>
  parseAllDocuments(yaml).map((document) => document.toJS() as Manifest);
const kustomizationOf = (folder: string) => parse(text(`deploy/${folder}/${KUSTOMIZATION}`)) as Kustomization;
const manifests = FOLDERS.flatMap((folder) =>
  kustomizationOf(folder)
    .resources.filter((name) => name.endsWith('.yaml'))
    .flatMap((name) => documentsOf(text(`deploy/${folder}/${name}`))),
);
const namedIn = (found: readonly Manifest[]) => (kind: string, name: string) =>
  found.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);
/** What stands in a manifest at a path, as in `spec.ports.0`. */
const at = <Value>(manifest: Manifest | undefined, path: string): Value | undefined =>
  path
    .split('.')
    .reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], manifest) as
    Value | undefined;
const POD = 'spec.template.spec';
const LABELS = 'spec.template.metadata.labels';
const named = namedIn(manifests);
const valuesOf = (lines: string): Labels =>
  Object.fromEntries([...lines.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]));
const overlayValues = valuesOf(
  kustomizationOf('overlays/production')
    .configMapGenerator?.flatMap(({ literals = [] }) => literals)
    .join('\n') ?? '',
);
const settings = { ...valuesOf(text('deploy/base/settings.env')), ...overlayValues };

const matches = (selector: Labels, labels: Labels = {}): boolean =>
  Object.entries(selector).every(([name, value]) => labels[name] === value);

describe('deploy/', () => {
  it.each(FOLDERS)('lists every file of %s in its kustomization', (folder) => {
    const { resources, configMapGenerator = [] } = kustomizationOf(folder);
    const listed = [
      ...resources,
      ...configMapGenerator.flatMap(({ envs = [], files = [] }) => [...envs, ...files]),
    ];
    const own = readdirSync(`${ROOT}deploy/${folder}`, { withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== KUSTOMIZATION)
      .map(({ name }) => name)
      .filter((name) => !['alerts.yml', 'alerts.test.yml', 'prometheus.yml'].includes(name));
    expect(listed.filter((name) => !name.startsWith('..')).sort()).toEqual(own.sort());
  });

  it('has a Job that makes the user of the service, with a file of the image', () => {
    expect(at(named('Job', 'reconciliation-eventstore-user'), `${POD}.containers.0`)).toMatchObject({
      command: ['node', 'scripts/eventstoreUser.mjs', 'conciliacao'],
      envFrom: [{ secretRef: { name: 'reconciliation-eventstore-admin' } }],
    });
    expect(text('Dockerfile')).toMatch(/^COPY .* scripts\/eventstoreUser\.mjs .*\.\/scripts\/$/m);
    expect(text('.dockerignore').split('\n')).toContain('!scripts/eventstoreUser.mjs');
  });

  it.each(ROLES)('has one Deployment for %s, with probes, limits, and secrets by reference', (role) => {
    const deployment = named('Deployment', `reconciliation-${role}`);
    const live = { httpGet: { path: '/health/live', port: 'admin' } };
    const container = {
      resources: {
        requests: { cpu: expect.any(String), memory: expect.any(String) },
        limits: { memory: expect.anything() },
      },
      // A projector of a new version is not ready while one of the old version projects.
      readinessProbe: role === 'projector' ? live : { httpGet: { path: '/health/ready', port: 'admin' } },
      livenessProbe: live,
      startupProbe: live,
      envFrom: [{ configMapRef: { name: 'reconciliation' } }, { secretRef: { name: 'reconciliation' } }],
    };
    const securityContext = { runAsNonRoot: true };
    expect(at(deployment, POD)).toMatchObject({ containers: [container], securityContext });
    for (const secret of ['EVENTSTORE_URL', 'MONGODB_URL', 'REDIS_URL', 'SECRETS_KEY', 'SEAL_KEY'])
      expect(settings).not.toHaveProperty(secret);
    const given = at<{ name: string; value?: string }[]>(deployment, `${POD}.containers.0.env`) ?? [];
    const env = Object.fromEntries(given.map(({ name, value }) => [name, value]));
    const config = readConfig({ ...settings, ...env });
    expect(config).toMatchObject({ roles: [role], environment: 'production', dataDir: '/data' });
    const ports = at<{ name: string; containerPort: number }[]>(deployment, `${POD}.containers.0.ports`);
    const portOf = (name: string) => ports?.find((port) => port.name === name)?.containerPort;
    expect(portOf('admin')).toBe(config.adminPort);
    if (role === 'api') expect(portOf('api')).toBe(config.port);
  });

  it.each(ROLES)('spreads the pods of %s, and lets only one of them be evicted at a time', (role) => {
    const deployment = named('Deployment', `reconciliation-${role}`);
    const selector = { matchLabels: at<Labels>(deployment, LABELS) ?? {} };
    expect(at(deployment, `${POD}.topologySpreadConstraints`)).toEqual(
      ['kubernetes.io/hostname', 'topology.kubernetes.io/zone'].map((topologyKey) => ({
        maxSkew: 1,
        topologyKey,
        whenUnsatisfiable: 'ScheduleAnyway',
        labelSelector: selector,
      })),
    );
    expect(named('PodDisruptionBudget', `reconciliation-${role}`)?.spec).toEqual({ maxUnavailable: 1, selector });
  });

  it.each(ROLES)('lets the network reach the ports of %s, and it the stores', (role) => {
    const deployment = named('Deployment', `reconciliation-${role}`);
    type Rule = Readonly<{ ports?: readonly { port: string | number }[] }>;
    type Policy = Readonly<{
      podSelector: { matchLabels: Labels };
      ingress?: readonly Rule[];
      egress?: readonly Rule[];
    }>;
    const own = manifests
      .filter(({ kind }) => kind === 'NetworkPolicy')
      .map(({ spec }) => spec as Policy)
      .filter(({ podSelector }) => matches(podSelector.matchLabels, at<Labels>(deployment, LABELS)));
    const open = (rules: readonly Rule[]) =>
      new Set(rules.flatMap(({ ports = [] }) => ports.map(({ port }) => port)));
    const ports = at<{ name: string }[]>(deployment, `${POD}.containers.0.ports`)?.map(({ name }) => name) ?? [];
    expect([...open(own.flatMap(({ ingress = [] }) => ingress))].sort()).toEqual(ports.sort());
    const reached = open(own.flatMap(({ egress = [] }) => egress));
    for (const port of [53, 2113, 27017, 6379, 25, 465, 587]) expect(reached).toContain(port);
    expect(reached.has(443)).toBe(role === 'api'); // the provider of single sign-on
    const isOpenToReceivers = own.some(({ egress = [] }) => egress.some(({ ports: some }) => some === undefined));
    expect(isOpenToReceivers).toBe(role === 'webhooks');
  });

  it('sets variables that there are', () => {
    expect(Object.keys(settings).filter((name) => !(name in environmentVariables.shape))).toEqual([]);
  });

  it('has the address of the console in the overlay, at the host of the ingress', () => {
    const ingress = named('Ingress', 'reconciliation');
    const host = at<string>(ingress, 'spec.rules.0.host');
    expect(text('deploy/base/settings.env')).not.toContain('PUBLIC_URL');
    expect(overlayValues['PUBLIC_URL']).toBe(`https://${host}`);
    expect(at(ingress, 'spec.tls.0.hosts')).toEqual([host]);
  });

  it('gives the Prometheus Operator the rules of alerts.yml', () => {
    const rule = named('PrometheusRule', 'reconciliation');
    expect(rule?.apiVersion).toBe('monitoring.coreos.com/v1');
    expect(rule?.spec).toEqual(parse(text('deploy/observability/alerts.yml')));
  });

  it('lets Prometheus find the metrics of every pod, ready or not', () => {
    type Monitor = Readonly<{
      selector: { matchLabels: Labels };
      endpoints: readonly { port: string; path: string }[];
    }>;
    const { selector, endpoints } = named('ServiceMonitor', 'reconciliation')?.spec as unknown as Monitor;
    const services = manifests.filter(
      ({ kind, metadata }) => kind === 'Service' && matches(selector.matchLabels, metadata.labels),
    );
    expect(services.map(({ metadata }) => metadata.name)).toEqual(['reconciliation-metrics']);
    const spec = services[0]?.spec as { selector: Labels; ports: object[]; publishNotReadyAddresses: boolean };
    expect(spec.publishNotReadyAddresses).toBe(true);
    expect(spec.ports).toEqual([{ name: endpoints[0]?.port, port: 3001, targetPort: 'admin' }]);
    expect(endpoints[0]?.path).toBe('/metrics');
    for (const role of ROLES)
      expect(matches(spec.selector, at(named('Deployment', `reconciliation-${role}`), LABELS))).toBe(true);
  });
});

describe('the manifests that kustomize makes', () => {
  const built = (folder: string): Manifest[] =>
    documentsOf(execFileSync('kubectl', ['kustomize', `${ROOT}deploy/${folder}`], { encoding: 'utf8' }));
  const tried = isInstalled('kubectl') ? it : it.skip;

  tried('are in one namespace, with images of one exact version', () => {
    const found = [...built('overlays/production'), ...built('eventstore-user')];
    expect(new Set(found.map(({ metadata }) => metadata.namespace))).toEqual(new Set(['reconciliation']));
    const images = [...JSON.stringify(found).matchAll(/"image":"([^"]+)"/g)].map(([, image]) => image);
    expect(images).toHaveLength(ROLES.length + 1);
    expect(new Set(images).size).toBe(1);
    expect(images[0]).toMatch(/:\d+\.\d+\.\d+$/);
  });

  tried('give every pod the settings of base and overlay', () => {
    const found = built('overlays/production');
    const config = found.find(({ kind, data }) => kind === 'ConfigMap' && data?.['ADMIN_PORT'] !== undefined);
    expect(config?.data).toEqual(settings);
    for (const role of ROLES) {
      const deployment = namedIn(found)('Deployment', `reconciliation-${role}`);
      const configMapRef = { name: config?.metadata.name };
      expect(at(deployment, `${POD}.containers.0.envFrom.0`)).toEqual({ configMapRef });
      expect(readConfig({ ...config?.data, ROLES: role }).trustedProxies).toHaveLength(1);
    }
  });

  tried('send what comes from outside to the port of the API', () => {
    const found = built('overlays/production');
    const backend = 'spec.rules.0.http.paths.0.backend.service';
    const ingress = namedIn(found)('Ingress', 'reconciliation');
    const target = namedIn(found)('Service', at<string>(ingress, `${backend}.name`) ?? '');
    const name = at(ingress, `${backend}.port.name`);
    expect(at(target, 'spec.ports')).toEqual([{ name, port: 80, targetPort: 'api' }]);
  });
});
