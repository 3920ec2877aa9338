// What the disk may do to the embedded log: be full, fail to flush, or be cut off. Needs root for a small file system
// and strace for injected errors; where they are missing, the tests say so on stderr and are skipped.
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedLog } from '../../../../src/stores/log/lmdb/embeddedLog.js';
import { closed, readAll } from '../../../support/logEvents.js';
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

  withStrace('flushes the event and then its commit before it acknowledges', async () => {
    const { trace } = await traced('20', []);
    const lines = trace.split('\n');
    // The first is of the empty log that is made beside its place.
    const synced = [...trace.matchAll(/openat\(.*\/data\.mdb".*O_DSYNC.*= (\d+)$/gm)].at(-1)?.[1];
    expect(synced).toBeDefined();
    const steps = lines.flatMap((line) => {
      if (/write\(1, "ack /.test(line)) return ['ack'];
      if (/(fdatasync|fsync|msync)\(.*= 0$|(fdatasync|fsync|msync) resumed.*= 0$/.test(line)) return ['flush'];
      if (new RegExp(`(pwrite64\\(${synced}, .*|pwrite64 resumed.*)\\) += \\d+$`).test(line)) return ['commit'];
      return [];
    });
    const betweenAcks = steps.join(' ').split('ack').slice(0, 20);
    expect(steps.filter((step) => step === 'ack')).toHaveLength(20);
    for (const between of betweenAcks) expect(between).toMatch(/flush.*commit/);
  });

  withStrace('rejects an append whose flush failed, shows it to nobody, and works on', async () => {
    const { writer } = await traced('60', ['-e', 'inject=fdatasync:error=EIO:when=8..9']);
    expect(writer.lines.filter(isRejected).length).toBeGreaterThan(0);
    expect(writer.lines.at(-2)).toMatch(/^ack /);
    expect(await expectAllThere(folder, writer)).toBe(writer.lines.filter(isAck).length);
  });

  withStrace(
    'rejects everything, without waiting for ever, after a commit itself failed, and is whole after a restart',
    async () => {
      const { writer } = await traced('60', ['-e', 'inject=pwrite64:error=EIO:when=8..20'], '300');
      const rejected = writer.lines.indexOf('rejected');
      expect(rejected).toBeGreaterThan(0);
      expect(writer.lines.at(-1)).toBe('done');
      await expectAllThere(folder, writer);
    },
  );

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
    const calls = 'trace=openat,fdatasync,fsync,msync,pwrite64,pwritev,writev,write';
    const writer = startScript(
      'logWriter',
      [folder, 'books-1', appends, answerMs],
      [...['strace', '-f', '-qq', '-e', 'signal=none', '-o', file, '-e', calls], ...inject],
    );
    await writer.ended();
    return { writer, trace: readFileSync(file, 'utf8') };
  }
});

/** Everything acknowledged is there, at its place; the stream has no gap and takes further events. @returns how many there were */
async function expectAllThere(folder: string, writer: ChildLines): Promise<number> {
  const log = await openEmbeddedLog(folder);
  try {
    const events = await readAll(log, 'books-1');
    const there = new Set(events.map(({ revision, position, id }) => `ack ${revision} ${position} ${id}`));
    expect(writer.lines.filter(isAck).filter((line) => !there.has(line))).toEqual([]);
    expect(events.map(({ revision }) => revision)).toEqual(events.map((_, index) => index));
    expect((await log.append('books-1', [closed(1)], events.length - 1)).ok).toBe(true);
    return events.length;
  } finally {
    await log.close();
  }
}
