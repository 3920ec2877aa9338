// Entry point of a thread that writes one dossier: a month of many accounts would keep all requests waiting.
import type { MadeOfClosing } from '../../commands/competence/recordDossier.js';
import { systemClock } from '../../commands/kernel/context.js';
import { evidenceBytes } from '../../commands/reconciliations/evidence.js';
import { TreeDiffers } from '../../commands/seals/logTree.js';
import { noteKey } from '../../commands/seals/checkpoint.js';
import type { CompanyFacts } from '../../domain/clients/events.js';
import type { Competence } from '../../domain/kernel/competence.js';
import { makeDossier, NotClosed } from '../../dossier/makeDossier.js';
import { dossierHistoryHtml, dossierReadMe } from '../../messages/operator/dossiers.js';
import { serve } from '../../runtime/thread.js';
import { openEvidence, openRawLog, openSharedMongo, openLeaves, type StoreAddresses } from '../stores.js';

export type DossierTask = Readonly<{
  addresses: StoreAddresses;
  logId: string;
  sealSeed: Uint8Array;
  company: Pick<CompanyFacts, 'clientId' | 'companyId'>;
  competence: Competence;
  path: string;
  /** Names by a person's id; null: the dossier names nobody. */
  names: ReadonlyMap<string, string> | null;
  /** Whether the acts after the closing are in it. */
  untilNow: boolean;
}>;
/** `open`: the month is not closed. `differs`: the log does not lead to its newest seal. */
export type DossierAnswer = MadeOfClosing | 'open' | 'differs';

const handlers = { write };
export type DossierHandlers = typeof handlers;

serve(handlers);

async function write(task: DossierTask): Promise<DossierAnswer> {
  const { addresses, logId, company, competence, path, names, untilNow } = task;
  const { clientId, companyId } = company;
  const rawLog = await openRawLog(addresses, { creates: false });
  const mongo = await openSharedMongo(addresses);
  const evidence = openEvidence(addresses, mongo);
  try {
    const { ofClosing } = await makeDossier(path, {
      rawLog,
      clock: systemClock,
      kept: [],
      evenIfOpen: false,
      untilNow,
      names: names && (async () => names),
      signer: { logId, key: noteKey(task.sealSeed) },
      leaves: openLeaves(addresses, logId),
      scope: { clientId, companyId, competence },
      historyPage: dossierHistoryHtml,
      readMe: dossierReadMe,
      evidence: async (hash) => {
        const bytes = await evidenceBytes(evidence, clientId, { sha256: hash });
        return typeof bytes === 'string' ? null : bytes;
      },
    });
    return ofClosing ?? 'open';
  } catch (error) {
    if (error instanceof NotClosed) return 'open';
    if (error instanceof TreeDiffers) return 'differs';
    throw error;
  } finally {
    await mongo?.close();
    await rawLog.close();
  }
}
