// `dossier` writes a month as a file that proves itself; `verify-dossier` checks one without a store.
// Source: docs/spec/operator.md#dossier, docs/dossie.md.
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { recordDossier } from '../../../commands/competence/checklist.js';
import { TreeDiffers } from '../../../commands/seals/logTree.js';
import { evidenceBytes } from '../../../commands/reconciliations/evidence.js';
import type { Person } from '../../../commands/people/peopleStore.js';
import type { Competence } from '../../../domain/kernel/competence.js';
import { makeDossier, NotClosed, type Made, type Making } from '../../../dossier/makeDossier.js';
import { NotOfThisLog, type KeptCheckpoint } from '../../../dossier/writeDossier.js';
import { dossierHistoryHtml } from '../../../messages/operator/dossierHistory.js';
import { dossierFindingSentence } from '../../../messages/operator/dossierFindings.js';
import { dossierReadMe, sentences } from '../../../messages/operator/dossiers.js';
import { isOutOfMemory, requestInThread } from '../../../runtime/thread.js';
import { competence, parseWholeNumber } from '../../arguments.js';
import { companyFor } from '../../permissions.js';
import { Refused } from '../../refused.js';
import type { Session } from '../../session.js';
import { writeWhole } from '../../wholeFiles.js';
import { readCheckpoint } from './checkpointFile.js';
import type { DossierFile, DossierVerdict, VerifyHandlers } from './verifyDossierThread.js';

type Options = Readonly<{
  company: number;
  period: Competence;
  open?: true;
  names?: true;
  later?: true;
  checkpoint: readonly string[];
}>;

export function registerDossiers(program: Command, session: Session): void {
  program
    .command('dossier')
    .description('grava o dossiê de uma competência fechada: um arquivo que prova a si mesmo, sem o serviço')
    .argument('<saida>', 'arquivo a criar: termina em .zip')
    .requiredOption('--company <id>', 'id da empresa', parseWholeNumber)
    .requiredOption('--period <competencia>', 'competência (AAAA-MM)', competence)
    .option('--open', 'também de uma competência aberta, até agora')
    .option('--later', 'com os atos posteriores ao fechamento, até agora')
    .option('--names', 'com os nomes das pessoas, em pessoas.json, de onde podem ser retirados')
    .option(
      '--checkpoint <arquivo>',
      'checkpoint guardado, para o dossiê o comprovar; pode ser repetida',
      repeated,
      [],
    )
    .action((out: string, options: Options) =>
      session.run('dossier', async (deps, context) => {
        const { company, period, open = false, later: untilNow = false } = options;
        const facts = companyFor(deps, context, company, 'dossier');
        const { clientId, companyId } = facts;
        const { rawLog, signer, openLeaves } = deps.sealed;
        if (signer === null) throw new Refused(sentences.keyMissing);
        if (existsSync(out)) throw new Refused(sentences.exists(out));
        const kept: KeptCheckpoint[] = [];
        for (const path of options.checkpoint) kept.push(await readCheckpoint(path));
        const {
          ofClosing: made,
          events,
          checkpoint,
          later,
        } = await written(out, options, {
          ...{ rawLog, clock: deps.clock, leaves: openLeaves(), signer, kept, evenIfOpen: open, untilNow },
          scope: { clientId, companyId, competence: period },
          names: options.names ? async (ids) => namesOf(await deps.people.byId(ids)) : null,
          historyPage: dossierHistoryHtml,
          readMe: dossierReadMe,
          evidence: async (sha256) => {
            const bytes = await evidenceBytes(deps.evidence, clientId, { sha256 });
            return typeof bytes === 'string' ? null : bytes;
          },
        });
        const recorded =
          made && (await recordDossier(deps, { company: facts, competence: period, made }, context));
        session.progress(sentences.made(out, events, checkpoint.size));
        if (later !== null) session.progress(sentences.laterActs(period, later.count, later.at));
        return {
          json: { ok: true, events, problems: [] },
          change: { position: recorded?.position ?? null, registersChanged: false },
        };
      }),
    );

  program
    .command('verify-dossier')
    .description('confere um dossiê sem o serviço e sem a rede; código de saída 1 se algo não confere')
    .argument('<arquivo>', 'o dossiê')
    .option('--checkpoint <arquivo>', 'checkpoint guardado, a comprovar; pode ser repetida', repeated, [])
    .action((file: string, { checkpoint: paths }: { checkpoint: readonly string[] }) =>
      session.runOnFolder('verify-dossier', async () => {
        const kept: string[] = [];
        for (const path of paths) kept.push((await readCheckpoint(path)).text);
        const answer = await verifiedInThread({ path: file, kept });
        if (typeof answer === 'string') throw new Refused(unverified[answer](file));
        const { ok, events, problems, publicKey, lastEvent } = answer;
        if (publicKey !== null) session.progress(sentences.keyShown(publicKey));
        if (lastEvent !== null) session.progress(sentences.upTo(lastEvent));
        return { json: { ok, events, problems: problems.map(dossierFindingSentence) }, failed: !ok };
      }),
    );
}

const unverified: Readonly<Record<DossierVerdict & string, (path: string) => string>> = {
  broken: sentences.notADossier,
  unnamed: sentences.unnamed,
  tooLarge: sentences.tooLarge,
  unreadable: sentences.unreadable,
};

const VERIFIER = new URL('./verifyDossierThread.js', import.meta.url);
/** With what else the program and one file take, at most 512 MB. */
const VERIFIER_LIMITS = { maxOldGenerationSizeMb: 190, maxYoungGenerationSizeMb: 16 };

async function verifiedInThread(file: DossierFile): Promise<DossierVerdict> {
  try {
    return await requestInThread<VerifyHandlers, 'verify'>(VERIFIER, 'verify', file, { limits: VERIFIER_LIMITS });
  } catch (error) {
    if (isOutOfMemory(error)) return 'tooLarge';
    throw error;
  }
}

function namesOf(people: readonly Person[]): ReadonlyMap<string, string> {
  return new Map(people.map(({ personId, name }) => [personId, name]));
}

function repeated(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}

/** The file appears whole or not at all. */
async function written(out: string, { period, checkpoint }: Options, making: Making): Promise<Made> {
  let made: Made | null = null;
  try {
    await writeWhole([out], async ([partial = out]) => void (made = await makeDossier(partial, making)));
  } catch (error) {
    if (error instanceof NotClosed) throw new Refused(sentences.notClosed(period));
    if (error instanceof NotOfThisLog)
      throw new Refused(sentences.keptOfAnother(checkpoint[error.kept - 1] ?? ''));
    if (error instanceof TreeDiffers) throw new Refused(sentences.logDiffers);
    if ((error as NodeJS.ErrnoException).syscall !== 'open') throw error;
    throw new Refused(sentences.notWritten(out, (error as Error).message));
  }
  return made as unknown as Made;
}
