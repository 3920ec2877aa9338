// A service with registers of its own for a test file, and files sent to it as a person would upload them.
import { beforeAll } from '#jest';
import { request, type ClientRequest } from 'node:http';
import type { Body } from '../../support/client.js';
import { CHART, registerLedger, type Ledger } from '../../support/ledger.js';
import { startService, temporaryDir, type Service } from '../../support/service.js';
import { until } from '../../support/until.js';
import { uploadedFiles } from './uploadedFiles.js';

export const ROUTE = '/api/v1/trial-balances/arquivo';

export type Part =
  readonly [name: string, value: string] | readonly [name: string, value: Uint8Array | string, fileName: string];
export type Answer = Readonly<{
  status: number;
  body: Body & Readonly<{ erros?: readonly Record<string, unknown>[] }>;
  headers: Headers;
}>;

/** To be called once in a test file. */
export function useFileRoute() {
  let service: Service;
  let ledger: Ledger;

  beforeAll(async () => {
    const dataDir = await temporaryDir();
    ledger = await registerLedger(dataDir, { accounts: 40 });
    service = await startService({ dataDir });
  });

  async function send(parts: readonly Part[], path = ROUTE, key = ledger.key): Promise<Answer> {
    const form = new FormData();
    for (const [name, value, fileName] of parts)
      if (fileName === undefined) form.append(name, String(value));
      else form.append(name, new Blob([value as BlobPart]), fileName);
    const response = await fetch(service.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: form,
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] };
  }

  const fields = (of = ledger): readonly Part[] => [
    ['companyId', String(of.companyIds[0])],
    ['chartName', CHART],
  ];

  /** All accounts of the chart with movements that close, changed line by line. */
  function csv(
    period: string,
    change: (cells: string[], at: number) => readonly string[] = (cells) => cells,
  ): string {
    const rows = ledger.accounts.map(({ code, name, nature }, at) => {
      const balance = `1.000,00${nature === 'DEBIT' ? 'D' : 'C'}`;
      return change([code, name, balance, '10,00', '10,00', balance, period], at).join(';');
    });
    return ['Conta;Descrição;Saldo Anterior;Débito;Crédito;Saldo Atual;Competência', ...rows].join('\r\n');
  }

  /** Begins to send a file of any size, and waits until the service keeps some of it. */
  async function beginUpload(megabytes: number): Promise<ClientRequest> {
    const sending = request(new URL(service.url + ROUTE), {
      method: 'POST',
      headers: { authorization: `Bearer ${ledger.key}`, 'content-type': 'multipart/form-data; boundary=b' },
    });
    sending.on('error', () => undefined);
    sending.write(`--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n`);
    const block = Buffer.alloc(1_000_000, 'x');
    for (let sent = 0; sent < megabytes; sent += 1) await new Promise((resolve) => sending.write(block, resolve));
    await until(async () => (await uploads()).length > 0, 'a file in the uploads folder');
    return sending;
  }

  const uploads = () => uploadedFiles(service.dataDir);

  return {
    send,
    beginUpload,
    fields,
    csv,
    uploads,
    service: () => service,
    ledger: () => ledger,
    /** After a kill: on the same data. */
    startAgain: async () => void (service = await startService({ dataDir: service.dataDir })),
  };
}
