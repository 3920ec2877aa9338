// The query of docs/bi.md for Power BI and Excel, run against the service as it is printed: its pages, and its
// waits where the limit of calls is reached.
import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { buildMonth } from '../support/builders.js';
import { client } from '../support/client.js';
import { guideText } from '../support/guideBlocks.js';
import { CHART, registerLedger, type Ledger } from '../support/ledger.js';
import { startService, temporaryDir, type Service } from '../support/service.js';
import { isParserInstalled, runPowerQuery, type MFunction } from './support/powerQuery.js';

const LINES = 430;
const CALLS_A_MINUTE = '2';
const printed = /^let\n.*?^in\n.*?(?=^```)/ms.exec(guideText('bi.md'))?.[0] ?? '';

type WebOptions = Readonly<{
  RelativePath: string;
  Query: Record<string, string>;
  Headers: Record<string, string>;
  ManualStatusHandling: number[];
  IsRetry: boolean;
}>;
type Received = Readonly<{ status: number; headers: Record<string, string>; text: string }>;

const tried = isParserInstalled() ? describe : describe.skip;

tried('the query for Power BI and Excel', () => {
  let ledger: Ledger;
  let service: Service;
  let trialBalanceId: number;
  let asked: { query: string; retry: boolean; status: number }[] = [];
  let waits: number[] = [];
  /**
   * Counters of calls are kept in memory: a new process has counted none, as after the minute that was waited for.
   */
  const startAgain = async () => {
    await service.kill();
    service = await startService({ dataDir: service.dataDir, env: { RATE_LIMIT_PER_MINUTE: CALLS_A_MINUTE } });
  };

  beforeAll(async () => {
    const dataDir = await temporaryDir();
    ledger = await registerLedger(dataDir, { accounts: LINES });
    service = await startService({ dataDir, env: { RATE_LIMIT_PER_MINUTE: CALLS_A_MINUTE } });
    const { api } = client(service.url, ledger.key);
    const month = buildMonth(ledger.accounts, {
      cnpj: ledger.cnpjs[0] ?? '',
      period: '2026-08',
      chartName: CHART,
    });
    ({ trialBalanceId = 0 } = (await api.importTrialBalance({ ...month, lineItems: [...month.lineItems] })) as {
      trialBalanceId?: number;
    });
  });
  afterAll(() => service.kill());

  /** What Power Query gives these functions, but that Web.Contents never answers from a cache. */
  const library: Readonly<Record<string, MFunction>> = {
    'Web.Contents': async (address, options) => {
      expect(address).toBe('http://127.0.0.1:3000');
      const { RelativePath, Query, Headers, ManualStatusHandling, IsRetry } = options as WebOptions;
      const query = new URLSearchParams(Query).toString();
      const response = await fetch(`${service.url}/${RelativePath}?${query}`, { headers: Headers });
      asked.push({ query, retry: IsRetry, status: response.status });
      if (!response.ok && !ManualStatusHandling.includes(response.status))
        throw new Error(`HTTP ${response.status}`);
      // The names of headers as the service writes them.
      const headers = Object.fromEntries([...response.headers].map(([name, value]) => [titled(name), value]));
      return { status: response.status, headers, text: await response.text() } satisfies Received;
    },
    'Value.Metadata': async (of) => {
      const { status, headers } = of as Received;
      return { 'Response.Status': status, Headers: headers };
    },
    'Json.Document': async (of) => JSON.parse((of as Received).text) as unknown,
    'Text.From': async (value) => String(value),
    'Number.From': async (text) => Number(text),
    'Record.FieldOrDefault': async (record, field, otherwise) =>
      (record as Record<string, unknown>)[String(field)] ?? otherwise,
    'List.Contains': async (list, value) => (list as unknown[]).includes(value),
    'List.Transform': async (list, change) => {
      const changed: unknown[] = [];
      for (const item of list as unknown[]) changed.push(await (change as MFunction)(item));
      return changed;
    },
    'List.Combine': async (lists) => (lists as unknown[][]).flat(),
    'List.Buffer': async (list) => list,
    'Table.FromRecords': async (records) => records,
    '#duration': async (days, hours, minutes, seconds) =>
      ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds),
    'Function.InvokeAfter': async (next, seconds) => {
      waits.push(Number(seconds));
      await startAgain();
      return (next as MFunction)();
    },
  };

  /** As a reader changes the lines at its top. */
  function run(changes: Readonly<Record<string, string>> = {}): Promise<unknown> {
    [asked, waits] = [[], []];
    const query = Object.entries({ Chave: `"${ledger.key}"`, ...changes }).reduce((text, [name, value]) => {
      const line = new RegExp(`^  ${name} = .*,$`, 'm');
      expect(text).toMatch(line);
      return text.replace(line, `  ${name} = ${value},`);
    }, printed);
    return runPowerQuery(query, library);
  }

  it('reads the newest versions of all months, as printed', async () => {
    const rows = await run();
    expect(rows).toEqual([expect.objectContaining({ id: trialBalanceId, linhas: LINES, competencia: '2026-08' })]);
    expect(asked.map(({ query }) => query)).toEqual(['current=true&page=1&limit=100']);
  });

  it('reads every page of a list, waiting as long as it is told where the limit of calls is reached', async () => {
    const rows = (await run({ Rota: `"api/v1/trial-balances/${trialBalanceId}/lines"`, Filtros: '[]' })) as {
      contaCodigo: string;
    }[];
    expect(rows.map(({ contaCodigo }) => contaCodigo)).toEqual(ledger.accounts.map(({ code }) => code));
    expect(asked.map(({ query, retry, status }) => [query, retry, status])).toEqual([
      ['page=1&limit=100', false, 200],
      ['page=2&limit=100', false, 200],
      ['page=3&limit=100', false, 429],
      ['page=3&limit=100', true, 200],
      ['page=4&limit=100', false, 200],
      ['page=5&limit=100', false, 429],
      ['page=5&limit=100', true, 200],
    ]);
    for (const seconds of waits) expect([seconds >= 1, seconds <= 60]).toEqual([true, true]);
    expect(waits).toHaveLength(2);
  });

  it('reads an empty list as an empty table, and stops at an error that waiting does not change', async () => {
    await startAgain();
    expect(await run({ Filtros: '[period = "2001-01"]' })).toEqual([]);
    await expect(run({ Filtros: '[period = "janeiro"]' })).rejects.toThrow('HTTP 400');
  });
});

function titled(name: string): string {
  return name.replace(/(^|-)\w/g, (letter) => letter.toUpperCase());
}
