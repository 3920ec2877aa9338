// Imports as one process has them, of companies with one chart.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFileImporter } from '../../../src/commands/imports/importFile.js';
import { createImporter, createJsonImporter } from '../../../src/commands/imports/importTrialBalance.js';
import { createStoredInputs } from '../../../src/commands/imports/storedInputs.js';
import { applyRegisters } from '../../../src/commands/registers/applyRegisters.js';
import { readRegistersFile } from '../../../src/commands/registers/registersFile.js';
import { warningSentence } from '../../../src/messages/imports/warnings.js';
import { describeRefusal } from '../../../src/messages/problems.js';
import type { WorkerPool } from '../../../src/workers/workerPool.js';
import { chartCsv, type BuiltAccount } from '../../support/builders.js';
import { asOperator, type CommandDeps } from './commandDeps.js';

/** @param file as `registersFile` makes it, whose companies have the chart `plano.csv` */
export async function applyCompanies(
  deps: CommandDeps,
  folder: string,
  accounts: readonly BuiltAccount[],
  file: object,
): Promise<void> {
  await writeFile(join(folder, 'plano.csv'), chartCsv(accounts));
  await writeFile(join(folder, 'cadastros.json'), JSON.stringify(file));
  await applyRegisters(deps, await readRegistersFile(join(folder, 'cadastros.json')), asOperator);
  await deps.registers.refresh();
}

/** @param workers asked for at each import */
export function importers(deps: CommandDeps, workers: () => WorkerPool) {
  const importing = {
    ...deps,
    registers: deps.registers.registers,
    describeRefusal,
    describeWarning: warningSentence,
    stored: createStoredInputs(deps.log),
  };
  const importTrialBalance = createImporter(importing);
  const files: Pick<WorkerPool, 'openFile'> = { openFile: (...file) => workers().openFile(...file) };
  return {
    importJson: createJsonImporter(
      { openJson: (body) => workers().openJson(body) },
      importTrialBalance,
      deps.clock,
    ),
    importFile: createFileImporter({ ...importing, files, importTrialBalance }),
  };
}
