// A service with registers of its own for a test file, and files sent to it as a person would upload them.
import { afterAll, beforeAll } from '@jest/globals';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Body } from '../../support/client.js';
import { CHART, registerLedger, type Ledger } from '../../support/ledger.js';
import { removeDir, startService, temporaryDir, type Service } from '../../support/service.js';

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
    service = await startService({ dataDir });
    ledger = await registerLedger(dataDir, { accounts: 40 });
  });
  afterAll(async () => {
    await service.stop();
    await removeDir(service.dataDir);
  });

  async function send(parts: readonly Part[], path = ROUTE, key = ledger.key): Promise<Answer> {
    const form = new FormData();
    for (const [name, value, fileName] of parts)
      if (fileName === undefined) form.append(name, String(value));
      else form.append(name, new Blob([value]), fileName);
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

  /** Files the service keeps of uploads. */
  const uploads = async (): Promise<string[]> => {
    const names = await readdir(join(service.dataDir, 'uploads'), { recursive: true });
    return names.filter((name) => !/^\d+$/.test(name));
  };

  return {
    send,
    fields,
    csv,
    uploads,
    service: () => service,
    ledger: () => ledger,
    /** After a kill: on the same data. */
    startAgain: async () => void (service = await startService({ dataDir: service.dataDir })),
  };
}
