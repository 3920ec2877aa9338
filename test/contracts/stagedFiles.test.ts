import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  STAGED_FILES_MAX,
  STAGED_MS,
  stagedFileOf,
  stagedFiles,
  stageFile,
  sweepStagedFiles,
  waitingFiles,
  type StagedFiles,
} from '../../src/commands/imports/stagedFiles.js';
import { openStagedFiles, openTransient } from '../../src/app/stores.js';
import type { Documents } from '../../src/commands/kernel/documents.js';
import { temporaryDir } from '../support/service.js';
import { onBothStores, type Place } from './support/bothStores.js';

function openAt(place: Place): Readonly<{ files: StagedFiles; documents: Documents }> {
  const documents = openTransient(...place);
  return { documents, files: openStagedFiles(...place, documents) };
}

onBothStores('Staged files contract', (places) => {
  const opened: Documents[] = [];
  const open = (): StagedFiles => {
    const { documents, files } = openAt(places.here());
    opened.push(documents);
    return files;
  };
  let dir: string;
  let nowMs: number;
  const clock = { now: () => new Date(nowMs) };
  const deps = (stagedBytesMax = 1_000_000) => ({
    stagedFiles: open(),
    clock,
    stagedBytesMax,
  });

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'staged-'));
    nowMs = Date.parse('2026-03-05T12:00:00Z');
  });
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.close();
    await rm(dir, { recursive: true, force: true });
  });

  const me = { purpose: 'balancete', owner: 'sessão 1', personId: randomUUID(), clientId: 1 } as const;
  async function stage(bytes: Uint8Array | string, of: object = {}, stagedBytesMax?: number) {
    const path = join(dir, randomUUID());
    await writeFile(path, bytes);
    const file = {
      ...me,
      companyId: 3,
      period: null,
      chartName: null,
      name: '<b>março</b>.csv',
      size: Buffer.byteLength(bytes),
      sha256: 'a'.repeat(64),
      preview: '',
      ...of,
    };
    return stageFile(deps(stagedBytesMax), file, path);
  }
  const content = (stagedId: string) => open().withFile(stagedId, dir, async (path) => readFile(path, 'utf8'));

  it('gives a file with its facts to any process, as often as it is asked for', async () => {
    const staged = await stage('conta;saldo\n1.1;2,00\n');
    const both = [await content(staged.stagedId), await content(staged.stagedId)];
    expect(both).toEqual(['conta;saldo\n1.1;2,00\n', 'conta;saldo\n1.1;2,00\n']);
    expect(await stagedFileOf(deps(), staged.stagedId, me)).toEqual(staged);
    expect(staged.name).toBe('<b>março</b>.csv');
    expect(await readdir(dir)).toHaveLength(
      (await readdir(dir)).filter((name) => !name.endsWith('.staged')).length,
    );
  });

  it('keeps a file of several blocks byte by byte', async () => {
    const bytes = randomBytes(9_000_001);
    const { stagedId } = await stage(bytes, {}, 100_000_000);
    const same = await open().withFile(stagedId, dir, async (path) => {
      return (await readFile(path)).equals(bytes);
    });
    expect(same).toBe(true);
  });

  it('takes one for expired whose preview another version of the service kept', async () => {
    const { stagedId } = await stage('x');
    const { documents } = openAt(places.here());
    opened.push(documents);
    await documents.update(stagedFiles, { _id: stagedId }, { set: { previews: 1 } });
    expect(await stagedFileOf(deps(), stagedId, me)).toBeNull();
    expect(await waitingFiles(deps(), me, () => true)).toEqual([]);
    expect((await stage('y')).stagedId).not.toBe(stagedId);
  });

  it('finds it for its owner and who else is let, and only until it expires', async () => {
    const { stagedId } = await stage('x');
    expect(await stagedFileOf(deps(), stagedId, { ...me, owner: 'sessão 2' })).toBeNull();
    expect(await stagedFileOf(deps(), stagedId, { ...me, clientId: 2 }, () => true)).toBeNull();
    expect(await stagedFileOf(deps(), stagedId, { ...me, purpose: 'plano' }, () => true)).toBeNull();
    expect(await stagedFileOf(deps(), stagedId, { ...me, owner: 'sessão 2' }, () => true)).not.toBeNull();
    for (const id of [randomUUID(), '../../people.db', '', `${stagedId}/content`])
      expect(await stagedFileOf(deps(), id, me)).toBeNull();
    nowMs += STAGED_MS - 1;
    expect(await stagedFileOf(deps(), stagedId, me)).not.toBeNull();
    nowMs += 1;
    expect(await stagedFileOf(deps(), stagedId, me)).toBeNull();
  });

  it('remembers the columns that are tried and what a preview showed', async () => {
    const { stagedId } = await stage('x');
    const mapping = {
      accountCode: 'nº 1',
      previousBalance: 'nº 2',
      debit: 'nº 3',
      credit: 'nº 4',
      finalBalance: 'nº 5',
    };
    await open().change(stagedId, { mapping });
    await open().change(stagedId, { preview: 'abc' });
    expect(await stagedFileOf(deps(), stagedId, me)).toMatchObject({ mapping, preview: 'abc' });
    await open().change(randomUUID(), { preview: 'abc' });
    expect(await open().all()).toHaveLength(1);
  });

  it('sweeps what has expired, and leaves the rest', async () => {
    const old = await stage('velho');
    nowMs += STAGED_MS;
    const young = await stage('novo');
    nowMs += 6 * 60_000;
    const errors: unknown[] = [];
    const end = sweepStagedFiles(deps(), (error) => errors.push(error));
    await end();
    expect(errors).toEqual([]);
    expect(await content(old.stagedId)).toBeNull();
    expect(await content(young.stagedId)).toBe('novo');
    await open().remove(young.stagedId);
    expect(await content(young.stagedId)).toBeNull();
    expect(await open().all()).toEqual([]);
  });

  it('replaces the oldest file of an owner who has too many', async () => {
    const staged = [];
    for (let at = 0; at <= STAGED_FILES_MAX; at++, nowMs += 1_000) staged.push(await stage(`${at}`));
    expect(await content(staged[0]?.stagedId ?? '')).toBeNull();
    expect(await content(staged[1]?.stagedId ?? '')).toBe('1');
    expect(await open().all()).toHaveLength(STAGED_FILES_MAX);
  });

  it('refuses a file beyond the bytes of a client or of all', async () => {
    const half = 'x'.repeat(50);
    await stage(half, {}, 100);
    await expect(stage('y', { owner: 'sessão 2' }, 100)).rejects.toThrow();
    const theirs = await stage(half, { clientId: 2, owner: 'outro' }, 100);
    await expect(stage('y', { clientId: 3, owner: 'terceiro' }, 100)).rejects.toThrow();
    await open().remove(theirs.stagedId);
    await stage('y', { clientId: 3, owner: 'terceiro' }, 100);
  });
});

describe('The folder of staged files', () => {
  it('is readable by its owner only and loses what interrupted runs left', async () => {
    const folder = await temporaryDir();
    const { documents, files } = openAt([{ dataDir: folder }, null]);
    const left = join(folder, 'staged', randomUUID());
    await mkdir(left, { recursive: true, mode: 0o700 });
    await files.purge(Date.now());
    expect((await stat(left)).mode & 0o077).toBe(0);
    expect(await readdir(join(folder, 'staged'))).toHaveLength(1);
    const tooOld = (Date.now() - STAGED_MS) / 1_000 - 1;
    await utimes(left, tooOld, tooOld);
    await files.purge(Date.now());
    expect(await readdir(join(folder, 'staged'))).toEqual([]);
    await documents.close();
    await rm(folder, { recursive: true });
  });
});
