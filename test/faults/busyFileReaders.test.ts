// One client sends more files than can be read: another is served beside them, the disk is not filled, and nobody
// works for clients that left (docs/spec/files.md#turns, docs/spec/files.md#bounds).
import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { request, type ClientRequest } from 'node:http';
import { uploadedFiles } from '../e2e/support/uploadedFiles.js';
import { CHART, registerLedger, type Ledger } from '../support/ledger.js';
import { startService, temporaryDir, type Service } from '../support/service.js';
import { until } from '../support/until.js';

const MB = 1_048_576;
const HEADING = 'Conta;Descrição;Saldo Anterior;Débito;Crédito;Saldo Atual\r\n';
const LINE = '9.9.9;Fora do plano;1.000,00;10,00;10,00;1.000,00\r\n';
const BOUNDARY = 'b';

type Answer = Readonly<{ status: number; retryAfter: string | undefined; code: string | undefined }>;
type Sending = Readonly<{ request: ClientRequest; answered: Promise<Answer | null> }>;

let service: Service;
let many: Ledger;
let other: Ledger;
beforeEach(async () => {
  const dataDir = await temporaryDir();
  many = await registerLedger(dataDir, { ref: 'many', accounts: 20 });
  service = await startService({ dataDir, env: { UPLOADS_MAX_MB: '400' } });
  other = await registerLedger(dataDir, { ref: 'other', accounts: 20, firstCnpj: 50 });
});
afterEach(() => service.kill());

const fileOf = ({ accounts }: Ledger, megabytes: number): string =>
  HEADING +
  accounts.map(({ code, name }) => `${code};${name};0,00;0,00;0,00;0,00\r\n`).join('') +
  LINE.repeat(Math.floor((megabytes * MB) / LINE.length));

let month = 0;

/**
 * `answered` is null when the connection breaks.
 * @param declaredBytes announced; only what comes before the file is sent then
 */
function send(ledger: Ledger, file: string, declaredBytes?: number): Sending {
  const part = (name: string, value: string): string =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const period = `${2001 + Math.floor(month / 12)}-${String((month++ % 12) + 1).padStart(2, '0')}`;
  const fields =
    part('companyId', String(ledger.companyIds[0])) + part('chartName', CHART) + part('period', period);
  const head = `${fields}--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n`;
  const body = Buffer.from(`${head}${file}\r\n--${BOUNDARY}--\r\n`);
  const sending = request(`${service.url}/api/v1/trial-balances/arquivo`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${ledger.key}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'content-length': declaredBytes ?? body.length,
    },
  });
  const answered = new Promise<Answer | null>((resolve) => {
    sending.on('error', () => resolve(null));
    sending.on('response', (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('error', () => resolve(null));
      response.on('end', () => {
        const { code } = JSON.parse(text) as { code?: string };
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], code });
      });
    });
  });
  if (declaredBytes === undefined) sending.end(body);
  else sending.write(head);
  return { request: sending, answered };
}

async function gauge(name: string): Promise<number> {
  const metrics = await (await fetch(`${service.adminUrl}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(metrics)?.[1]);
}

const waiting = (count: number): Promise<void> =>
  until(async () => (await gauge('report_files_waiting')) >= count, `${count} files that wait`);
const nothingLeft = async (): Promise<void> => {
  await until(async () => (await uploadedFiles(service.dataDir)).length === 0, 'an empty folder of uploads');
  for (const name of ['report_files_reading', 'report_files_waiting', 'report_files_spooled_bytes'])
    await until(async () => (await gauge(name)) === 0, `no ${name}`);
};

describe('A client whose files fill the queue', () => {
  it('lets a small file of another client be read beside it, and a large one next', async () => {
    const files = Array.from({ length: 12 }, () => send(many, fileOf(many, 12)));
    await waiting(10);
    let done = 0;
    for (const { answered } of files) void answered.then(() => done++);
    expect(await send(other, fileOf(other, 0)).answered).toMatchObject({ status: 201 });
    expect(await send(other, fileOf(other, 12)).answered).toMatchObject({ status: 201 });
    expect(done).toBeLessThan(6);
    // On a slow machine the last ones wait beyond their 60 s: they are told to come again.
    const answers = await Promise.all(files.map(({ answered }) => answered));
    expect(answers).toContainEqual(expect.objectContaining({ status: 201 }));
    for (const answer of answers.filter((one) => one?.status !== 201))
      expect(answer).toMatchObject({ status: 503, code: 'SERVICO_INDISPONIVEL', retryAfter: expect.any(String) });
    await nothingLeft();
  });

  it('is not worked for once it has left, while its files wait or are read', async () => {
    const files = Array.from({ length: 12 }, () => send(many, fileOf(many, 12)));
    await waiting(10);
    for (const { request } of files) request.destroy();
    await nothingLeft();
    expect(await send(many, fileOf(many, 0)).answered).toMatchObject({ status: 201 });
  });

  it('has an answer to each of its files when the service stops', async () => {
    const files = Array.from({ length: 12 }, () => send(many, fileOf(many, 12)));
    await waiting(10);
    expect(await service.stop()).toBe(0);
    for (const { answered } of files) expect([201, 503]).toContain((await answered)?.status);
    expect(await uploadedFiles(service.dataDir)).toEqual([]);
  });
});

describe('The folder of uploads', () => {
  it('is not filled by one client beyond its half, by announced bytes or sent ones; others have room', async () => {
    const held: ClientRequest[] = [];
    for (let upload = 0; upload < 4; upload++) {
      const { request } = send(many, '', 46 * MB);
      held.push(request);
      for (let sent = 0; sent < 44; sent++)
        await new Promise((resolve) => request.write(Buffer.alloc(MB, 'x'), resolve));
    }
    await until(async () => (await gauge('report_files_spooled_bytes')) > 170 * MB, '170 MB on disk');
    const refused = await send(many, '', 46 * MB).answered; // no more than its first bytes is ever sent
    expect(refused).toMatchObject({ status: 503, code: 'SERVICO_INDISPONIVEL' });
    expect(Number(refused?.retryAfter)).toBeGreaterThanOrEqual(1);
    expect(await send(other, fileOf(other, 12)).answered).toMatchObject({ status: 201 });
    expect(await gauge('report_files_spooled_bytes')).toBeLessThanOrEqual(200 * MB);
    for (const request of held) request.destroy();
    await nothingLeft();
    expect(await send(many, fileOf(many, 12)).answered).toMatchObject({ status: 201 });
  });
});
