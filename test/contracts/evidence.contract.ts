// What every store of evidence must do. Adapters are equal only because they pass the same suite.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { EvidenceStore, StoredEvidence } from '../../src/commands/reconciliations/evidenceStore.js';
import { EVIDENCE_BYTES_MAX } from '../../src/domain/reconciliation/evidence.js';

export type EvidenceEnvironment = Readonly<{
  /** Another process's look at the same files. */
  open(): EvidenceStore;
  drop(): Promise<void>;
}>;

function fileOf(bytes: Uint8Array, name = 'extrato.pdf'): StoredEvidence {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { evidenceId: randomUUID(), sha256, name, bytes };
}

export const evidenceContract = (adapter: string, prepare: () => Promise<EvidenceEnvironment>): void =>
  describe(`Evidence contract, ${adapter}`, () => {
    let environment: EvidenceEnvironment;
    let store: EvidenceStore;

    const read = async (clientId: number, { sha256 }: StoredEvidence, from = environment.open()) => {
      const bytes = await from.bytes(clientId, sha256);
      return bytes && Buffer.from(bytes);
    };

    beforeEach(async () => {
      environment = await prepare();
      store = environment.open();
    });
    afterEach(() => environment.drop());

    it('gives back what was put, and the name it came with, in another process too', async () => {
      const file = fileOf(Buffer.from('conteúdo \0 do extrato'), 'Extrato de João – maio.pdf');
      await store.put(1, file);
      expect(await read(1, file)).toEqual(file.bytes);
      const other = environment.open();
      expect([...(await other.names(1, [file.evidenceId, randomUUID()]))]).toEqual([[file.evidenceId, file.name]]);
      expect([...(await other.names(1, []))]).toEqual([]);
    });

    it('keeps the largest there may be, byte by byte', async () => {
      const file = fileOf(randomBytes(EVIDENCE_BYTES_MAX));
      await store.put(7, file);
      expect((await read(7, file))?.equals(file.bytes)).toBe(true);
    });

    it('may be asked twice, and keeps the same bytes once under each name they came with', async () => {
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

    it('takes the same from many at once', async () => {
      const bytes = randomBytes(200_000);
      const comers = Array.from({ length: 12 }, () => fileOf(bytes));
      const stores = [store, environment.open()];
      await Promise.all(comers.map((file, at) => (stores[at % 2] as EvidenceStore).put(1, file)));
      expect((await read(1, fileOf(bytes)))?.equals(bytes)).toBe(true);
      expect(
        (
          await store.names(
            1,
            comers.map(({ evidenceId }) => evidenceId),
          )
        ).size,
      ).toBe(12);
    });

    it('shows a client nothing of another’s', async () => {
      const file = fileOf(Buffer.from('só do cliente 1'));
      await store.put(1, file);
      for (const clientId of [2, 11]) {
        expect(await read(clientId, file)).toBeNull();
        expect((await store.names(clientId, [file.evidenceId])).size).toBe(0);
      }
      await store.put(2, { ...file, evidenceId: randomUUID() });
      expect(await read(2, file)).toEqual(file.bytes);
    });

    it('has nothing of what never came', async () => {
      expect(await read(1, fileOf(Buffer.from('nunca')))).toBeNull();
      expect((await store.names(1, [randomUUID()])).size).toBe(0);
    });
  });
