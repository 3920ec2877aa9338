// Bodies of JSON in the pool, as the import command uses it, on real worker threads.
import { afterAll, afterEach, describe, expect, it } from '#jest';
import { createHash } from 'node:crypto';
import {
  chartKey,
  lineStreamsOf,
  type CheckResult,
  type OpenDocument,
} from '../../src/commands/imports/document.js';
import type { CheckFacts } from '../../src/domain/trialBalance/checks/checkFacts.js';
import { openWorkerPool, type WorkerPool } from '../../src/workers/workerPool.js';
import { ThreadLost } from '../../src/runtime/thread.js';
import { decodePart, encodeParts } from '../../src/domain/trialBalance/lines.js';
import {
  CHART,
  FACTS,
  documentOf,
  item,
  month,
  storedLine,
  type Item,
} from '../domain/trialBalance/checks/checking.js';

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
  previous: { competence: month('2026-07'), convention: 'B', linesStream: 'lines-1' },
};

const half = CHART.length >> 1;
const CHART_PARTS = [bytes({ accounts: CHART.slice(0, half) }), bytes({ accounts: CHART.slice(half) })];

/** The chart, and the same lines for every month. */
function inputsOf(facts: CheckFacts, chart = CHART_PARTS): ReadonlyMap<string, readonly Uint8Array[]> {
  const parts = encodeParts(documentOf(previousItems).lines.map(storedLine));
  const inputs = new Map<string, readonly Uint8Array[]>(lineStreamsOf(facts).map((stream) => [stream, parts]));
  return facts.chart === null ? inputs : inputs.set(chartKey(facts.chart), chart);
}

const checked = (document: OpenDocument, facts: CheckFacts): Promise<CheckResult> =>
  document.check(facts, inputsOf(facts));

let pools: WorkerPool[] = [];
const open = (): WorkerPool => {
  const pool = openWorkerPool();
  pools.push(pool);
  return pool;
};
afterEach(async () => {
  await Promise.all(pools.map((pool) => pool.close()));
  pools = [];
});

describe('A document', () => {
  const pool = openWorkerPool();
  afterAll(() => pool.close());

  it('is opened, its body given away, and checked against chart and month before', async () => {
    const body = bodyOf(items);
    const document = await pool.openJson(body);
    expect(body.byteLength).toBe(0);
    expect(document.head).toEqual({
      companyId: 7,
      cnpj: null,
      competence: '2026-08',
      chartName: 'Plano 2026',
      source: { kind: 'json' },
      reasons: [],
      lineErrors: [],
      lineErrorCount: 0,
    });
    const verdict = await checked(document, withPrevious);
    expect(verdict).toMatchObject({ imported: 2, warnings: [], convention: 'B', changes: null });
    expect(verdict.contentHash).toMatch(/^[0-9a-f]{64}$/);
    expect(verdict.parts.flatMap(decodePart)).toMatchObject([{ accountCode: '1.01' }, { accountCode: '2.02' }]);
    const hash = createHash('sha256');
    for (const part of verdict.parts) hash.update(part);
    expect(verdict.partsHash).toBe(hash.digest('hex'));
    document.release();
  });

  it('may be checked again with other facts', async () => {
    const document = await pool.openJson(bodyOf(items));
    const first = await checked(document, FACTS);
    expect(await checked(document, withPrevious)).toEqual(first);
    const refused = await checked(document, { ...FACTS, chart: null });
    expect(refused).toMatchObject({ reasons: [{ is: 'ChartNotFoundByName' }], parts: [], contentHash: '' });
  });

  it('reports changes against the current version if requested', async () => {
    const document = await pool.openJson(bodyOf(items));
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

  it('is hashed the same without its encoded lines, which a dry run may not need', async () => {
    const document = await pool.openJson(bodyOf(items));
    const whole = await checked(document, FACTS);
    const dry = await checked(document, { ...FACTS, includeLines: false });
    expect(dry).toMatchObject({ parts: [], imported: 2, contentHash: whole.contentHash });
  });

  it('that is not a JSON object is reported as such', async () => {
    await expect(pool.openJson(Uint8Array.of(0x7b, 0xff, 0x7d).buffer)).rejects.toMatchObject({
      problem: { is: 'BodyInvalid', fault: { is: 'NotUtf8' } },
    });
  });

  it('with wrong fields has their reasons and cannot be checked', async () => {
    const document = await pool.openJson(bodyOf([{ accountCode: '1.01' }], { period: 'x' }));
    expect(document.head.reasons).toEqual([{ is: 'PeriodInvalid' }]);
    expect(document.head.lineErrorCount).toBe(4);
    await expect(checked(document, FACTS)).rejects.toThrow('not open');
  });

  it('cannot be checked after its release', async () => {
    const document = await pool.openJson(bodyOf(items));
    document.release();
    document.release();
    await expect(checked(document, FACTS)).rejects.toThrow('not open');
  });
});

describe('What a check needs', () => {
  const version = (number: number): CheckFacts => {
    const chart = { chartId: 4, version: number, active: true, validFrom: '2026-01-01', validTo: null };
    return { ...FACTS, chart };
  };
  const nothing = [bytes({ accounts: [] })];

  it('is kept by the thread: the chart of a version and the lines of a stream never change', async () => {
    const document = await open().openJson(bodyOf(items));
    expect(await checked(document, version(1))).toMatchObject({ imported: 2 });
    expect(await document.check(version(1), inputsOf(version(1), nothing))).toMatchObject({ imported: 2 });
    expect(await document.check(version(2), inputsOf(version(2), nothing))).toMatchObject({ imported: 0 });
  });

  it('is given up when memory is short', async () => {
    const pool = open();
    const documents = [await pool.openJson(bodyOf(items)), await pool.openJson(bodyOf(items))];
    for (const document of documents) await checked(document, FACTS);
    pool.forgetInputs();
    for (const document of documents)
      expect(await document.check(FACTS, inputsOf(FACTS, nothing))).toMatchObject({ imported: 0 });
  });

  it('is evicted when others take its place', async () => {
    const document = await open().openJson(bodyOf(items));
    const padded = (number: number) => {
      const [first, ...others] = CHART;
      return [
        bytes({ accounts: [{ ...first, description: 'x'.repeat(20_000_000), accountId: number }, ...others] }),
      ];
    };
    for (const number of [1, 2]) await document.check(version(number), inputsOf(version(number), padded(number)));
    expect(await document.check(version(1), inputsOf(version(1), nothing))).toMatchObject({ imported: 0 });
  });

  it('may be wrong once: the next check is given it again', async () => {
    const document = await open().openJson(bodyOf(items));
    await expect(document.check(FACTS, inputsOf(FACTS, [new Uint8Array([0x7b])]))).rejects.toThrow('JSON');
    expect(await checked(document, FACTS)).toMatchObject({ imported: 2 });
  });

  it('is copied: the store keeps its bytes', async () => {
    const document = await open().openJson(bodyOf(items));
    await checked(document, FACTS);
    expect(CHART_PARTS.map(({ byteLength }) => byteLength)).not.toContain(0);
  });
});

describe('Many documents at once', () => {
  it('are separate', async () => {
    const pool = open();
    const verdicts = await Promise.all(
      Array.from({ length: 60 }, async (_, n) => {
        const document = await pool.openJson(bodyOf([item('1.01', n, 1, 0, n + 1)]));
        const verdict = await checked(document, FACTS);
        document.release();
        return verdict;
      }),
    );
    verdicts.forEach(({ parts: [part = new Uint8Array()] }, n) => {
      expect(decodePart(part)).toMatchObject([{ previousBalanceCents: n * 100 }]);
    });
    expect(new Set(verdicts.map(({ contentHash }) => contentHash)).size).toBe(60);
  });

  it('wait in order where their bodies are too large to be open together', async () => {
    const pool = open();
    const large = () => bodyOf(items, { padding: 'x'.repeat(25_000_000) });
    const order: string[] = [];
    const first = await pool.openJson(large());
    const noted = async (name: string, opening: Promise<OpenDocument>): Promise<OpenDocument> => {
      const document = await opening;
      order.push(name);
      return document;
    };
    const second = noted('large', pool.openJson(large()));
    const third = noted('small', pool.openJson(bodyOf(items)));
    await checked(first, FACTS);
    expect(order).toEqual([]);
    first.release();
    for (const document of await Promise.all([second, third])) document.release();
    expect(order).toEqual(['large', 'small']);
  });
});

describe('A worker that dies', () => {
  const DYING = new URL('./dyingWorker.js', import.meta.url);
  const dying = (entry = DYING): WorkerPool => {
    const pool = openWorkerPool({ entry });
    pools.push(pool);
    return pool;
  };
  const say = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;

  it.each(['exit', 'throw'])('by %s loses its documents, and is replaced', async (how) => {
    const pool = dying();
    const beside = await pool.openJson(bodyOf(items));
    const ending = pool.openJson(say(how)).catch(() => undefined); // a throw may come after the answer
    await new Promise(setImmediate);
    await expect(beside.check(FACTS, inputsOf(FACTS))).rejects.toBeInstanceOf(ThreadLost);
    await ending;
    await expect(beside.check(FACTS, inputsOf(FACTS))).rejects.toBeInstanceOf(ThreadLost);
    beside.release();
    const after = await pool.openJson(bodyOf(items));
    expect(await checked(after, FACTS)).toMatchObject({ imported: 2 });
  });

  it('does not fail later documents when no thread can be started: they are refused or served', async () => {
    const entry = new URL(DYING);
    const pool = dying(entry);
    (await pool.openJson(bodyOf(items))).release();
    entry.href = 'https://no.thread/'; // refused as a thread is that cannot be made
    await expect(pool.openJson(say('exit'))).rejects.toBeInstanceOf(ThreadLost);
    for (let round = 0; round < 3; round++)
      await expect(pool.openJson(new ArrayBuffer(30_000_000))).rejects.toBeInstanceOf(ThreadLost);
    entry.href = DYING.href;
    const [one, other] = await Promise.all([pool.openJson(bodyOf(items)), pool.openJson(bodyOf(items))]);
    expect(await checked(one, FACTS)).toMatchObject({ imported: 2 });
    expect(await checked(other, FACTS)).toMatchObject({ imported: 2 });
  });

  it('repeatedly is restarted only when there is work', async () => {
    const pool = dying();
    for (let round = 0; round < 3; round++) {
      await expect(pool.openJson(say('exit'))).rejects.toBeInstanceOf(ThreadLost);
    }
    expect(await checked(await pool.openJson(bodyOf(items)), FACTS)).toMatchObject({ imported: 2 });
  });
});

describe('A closed pool', () => {
  it('opens nothing, and rejects pending calls', async () => {
    const pool = open();
    const document = await pool.openJson(bodyOf(items));
    const ended = expect(document.check(FACTS, inputsOf(FACTS))).rejects.toBeInstanceOf(ThreadLost);
    await pool.close();
    await ended;
    await expect(pool.openJson(bodyOf(items))).rejects.toBeInstanceOf(ThreadLost);
  });
});
