// `dossier` writes a month as a file that proves itself; `verify-dossier` checks one without a store.
// Source: docs/spec/operator.md#dossier, docs/dossie.md.
import { fileNotWritten } from '../../../messages/operator/log.js';
import { existsSync } from 'node:fs';
import { recordDossier } from '../../../commands/competence/recordDossier.js';
import { keyFingerprint } from '../../../commands/seals/checkpoint.js';
import { TreeDiffers } from '../../../commands/seals/logTree.js';
import { evidenceBytes } from '../../../commands/reconciliations/evidence.js';
import { roles as ALL_ROLES } from '../../../domain/clients/roles.js';
import { makeDossier, NotClosed, type Made, type Making } from '../../../dossier/makeDossier.js';
import { NotOfThisLog, type KeptCheckpoint } from '../../../dossier/writeDossier.js';
import {
  dossierFindingSentence,
  dossierHistoryHtml,
  dossierReadMe,
  sentences,
} from '../../../messages/operator/dossiers.js';
import { isOutOfMemory, requestInThread } from '../../../runtime/thread.js';
import { ofMonth } from '../../arguments.js';
import { argument, command, flag, repeated, type ValuesOf } from '../../command.js';
import { companyFor } from '../../permissions.js';
import { Refused } from '../../refusalText.js';
import { writeWhole } from '../../fileImports.js';
import { readCheckpoint } from './seals.js';
import type { DossierFile, DossierVerdict, VerifyHandlers } from './verifyDossierThread.js';

const DOSSIER_TAKES = {
  out: argument('<saida>', 'arquivo a criar: termina em .zip'),
  ...ofMonth,
  open: flag('também de uma competência aberta, até agora'),
  later: flag('com os atos posteriores ao fechamento, até agora'),
  names: flag('com os nomes das pessoas, em pessoas.json, de onde podem ser retirados'),
  checkpoint: repeated('<arquivo>', 'checkpoint guardado, para o dossiê o comprovar; pode ser repetida', String),
};

const dossier = command({
  name: 'dossier',
  says: 'grava o dossiê de uma competência fechada: um arquivo que prova a si mesmo, sem o serviço',
  roles: ALL_ROLES,
  // May append a seal.
  changes: true,
  examples: [
    'dossier --company 1 --period 2026-10 dossie.zip',
    'dossier --company 1 --period 2026-10 --names dossie.zip',
    'dossier --company 1 --period 2026-10 --checkpoint checkpoint.txt dossie.zip',
  ],
  takes: DOSSIER_TAKES,
  async run(options, deps, running) {
    const { out, company, period, open, later: untilNow, checkpoint: paths } = options;
    const facts = companyFor(deps, running, company);
    const { clientId, companyId } = facts;
    const { rawLog, signer, openLeaves } = deps.sealed;
    if (signer === null) throw new Refused(sentences.keyMissing);
    if (existsSync(out)) throw new Refused(sentences.exists(out));
    const checkpoints: KeptCheckpoint[] = [];
    for (const path of paths) checkpoints.push(await readCheckpoint(path));
    const {
      ofClosing: made,
      events,
      checkpoint,
      later,
    } = await written(options, {
      rawLog,
      clock: deps.clock,
      leaves: openLeaves(),
      signer,
      kept: checkpoints,
      evenIfOpen: open,
      untilNow,
      scope: { clientId, companyId, competence: period },
      names: options.names
        ? async (ids) => new Map((await deps.people.byId(ids)).map(({ personId, name }) => [personId, name]))
        : null,
      historyPage: dossierHistoryHtml,
      readMe: dossierReadMe,
      evidence: async (sha256) => {
        const bytes = await evidenceBytes(deps.evidence, clientId, { sha256 });
        return typeof bytes === 'string' ? null : bytes;
      },
    });
    const recorded = made && (await recordDossier(deps, { company: facts, competence: period, made }, running));
    running.progress(sentences.made(out, events, checkpoint.size));
    if (later !== null) running.progress(sentences.laterActs(period, later.count, later.at));
    return { json: { ok: true, events, problems: [] }, change: { position: recorded?.position ?? null } };
  },
});

const verifyDossier = command({
  name: 'verify-dossier',
  says: 'confere um dossiê sem o serviço e sem a rede; código de saída 1 se algo não confere',
  examples: ['verify-dossier dossie.zip', 'verify-dossier dossie.zip --checkpoint checkpoint.txt'],
  takes: {
    file: argument('<arquivo>', 'o dossiê'),
    checkpoint: repeated('<arquivo>', 'checkpoint guardado, a comprovar; pode ser repetida', String),
  },
  async runOnFolder({ file, checkpoint: paths }, _, { progress }) {
    const checkpoints: string[] = [];
    for (const path of paths) checkpoints.push((await readCheckpoint(path)).text);
    const answer = await verifiedInThread({ path: file, kept: checkpoints });
    if (typeof answer === 'string') throw new Refused(unverified[answer](file));
    const { ok, events, problems, publicKey, lastEvent } = answer;
    if (publicKey !== null) progress(sentences.keyShown(publicKey, keyFingerprint(publicKey)));
    if (lastEvent !== null) progress(sentences.upTo(lastEvent));
    return { json: { ok, events, problems: problems.map(dossierFindingSentence) }, failed: !ok };
  },
});

export const commands = [dossier, verifyDossier];

const unverified: Readonly<Record<DossierVerdict & string, (path: string) => string>> = {
  broken: sentences.notADossier,
  unnamed: sentences.unnamed,
  tooLarge: sentences.tooLarge,
  unreadable: sentences.unreadable,
};

const VERIFIER = new URL('./verifyDossierThread.js', import.meta.url);
/** Limits of the thread, which with what else the program and one file take is at most 512 MB. */
const VERIFIER_LIMITS = { maxOldGenerationSizeMb: 190, maxYoungGenerationSizeMb: 16 };

async function verifiedInThread(file: DossierFile): Promise<DossierVerdict> {
  try {
    return await requestInThread<VerifyHandlers, 'verify'>(VERIFIER, 'verify', file, { limits: VERIFIER_LIMITS });
  } catch (error) {
    if (isOutOfMemory(error)) return 'tooLarge';
    throw error;
  }
}

async function written(
  { out, period, checkpoint }: ValuesOf<typeof DOSSIER_TAKES>,
  making: Making,
): Promise<Made> {
  try {
    return await writeWhole([out], ([partial = out]) => makeDossier(partial, making));
  } catch (error) {
    if (error instanceof NotClosed) throw new Refused(sentences.notClosed(period));
    if (error instanceof NotOfThisLog)
      throw new Refused(sentences.keptOfAnother(checkpoint[error.kept - 1] ?? ''));
    if (error instanceof TreeDiffers) throw new Refused(sentences.logDiffers);
    if ((error as NodeJS.ErrnoException).syscall !== 'open') throw error;
    throw new Refused(fileNotWritten(out, error));
  }
}
