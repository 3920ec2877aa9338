import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '#jest';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { EvidenceStore, StoredEvidence } from '../../src/commands/reconciliations/evidenceStore.js';
import { EVIDENCE_BYTES_MAX } from '../../src/domain/reconciliation/refusals.js';
import { openEvidence } from '../../src/app/stores.js';
import { temporaryDir } from '../support/service.js';
import { onBothStores } from './support/bothStores.js';

function fileOf(bytes: Uint8Array, name = 'extrato.pdf'): StoredEvidence {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { evidenceId: randomUUID(), sha256, name, bytes };
}

onBothStores('Evidence contract', (places) => {
  const open = (): EvidenceStore => openEvidence(...places.here());
  let store: EvidenceStore;

  const read = async (clientId: number, { sha256 }: StoredEvidence, from = open()) => {
    const bytes = await from.bytes(clientId, sha256);
    return bytes && Buffer.from(bytes);
  };

  beforeEach(() => {
    store = open();
  });

  it('returns stored bytes and name, in another process too', async () => {
    const file = fileOf(Buffer.from('conteúdo \0 do extrato'), 'Extrato de João – maio.pdf');
    await store.put(1, file);
    expect(await read(1, file)).toEqual(file.bytes);
    const other = open();
    expect([...(await other.names(1, [file.evidenceId, randomUUID()]))]).toEqual([[file.evidenceId, file.name]]);
    expect([...(await other.names(1, []))]).toEqual([]);
  });

  it('tells what the files of each client take, those stored since included', async () => {
    const one = fileOf(randomBytes(1_000));
    const other = fileOf(randomBytes(200));
    expect(await store.usedBytes(1)).toBe(0);
    await store.put(1, one);
    await store.put(1, one);
    await store.put(2, other);
    expect([await store.usedBytes(1), await store.usedBytes(2)]).toEqual([1_000, 200]);
    await store.put(1, { ...other, evidenceId: randomUUID() });
    expect(await store.usedBytes(1)).toBe(1_200);
    expect(await open().usedBytes(1)).toBe(1_200);
  });

  it('stores a file of the maximum size', async () => {
    const file = fileOf(randomBytes(EVIDENCE_BYTES_MAX));
    await store.put(7, file);
    expect((await read(7, file))?.equals(file.bytes)).toBe(true);
  });

  it('may be called twice, and stores the same bytes once, with each name', async () => {
    const file = fileOf(Buffer.from('a mesma nota'), 'nota.pdf');
    const again = { ...file, evidenceId: randomUUID(), name: 'nota (cópia).pdf' };
    for (const one of [file, file, again]) await store.put(1, one);
    expect(await read(1, file)).toEqual(file.bytes);
    const names = await store.names(1, [file.evidenceId, again.evidenceId]);
    expect(new Map(names)).toEqual(
      new Map([
        [file.evidenceId, file.name],
        [again.evidenceId, again.name],
      ]),
    );
  });

  it('stores the same file from concurrent callers', async () => {
    const bytes = randomBytes(200_000);
    const concurrent = Array.from({ length: 12 }, () => fileOf(bytes));
    const stores = [store, open()];
    await Promise.all(concurrent.map((file, at) => (stores[at % 2] as EvidenceStore).put(1, file)));
    expect((await read(1, fileOf(bytes)))?.equals(bytes)).toBe(true);
    expect(
      (
        await store.names(
          1,
          concurrent.map(({ evidenceId }) => evidenceId),
        )
      ).size,
    ).toBe(12);
  });

  it('returns no file of another client', async () => {
    const file = fileOf(Buffer.from('só do cliente 1'));
    await store.put(1, file);
    for (const clientId of [2, 11]) {
      expect(await read(clientId, file)).toBeNull();
      expect((await store.names(clientId, [file.evidenceId])).size).toBe(0);
    }
    await store.put(2, { ...file, evidenceId: randomUUID() });
    expect(await read(2, file)).toEqual(file.bytes);
  });

  it('returns null for unknown files', async () => {
    expect(await read(1, fileOf(Buffer.from('nunca')))).toBeNull();
    expect((await store.names(1, [randomUUID()])).size).toBe(0);
  });
});

describe('The folder of evidence', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await temporaryDir();
  });

  const bytes = Buffer.from('extrato de maio');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const file = () => ({ evidenceId: randomUUID(), sha256, name: 'extrato.pdf', bytes });

  it('is readable by its owner only, and contains the bytes once and no partial file', async () => {
    const store = openEvidence({ dataDir: folder }, null);
    const one = file();
    const other = file();
    await store.put(3, one);
    await store.put(3, other);
    const files = await readdir(join(folder, 'evidence', '3'));
    expect(files.sort()).toEqual([sha256, `${one.evidenceId}.name`, `${other.evidenceId}.name`].sort());
    for (const path of ['', '3', ...files.map((name) => join('3', name))])
      expect((await stat(join(folder, 'evidence', path))).mode & 0o077).toBe(0);
  });

  it('repairs a damaged file when the same bytes are stored again', async () => {
    const store = openEvidence({ dataDir: folder }, null);
    await store.put(3, file());
    await writeFile(join(folder, 'evidence', '3', sha256), 'estragado');
    await store.put(3, file());
    expect(await store.bytes(3, sha256)).toEqual(bytes);
  });
});
