// What becomes of the bytes of an upload: too many, cut short, several at once.
import { describe, expect, it } from '#jest';
import { request } from 'node:http';
import { until } from '../support/until.js';
import { ROUTE, useFileRoute } from './support/fileRoute.js';

const { send, beginUpload, fields, csv, uploads, service, ledger } = useFileRoute();

/** A body of any size, sent as it is produced; stops once answered. */
function upload(bytes: number, declared: boolean): Promise<{ status: number; text: string; sent: number }> {
  const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n`;
  const tail = '\r\n--b--\r\n';
  return new Promise((resolve, reject) => {
    const url = new URL(service().url + ROUTE);
    const headers: Record<string, string> = {
      authorization: `Bearer ${ledger().key}`,
      'content-type': 'multipart/form-data; boundary=b',
    };
    if (declared) headers['content-length'] = String(head.length + bytes + tail.length);
    let sent = 0;
    let isAnswered = false;
    const sending = request(url, { method: 'POST', headers }, (response) => {
      isAnswered = true;
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => {
        sending.destroy();
        resolve({ status: response.statusCode ?? 0, text, sent });
      });
    });
    sending.on('error', (error) => !isAnswered && reject(error));
    const chunk = Buffer.alloc(65_536, 'a;b;c;d;e;f\n');
    const next = (): void => {
      while (!isAnswered && sent < bytes) {
        const part = chunk.subarray(0, Math.min(chunk.length, bytes - sent));
        sent += part.length;
        if (!sending.write(part)) return void sending.once('drain', next);
      }
      if (!isAnswered) sending.end(tail);
    };
    sending.write(head);
    next();
  });
}

describe('The size of a file', () => {
  it('above the limit is refused by Content-Length before it is sent, otherwise as soon as it is exceeded', async () => {
    const declared = await upload(60_000_000, true);
    expect([declared.status, JSON.parse(declared.text)]).toMatchObject([413, { code: 'CONTEUDO_MUITO_GRANDE' }]);
    expect(declared.sent).toBeLessThan(20_000_000);
    const streamed = await upload(400_000_000, false);
    expect([streamed.status, JSON.parse(streamed.text)]).toMatchObject([413, { code: 'CONTEUDO_MUITO_GRANDE' }]);
    expect(streamed.sent).toBeLessThan(300_000_000); // what is on its way when the answer comes
    const most = await upload(52_428_800, true);
    expect([most.status, JSON.parse(most.text)]).toMatchObject([400, { code: 'IMPORTACAO_RECUSADA' }]);
    expect((await upload(52_428_801, true)).status).toBe(413);
    await until(async () => (await uploads()).length === 0);
  });
});

describe('An upload that is cut short', () => {
  it('by its client leaves no file', async () => {
    (await beginUpload(1)).destroy();
    await until(async () => (await uploads()).length === 0, 'an empty uploads folder');
  });
});

describe('Several files at once', () => {
  it('are read two at a time, and none is refused', async () => {
    const rows = Array.from({ length: 60_000 }, (_, at) => `9.${at};Fora;1,00;0,00;0,00;1,00;2026-10`);
    const large = `${csv('2026-10')}\r\n${rows.join('\r\n')}`;
    let isOver = false;
    const readAtOnce = (async () => {
      const seen = new Set<number>();
      while (!isOver) {
        const metrics = await (await fetch(`${service().adminUrl}/metrics`)).text();
        seen.add(Number(/^report_files_reading (\d+)$/m.exec(metrics)?.[1]));
      }
      return Math.max(...seen);
    })();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => send([...fields(), ['file', large, 'x.csv']])),
    );
    isOver = true;
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
    expect(await readAtOnce).toBeLessThanOrEqual(2);
    expect(answers[0]?.body.data).toMatchObject({
      enviadas: 60_040,
      importadas: 40,
      ignoradasForaDoPlano: 60_000,
    });
  });
});
