// Seals and dossiers for the console: dossiers are made one after the other, one per client at a time, into a file of this
// process that has no name any more when it is sent. Source: docs/decisions/0104-a-dossier-is-plain-files.md.
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Signer } from '../../commands/seals/checkpoint.js';
import { lastEvent } from '../../commands/kernel/events.js';
import { sha256 } from '../../commands/seals/merkleTree.js';
import type { DossierFile, Dossiers, ShownSeal } from '../../console/dossiers.js';
import { StoreUnavailable } from '../../domain/kernel/storeError.js';
import { sealOf, SEALS } from '../../domain/seal.js';
import { createClosedMonths } from '../../dossier/closedMonths.js';
import { atMost, FairQueue } from '../../runtime/fairQueue.js';
import type { CommandSide } from '../commandSide.js';
import type { ConsoleThreads } from './consoleThreads.js';

const SEALS_SHOWN = 5;
const MONTHS_SHOWN = 12;

type Parts = Readonly<{
  commandSide: Pick<CommandSide, 'rawLog' | 'signer' | 'guard'>;
  write: ConsoleThreads['writeDossier'];
  /** Of files that end with this process. */
  folder: string;
}>;

export function consoleDossiers({ commandSide, write, folder }: Parts): Dossiers {
  const { rawLog, guard } = commandSide;
  const closedMonths = createClosedMonths(rawLog, () => commandSide.signer());
  const turns = new FairQueue({ mayGo: atMost(1), placesOfOwnerMax: 1 });
  let files = 0;
  /** The revision of the newest seal when they were shown last: only later ones are searched. */
  let sealKnown: number | null = null;

  async function written(
    { logId, key }: Signer,
    ...[company, competence, { names = null, untilNow = false } = {}]: Parameters<Dossiers['make']>
  ) {
    if (guard.state() !== 'sound') throw new StoreUnavailable('It is not certain yet that this is the log');
    const { clientId, companyId } = company;
    const path = join(folder, `dossie-${(files += 1)}.zip`);
    try {
      const answer = await write({
        ...{ path, competence, names, untilNow, logId, sealSeed: key.seed },
        company: { clientId, companyId },
      });
      return typeof answer === 'string' ? answer : { ...(await openedFile(path)), made: answer };
    } finally {
      await rm(path, { force: true });
    }
  }

  return {
    async newestSeals() {
      sealKnown ??= (await lastEvent(rawLog, SEALS))?.revision ?? null;
      if (sealKnown === null) return [];
      const seals: ShownSeal[] = [];
      for await (const event of rawLog.read(SEALS, Math.max(0, sealKnown - SEALS_SHOWN + 1))) {
        sealKnown = Math.max(sealKnown, event.revision);
        const seal = sealOf(event);
        if (seal !== null) seals.push(shown(event.metadata.at, seal.count, seal.checkpoint));
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
        months: months.map(({ checkpoint: sealed, ...month }) => ({
          ...month,
          seal: sealed && shown(sealed.at, sealed.size, sealed.note),
        })),
      };
    },
    async make(company, competence, options) {
      const { clientId } = company;
      const signer = commandSide.signer();
      if (signer === null) return 'unsigned';
      if (turns.isFull(clientId)) return 'busy';
      return turns.run(clientId, company, () => written(signer, company, competence, options));
    },
  };
}

/** Its name may be removed while it is read. */
async function openedFile(path: string): Promise<Omit<DossierFile, 'made'>> {
  const file = await open(path, 'r');
  const { size: length } = await file.stat();
  return { length, bytes: file.createReadStream() };
}

function shown(at: string, size: number, checkpoint: string): ShownSeal {
  return { at, size, fingerprint: sha256(Buffer.from(checkpoint)) };
}
