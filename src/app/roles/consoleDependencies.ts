// What the console takes beside the dependencies of the API.
import type { ApiDependencies } from '../../api/dependencies.js';
import { READ_YOUR_WRITES_MAX_MS } from '../../api/readYourWrites.js';
import type { StagedFiles } from '../../commands/imports/stagedFiles.js';
import type { CallLog } from '../../api/http/callLog.js';
import { eventDataExamples } from '../../api/webhooks/eventBodies.js';
import type { ConsoleDependencies } from '../../console/dependencies.js';
import { createOidc, type OidcSettings } from '../../console/session/oidc.js';
import { createPasswords } from '../../console/session/passwords.js';
import { projections } from '../../projections/views/allProjections.js';
import type { FileTasks } from '../../workers/fileTasks.js';
import { openEvidence } from '../stores.js';
import { consoleUrlOf } from '../config.js';
import { applyRegisters } from '../../commands/registers/applyRegisters.js';
import { inMemory } from '../../commands/registers/registersFile.js';
import { consoleDossiers } from './consoleDossiers.js';
import { consoleThreads } from './consoleThreads.js';
import type { RoleDependencies } from './roleDependencies.js';

const MB = 1_048_576;
const GB = 1_024 * MB;

export type ConsoleParts = Readonly<{
  role: RoleDependencies;
  api: ApiDependencies;
  stagedFiles: StagedFiles;
  callLog: CallLog;
  fileTasks: FileTasks;
  /** Of files being written. */
  folder: string;
}>;

export function consoleDependencies({
  role,
  api,
  stagedFiles,
  callLog,
  fileTasks,
  folder,
}: ConsoleParts): ConsoleDependencies {
  const { config, commandSide, mongo, access, waiter, onStopThread } = role;
  const { dataDir, eventStoreUrl, mongodbUrl } = config;
  const evidence = openEvidence(config, mongo);
  const threads = consoleThreads({ dataDir, eventStoreUrl, mongodbUrl }, onStopThread);
  const shown = async (position: number): Promise<void> => {
    const waits = projections.map(({ name }) => waiter.waitFor(name, position, READ_YOUR_WRITES_MAX_MS));
    await Promise.all(waits);
  };
  return {
    ...api,
    ...access,
    shown,
    written: {
      ...api.written,
      // Keys wait for the view of trial balances alone, which is all that they write; pages show every view.
      async note(writer, position) {
        await api.written.note(writer, position);
        await shown(position);
      },
    },
    evidence,
    evidenceBytesMax: config.evidenceMaxGb * GB,
    dossiers: consoleDossiers({ commandSide, write: threads.writeDossier, folder }),
    replayMonth: threads.replayMonth,
    registers: commandSide.follower.registers,
    passwords: createPasswords(),
    eventLog: commandSide.log,
    folds: commandSide.folds,
    ids: commandSide.ids,
    stagedFiles,
    stagedBytesMax: config.uploadsMaxMb * MB,
    ...fileTasks,
    callLog,
    webhookExamples: eventDataExamples,
    applyRegisters: (document, context) =>
      applyRegisters(
        { ...commandSide, people: access.people, registers: commandSide.follower },
        inMemory(document),
        context,
      ),
    publicUrl: config.publicUrl,
    sendsMail: config.mail !== null,
    oidc: config.oidc === null ? null : oidcOf(config.oidc, consoleUrlOf(config)),
  };
}

function oidcOf(settings: OidcSettings, origin: string): ConsoleDependencies['oidc'] {
  return { provider: createOidc(settings, origin), only: settings.only, origin: new URL(settings.issuer).origin };
}
