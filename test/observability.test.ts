// What dashboard and alerts of deploy/observability ask for is measured by the running service, and each alert is
// tested by promtool and explained to operators.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '#jest';
import { parse } from 'yaml';
import { startClients, type Clients } from './api/webhooks/clients.js';
import { asking } from './api/webhooks/asking.js';
import { ROOT, guideText } from './support/guideBlocks.js';
import { buildAccounts, buildCnpj, buildMonth, chartCsv } from './support/builders.js';
import { isInstalled } from './support/installedProgram.js';
import { until } from './support/until.js';
import { startReceiver, type Receiver } from './webhooks/support/receiver.js';

const FOLDER = `${ROOT}deploy/observability/`;
const text = (name: string): string => readFileSync(`${FOLDER}${name}`, 'utf8');
type Alert = Readonly<{
  alert: string;
  expr: string;
  labels: Readonly<{ severity: string }>;
  annotations: Readonly<{ summary: string; runbook: string }>;
}>;
const { groups } = parse(text('alerts.yml')) as { groups: readonly { rules: readonly Alert[] }[] };
const alerts = groups.flatMap(({ rules }) => rules);
type Panel = Readonly<{ type: string; title: string; targets?: readonly { expr: string }[] }>;
const { panels } = JSON.parse(text('dashboard.json')) as { panels: readonly Panel[] };
const expressions = [
  ...alerts.map(({ expr }) => expr),
  ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
];

/** The metrics a PromQL expression names. `up` is Prometheus's own. */
function metricsIn(expression: string): string[] {
  const bare = expression
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}|\[[^\]]*\]/g, ' ')
    .replace(/\b(by|on)\s*\([^)]*\)/g, ' ');
  return [...bare.matchAll(/[a-z_]\w*(?!\w|\s*\()/gi)]
    .map(([name]) => name)
    .filter((name) => !['and', 'or', 'up', 'e9', 'e8'].includes(name));
}

const CHART = 'Plano Geral';
const ACCOUNTS = buildAccounts(10);
const CNPJ = buildCnpj(1);

describe('the metrics of a running service', () => {
  let clients: Clients;
  let receiver: Receiver;
  beforeAll(async () => {
    const company = { cnpj: CNPJ, chartName: CHART, accountsFile: 'plano.csv' };
    const other = { ...company, cnpj: buildCnpj(2) };
    receiver = await startReceiver();
    // Nothing is mailed: the metrics of mails are there with a server's address alone.
    const mail = {
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'avisos@exemplo.com.br',
      PUBLIC_URL: 'https://conciliacao.exemplo.com.br',
    };
    clients = await startClients(
      { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8', BODIES_MAX_MB: '96', UPLOADS_MAX_MB: '256', ...mail },
      { acme: [company], beta: [other], chartCsv: chartCsv(ACCOUNTS) },
    );
  });

  const scraped = async (): Promise<string> => (await fetch(`${clients.service.adminUrl}/metrics`)).text();
  const samples = async (): Promise<ReadonlyMap<string, number>> =>
    new Map(
      (await scraped())
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('#'))
        .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
    );

  it('have every name that dashboard and alerts use', async () => {
    const types = new Map(
      [...(await scraped()).matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]),
    );
    const served = new Set(
      [...types].flatMap(([name, type]) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
      ),
    );
    const used = new Set(expressions.flatMap(metricsIn));
    expect(used.size).toBeGreaterThan(25);
    expect([...used].filter((name) => !served.has(name))).toEqual([]);
  });

  it('count imports by what came of them', async () => {
    const send = async (query: string, variant: number, chartName = CHART): Promise<number> => {
      const answer = await fetch(`${clients.service.url}/api/v1/trial-balances${query}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${clients.keys.full}`, 'content-type': 'application/json' },
        body: JSON.stringify(buildMonth(ACCOUNTS, { cnpj: CNPJ, period: '2026-05', chartName, variant })),
      });
      await answer.arrayBuffer();
      return answer.status;
    };
    expect(await send('?validateOnly=true', 0)).toBe(200);
    expect(await send('', 0)).toBe(201);
    expect(await send('', 0)).toBe(200);
    expect(await send('', 1)).toBe(201);
    expect(await send('', 1, 'Outro plano')).toBe(400);
    const form = new FormData();
    form.set('companyId', '1');
    form.set('file', new Blob(['Conta;Saldo\n']), 'a.csv');
    const refused = await fetch(`${clients.service.url}/api/v1/trial-balances/arquivo`, {
      method: 'POST',
      headers: { authorization: `Bearer ${clients.keys.full}` },
      body: form,
    });
    expect(refused.status).toBeGreaterThanOrEqual(400);

    const found = await samples();
    const outcome = (source: string, name: string) =>
      found.get(`imports_total{source="${source}",outcome="${name}"}`);
    expect(outcome('json', 'stored')).toBe(2);
    expect(outcome('json', 'resend')).toBe(1);
    expect(outcome('json', 'validated')).toBe(1);
    expect(outcome('json', 'refused')).toBe(1);
    expect(outcome('file', 'refused')).toBe(1);
    expect(outcome('file', 'stored')).toBe(0);
    expect(outcome('json', 'failed')).toBe(0);
    expect(found.get('log_append_duration_seconds_count')).toBeGreaterThanOrEqual(2);
    expect(found.get('log_append_failures_total')).toBe(0);
  });

  it('tell the memory and disk there are, and what is left', async () => {
    const found = await samples();
    expect(found.get('http_bodies_max_bytes')).toBe(96 * 1_048_576);
    expect(found.get('report_files_spooled_max_bytes')).toBe(256 * 1_048_576);
    expect(found.get('data_dir_free_bytes')).toBeGreaterThan(0);
    expect(found.get('data_dir_size_bytes')).toBeGreaterThan(found.get('data_dir_free_bytes') ?? 0);
  });

  it('tell that every projection and the fan-out have caught up with the log', async () => {
    const lags = async () =>
      [...(await samples())].filter(([name]) => name.startsWith('service_part_lag_seconds{'));
    await until(async () => {
      const found = await lags();
      return found.length > 3 && found.every(([, seconds]) => seconds === 0);
    }, 'every part caught up');
    expect((await lags()).map(([name]) => name)).toContain('service_part_lag_seconds{part="webhook fan-out"}');
  });

  it('count deliveries by their status', async () => {
    const events = ['import.completed'];
    const webhook = await asking(clients.service.url, clients.keys.full).register({ url: receiver.url, events });
    expect(webhook.status).toBe(201);
    const month = buildMonth(ACCOUNTS, { cnpj: CNPJ, period: '2026-06', chartName: CHART, variant: 0 });
    await fetch(`${clients.service.url}/api/v1/trial-balances`, {
      method: 'POST',
      headers: { authorization: `Bearer ${clients.keys.full}`, 'content-type': 'application/json' },
      body: JSON.stringify(month),
    });
    const delivered = async () => (await samples()).get('webhook_deliveries_total{status="DELIVERED"}') ?? 0;
    await until(async () => (await delivered()) > 0, 'a delivery counted');
  });

  it('have no value for what there is not', async () => {
    expect((await samples()).has('event_store_certificate_days')).toBe(false);
  });
});

describe('each alert', () => {
  const guide = guideText('operating.md');

  it.each(alerts.map(({ alert, annotations }) => [alert, annotations.runbook]))(
    '%s has a paragraph in the guide of operation',
    (alert, runbook) => {
      expect(runbook).toBe(`docs/operating.md#${alert.toLowerCase()}`);
      const [, paragraph = ''] = new RegExp(`^#### ${alert}\n\n([^#][^]*?)\n\n#`, 'm').exec(guide) ?? [];
      expect(paragraph.length).toBeGreaterThan(100);
    },
  );

  it('is one that the guide explains, and no other is explained', () => {
    const [, section = ''] = /^### Alertas\n([^]*?)^### /m.exec(guide) ?? [];
    const explained = [...section.matchAll(/^#### (.+)$/gm)].map(([, name]) => name);
    expect(explained).toEqual(alerts.map(({ alert }) => alert));
  });

  it('fires in one of the tests of promtool, and not on a healthy service', () => {
    const { tests } = parse(text('alerts.test.yml')) as {
      tests: readonly { alert_rule_test: readonly { alertname: string; exp_alerts?: readonly unknown[] }[] }[];
    };
    const cases = tests.flatMap(({ alert_rule_test: rules }) => rules);
    for (const { alert } of alerts) {
      const own = cases.filter(({ alertname }) => alertname === alert);
      expect(own.some(({ exp_alerts: expected = [] }) => expected.length > 0)).toBe(true);
      expect(own.some(({ exp_alerts: expected = [] }) => expected.length === 0)).toBe(true);
    }
  });

  (isInstalled('promtool') ? it : it.skip)('passes promtool with its tests', () => {
    const promtool = (...words: string[]) => execFileSync('promtool', words, { cwd: FOLDER, encoding: 'utf8' });
    expect(promtool('check', 'config', 'prometheus.yml')).toContain(`${alerts.length} rules found`);
    expect(promtool('test', 'rules', 'alerts.test.yml')).toContain('SUCCESS');
  });
});

describe('the dashboard', () => {
  it('has a title for each panel and nothing that is not asked of its data source', () => {
    const drawn = panels.filter(({ type }) => type !== 'row');
    expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
    expect(drawn.every(({ targets = [] }) => targets.length > 0)).toBe(true);
    expect(text('dashboard.json')).not.toMatch(/"uid": "(?!\$\{datasource\}|reconciliation")/);
  });
});
