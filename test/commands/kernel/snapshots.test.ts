import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSnapshots } from '../../../src/commands/kernel/snapshots.js';

describe('Snapshots', () => {
  const state = { versions: { '2026-01': 3, nome: 'Ação' }, list: [1, 2] };
  const snapshot = {
    state,
    revision: 41,
    lastId: 'fd2e9f0a-7c7e-4b3a-9a51-0d2f1c0b5e11',
    at: '2026-03-02T12:00:00.000Z',
  };
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'snapshots-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const onlyFile = () => join(folder, 'log-a', readdirSync(join(folder, 'log-a'))[0] ?? '');

  it('return a copy of the newest state of a stream and fold version, also after reopening', () => {
    const changing = { ...snapshot, state: { n: [1] } };
    const snapshots = openSnapshots(folder, () => 'log-a');
    snapshots.put('books-1', 2, changing);
    changing.state.n.push(2);
    expect(snapshots.get('books-1', 2)).toEqual({ ...snapshot, state: { n: [1] } });
    snapshots.put('books-1', 2, snapshot);
    const reopened = openSnapshots(folder, () => 'log-a');
    expect(reopened.get('books-1', 2)).toEqual(snapshot);
    expect(reopened.get('books-1', 2)?.state).not.toBe(reopened.get('books-1', 2)?.state);
  });

  it('return nothing of another stream, fold version or log, and remove those of another log', () => {
    openSnapshots(folder, () => 'log-a').put('books-1', 2, snapshot);
    expect(openSnapshots(folder, () => 'log-a').get('books-2', 2)).toBeNull();
    expect(openSnapshots(folder, () => 'log-a').get('books-1', 3)).toBeNull();
    expect(openSnapshots(folder, () => 'log-b').get('books-1', 2)).toBeNull();
    expect(openSnapshots(folder, () => 'log-a').get('books-1', 2)).toBeNull();
    expect(readdirSync(folder)).toEqual(['log-a']);
  });

  it('are ignored when changed, truncated or unreadable', () => {
    const snapshots = openSnapshots(folder, () => 'log-a');
    const whole = () => {
      snapshots.put('books-1', 2, snapshot);
      return readFileSync(onlyFile(), 'utf8');
    };
    writeFileSync(onlyFileAfter(whole), whole().replace('"revision":41', '"revision":40'));
    expect(snapshots.get('books-1', 2)).toBeNull();
    for (const size of [0, 10, 64, 100]) {
      truncateSync(onlyFileAfter(whole), size);
      expect(snapshots.get('books-1', 2)).toBeNull();
    }
    whole();
    expect(snapshots.get('books-1', 2)).toEqual(snapshot);
  });

  it('never throw: a state that is not JSON, or a missing folder, only stores nothing', () => {
    const snapshots = openSnapshots(folder, () => 'log-a');
    snapshots.put('books-1', 2, { ...snapshot, state: { amount: 1n } });
    expect(snapshots.get('books-1', 2)).toBeNull();
    rmSync(join(folder, 'log-a'), { recursive: true });
    snapshots.put('books-1', 2, snapshot);
    expect(snapshots.get('books-1', 2)).toBeNull();
    writeFileSync(join(folder, 'a-file'), '');
    chmodSync(join(folder, 'a-file'), 0o400);
    expect(openSnapshots(join(folder, 'a-file'), () => 'log-a').get('books-1', 2)).toBeNull();
  });

  function onlyFileAfter(put: () => unknown): string {
    put();
    return onlyFile();
  }
});
