// One run of the command line: opens the world for the command that was asked for, prints its answer, and turns
// refusals into an exit status. 0 done, 1 refused or not whole, 2 bad usage.
// Source: docs/spec/operator.md#exit-statuses.
import type { CommandContext } from '../commands/kernel/context.js';
import { WrongDeployment } from '../commands/log/deployment.js';
import { DomainError, type Problem } from '../domain/problem.js';
import type { Actor } from '../domain/kernel/event.js';
import { StoreUnavailable } from '../domain/kernel/storeUnavailable.js';
import { message } from '../messages/problems.js';
import { OPERATOR_ONLY, userNotFound } from '../messages/people.js';
import { systemFault, wrongDeployment } from '../messages/startFailures.js';
import { rendered, type Answer } from './output.js';
import type { Change, OpenOperator, OperatorLog, OperatorWorld } from './dependencies.js';

export const EXIT_DONE = 0;
export const EXIT_REFUSED = 1;
export const EXIT_BAD_USAGE = 2;

const PROGRESS_EVERY = 100_000;
const REGISTER_ERRORS_SHOWN_MAX = 1_000;

/** A refusal that only the command line knows. `sentence` is Portuguese. */
export class Refused extends Error {
  override readonly name = 'Refused';
  constructor(readonly sentence: string) {
    super(sentence);
  }
}

export type Streams = Readonly<{
  /** Resolves once the text has left the process. */
  out(text: string): Promise<void>;
  err(text: string): void;
}>;

type WorldAction = (world: OperatorWorld, context: CommandContext) => Promise<Answer & { change?: Change }>;

export type Session = Readonly<{
  /**
   * Runs one command. The world is opened only now: help and bad usage touch no store.
   * A change the action tells of is waited for before the answer is printed.
   * Whom `--as` names is told that it is the operator's.
   */
  run(action: WorldAction): Promise<void>;
  /** The same for an action that looks itself at the role of whom `--as` names (permission.ts). */
  runForPeople(action: WorldAction): Promise<void>;
  /** The same on the log alone. Who acts does not matter, for nothing is decided there. */
  runOnLog(action: (log: OperatorLog) => Promise<Answer>): Promise<void>;
  /** One line of progress on stderr. */
  progress(line: string): void;
  exitStatus(): number;
}>;

export type GlobalOptions = Readonly<{ json?: boolean; as?: string }>;

export const operator: Actor = { kind: 'operator', id: 'operator', name: 'Operador' };

export function createSession(open: OpenOperator, streams: Streams, options: () => GlobalOptions): Session {
  let status = EXIT_DONE;
  const progress = (line: string): void => streams.err(`${line}\n`);

  async function inWorld(action: WorldAction, who: 'operator' | 'people'): Promise<Answer> {
    const world = await open.world();
    try {
      const actor = await actorIn(world);
      if (actor.kind === 'person' && who === 'operator') throw new Refused(OPERATOR_ONLY);
      const { change, ...answer } = await action(world, { actor, requestId: null });
      if (change && !(await world.waitUntilInForce(change)))
        progress('A alteração foi gravada, mas ainda não pode ser lida em todos os processos.');
      return answer;
    } finally {
      await world.close();
    }
  }

  async function onLog(action: Parameters<Session['runOnLog']>[0]): Promise<Answer> {
    if (options().as !== undefined) await refusePerson();
    const log = await open.log();
    try {
      return await action(log);
    } finally {
      await log.close();
    }
  }

  /** An e-mail is of a user as long as its person is one: erased people are nobody. */
  async function actorIn({ people, registers }: OperatorWorld): Promise<Actor> {
    const { as } = options();
    if (as === undefined) return operator;
    const [person] = await people.byEmail([as.trim().toLowerCase()]);
    if (!person || !registers.registers.workflowOf(person.clientId).users.has(person.personId))
      throw new Refused(userNotFound(as));
    return { kind: 'person', id: person.personId };
  }

  async function refusePerson(): Promise<never> {
    const world = await open.world();
    await actorIn(world).finally(() => world.close());
    throw new Refused(OPERATOR_ONLY);
  }

  async function answered(answering: Promise<Answer>): Promise<void> {
    try {
      const answer = await answering;
      if (answer.failed) status = EXIT_REFUSED;
      await streams.out(rendered(answer, options().json === true));
    } catch (error) {
      status = EXIT_REFUSED;
      for (const line of sentences(error)) progress(line);
    }
  }

  return {
    run: (action) => answered(inWorld(action, 'operator')),
    runForPeople: (action) => answered(inWorld(action, 'people')),
    runOnLog: (action) => answered(onLog(action)),
    progress,
    exitStatus: () => status,
  };
}

/** Progress of long work, a line each 100,000. */
export function counted(session: Session, what: string): (count: number) => void {
  let next = PROGRESS_EVERY;
  return (count) => {
    if (count < next) return;
    session.progress(`${count} ${what}`);
    next = count + PROGRESS_EVERY;
  };
}

function sentences(error: unknown): readonly string[] {
  if (error instanceof Refused) return [error.sentence];
  if (error instanceof WrongDeployment) return [wrongDeployment(error)];
  if (error instanceof DomainError) return problemLines(error.problem);
  if (error instanceof StoreUnavailable) return problemLines({ is: 'Unavailable' });
  const fault = systemFault(error);
  if (fault !== null) return [fault.sentence];
  return [`Erro interno: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`];
}

/** Wrong registers are listed one a line: a person mends them one by one. */
function problemLines(problem: Problem): readonly string[] {
  if (problem.is !== 'RegistersInvalid') return [message(problem).error];
  const { errors } = problem;
  const lines = errors.slice(0, REGISTER_ERRORS_SHOWN_MAX).map(({ path, message: text }) => `${path}: ${text}`);
  const more = errors.length - lines.length;
  const head = errors.length === 1 ? 'Nada foi aplicado: 1 erro' : `Nada foi aplicado: ${errors.length} erros`;
  return [head, ...lines, ...(more > 0 ? [`e mais ${more}`] : [])];
}
