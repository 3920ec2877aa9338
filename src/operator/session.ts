// One run of the command line: checks who runs the command, opens its dependencies, prints its answer, and maps refusals
// to an exit status: 0 done, 1 refused or log incomplete, 2 bad usage.
// Source: docs/spec/operator.md#exit-statuses.
import { stripVTControlCharacters } from 'node:util';
import type { CommandContext } from '../commands/kernel/context.js';
import { WrongDeployment } from '../commands/log/deployment.js';
import { DomainError, type Problem } from '../domain/problem.js';
import type { Actor } from '../domain/kernel/event.js';
import { LogWentBack } from '../domain/kernel/log.js';
import { IndexMissing, StoreError, StoreUnavailable } from '../domain/kernel/storeError.js';
import { LOG_WENT_BACK_MEANWHILE } from '../messages/logWentBack.js';
import { READ_ONLY } from '../messages/operator/readOnlyFolder.js';
import { confirmationNeeded, confirmationQuestion, NOT_CONFIRMED } from '../messages/operator/confirmations.js';
import { withOptionNames } from '../messages/operator/fields.js';
import { problemMessage } from '../messages/problems.js';
import { registerFaultText } from '../messages/registers.js';
import { INDEX_MISSING } from '../messages/stores.js';
import { OPERATOR_ONLY, userNotFound } from '../messages/people.js';
import {
  CHANGES_IF_IT_CAN,
  permissions,
  type CommandName,
  type OperatorCommand,
  type Permission,
} from './permissions.js';
import { Refused } from './refused.js';
import { isLogDamage, systemFailure, wrongDeploymentSentence } from '../messages/startFailures.js';
import { COMMAND_REFUSED, CONFIGURATION_WRONG, refusalText } from './refusalText.js';
import { rendered, type Answer } from './output/answer.js';
import { styled } from './output/styled.js';
import type { Backups, Change, OpenOperator, OperatorLog, OperatorDependencies } from './dependencies.js';

export const EXIT_DONE = 0;
export const EXIT_REFUSED = 1;
export const EXIT_BAD_USAGE = 2;

const PROGRESS_EVERY = 100_000;
const REGISTER_ERRORS_SHOWN_MAX = 1_000;

export type Streams = Readonly<{
  /** Resolves once the text is written. */
  out(text: string): Promise<void>;
  err(text: string): void;
  /** Width of the terminal that stdout is; absent for a file or a pipe. */
  columns?: number;
  outHasColors?: boolean;
  errHasColors?: boolean;
  /** Asks the person at the terminal; absent without one. */
  ask?(question: string): Promise<string>;
}>;

type LogAction = (log: OperatorLog) => Promise<Answer>;
type FolderAction = (backups: Backups) => Promise<Answer>;
type Action = (deps: OperatorDependencies, context: CommandContext) => Promise<Answer & { change?: Change }>;

type GivenInput<Input> = Readonly<{
  read(): Promise<Input>;
  /** Where there is no store: throws for an input that must not make one. */
  beforeMaking(input: Input): Promise<void>;
}>;

export type Session = Readonly<{
  /**
   * Runs a command and prints its answer once the change is in force. Opens the stores only now: help and bad usage open
   * none. Refuses `--as` for the operator's commands; the action checks a person's roles (permissions.ts).
   */
  run(command: CommandName, action: Action): Promise<void>;
  /** The same with an input that is read before the stores are opened. */
  runOnInput<Input>(
    command: CommandName,
    given: GivenInput<Input>,
    action: (input: Input, ...rest: Parameters<Action>) => ReturnType<Action>,
  ): Promise<void>;
  /** Runs a command on the raw log alone. `whenDamaged` answers for a log whose file cannot be read. */
  runOnLog(command: OperatorCommand, action: LogAction, whenDamaged?: Answer): Promise<void>;
  /** Runs a command on folders, with no store open. */
  runOnFolder(command: OperatorCommand, action: FolderAction): Promise<void>;
  /** One line of progress on stderr. */
  progress(line: string): void;
  /**
   * Before what cannot be taken back (docs/spec/operator.md#confirmation).
   * @param warning a sentence; @param given whether `--yes` is
   * @throws Refused without a terminal, or by another answer than yes
   */
  confirm(warning: string, given: boolean): Promise<void>;
  /** Prints what needs nothing opened. */
  print(answer: Answer): Promise<void>;
  exitStatus(): number;
}>;

export type GlobalOptions = Readonly<{ json?: boolean; as?: string }>;

export const operator: Actor = { kind: 'operator', id: 'operator', name: 'Operador' };

export function createSession(open: OpenOperator, streams: Streams, options: () => GlobalOptions): Session {
  let status = EXIT_DONE;
  const progress = (line: string): void => streams.err(`${line}\n`);

  async function withDependencies(
    command: CommandName,
    action: Action,
    beforeMaking: () => Promise<void> = async () => undefined,
  ): Promise<Answer> {
    const deps = await opened(command, beforeMaking);
    try {
      const actor = await actorOf(deps);
      const { roles, changes }: Permission = permissions[command];
      if (deps.isReadOnly && changes) throw new Refused(READ_ONLY);
      if (actor.kind === 'person' && roles === 'operator') throw new Refused(OPERATOR_ONLY);
      const { change, ...answer } = await action(deps, { actor, requestId: null });
      if (change && !changes) throw new Error(`${command} changes data, permissions.ts says it does not`);
      if (change && !(await deps.waitUntilInForce(change)))
        progress('A alteração foi gravada, mas ainda não pode ser lida em todos os processos.');
      return answer;
    } catch (error) {
      return await withTrouble(deps, error);
    } finally {
      await deps.close();
    }
  }

  async function opened(command: CommandName, beforeMaking: () => Promise<void>): Promise<OperatorDependencies> {
    try {
      return await open.dependencies(false);
    } catch (error) {
      const isNew = error instanceof StoreError && error.problem.is === 'NoStore';
      if (!isNew || !('creates' in permissions[command])) throw error;
    }
    await beforeMaking();
    return open.dependencies(true);
  }

  async function withLog(command: OperatorCommand, action: LogAction, whenDamaged?: Answer): Promise<Answer> {
    if (options().as !== undefined) await refusePerson();
    try {
      const log = await open.log();
      const mayRun = !log.isReadOnly || !permissions[command].changes || CHANGES_IF_IT_CAN.has(command);
      const running = mayRun ? action(log) : Promise.reject(new Refused(READ_ONLY));
      return await running.catch((error: unknown) => withTrouble(log, error)).finally(() => log.close());
    } catch (error) {
      if (whenDamaged !== undefined && isLogDamage(error)) return whenDamaged;
      throw error;
    }
  }

  /** Tells why the servers of a log do not answer, or what is missing in a store. */
  async function withTrouble({ trouble }: Pick<OperatorLog, 'trouble'>, error: unknown): Promise<never> {
    if (error instanceof IndexMissing) progress(INDEX_MISSING);
    const sentence = error instanceof StoreUnavailable ? await trouble() : null;
    if (sentence !== null) progress(sentence);
    throw error;
  }

  async function withFolder(action: FolderAction): Promise<Answer> {
    if (options().as !== undefined) throw new Refused(OPERATOR_ONLY);
    return action(await open.backups());
  }

  /** @throws Refused when `--as` names no user; erased people are not users */
  async function actorOf({ people, registers }: OperatorDependencies): Promise<Actor> {
    const { as } = options();
    if (as === undefined) return operator;
    const [person] = await people.byEmail([as.trim().toLowerCase()]);
    if (!person || !registers.registers.workflowOf(person.clientId).users.has(person.personId))
      throw new Refused(userNotFound(as));
    return { kind: 'person', id: person.personId };
  }

  async function refusePerson(): Promise<never> {
    const deps = await open.dependencies(false);
    await actorOf(deps).finally(() => deps.close());
    throw new Refused(OPERATOR_ONLY);
  }

  async function confirm(warning: string, given: boolean): Promise<void> {
    if (given) return;
    if (streams.ask === undefined) throw new Refused(confirmationNeeded(warning));
    const answer = await streams.ask(confirmationQuestion(warning));
    if (!/^\s*s(im)?\s*$/i.test(answer)) throw new Refused(NOT_CONFIRMED);
  }

  async function printed(running: Promise<Answer>): Promise<void> {
    try {
      const answer = await running;
      if (answer.failed) status = EXIT_REFUSED;
      const text = rendered(answer, options().json === true, streams.columns ?? null);
      await streams.out(streams.outHasColors ? text : stripVTControlCharacters(text));
    } catch (error) {
      status = EXIT_REFUSED;
      const asJson = options().json === true;
      const sentence = sentences(error).join('\n');
      const text = asJson ? sentence : reasonPerLine(error, sentence);
      streams.err(
        refusalText(streams.errHasColors && !asJson ? styled('red', text) : text, codeOf(error), asJson),
      );
    }
  }

  return {
    run: (command, action) => printed(withDependencies(command, action)),
    runOnInput: (command, { read, beforeMaking }, action) =>
      printed(
        read().then((input) =>
          withDependencies(
            command,
            (...rest) => action(input, ...rest),
            () => beforeMaking(input),
          ),
        ),
      ),
    runOnLog: (command, action, whenDamaged) => printed(withLog(command, action, whenDamaged)),
    runOnFolder: (_command, action) => printed(withFolder(action)),
    progress,
    confirm,
    print: (answer) => printed(Promise.resolve(answer)),
    exitStatus: () => status,
  };
}

/** Prints a line of progress for every 100,000. */
export function progressCounter(session: Session, what: string): (count: number) => void {
  let next = PROGRESS_EVERY;
  return (count) => {
    if (count < next) return;
    session.progress(`${count} ${what}`);
    next = count + PROGRESS_EVERY;
  };
}

/** Reasons of a refused import are joined by `, ` (docs/spec/messages.md#joined-sentences). */
function reasonPerLine(error: unknown, sentence: string): string {
  const isImport = error instanceof DomainError && error.problem.is === 'ImportRefused';
  return isImport ? sentence.replaceAll(', ', '\n') : sentence;
}

function sentences(error: unknown): readonly string[] {
  if (error instanceof Refused) return [error.sentence];
  if (error instanceof WrongDeployment) return [wrongDeploymentSentence(error)];
  if (error instanceof DomainError) return problemLines(error.problem).map(withOptionNames);
  if (error instanceof StoreUnavailable) return problemLines({ is: 'Unavailable' });
  if (error instanceof LogWentBack) return [LOG_WENT_BACK_MEANWHILE];
  const failure = systemFailure(error);
  if (failure !== null) return [failure.sentence];
  return [`Erro interno: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`];
}

/** Of the `--json` value that a refusal prints on stderr (docs/spec/operator.md#output). */
function codeOf(error: unknown): string {
  if (error instanceof Refused) return COMMAND_REFUSED;
  if (error instanceof DomainError) return problemMessage(error.problem).code;
  if (error instanceof StoreUnavailable || error instanceof LogWentBack)
    return problemMessage({ is: 'Unavailable' }).code;
  if (error instanceof WrongDeployment) return CONFIGURATION_WRONG;
  const failure = systemFailure(error);
  if (failure === null) return 'ERRO_INTERNO';
  return failure.isConfiguration ? CONFIGURATION_WRONG : problemMessage({ is: 'Unavailable' }).code;
}

/** Wrong registers print one line each. */
function problemLines(problem: Problem): readonly string[] {
  if (problem.is !== 'RegistersInvalid') return [problemMessage(problem).error];
  const { errors } = problem;
  const lines = errors.slice(0, REGISTER_ERRORS_SHOWN_MAX).map(registerFaultText);
  const more = errors.length - lines.length;
  const head = errors.length === 1 ? 'Nada foi aplicado: 1 erro' : `Nada foi aplicado: ${errors.length} erros`;
  return [head, ...lines, ...(more > 0 ? [`e mais ${more}`] : [])];
}
