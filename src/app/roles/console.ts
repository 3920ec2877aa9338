// What the console takes beside the dependencies of the API.
import { hash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ApiDependencies } from '../../api/dependencies.js';
import type { CallLog } from '../../api/http/callLog.js';
import { READ_YOUR_WRITES_MAX_MS } from '../../api/readYourWrites.js';
import { eventDataExamples } from '../../webhooks/publicEvents.js';
import type { StagedFiles } from '../../commands/imports/stagedFiles.js';
import { lastEvent } from '../../commands/kernel/events.js';
import { applyRegisters } from '../../commands/registers/applyRegisters.js';
import { inMemory } from '../../commands/registers/registersFile.js';
import type { Signer } from '../../commands/seals/checkpoint.js';
import type { ConsoleDependencies, DossierFile, Dossiers, ShownSeal } from '../../console/dependencies.js';
import { createOidc, type OidcSettings } from '../../console/session/oidc.js';
import { createPasswords } from '../../console/session/passwords.js';
import { StoreUnavailable } from '../../domain/kernel/storeError.js';
import { SEALS, sealOf } from '../../domain/seal.js';
import { createClosedMonths } from '../../dossier/makeDossier.js';
import { projections } from '../../projections/views/allProjections.js';
import { FairQueue, atMost } from '../../runtime/fairQueue.js';
import { ThreadLost, requestInThread } from '../../runtime/thread.js';
import type { FileTasks } from '../../workers/fileTasks.js';
import type { CommandSide } from '../commandSide.js';
import { consoleUrlOf, GB, MB } from '../config.js';
import { openEvidence, type StoreAddresses } from '../stores.js';
import type { DossierAnswer, DossierHandlers, DossierTask } from './dossierThread.js';
import type { MonthAnswer, MonthHandlers, MonthTask } from './monthThread.js';
import type { OnStop, RoleDependencies } from './roleDependencies.js';

export type ConsoleParts = Readonly<{
  role: RoleDependencies;
  api: ApiDependencies;
  stagedFiles: StagedFiles;
  callLog: CallLog;
  fileTasks: FileTasks;
  /** Folder of files being written. */
  folder: string;
}>;

export function consoleDependencies(parts: ConsoleParts): ConsoleDependencies {
  const { role, api, stagedFiles, callLog, fileTasks, folder } = parts;
  const { config, commandSide, mongo, access, waiter, onStopThread } = role;
  const { dataDir, eventStoreUrl, mongodbUrl } = config;
  const threads = consoleThreads({ dataDir, eventStoreUrl, mongodbUrl }, onStopThread);
  const waitUntilShown = async (position: number): Promise<void> =>
    void (await waiter.waitForAll(projections, position, READ_YOUR_WRITES_MAX_MS));
  return {
    ...api,
    ...access,
    shown: waitUntilShown,
    written: {
      ...api.written,
      // Keys wait for the view of trial balances alone, which is all that they write; pages show every view.
      async note(writer, position) {
        await api.written.note(writer, position);
        await waitUntilShown(position);
      },
    },
    evidence: openEvidence(config, mongo),
    evidenceBytesMax: config.evidenceMaxGb * GB,
    dossiers: new ConsoleDossiers({ commandSide, write: threads.writeDossier, folder }),
    replayMonth: threads.replayMonth,
    registers: commandSide.follower.registers,
    passwords: createPasswords(),
    logger: api.log,
    log: commandSide.log,
    folds: commandSide.folds,
    ids: commandSide.ids,
    stagedFiles,
    stagedBytesMax: config.uploadsMaxMb * MB,
    ...fileTasks,
    callLog,
    webhookExamples: eventDataExamples,
    applyRegisters: (document, context, seenRevision) =>
      applyRegisters(
        { ...commandSide, people: access.people, registers: commandSide.follower },
        inMemory(document),
        context,
        { seenRevision },
      ),
    publicUrl: config.publicUrl,
    sendsMail: config.mail !== null,
    oidc: config.oidc === null ? null : oidcOf(config.oidc, consoleUrlOf(config), api.log),
  };
}

function oidcOf(
  settings: OidcSettings,
  origin: string,
  log: ConsoleDependencies['logger'],
): ConsoleDependencies['oidc'] {
  const report = (reason: string) => log.warn({ reason }, 'no sign-in at the provider of OIDC_ISSUER');
  const provider = createOidc(settings, origin, report);
  return { provider, only: settings.only, origin: new URL(settings.issuer).origin };
}

// Seals and dossiers for the console: dossiers are made one after the other, one per client at a time, into a file
// of this process that has no name any more when it is sent. Source:
// docs/decisions/0104-a-dossier-is-plain-files.md.

const SEALS_SHOWN = 5;
const MONTHS_SHOWN = 12;

type Parts = Readonly<{
  commandSide: Pick<CommandSide, 'rawLog' | 'signer' | 'guard'>;
  write: ConsoleThreads['writeDossier'];
  /** Folder of files that end with this process. */
  folder: string;
}>;

export class ConsoleDossiers implements Dossiers {
  readonly #closedMonths: ReturnType<typeof createClosedMonths>;
  readonly #turns = new FairQueue({ mayGo: atMost(1), placesOfOwnerMax: 1 });
  #files = 0;

  constructor(private readonly parts: Parts) {
    const { commandSide } = parts;
    this.#closedMonths = createClosedMonths(commandSide.rawLog, () => commandSide.signer());
  }

  async newestSeals() {
    const { rawLog } = this.parts.commandSide;
    const newest = await lastEvent(rawLog, SEALS);
    if (newest === null) return [];
    const seals: ShownSeal[] = [];
    for await (const event of rawLog.read(SEALS, Math.max(0, newest.revision - SEALS_SHOWN + 1))) {
      const seal = sealOf(event);
      if (seal !== null) seals.push(shownSeal(event.metadata.at, seal.count, seal.checkpoint));
    }
    return seals.reverse().slice(0, SEALS_SHOWN);
  }

  async closedMonths(...[companyId, period]: Parameters<Dossiers['closedMonths']>) {
    let hasMore = false;
    const months = await this.#closedMonths(companyId, (closed) => {
      const ofPeriod = closed.filter((competence) => period === null || competence === period);
      hasMore = ofPeriod.length > MONTHS_SHOWN;
      return ofPeriod.slice(0, MONTHS_SHOWN);
    });
    return {
      hasMore,
      months: months.map(({ checkpoint, ...month }) => ({
        ...month,
        seal: checkpoint && shownSeal(checkpoint.at, checkpoint.size, checkpoint.note),
      })),
    };
  }

  async make(...request: Parameters<Dossiers['make']>) {
    const [company] = request;
    const signer = this.parts.commandSide.signer();
    if (signer === null) return 'unsigned';
    if (this.#turns.isFull(company.clientId)) return 'busy';
    return this.#turns.run(company.clientId, company, () => this.#write(signer, ...request));
  }

  async #write(
    { logId, key }: Signer,
    ...[company, competence, { names = null, untilNow = false } = {}]: Parameters<Dossiers['make']>
  ) {
    const { commandSide, write, folder } = this.parts;
    if (commandSide.guard.state !== 'sound')
      throw new StoreUnavailable('It is not certain yet that this is the log');
    const { clientId, companyId } = company;
    const path = join(folder, `dossie-${(this.#files += 1)}.zip`);
    try {
      const answer = await write({
        path,
        competence,
        names,
        untilNow,
        logId,
        sealSeed: key.seed,
        company: { clientId, companyId },
      });
      return typeof answer === 'string' ? answer : { ...(await openFile(path)), made: answer };
    } finally {
      await rm(path, { force: true });
    }
  }
}

/** Its name may be removed while it is read. */
async function openFile(path: string): Promise<Omit<DossierFile, 'made'>> {
  const file = await open(path, 'r');
  const { size: length } = await file.stat();
  return { length, bytes: file.createReadStream() };
}

function shownSeal(at: string, size: number, checkpoint: string): ShownSeal {
  return { at, size, fingerprint: hash('sha256', checkpoint) };
}

export type ConsoleThreads = ReturnType<typeof consoleThreads>;

const DOSSIER = new URL('./dossierThread.js', import.meta.url);
const MONTH = new URL('./monthThread.js', import.meta.url);
/** Limits of the heap alone: the bytes of a dossier's month lie outside of it. */
const DOSSIER_LIMITS = { maxOldGenerationSizeMb: 512 };
const MONTH_LIMITS = { maxOldGenerationSizeMb: 256 };

/**
 * A thread for each long read: a dossier, a month as it was at a moment. A task comes without the addresses of the
 * stores, which its thread opens for itself.
 * @param onStopThread ends those that are running
 */
export function consoleThreads(addresses: StoreAddresses, onStopThread: OnStop) {
  const ending = new AbortController();
  const running = new Set<Promise<unknown>>();
  onStopThread(async () => {
    ending.abort(new ThreadLost('closed'));
    await Promise.allSettled(running);
  });
  const { signal } = ending;
  async function track<Answer>(request: Promise<Answer>): Promise<Answer> {
    running.add(request);
    try {
      return await request;
    } catch (error) {
      throw sameError(error);
    } finally {
      running.delete(request);
    }
  }
  return {
    writeDossier: (task: Omit<DossierTask, 'addresses'>): Promise<DossierAnswer> =>
      track(
        requestInThread<DossierHandlers, 'write'>(
          DOSSIER,
          'write',
          { ...task, addresses },
          { limits: DOSSIER_LIMITS, signal },
        ),
      ),
    replayMonth: (task: Omit<MonthTask, 'addresses'>, requestSignal: AbortSignal): Promise<MonthAnswer> =>
      track(
        requestInThread<MonthHandlers, 'replay'>(
          MONTH,
          'replay',
          { ...task, addresses },
          { limits: MONTH_LIMITS, signal: AbortSignal.any([requestSignal, signal]) },
        ),
      ),
  };
}

/** Errors come out of a thread by their name alone. */
function sameError(error: unknown): unknown {
  const isUnavailable = error instanceof Error && error.name === 'StoreUnavailable';
  return isUnavailable ? new StoreUnavailable(error.message, { cause: error }) : error;
}
