// One run of the command line: opens the world for the command that was asked for, prints its answer, and turns
// refusals into an exit status. 0 done, 1 refused or not whole, 2 bad usage (decisions 10).
import type { CommandContext } from '../commands/context.js';
import { DomainError, type Problem } from '../domain/kernel/problem.js';
import type { Actor } from '../domain/kernel/event.js';
import { message } from '../messages/problems.js';
import { rendered, type Answer } from './output.js';
import type { Change, OpenOperator, OperatorWorld } from './world.js';

export const EXIT_DONE = 0;
export const EXIT_REFUSED = 1;
export const EXIT_BAD_USAGE = 2;

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

export type Session = Readonly<{
  /**
   * Runs one command. The world is opened only now: help and bad usage touch no store.
   * A change the action tells of is waited for before the answer is printed.
   */
  run(
    action: (world: OperatorWorld, context: CommandContext) => Promise<Answer & { change?: Change }>,
  ): Promise<void>;
  /** One line of progress on stderr. */
  progress(line: string): void;
  exitStatus(): number;
}>;

export type GlobalOptions = Readonly<{ json?: boolean; as?: string }>;

const operator: Actor = { kind: 'operator', id: 'operator', name: 'Operador' };

export function createSession(open: OpenOperator, streams: Streams, options: () => GlobalOptions): Session {
  let status = EXIT_DONE;
  const progress = (line: string): void => streams.err(`${line}\n`);

  async function inWorld(action: Parameters<Session['run']>[0]): Promise<void> {
    const { json, as } = options();
    const world = await open();
    try {
      if (as !== undefined) throw new Refused(`Usuário não encontrado: ${as}`);
      const { change, ...answer } = await action(world, { actor: operator, requestId: null });
      if (change && !(await world.waitUntilInForce(change)))
        progress('A alteração foi gravada, mas ainda não pode ser lida em todos os processos.');
      await streams.out(rendered(answer, json === true));
      if (answer.failed) status = EXIT_REFUSED;
    } finally {
      await world.close();
    }
  }

  return {
    async run(action) {
      try {
        await inWorld(action);
      } catch (error) {
        status = EXIT_REFUSED;
        for (const line of sentences(error)) progress(line);
      }
    },
    progress,
    exitStatus: () => status,
  };
}

function sentences(error: unknown): readonly string[] {
  if (error instanceof Refused) return [error.sentence];
  if (error instanceof DomainError) return problemLines(error.problem);
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
