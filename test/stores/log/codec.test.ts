// Every shape ever stored can still be read: one golden sample per type and version, decoded to today's shape.
// Metadata has one shape in every type: a sample of each kind of actor holds its own, the others have none.
import { describe, expect, it } from '#jest';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listEvents } from '../../../src/domain/clients/events.js';
import { EventFromTheFuture, upcast, upcasters, type Upcasters } from '../../../src/domain/upcasters.js';
import type { Metadata, Recorded } from '../../../src/domain/kernel/event.js';
import { EventUnreadable, type NewEvent } from '../../../src/domain/kernel/log.js';
import { kindOf } from '../../../src/domain/seal.js';
import { UnknownEventType, withCodec } from '../../../src/stores/log/codec.js';
import { openEmbeddedLog } from '../../../src/stores/log/sqlite/embeddedLog.js';
import { metadataShape, shapes } from './eventShapes.js';
import { catchUp, closed, closedMany, metadata, numberOf, readAll } from '../../support/logEvents.js';

const SAMPLES = join(process.cwd(), 'test/golden/events');
const SOURCES = join(process.cwd(), 'src/domain');
type Sample = Readonly<{
  stream: string;
  type: keyof typeof shapes;
  metadata?: Metadata;
  data?: object;
  bytes?: string;
}>;

const files = readdirSync(SAMPLES);
const versions = Object.entries(upcasters).flatMap(([type, steps]) =>
  Array.from({ length: steps.length + 1 }, (_, index) => `${type}.v${index + 1}.json`),
);

describe('The catalogue of events', () => {
  it('names every event type of the domain', () => {
    const types = (readdirSync(SOURCES, { recursive: true }) as string[])
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => [...readFileSync(join(SOURCES, file), 'utf8').matchAll(/DomainEvent<\s*'(\w+)'/g)])
      .map(([, type]) => type);
    expect(types.length).toBeGreaterThan(15);
    expect([...new Set([...types, ...Object.values(listEvents)])].sort()).toEqual(Object.keys(upcasters).sort());
  });

  it('has a golden sample of every type in every version, and no other', () => {
    expect(files.toSorted()).toEqual(versions.toSorted());
  });

  it.each(files)('decodes %s to the current shape', (file) => {
    const sample = JSON.parse(readFileSync(join(SAMPLES, file), 'utf8')) as Sample;
    const schemaVersion = Number(/\d+/.exec(file)?.[0]);
    const { stream, type, metadata: stored = { ...metadata, schemaVersion }, data, bytes } = sample;
    expect(file).toBe(`${type}.v${stored.schemaVersion}.json`);
    expect(kindOf(stream)).not.toBe('unknown');
    const place = { id: randomUUID(), stream, revision: 0, position: 1 };
    const event = { ...place, type, metadata: stored, data: bytes === undefined ? data : Buffer.from(bytes) };
    const decoded = upcast(event);
    const content: unknown =
      decoded.data instanceof Uint8Array ? JSON.parse(Buffer.from(decoded.data).toString()) : decoded.data;
    expect(shapes[type].parse(content)).toEqual(content);
    expect(metadataShape.parse(decoded.metadata)).toEqual(decoded.metadata);
    expect(decoded.metadata.schemaVersion).toBe(upcasters[type].length + 1);
  });
});

describe('The codec', () => {
  const renamed: Upcasters = {
    CompetenceClosed: [
      (data) => ({ ...(data as object), month: (data as { competence: string }).competence }),
      (data) => ({ ...(data as object), third: true }),
    ],
  };
  const event = (schemaVersion: number, type = 'CompetenceClosed'): NewEvent => ({
    ...closed(1),
    type,
    metadata: { ...metadata, schemaVersion },
  });
  const recorded = (schemaVersion: number): Recorded => ({
    ...event(schemaVersion),
    stream: 'books-1',
    revision: 4,
    position: 9,
  });

  it('upcasts an older version through every step, and leaves the current one unchanged', () => {
    const data = { companyId: 1, clientId: 1, competence: '2026-01' };
    expect(upcast(recorded(1), renamed)).toMatchObject({
      data: { ...data, month: '2026-01', third: true },
      metadata: { schemaVersion: 3 },
    });
    expect(upcast(recorded(2), renamed).data).toEqual({ ...data, third: true });
    const current = recorded(3);
    expect(upcast(current, renamed)).toBe(current);
  });

  it('refuses an event of a newer version with an error that names it', () => {
    expect(() => upcast(recorded(4), renamed)).toThrow(EventFromTheFuture);
    expect(() => upcast(recorded(4), renamed)).toThrow(/CompetenceClosed 4 of books-1.*4.*3/);
    expect(() => upcast(recorded(2))).toThrow(EventUnreadable);
  });

  it('adds the current version on append, and yields the events before an unreadable one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'log-'));
    const raw = await openEmbeddedLog(join(folder, 'log.db'), { writesHere: true });
    const current = withCodec(raw, renamed);
    await withCodec(raw).append([{ stream: 'books-1', events: closedMany(3), expectedRevision: -1 }]);
    await current.append([{ stream: 'books-1', events: [closed(3)], expectedRevision: 2 }]);
    expect((await readAll(raw, 'books-1')).map((e) => e.metadata.schemaVersion)).toEqual([1, 1, 1, 3]);
    expect((await readAll(current, 'books-1')).map((e) => (e.data as { third?: boolean }).third)).toEqual([
      true,
      true,
      true,
      undefined,
    ]);
    expect((await catchUp(current, 0, ['books-'])).flatMap((batch) => batch.events)).toHaveLength(4);

    const old = withCodec(raw);
    const seen: number[] = [];
    let position = 0;
    const reading = (async () => {
      for await (const batch of old.subscribe(0, ['books-'], new AbortController().signal)) {
        seen.push(...batch.events.map(numberOf));
        position = batch.position;
      }
    })();
    await expect(reading).rejects.toThrow(EventFromTheFuture);
    expect(seen).toEqual([0, 1, 2]);
    expect(position).toBe(3);
    await expect(readAll(old, 'books-1')).rejects.toThrow(EventFromTheFuture);
    await raw.close();
    rmSync(folder, { recursive: true });
  });

  it('refuses to append a type the catalogue does not know, and passes one on that is stored', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'log-'));
    const raw = await openEmbeddedLog(join(folder, 'log.db'), { writesHere: true });
    const log = withCodec(raw);
    await expect(
      log.append([{ stream: 'books-1', events: [event(1, 'Unheard')], expectedRevision: -1 }]),
    ).rejects.toThrow(UnknownEventType);
    await raw.append([{ stream: 'books-1', events: [event(7, 'Unheard')], expectedRevision: -1 }]);
    expect((await readAll(log, 'books-1'))[0]).toMatchObject({ type: 'Unheard', metadata: { schemaVersion: 7 } });
    await raw.close();
    rmSync(folder, { recursive: true });
  });
});
