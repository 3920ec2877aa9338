// Bodies of JSON in the pool, as the import command uses it, on real worker threads.
import { afterEach, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import {
  inputKey,
  type CheckFacts,
  type CheckInput,
  type CheckResult,
  type OpenDocument,
} from '../../src/commands/imports/document.js';
import { openWorkerPool, type WorkerPool } from '../../src/workers/workerPool.js';
import { WorkerLost } from '../../src/workers/workerThread.js';
import { decodePart, encodeLines } from '../../src/domain/trialBalance/lines/lineParts.js';
import { CHART, FACTS, item, month, tableOf, type Item } from '../domain/trialBalance/checks/checking.js';

const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
const bodyOf = (items: readonly object[], other: object = {}): ArrayBuffer => {
  const { buffer } = bytes({
    companyId: 7,
    period: '2026-08',
    chartName: 'Plano 2026',
    ...other,
    lineItems: items,
  });
  return buffer as ArrayBuffer;
};
const previousItems = [item('1.01', 0, 10, 0, 10), item('2.02', 50, 0, 0, 50)];
const items: readonly Item[] = [item('1.01', 10, 5, 0, 15), item('2.02', 50, 0, 1, 51)];
const withPrevious: CheckFacts = {
  ...FACTS,
  previous: { trialBalanceId: 1, competence: month('2026-07'), convention: 'B', linesStream: 'lines-1' },
};

type Load = (input: CheckInput) => readonly Uint8Array[];

/** Loads the chart and one month, and notes what was missing. */
function loading(asked: string[] = []): Load {
  return (input) => {
    asked.push(inputKey(input));
    if (input.is !== 'chart') return encodeLines(tableOf(previousItems));
    const half = CHART.length >> 1;
    return [bytes({ accounts: CHART.slice(0, half) }), bytes({ accounts: CHART.slice(half) })];
  };
}

/** Checks with everything that is missing loaded. */
async function checked(document: OpenDocument, facts: CheckFacts, load = loading()): Promise<CheckResult> {
  const first = await document.check(facts, new Map());
  if (!('missing' in first)) return first;
  const second = await document.check(
    facts,
    new Map(first.missing.map((input) => [inputKey(input), load(input)])),
  );
  if ('missing' in second) throw new Error(`still missing: ${second.missing.map(inputKey).join()}`);
  return second;
}

const CHART_LOADED = new Map([['chart 4@1', loading()({ is: 'chart', chartId: 4, version: 1 })]]);

let pools: WorkerPool[] = [];
const open = (workers = 1): WorkerPool => {
  const pool = openWorkerPool({ jsonThreads: workers });
  pools.push(pool);
  return pool;
};
const opened = async (pool: WorkerPool, body: ArrayBuffer): Promise<OpenDocument> => {
  const document = await pool.openJson(body);
  if ('notADocument' in document) throw new Error('not a document');
  return document;
};
afterEach(async () => {
  await Promise.all(pools.map((pool) => pool.close()));
  pools = [];
});

describe('A document', () => {
  it('is opened, its body given away, and checked against chart and month before', async () => {
    const body = bodyOf(items);
    const document = await opened(open(), body);
    expect(body.byteLength).toBe(0);
    expect(document.head).toEqual({
      companyId: 7,
      cnpj: null,
      competence: '2026-08',
      chartName: 'Plano 2026',
      received: 2,
      source: { kind: 'json' },
      reasons: [],
      lineErrors: [],
      lineErrorCount: 0,
    });
    const verdict = await checked(document, withPrevious);
    expect(verdict).toMatchObject({ imported: 2, warnings: [], convention: 'B', changes: null });
    expect(verdict.contentHash).toMatch(/^[0-9a-f]{64}$/);
    expect(verdict.parts.map(decodePart)).toMatchObject([{ accountCode: ['1.01', '2.02'] }]);
    const hash = createHash('sha256');
    for (const part of verdict.parts) hash.update(part);
    expect(verdict.partsHash).toBe(hash.digest('hex'));
    document.release();
  });

  it('may be checked again with other facts', async () => {
    const document = await opened(open(), bodyOf(items));
    const first = await checked(document, FACTS);
    expect(await checked(document, withPrevious)).toEqual(first);
    const refused = await checked(document, { ...FACTS, chart: null });
    expect(refused).toMatchObject({ reasons: [{ is: 'ChartNotFoundByName' }], parts: [], contentHash: '' });
  });

  it('reports changes against the current version if requested', async () => {
    const document = await opened(open(), bodyOf(items));
    const current = {
      trialBalanceId: 1,
      competence: month('2026-08'),
      convention: 'B',
      linesStream: 'lines-1',
    } as const;
    const verdict = await checked(document, { ...FACTS, current, includeChanges: true });
    expect(verdict.changes).toEqual({ added: 0, changed: 2, removed: 0 });
    const none = await checked(document, { ...FACTS, includeChanges: true });
    expect(none.changes).toEqual({ added: 2, changed: 0, removed: 0 });
  });

  it('that is not a JSON object is reported as such', async () => {
    const pool = open();
    for (const [text, fault] of [
      ['', { is: 'Empty' }],
      [' \r\n', { is: 'Empty' }],
      ['[]', { is: 'NotObject' }],
      ['"text"', { is: 'NotObject' }],
      ['{"a":', { is: 'NotJson', line: 1, column: 6 }],
      ['{\n "ção": 1,\n "b": tru }', { is: 'NotJson', line: 3, column: 7 }],
      ['{} x', { is: 'NotJson', line: 1, column: 4 }],
      ['\ufffe', { is: 'NotJson', line: 1, column: 1 }],
    ] as const) {
      const { buffer } = new TextEncoder().encode(text);
      expect([text, await pool.openJson(buffer)]).toEqual([text, { notADocument: fault }]);
    }
    expect(await pool.openJson(Uint8Array.of(0x7b, 0xff, 0x7d).buffer)).toEqual({
      notADocument: { is: 'NotUtf8' },
    });
  });

  it('with wrong fields has their reasons and cannot be checked', async () => {
    const document = await opened(open(), bodyOf([{ accountCode: '1.01' }], { period: 'x' }));
    expect(document.head.reasons).toEqual([{ is: 'PeriodInvalid' }]);
    expect(document.head.lineErrorCount).toBe(4);
    await expect(checked(document, FACTS)).rejects.toThrow('not open');
  });

  it('cannot be checked after its release', async () => {
    const document = await opened(open(), bodyOf(items));
    document.release();
    document.release();
    await expect(checked(document, FACTS)).rejects.toThrow('not open');
  });
});

describe('What a check needs', () => {
  it('is reported as missing, and sent once to each thread', async () => {
    const asked: string[] = [];
    const pool = open();
    for (let round = 0; round < 3; round++) {
      const document = await opened(pool, bodyOf(items));
      await checked(document, withPrevious, loading(asked));
      document.release();
    }
    expect(asked.sort()).toEqual(['balances lines-1', 'chart 4@1']);
  });

  it('is missing again, in each thread, once the inputs were given up', async () => {
    const asked: string[] = [];
    const pool = open(2);
    for (let round = 0; round < 2; round++) {
      const documents = [await opened(pool, bodyOf(items)), await opened(pool, bodyOf(items))];
      const results: CheckResult[] = [];
      for (const document of documents) results.push(await checked(document, withPrevious, loading(asked)));
      for (const document of documents) document.release();
      expect(results.map(({ imported }) => imported)).toEqual([2, 2]);
      pool.forgetInputs();
    }
    const inputs = ['balances lines-1', 'chart 4@1'];
    expect(asked.sort()).toEqual(inputs.flatMap((input) => [input, input, input, input]));
  });

  it('is another chart at another version', async () => {
    const asked: string[] = [];
    const document = await opened(open(), bodyOf(items));
    for (const version of [1, 2, 1]) {
      const chart = { chartId: 4, version, active: true, validFrom: '2026-01-01', validTo: null };
      await checked(document, { ...FACTS, chart }, loading(asked));
    }
    expect(asked).toEqual(['chart 4@1', 'chart 4@2']);
  });

  it('is requested again after a check that failed', async () => {
    const document = await opened(open(), bodyOf(items));
    const broken = new Map([['chart 4@1', [new Uint8Array([0x7b])]]]);
    await expect(document.check(FACTS, broken)).rejects.toThrow('JSON');
    expect(await document.check(FACTS, new Map())).toEqual({ missing: [{ is: 'chart', chartId: 4, version: 1 }] });
    expect(await checked(document, FACTS)).toMatchObject({ imported: 2 });
  });

  it('is evicted when others take its place', async () => {
    const document = await opened(open(), bodyOf(items));
    const padded = (version: number) => {
      const [first, ...others] = CHART;
      return [
        bytes({ accounts: [{ ...first, description: 'x'.repeat(30_000_000), accountId: version }, ...others] }),
      ];
    };
    for (const version of [1, 2, 3]) {
      const chart = { chartId: 4, version, active: true, validFrom: '2026-01-01', validTo: null };
      const result = await checked(document, { ...FACTS, chart }, () => padded(version));
      expect(result).toMatchObject({ imported: 2 });
    }
    const missing = [{ is: 'chart', chartId: 4, version: 1 }];
    expect(await document.check(FACTS, new Map())).toEqual({ missing });
    expect(await checked(document, FACTS)).toMatchObject({ imported: 2 });
  });

  it('is copied: the store keeps its bytes', async () => {
    const parts = [bytes({ accounts: CHART })];
    const document = await opened(open(), bodyOf(items));
    await checked(document, FACTS, () => parts);
    expect(parts[0]?.byteLength).toBeGreaterThan(0);
  });
});

describe('Many documents at once', () => {
  it('are separate, in one worker and in several', async () => {
    const pool = open(2);
    const verdicts = await Promise.all(
      Array.from({ length: 60 }, async (_, n) => {
        const document = await opened(pool, bodyOf([item('1.01', n, 1, 0, n + 1)]));
        const verdict = await checked(document, FACTS);
        document.release();
        return verdict;
      }),
    );
    verdicts.forEach(({ parts: [part = new Uint8Array()] }, n) => {
      expect(decodePart(part).previousBalanceCents).toEqual([n * 100]);
    });
    expect(new Set(verdicts.map(({ contentHash }) => contentHash)).size).toBe(60);
  });

  it('wait in order where their bodies are too large to be open together', async () => {
    const pool = open(1);
    const large = () => bodyOf(items, { padding: 'x'.repeat(25_000_000) });
    const order: string[] = [];
    const first = await opened(pool, large());
    const noted = async (name: string, opening: Promise<OpenDocument>): Promise<OpenDocument> => {
      const document = await opening;
      order.push(name);
      return document;
    };
    const second = noted('large', opened(pool, large()));
    const third = noted('small', opened(pool, bodyOf(items)));
    await checked(first, FACTS);
    expect(order).toEqual([]);
    first.release();
    for (const document of await Promise.all([second, third])) document.release();
    expect(order).toEqual(['large', 'small']);
  });
});

describe('A worker that dies', () => {
  const DYING = new URL('./dyingWorker.js', import.meta.url);
  const dying = (workers: number, entry = DYING): WorkerPool => {
    const pool = openWorkerPool({ jsonThreads: workers, entry });
    pools.push(pool);
    return pool;
  };
  const say = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;

  it.each(['exit', 'throw'])('by %s loses its documents, and is replaced', async (how) => {
    const pool = dying(1);
    const beside = await opened(pool, bodyOf(items));
    const ending = pool.openJson(say(how)).catch(() => undefined); // a throw may come after the answer
    await new Promise(setImmediate);
    await expect(beside.check(FACTS, CHART_LOADED)).rejects.toBeInstanceOf(WorkerLost);
    await ending;
    await expect(beside.check(FACTS, CHART_LOADED)).rejects.toBeInstanceOf(WorkerLost);
    beside.release();
    const after = await opened(pool, bodyOf(items));
    expect(await checked(after, FACTS)).toMatchObject({ imported: 2 });
  });

  it('does not affect documents in another', async () => {
    const pool = dying(2);
    const [one, other] = [await opened(pool, bodyOf(items)), await opened(pool, bodyOf([...items]))];
    await expect(pool.openJson(say('exit'))).rejects.toBeInstanceOf(WorkerLost);
    const checks = await Promise.allSettled([one, other].map((document) => checked(document, FACTS)));
    expect(checks.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('does not fail later documents when no thread can be started: they are refused or served', async () => {
    const entry = new URL(DYING);
    const pool = dying(1, entry);
    (await opened(pool, bodyOf(items))).release();
    entry.href = 'https://no.thread/'; // refused as a thread is that cannot be made
    await expect(pool.openJson(say('exit'))).rejects.toBeInstanceOf(WorkerLost);
    for (let round = 0; round < 3; round++)
      await expect(pool.openJson(new ArrayBuffer(30_000_000))).rejects.toBeInstanceOf(WorkerLost);
    entry.href = DYING.href;
    const [one, other] = await Promise.all([opened(pool, bodyOf(items)), opened(pool, bodyOf(items))]);
    expect(await checked(one, FACTS)).toMatchObject({ imported: 2 });
    expect(await checked(other, FACTS)).toMatchObject({ imported: 2 });
  });

  it('repeatedly is restarted only when there is work', async () => {
    const pool = dying(1);
    for (let round = 0; round < 3; round++) {
      await expect(pool.openJson(say('exit'))).rejects.toBeInstanceOf(WorkerLost);
    }
    expect(await checked(await opened(pool, bodyOf(items)), FACTS)).toMatchObject({ imported: 2 });
  });
});

describe('A closed pool', () => {
  it('opens nothing, and rejects pending calls', async () => {
    const pool = open(1);
    const document = await opened(pool, bodyOf(items));
    const ended = expect(document.check(FACTS, CHART_LOADED)).rejects.toBeInstanceOf(WorkerLost);
    await pool.close();
    await ended;
    await expect(pool.openJson(bodyOf(items))).rejects.toBeInstanceOf(WorkerLost);
  });
});
