// Makes test/fixtures/data-0.1.0.br: a DATA_DIR with some of everything the service stores, and what was read from it.
// The kept file was made by version 0.1.0 at commit 08c7b6e. Later versions open it (test/compatibility), so it is never
// made again by a later one: a later version gets a file of its own beside it.
//   node scripts/dataFixture/make.mjs CHECKOUT OUT
// CHECKOUT is a built checkout of the version that makes it; only its processes, their routes and commands are used.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { randomUUID } from 'node:crypto';
import { pack } from './archive.mjs';
import {
  SHOP,
  TOWN,
  changed,
  charts,
  csvOf,
  email,
  registers,
  shopMonth,
  townMonth,
  wrong,
} from './documents.mjs';
import { ask, operator, startReceiver, startService, until } from './service.mjs';
import { readAll } from './reading.mjs';

const [checkout, out] = process.argv.slice(2).map((path) => resolve(path));
const MONTH_SECONDS = 30 * 24 * 60 * 60;
const ALL_SCOPES =
  'trial_balances:write,trial_balances:read,companies:read,chart_of_accounts:read,reconciliations:read,analytics:read';

const folder = mkdtempSync(join(tmpdir(), 'data-fixture-'));
const [dataDir, files] = [join(folder, 'data'), join(folder, 'files')];
mkdirSync(files);
const file = (name, content) => {
  writeFileSync(join(files, name), content);
  return join(files, name);
};
const run = (...args) => operator(checkout, dataDir, args);
const begunAt = new Date().toISOString();

// Registers and keys.
for (const [name, text] of Object.entries(charts())) file(name, text);
await run('apply', file('registers.json', JSON.stringify(registers())));
const companies = await run('companies', 'list');
const idOf = (cnpj) => companies.find((company) => company.cnpj === cnpj).id;
const [town, shop, other] = ['11222333000181', '12ABC34501DE35', '11444777000161'].map(idOf);
const issue = (client, name, scopes) =>
  run('keys', 'issue', '--client', client, '--name', name, '--scopes', scopes);
const keys = {
  full: await issue('demonstracao', 'ERP', ALL_SCOPES),
  reader: await issue('demonstracao', 'BI', 'trial_balances:read'),
  revoked: await issue('demonstracao', 'ERP antigo', ALL_SCOPES),
  other: await issue('outro', 'ERP', ALL_SCOPES),
};
await run('keys', 'revoke', String(keys.revoked.id));
const full = keys.full.secret;

// Webhooks: a receiver that takes everything, one that answers 500, one that is not there.
const [works, fails, gone] = [await startReceiver(204), await startReceiver(500), await startReceiver(204)];
await gone.close();
let service = await startService(checkout, dataDir, { WEBHOOK_RETRY_SECONDS: '0,0' });
const call = (method, path, { key = full, ...more } = {}) => ask(service.url, { method, path, key, ...more });
async function webhook(name, { url }, events, key = full) {
  const headers = { 'idempotency-key': randomUUID() };
  const { data } = JSON.parse(
    await call('POST', '/v1/webhooks', { key, headers, body: { url, events }, expected: 201 }),
  );
  return { name, id: data.id, secret: data.secret };
}
const reconciliationEvents = ['reconciliation.created', 'reconciliation.approved', 'reconciliation.rejected'];
const webhooks = [
  await webhook('works', works, ['import.completed', 'import.failed', ...reconciliationEvents, 'webhook.failed']),
  await webhook('fails', fails, ['import.completed', 'import.failed']),
  await webhook('gone', gone, ['import.completed']),
  await webhook('removed', works, ['import.completed']),
  await webhook('other', works, ['import.completed', 'webhook.delivered'], keys.other.secret),
];
const webhookOf = (name) => webhooks.find((one) => one.name === name);
const deliveries = async (query) => JSON.parse(await call('GET', `/v1/events?limit=100&${query}`)).data;
const settled = (status) =>
  until(async () => (await deliveries(`status=${status}`)).length === 0, `no delivery that is ${status}`);
const restart = async (retrySeconds) => {
  await service.stop();
  service = await startService(checkout, dataDir, { WEBHOOK_RETRY_SECONDS: retrySeconds });
};

const imports = [];
async function importJson(name, body, { key = 'full', expected = 201 } = {}) {
  const request = { key: keys[key].secret, body, expected };
  await call('POST', '/api/v1/trial-balances', request);
  if (expected === 201) imports.push({ name, key, body });
}
async function importFile(name, company, chartName, period, csv, expected = 201) {
  const form = new FormData();
  for (const [field, value] of Object.entries({ companyId: String(company), chartName, period }))
    form.append(field, value);
  form.append('file', new Blob([csv]), `${name}.csv`);
  await call('POST', '/api/v1/trial-balances/arquivo', { body: form, expected });
  if (expected === 201)
    imports.push({ name, key: 'full', fields: { companyId: company, chartName, period }, csv });
}

// Deliveries that fail for good, a resend, a refusal.
await importJson('shop 2022-03', { ...shopMonth('2022-03'), chartName: SHOP });
await importJson('', { ...shopMonth('2022-03'), chartName: SHOP }, { expected: 200 });
await importJson('', wrong(shopMonth('2022-03')), { expected: 400 });
await settled('PENDING');
await settled('RETRYING');

// Deliveries that wait to be tried again: the other convention, a file and its resend, a second version.
await restart(`0,${MONTH_SECONDS}`);
await importJson('town 2022-03', { ...townMonth('2022-03'), chartName: TOWN });
const april = csvOf(shopMonth('2022-04'));
await importFile('shop 2022-04', shop, SHOP, '2022-04', april);
await importFile('shop 2022-04', shop, SHOP, '2022-04', april, 200);
await importJson('other 2022-03', { ...shopMonth('2022-03'), cnpj: '11444777000161' }, { key: 'other' });
await importJson('town 2022-03, again', changed(townMonth('2022-03'), 3));

// Work on the shop's March, by everyone it takes; a version after it that brings one back.
const month = ['--company', String(shop), '--period', '2022-03'];
await run('release', ...month, '--as', email('sol'));
await run('release', '--company', String(town), '--period', '2022-03');
const listed = await run('reconciliations', 'list', ...month);
const at = (account) => String(listed.find(({ contaCodigo }) => contaCodigo === account).id);
const [cash, bank, cards, receivable, stock] = ['1.1.1.01', '1.1.1.02', '1.1.2.02', '1.1.2.01', '1.1.3.01'].map(
  at,
);
const [suppliers, salaries] = ['2.1.1.01', '2.1.2.01'].map(at);
const act = (name, what, ids, ...more) =>
  run(
    ...['reconciliations', 'do', what, ...[ids].flat().flatMap((id) => ['--id', id])],
    ...['--as', email(name), ...more],
  );
const balanceOf = (id) => listed.find((row) => String(row.id) === id).saldoContabil;
const items = (id) =>
  file(`${id}.json`, JSON.stringify([{ description: 'Extrato', date: '2022-03-31', amount: balanceOf(id) }]));
async function untilReview(name, id) {
  await act(name, 'start', id);
  await act(name, 'compose', id, '--items', items(id));
  await act(name, 'submit', id);
  await act('bia', 'open', id);
}
async function approve(id) {
  await act('bia', 'pass', id);
  await act('caio', 'open', id);
  await act('caio', 'approve', id);
}
const evidence = [
  ['extrato março.txt', 'Saldo em 31/03/2022: 7.009,05\n'],
  ['contrato.bin', Buffer.from(Array.from({ length: 3_000 }, (_, index) => (index * 7) % 251))],
];
for (const [name, bytes] of evidence) await act('ana', 'attach', cash, '--file', file(name, bytes));
await untilReview('ana', cash);
await approve(cash);
await untilReview('edu', bank);
await act('bia', 'return', bank, '--comment', 'falta o extrato');
await untilReview('ana', cards);
await act('bia', 'pass', cards);
await act('caio', 'open', cards);
await act('caio', 'reject', cards, '--reason', 'saldo não confere');
await act('ana', 'start', receivable);
await act('ana', 'ask-documents', receivable, '--comment', 'pedir relação de títulos');
await act('ana', 'comment', stock, '--comment', 'inventário em andamento');
await act('sol', 'waive', stock, '--reason', 'sem conciliação neste mês');
await act('sol', 'waive', at('4.2.2.01'), '--reason', 'idem');
await act('sol', 'restore', at('4.2.2.01'), '--reason', 'engano');
await run(
  ...['reconciliations', 'do', 'waive', '--all', '--company', String(town), '--period', '2022-03'],
  ...['--status', 'PENDING', '--reason', 'fora do escopo', '--as', email('sol')],
);
await importJson('shop 2022-03, again', changed(shopMonth('2022-03')));
await run('release', ...month, '--as', email('sol'));
await untilReview('alice', suppliers);
await approve(suppliers);
await untilReview('alice', salaries);
await run('users', 'erase', email('edu'), '--yes');

// Closed, closed and reopened.
const close = (company, period) => run('close', '--company', String(company), '--period', period, '--yes');
await close(town, '2022-03');
await run('reopen', '--company', String(town), '--period', '2022-03', '--reason', 'ajuste de saldo');
await close(other, '2022-03');
await settled('PENDING');
const [delivered] = await deliveries(`status=DELIVERED&webhookId=${webhookOf('works').id}`);
await call('POST', `/v1/events/${delivered.deliveryId}/redeliver`, { expected: 202 });
await settled('PENDING');
const seals = JSON.stringify(await run('seals', 'export'));

// Deliveries that have not been tried, were skipped, were cancelled; a secret that changed; events after the seals.
await restart(String(MONTH_SECONDS));
await importJson('town 2022-04', { ...townMonth('2022-04'), chartName: TOWN });
await until(async () => (await deliveries('status=PENDING')).length === 4, 'four pending deliveries');
await call('PATCH', `/v1/webhooks/${webhookOf('gone').id}`, { body: { status: 'INACTIVE' } });
await call('DELETE', `/v1/webhooks/${webhookOf('removed').id}`, { expected: 204 });
const rotated = await call('POST', `/v1/webhooks/${webhookOf('fails').id}/rotate-secret`, { body: {} });
webhookOf('fails').secret = JSON.parse(rotated).data.secret;
await approve(salaries);
await until(async () => (await deliveries('status=PENDING')).length === 3, 'three pending deliveries');

// Read, stopped, checked, packed.
const answers = await readAll((path, key, more) =>
  call(more?.method ?? 'GET', path, { key: keys[key].secret, ...more }),
);
const evidenceRows = await run('reconciliations', 'evidence', '--id', cash);
await service.stop();
await Promise.all([works.close(), fails.close()]);
const verified = await run('verify', '--seal', file('seals.json', seals));
if (!verified.ok) throw new Error(JSON.stringify(verified));
const latest = new Map(imports.map((one) => [one.name.split(',')[0], one]));
const recorded = {
  begunAt,
  events: verified.events,
  companies: { town, shop, other },
  keys: Object.fromEntries(Object.entries(keys).map(([name, { id, secret }]) => [name, { id, secret }])),
  webhooks,
  answers,
  received: works.received,
  resends: [...latest.values()].filter(({ key }) => key === 'full'),
  closed: latest.get('other 2022-03'),
  evidence: { reconciliationId: Number(cash), rows: evidenceRows },
  secretsKey: readFileSync(join(dataDir, 'secrets.key'), 'utf8').trim(),
};
const evidenceFiles = join(folder, 'evidence');
mkdirSync(evidenceFiles);
for (const [name, bytes] of evidence) writeFileSync(join(evidenceFiles, name), bytes);
const made = pack(
  out,
  { data: dataDir, evidence: evidenceFiles },
  { 'recorded.json': JSON.stringify(recorded), 'seals.json': seals },
);
rmSync(folder, { recursive: true });
for (const { path, size } of made.files) process.stdout.write(`${String(size).padStart(10)} ${path}\n`);
process.stdout.write(`${made.size} bytes, ${verified.events} events, ${answers.length} answers\n`);
