// One run of the command line: checks who runs the command, opens its dependencies, prints its answer, and maps
// refusals to an exit status: 0 done, 1 refused or log incomplete, 2 bad usage.
// Source: docs/spec/operator.md#exit-statuses.
import { stripVTControlCharacters } from 'node:util';
import { WrongDeployment } from '../commands/log/deployment.js';
import { DomainError, type Problem } from '../domain/problem.js';
import { OPERATOR, type Actor } from '../domain/kernel/event.js';
import { LogWentBack } from '../domain/kernel/log.js';
import { IndexMissing, StoreError, StoreUnavailable } from '../domain/kernel/storeError.js';
import { INDEX_MISSING, LOG_WENT_BACK_MEANWHILE } from '../messages/stores.js';
import { READ_ONLY } from '../messages/operator/log.js';
import { wholeNumber } from '../messages/formats.js';
import { confirmationNeeded, confirmationQuestion, NOT_CONFIRMED } from '../messages/confirmations.js';
import { withOptionNames } from '../messages/operator/fields.js';
import { problemMessage } from '../messages/problems.js';
import { registerFaultText } from '../messages/registers.js';
import { OPERATOR_ONLY, userNotFound } from '../messages/people.js';
import type { Command, FolderCommand, LogCommand, Running, StoresCommand } from './command.js';
import { COMMAND_REFUSED, CONFIGURATION_WRONG, Refused, refusalText } from './refusalText.js';
import {
  isLogDamage,
  newStoreSentence,
  systemFailure,
  wrongDeploymentSentence,
} from '../messages/startFailures.js';
import { rendered, styled, type Answer } from './output.js';
import type { OpenOperator, OperatorLog, OperatorDependencies } from './dependencies.js';

export const EXIT_DONE = 0;
export const EXIT_REFUSED = 1;
export const EXIT_BAD_USAGE = 2;

const PROGRESS_EVERY = 100_000;
const REGISTER_ERRORS_SHOWN_MAX = 1_000;

export type Streams = Readonly<{
  out(text: string): Promise<void>;
  err(text: string): void;
  /** Width of the terminal that stdout is; absent for a file or a pipe. */
  columns?: number;
  outHasColors?: boolean;
  errHasColors?: boolean;
  /** Asks the person at the terminal; absent without one. */
  ask?(question: string): Promise<string>;
}>;

type Values = Parameters<StoresCommand['run']>[0];

export type GlobalOptions = Readonly<{ json?: boolean; as?: string }>;

export const operator: Actor = { kind: 'operator', id: 'operator', name: OPERATOR };

export class Session {
  exitStatus = EXIT_DONE;

  constructor(
    private readonly open: OpenOperator,
    private readonly streams: Streams,
    private readonly options: () => GlobalOptions,
  ) {}

  /**
   * Runs a command and prints its answer once the change is in force. Opens the stores only now: help and bad
   * usage open none. Refuses `--as` for the operator's commands; the action checks a person's roles.
   */
  run(command: Command, values: Values): Promise<void> {
    if ('run' in command) return this.#print(this.#onStores(command, values));
    return this.#print('runOnLog' in command ? this.#onLog(command, values) : this.#onFolder(command, values));
  }

  /** Prints what needs nothing opened. */
  print(answer: Answer): Promise<void> {
    return this.#print(Promise.resolve(answer));
  }

  async #onStores(command: StoresCommand, values: Values): Promise<Answer> {
    const deps = await this.#dependenciesFor(command, values);
    try {
      const actor = await this.#actorOf(deps);
      const { name, roles, changes } = command;
      if (deps.isReadOnly && changes === true) throw new Refused(READ_ONLY);
      if (actor.kind === 'person' && roles === 'operator') throw new Refused(OPERATOR_ONLY);
      const { change, ...answer } = await command.run(values, deps, this.#runningOf(actor, roles));
      if (change && changes !== true) throw new Error(`${name} changes data, its declaration says it does not`);
      if (change && !(await deps.waitUntilInForce(change)))
        this.#progress('A alteração foi gravada, mas ainda não pode ser lida em todos os processos.');
      return answer;
    } catch (error) {
      return await this.#withTrouble(deps, error);
    } finally {
      await deps.close();
    }
  }

  async #dependenciesFor({ beforeMaking }: StoresCommand, values: Values): Promise<OperatorDependencies> {
    try {
      return await this.open.dependencies(false);
    } catch (error) {
      const problem = error instanceof StoreError && error.problem.is === 'NoStore' ? error.problem : null;
      if (problem === null || beforeMaking === undefined) throw error;
      await beforeMaking(values);
      const deps = await this.open.dependencies(true);
      this.#progress(newStoreSentence(problem.folder));
      return deps;
    }
  }

  async #onLog(command: LogCommand, values: Values): Promise<Answer> {
    if (this.options().as !== undefined) throw new Refused(OPERATOR_ONLY);
    try {
      const log = await this.open.log();
      try {
        if (log.isReadOnly && command.changes === true) throw new Refused(READ_ONLY);
        return await command.runOnLog(values, log, this.#runningOf(operator, 'operator'));
      } catch (error) {
        return await this.#withTrouble(log, error);
      } finally {
        await log.close();
      }
    } catch (error) {
      if (command.whenDamaged !== undefined && isLogDamage(error)) return command.whenDamaged;
      throw error;
    }
  }

  async #onFolder(command: FolderCommand, values: Values): Promise<Answer> {
    if (this.options().as !== undefined) throw new Refused(OPERATOR_ONLY);
    return command.runOnFolder(values, await this.open.backups(), this.#runningOf(operator, 'operator'));
  }

  /** Tells why the servers of a log do not answer, or what is missing in a store. */
  async #withTrouble({ trouble }: Pick<OperatorLog, 'trouble'>, error: unknown): Promise<never> {
    if (error instanceof IndexMissing) this.#progress(INDEX_MISSING);
    const sentence = error instanceof StoreUnavailable ? await trouble() : null;
    if (sentence !== null) this.#progress(sentence);
    throw error;
  }

  #runningOf(actor: Actor, roles: StoresCommand['roles']): Running {
    return {
      actor,
      requestId: null,
      roles: roles === 'operator' ? [] : roles,
      progress: (line) => this.#progress(line),
      confirm: (warning, isConfirmed) => this.#confirm(warning, isConfirmed),
    };
  }

  /** @throws Refused when `--as` names no user; erased people are not users */
  async #actorOf({ people, registers }: OperatorDependencies): Promise<Actor> {
    const { as } = this.options();
    if (as === undefined) return operator;
    const [person] = await people.byEmail([as.trim().toLowerCase()]);
    if (!person || !registers.registers.workflowOf(person.clientId).users.has(person.personId))
      throw new Refused(userNotFound(as));
    return { kind: 'person', id: person.personId };
  }

  async #confirm(warning: string, isConfirmed: boolean): Promise<void> {
    if (isConfirmed) return;
    if (this.streams.ask === undefined) throw new Refused(confirmationNeeded(warning));
    const answer = await this.streams.ask(confirmationQuestion(warning));
    if (!/^\s*s(im)?\s*$/i.test(answer)) throw new Refused(NOT_CONFIRMED);
  }

  #progress(line: string): void {
    this.streams.err(`${line}\n`);
  }

  async #print(running: Promise<Answer>): Promise<void> {
    const { streams } = this;
    const asJson = this.options().json === true;
    try {
      const answer = await running;
      if (answer.failed) this.exitStatus = EXIT_REFUSED;
      const text = rendered(answer, asJson, streams.columns ?? null);
      await streams.out(streams.outHasColors ? text : stripVTControlCharacters(text));
    } catch (error) {
      this.exitStatus = EXIT_REFUSED;
      const { lines, code } = toldOf(error);
      const sentence = lines.join('\n');
      const text = asJson ? sentence : reasonPerLine(error, sentence);
      streams.err(refusalText(streams.errHasColors && !asJson ? styled('red', text) : text, code, asJson));
    }
  }
}

/** Prints a line of progress for every 100,000. */
export function progressCounter({ progress }: Pick<Running, 'progress'>, what: string): (count: number) => void {
  let next = PROGRESS_EVERY;
  return (count) => {
    if (count < next) return;
    progress(`${wholeNumber(count)} ${what}`);
    next = count + PROGRESS_EVERY;
  };
}

/** Reasons of a refused import are joined by `, ` (docs/spec/messages.md#joined-sentences). */
function reasonPerLine(error: unknown, sentence: string): string {
  const isImport = error instanceof DomainError && error.problem.is === 'ImportRefused';
  return isImport ? sentence.replaceAll(', ', '\n') : sentence;
}

/** What is said of an error, and its code in the `--json` value on stderr (docs/spec/operator.md#output). */
function toldOf(error: unknown): Readonly<{ lines: readonly string[]; code: string }> {
  if (error instanceof Refused) return { lines: [error.sentence], code: COMMAND_REFUSED };
  if (error instanceof WrongDeployment)
    return { lines: [wrongDeploymentSentence(error)], code: CONFIGURATION_WRONG };
  if (error instanceof DomainError)
    return {
      lines: problemLines(error.problem).map(withOptionNames),
      code: problemMessage(error.problem).code,
    };
  const unavailable = problemMessage({ is: 'Unavailable' });
  if (error instanceof StoreUnavailable) return { lines: [unavailable.error], code: unavailable.code };
  if (error instanceof LogWentBack) return { lines: [LOG_WENT_BACK_MEANWHILE], code: unavailable.code };
  const failure = systemFailure(error);
  if (failure !== null)
    return {
      lines: [failure.sentence],
      code: failure.isConfiguration ? CONFIGURATION_WRONG : unavailable.code,
    };
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { lines: [`Erro interno: ${text}`], code: 'ERRO_INTERNO' };
}

/** Wrong registers print one line each. */
function problemLines(problem: Problem): readonly string[] {
  if (problem.is !== 'RegistersInvalid') return [problemMessage(problem).error];
  const { errors } = problem;
  const lines = errors.slice(0, REGISTER_ERRORS_SHOWN_MAX).map(registerFaultText);
  const moreCount = errors.length - lines.length;
  const head = errors.length === 1 ? 'Nada foi aplicado: 1 erro' : `Nada foi aplicado: ${errors.length} erros`;
  return [head, ...lines, ...(moreCount > 0 ? [`e mais ${moreCount}`] : [])];
}
