// Seals and dossiers for the console: dossiers are made one after the other, one per client at a time, into a file of this
// process that has no name any more when it is sent. Source: docs/decisions/0113-dossiers-in-the-console.md.
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import type { EvidenceStore } from '../../commands/reconciliations/evidenceStore.js';
import { evidenceBytes } from '../../commands/reconciliations/evidence.js';
import type { Signer } from '../../commands/seals/checkpoint.js';
import { TreeDiffers } from '../../commands/seals/logTree.js';
import { lastEvent, sha256 } from '../../commands/seals/sealChain.js';
import type { DossierFile, Dossiers, ShownSeal } from '../../console/dossiers.js';
import { sealOf, SEALS } from '../../domain/seal/fold.js';
import { createClosedMonths } from '../../dossier/closedMonths.js';
import { makeDossier, NotClosed } from '../../dossier/makeDossier.js';
import { dossierHistoryHtml } from '../../messages/operator/dossierHistory.js';
import { dossierReadMe } from '../../messages/operator/dossiers.js';
import type { CommandSide } from '../commandSide.js';
import { openTiles } from '../stores.js';

const SEALS_SHOWN = 5;
const MONTHS_SHOWN = 12;

type Parts = Readonly<{
  commandSide: Pick<CommandSide, 'rawLog' | 'clock' | 'signer'>;
  evidence: EvidenceStore;
  dataDir: string;
  /** Of files that end with this process. */
  folder: string;
}>;

export function consoleDossiers({ commandSide, evidence, dataDir, folder }: Parts): Dossiers {
  const { rawLog, clock } = commandSide;
  const closedMonths = createClosedMonths(rawLog, () => commandSide.signer());
  const busy = new Set<number>();
  const inTurn = pLimit(1);
  let files = 0;

  async function written(signer: Signer, ...[company, competence]: Parameters<Dossiers['make']>) {
    const { clientId, companyId, cnpj, legalName } = company;
    const path = join(folder, `dossie-${(files += 1)}.zip`);
    try {
      await makeDossier(path, {
        ...{ rawLog, clock, signer, kept: [], evenIfOpen: false, names: null },
        tiles: await openTiles({ dataDir }, signer.logId),
        scope: { clientId, companyId, competence },
        company: { id: companyId, cnpj, nome: legalName },
        historyPage: dossierHistoryHtml,
        readMe: (isClosed) => dossierReadMe(legalName, cnpj, competence, isClosed),
        evidence: async (hash) => {
          const bytes = await evidenceBytes(evidence, clientId, { sha256: hash });
          return typeof bytes === 'string' ? null : bytes;
        },
      });
      return await openedFile(path);
    } finally {
      await rm(path, { force: true });
    }
  }

  return {
    async newestSeals() {
      const last = await lastEvent(rawLog, SEALS);
      const seals: ShownSeal[] = [];
      if (last === null) return seals;
      for await (const event of rawLog.read(SEALS, Math.max(0, last.revision - SEALS_SHOWN + 1))) {
        const { count, checkpoint = null } = sealOf(event) ?? {};
        if (count !== undefined) seals.push(shown(event.metadata.at, count, checkpoint));
      }
      return seals.reverse().slice(0, SEALS_SHOWN);
    },
    async closedMonths(companyId, period) {
      let hasMore = false;
      const months = await closedMonths(companyId, (closed) => {
        const asked = closed.filter((competence) => period === null || competence === period);
        hasMore = asked.length > MONTHS_SHOWN;
        return asked.slice(0, MONTHS_SHOWN);
      });
      return {
        hasMore,
        months: months.map(({ competence, closedAt, checkpoint: sealed }) => ({
          ...{ competence, closedAt },
          seal: sealed && shown(sealed.at, sealed.size, sealed.note),
        })),
      };
    },
    async make(company, competence) {
      const { clientId } = company;
      const signer = commandSide.signer();
      if (signer === null) return 'unsigned';
      if (busy.has(clientId)) return 'busy';
      busy.add(clientId);
      try {
        return await inTurn(() => written(signer, company, competence));
      } catch (error) {
        if (error instanceof NotClosed) return 'open';
        if (error instanceof TreeDiffers) return 'differs';
        throw error;
      } finally {
        busy.delete(clientId);
      }
    },
  };
}

/** Its name may be removed while it is read. */
async function openedFile(path: string): Promise<DossierFile> {
  const file = await open(path, 'r');
  const { size: length } = await file.stat();
  return { length, bytes: file.createReadStream() };
}

function shown(at: string, size: number, checkpoint: string | null): ShownSeal {
  return { at, size, fingerprint: checkpoint === null ? null : sha256(Buffer.from(checkpoint)) };
}
