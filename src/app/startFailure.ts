// The message and the exit status of a failed start. Source: docs/spec/configuration.md#start.
import { StoreNotOfLog } from '../commands/log/compareStores.js';
import { WrongDeployment } from '../commands/log/deployment.js';
import { storeNotOfLogSentence } from '../messages/stores.js';
import { programFileMissingSentence, systemFailure, wrongDeploymentSentence } from '../messages/startFailures.js';
import { Refused } from '../operator/refusalText.js';
import { ProgramFileMissing } from '../runtime/program.js';
import { ConfigError, EXIT_BAD_CONFIG } from './configError.js';
import { placesOf } from './logChecks.js';
import type { StoreAddresses } from './stores.js';

/** A known problem as one line, or the stack. */
export function startFailureOf(error: unknown): Readonly<{ text: string; status: number }> {
  if (error instanceof Refused) return { text: error.sentence, status: EXIT_BAD_CONFIG };
  if (error instanceof ConfigError) return { text: error.message, status: EXIT_BAD_CONFIG };
  if (error instanceof WrongDeployment) return { text: wrongDeploymentSentence(error), status: EXIT_BAD_CONFIG };
  if (error instanceof ProgramFileMissing)
    return { text: programFileMissingSentence(error.path), status: EXIT_BAD_CONFIG };
  const failure = systemFailure(error);
  if (failure !== null) return { text: failure.sentence, status: failure.isConfiguration ? EXIT_BAD_CONFIG : 1 };
  return { text: error instanceof Error ? (error.stack ?? error.message) : String(error), status: 1 };
}

/**
 * Words the refusal of a store that was derived from another log or is ahead of its log, with the locations of
 * this process's stores.
 * @returns Refused for it, any other error as it is
 */
export function inWords(error: unknown, addresses: StoreAddresses): unknown {
  return error instanceof StoreNotOfLog
    ? new Refused(storeNotOfLogSentence(error.refusal, placesOf(addresses)))
    : error;
}
