// What the disk may do to the embedded log: be full, fail to flush, or be cut off. Needs root for a small file
// system and strace for injected errors; where they are missing, the tests say so on stderr and are skipped.
import { afterAll, afterEach, beforeEach, describe, expect, it } from '#jest';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedLog } from '../../../../src/stores/log/sqlite/embeddedLog.js';
import { append, closed, readAll } from '../../../support/logEvents.js';
import { itWithStrace, loudlySkipped } from '../../../support/loudlySkipped.js';
import { startScript, type ChildLines } from './processes/childLines.js';
import { mountSmallDisk } from '../../../faults/support/smallDisk.js';

const isAck = (line: string) => line.startsWith('ack ');
const isRejected = (line: string) => line === 'rejected';

const smallDisk = mountSmallDisk(1);
const withSmallDisk =
  smallDisk === null ? loudlySkipped('embeddedDisk', 'no small file system can be mounted') : it;
const withStrace = itWithStrace('embeddedDisk');

afterAll(() => smallDisk?.unmount());

describe('The embedded log on a bad disk', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'log-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  withSmallDisk(
    'rejects when the disk is full, acknowledges nothing it lost, and works on once there is space',
    async () => {
      const logFolder = join(smallDisk?.folder ?? '', 'log');
      const ballast = join(smallDisk?.folder ?? '', 'ballast');
      writeFileSync(ballast, Buffer.alloc(600_000));
      const writer = startScript('logWriter', [logFolder, 'books-1', '0']);
      await writer.until(20, isRejected);
      const before = writer.lines.filter(isAck).length;
      rmSync(ballast);
      await writer.until(before + 20, isAck);
      await writer.kill();
      expect(before).toBeGreaterThan(0);
      await expectAllThere(logFolder, writer);
    },
  );

  withStrace('flushes the write-ahead log, after the last write to it, before it acknowledges', async () => {
    const { trace } = await traced('20', ['-y']);
    const steps = trace.split('\n').flatMap((line) => {
      if (/write\(1<.*>, "ack /.test(line)) return ['ack'];
      if (/^\d+ +pwrite64\(\d+<.*\/log\.db-wal>/.test(line)) return ['write'];
      if (/f(data)?sync\(\d+<.*\/log\.db-wal>\) += 0$|f(data)?sync resumed>\) += 0$/.test(line)) return ['flush'];
      return [];
    });
    const betweenAcks = steps.join(' ').split('ack').slice(0, 20);
    expect(steps.filter((step) => step === 'ack')).toHaveLength(20);
    for (const between of betweenAcks) expect(between).toMatch(/write flush $/);
  });

  withStrace('rejects an append whose flush failed, shows it to nobody, and works on', async () => {
    const { writer } = await traced('60', ['-e', 'inject=fsync,fdatasync:error=EIO:when=12..13']);
    expect(writer.lines.filter(isRejected).length).toBeGreaterThan(0);
    expect(writer.lines.at(-2)).toMatch(/^ack /);
    expect(await expectAllThere(folder, writer)).toBe(writer.lines.filter(isAck).length);
  });

  withStrace('rejects appends whose writes failed, works on, and is whole after a restart', async () => {
    // Opening the log takes fewer writes of its thread.
    const { writer } = await traced('60', ['-e', 'inject=pwrite64:error=EIO:when=30..40'], '3000');
    const rejected = writer.lines.indexOf('rejected');
    expect(rejected).toBeGreaterThan(0);
    expect(writer.lines.slice(-2)).toEqual([expect.stringMatching(/^ack /), 'done']);
    await expectAllThere(folder, writer);
  });

  withStrace(
    'nothing acknowledged is lost while another process opens the folder, however long that takes',
    async () => {
      const writer = startScript('logWriter', [folder, 'books-1', '0', '10000', '5']);
      const slow = ['strace', '-f', '-qq', '-o', '/dev/null', '-e', 'inject=pread64:delay_exit=20000'];
      const opener = startScript('logOpener', [folder, '10'], slow);
      try {
        expect(await opener.ended()).toBe(0);
        await writer.until(writer.lines.filter(isAck).length + 5, isAck);
      } finally {
        await writer.kill();
      }
      expect(writer.errors()).toBe('');
      await expectAllThere(folder, writer);
    },
  );

  async function traced(appends: string, inject: readonly string[], answerMs = '10000') {
    const file = join(folder, 'trace');
    const calls = 'trace=fdatasync,fsync,msync,pwrite64,pwritev,writev,write';
    const writer = startScript(
      'logWriter',
      [folder, 'books-1', appends, answerMs],
      ['strace', '-f', '-qq', '-e', 'signal=none', '-o', file, '-e', calls, ...inject],
    );
    await writer.ended();
    return { writer, trace: readFileSync(file, 'utf8') };
  }
});

/**
 * Everything acknowledged is there, at its place; the stream has no gap and takes further events.
 * @returns how many there were
 */
async function expectAllThere(folder: string, writer: ChildLines): Promise<number> {
  const log = await openEmbeddedLog(join(folder, 'log.db'));
  try {
    const events = await readAll(log, 'books-1');
    const there = new Set(events.map(({ revision, position, id }) => `ack ${revision} ${position} ${id}`));
    expect(writer.lines.filter(isAck).filter((line) => !there.has(line))).toEqual([]);
    expect(events.map(({ revision }) => revision)).toEqual(events.map((_, index) => index));
    expect((await append(log, 'books-1', [closed(1)], events.length - 1)).ok).toBe(true);
    return events.length;
  } finally {
    await log.close();
  }
}
