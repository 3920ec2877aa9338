// The lock that keeps processes of different PID namespaces from one folder. Connections of one process stand in
// for processes: SQLite arbitrates between them as between processes.
import { afterEach, beforeEach, expect, it } from '#jest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { tryFolderLock, tryKernelLock } from '../../src/stores/sqlite/kernelLock.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'folder-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const lock = (namespace: string) => tryFolderLock(join(folder, 'lock'), namespace);

it('is shared by one namespace and refused to another, until the last holder has gone', async () => {
  const first = await lock('a');
  const second = await lock('a');
  expect([first, second]).not.toContain(null);
  expect(await lock('b')).toBeNull();
  first?.release();
  expect(await lock('b')).toBeNull();
  second?.release();
  const other = await lock('b');
  expect(other).not.toBeNull();
  expect(await lock('a')).toBeNull();
  other?.release();
});

it('goes to one namespace of several that come at once, with all who come from it', async () => {
  for (let round = 0; round < 5; round += 1) {
    const asked = ['a', 'b', 'a', 'c', 'b', 'a'];
    const held = await Promise.all(asked.map(lock));
    const holders = new Set(asked.filter((_, index) => held[index] !== null));
    expect(holders.size).toBe(1);
    expect(held.filter((one) => one !== null)).toHaveLength(asked.filter((name) => holders.has(name)).length);
    for (const one of held) one?.release();
  }
});

it('waits for a process that writes its name on a slow disk', async () => {
  const writing = tryKernelLock(join(folder, 'lock'));
  const waiting = lock('a');
  await pause(1_500); // longer than the wait for a holder of another namespace
  writing?.release();
  const held = await waiting;
  expect(held).not.toBeNull();
  held?.release();
});
