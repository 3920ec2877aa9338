// One run of the command line: checks who runs the command, opens its dependencies, prints its answer, and maps refusals
// to an exit status: 0 done, 1 refused or log incomplete, 2 bad usage.
// Source: docs/spec/operator.md#exit-statuses.
import type { CommandContext } from '../commands/kernel/context.js';
import { WrongDeployment } from '../commands/log/deployment.js';
import { DomainError, type Problem } from '../domain/problem.js';
import type { Actor } from '../domain/kernel/event.js';
import { StoreUnavailable } from '../domain/kernel/storeUnavailable.js';
import { problemMessage } from '../messages/problems.js';
import { OPERATOR_ONLY, userNotFound } from '../messages/people.js';
import { permissions, type CommandName, type OperatorCommand, type Permission } from './permissions.js';
import { Refused } from './refused.js';
import { systemFailure, wrongDeploymentSentence } from '../messages/startFailures.js';
import { rendered, type Answer } from './output.js';
import type { Change, OpenOperator, OperatorLog, OperatorDependencies } from './dependencies.js';

export const EXIT_DONE = 0;
export const EXIT_REFUSED = 1;
export const EXIT_BAD_USAGE = 2;

const PROGRESS_EVERY = 100_000;
const REGISTER_ERRORS_SHOWN_MAX = 1_000;

export type Streams = Readonly<{
  /** Resolves once the text is written. */
  out(text: string): Promise<void>;
  err(text: string): void;
}>;

type LogAction = (log: OperatorLog) => Promise<Answer>;
type Action = (deps: OperatorDependencies, context: CommandContext) => Promise<Answer & { change?: Change }>;

export type Session = Readonly<{
  /**
   * Runs a command and prints its answer once the change is in force. Opens the stores only now: help and bad usage open
   * none. Refuses `--as` for the operator's commands; the action checks a person's roles (permissions.ts).
   */
  run(command: CommandName, action: Action): Promise<void>;
  /** Runs a command on the raw log alone. */
  runOnLog(command: OperatorCommand, action: LogAction): Promise<void>;
  /** One line of progress on stderr. */
  progress(line: string): void;
  exitStatus(): number;
}>;

export type GlobalOptions = Readonly<{ json?: boolean; as?: string }>;

export const operator: Actor = { kind: 'operator', id: 'operator', name: 'Operador' };

export function createSession(open: OpenOperator, streams: Streams, options: () => GlobalOptions): Session {
  let status = EXIT_DONE;
  const progress = (line: string): void => streams.err(`${line}\n`);

  async function withDependencies(command: CommandName, action: Action): Promise<Answer> {
    const deps = await open.dependencies();
    try {
      const actor = await actorOf(deps);
      const { roles, changes }: Permission = permissions[command];
      if (actor.kind === 'person' && roles === 'operator') throw new Refused(OPERATOR_ONLY);
      const { change, ...answer } = await action(deps, { actor, requestId: null });
      if (change && !changes) throw new Error(`${command} changes data, permissions.ts says it does not`);
      if (change && !(await deps.waitUntilInForce(change)))
        progress('A alteração foi gravada, mas ainda não pode ser lida em todos os processos.');
      return answer;
    } finally {
      await deps.close();
    }
  }

  async function withLog(action: LogAction): Promise<Answer> {
    if (options().as !== undefined) await refusePerson();
    const log = await open.log();
    try {
      return await action(log);
    } finally {
      await log.close();
    }
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
    const deps = await open.dependencies();
    await actorOf(deps).finally(() => deps.close());
    throw new Refused(OPERATOR_ONLY);
  }

  async function printed(running: Promise<Answer>): Promise<void> {
    try {
      const answer = await running;
      if (answer.failed) status = EXIT_REFUSED;
      await streams.out(rendered(answer, options().json === true));
    } catch (error) {
      status = EXIT_REFUSED;
      for (const line of sentences(error)) progress(line);
    }
  }

  return {
    run: (command, action) => printed(withDependencies(command, action)),
    runOnLog: (_command, action) => printed(withLog(action)),
    progress,
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

function sentences(error: unknown): readonly string[] {
  if (error instanceof Refused) return [error.sentence];
  if (error instanceof WrongDeployment) return [wrongDeploymentSentence(error)];
  if (error instanceof DomainError) return problemLines(error.problem);
  if (error instanceof StoreUnavailable) return problemLines({ is: 'Unavailable' });
  const failure = systemFailure(error);
  if (failure !== null) return [failure.sentence];
  return [`Erro interno: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`];
}

/** Wrong registers print one line each. */
function problemLines(problem: Problem): readonly string[] {
  if (problem.is !== 'RegistersInvalid') return [problemMessage(problem).error];
  const { errors } = problem;
  const lines = errors.slice(0, REGISTER_ERRORS_SHOWN_MAX).map(({ path, message: text }) => `${path}: ${text}`);
  const more = errors.length - lines.length;
  const head = errors.length === 1 ? 'Nada foi aplicado: 1 erro' : `Nada foi aplicado: ${errors.length} erros`;
  return [head, ...lines, ...(more > 0 ? [`e mais ${more}`] : [])];
}
