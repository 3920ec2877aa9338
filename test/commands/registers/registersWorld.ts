// A log of its own for each test, and registers applied to it as the operator does.
import { afterEach, beforeEach, expect } from '#jest';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadAccounts, loadChart } from '../../../src/commands/registers/charts.js';
import { applyRegisters, type ApplyResult } from '../../../src/commands/registers/applyRegisters.js';
import type { CommandContext } from '../../../src/commands/kernel/context.js';
import { readRegistersFile } from '../../../src/commands/registers/registersFile.js';
import { DomainError } from '../../../src/domain/problem.js';
import { pathText, registerSentence } from '../../../src/messages/registers.js';
import { asOperator, openCommandDeps, type CommandDeps } from '../support/commandDeps.js';
import { removeDir, temporaryDir } from '../../support/service.js';

/** To be called once in a test file; `deps` and `path` are those of the running test. */
export function useRegisters() {
  let folder: string;
  let deps: CommandDeps;
  const opened: CommandDeps[] = [];

  beforeEach(async () => {
    folder = await temporaryDir();
    deps = await open();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((each) => each.close()));
    await removeDir(folder);
  });

  /** @param of a folder of its own inside the test's, for another log */
  async function open(options: Parameters<typeof openCommandDeps>[1] = {}, of = ''): Promise<CommandDeps> {
    const another = await openCommandDeps(join(folder, of), options);
    opened.push(another);
    return another;
  }

  async function apply(
    document: unknown,
    by: CommandDeps = deps,
    context: CommandContext = asOperator,
  ): Promise<ApplyResult> {
    const path = join(folder, 'cadastros.json');
    await writeFile(path, JSON.stringify(document));
    return applyRegisters(by, await readRegistersFile(path), context);
  }

  async function accountsOf(chartId: number, by: CommandDeps = deps) {
    const loaded = await loadChart(by, chartId);
    return loaded ? loadAccounts(by, loaded) : new Map<string, never>();
  }

  /** Path and sentence of everything wrong; nothing may have been written. */
  async function errorsOf(document: unknown): Promise<Readonly<Record<string, string>>> {
    const head = await deps.log.head();
    const refusal: unknown = await apply(document).catch((error: unknown) => error);
    if (!(refusal instanceof DomainError) || refusal.problem.is !== 'RegistersInvalid')
      throw new Error(`not refused: ${JSON.stringify(refusal)}`);
    expect(await deps.log.head()).toBe(head);
    return Object.fromEntries(
      refusal.problem.errors.map(({ path, reason }) => [pathText(path), registerSentence(reason, path)]),
    );
  }

  return {
    open,
    apply,
    accountsOf,
    errorsOf,
    deps: () => deps,
    path: () => folder,
  };
}
