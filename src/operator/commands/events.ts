// `events stats` and `webhooks resume`: the queue of deliveries, and from when events are fanned out on a log it does not
// know.
import { InvalidArgumentError, type Command } from 'commander';
import type { Session } from '../session.js';

export function registerEvents(program: Command, session: Session): void {
  program
    .command('events')
    .description('Entregas de eventos')
    .command('stats')
    .description('conta as entregas por tipo de evento e situação')
    .action(() => session.run(async ({ queries }) => ({ json: await queries.deliveryCounts() })));

  webhooksOf(program)
    .command('resume')
    .description('retoma o envio de webhooks depois que o log ou a fila de entregas foi trocado')
    .requiredOption('--from <quando>', 'now ou um instante ISO 8601; eventos anteriores não são enviados', timeOf)
    .action(({ from }: { from: Date | 'now' }) =>
      session.run(async ({ resumeFanOut }, { actor }) => {
        await resumeFanOut(from === 'now' ? null : from, actor);
        // Whoever fans out looks once a second.
        return { json: { ok: true }, change: { position: null, registersChanged: true } };
      }),
    );
}

/** The group is another file's, which may have been registered before or not. */
function webhooksOf(program: Command): Command {
  const existing = program.commands.find((command) => command.name() === 'webhooks');
  return existing ?? program.command('webhooks').description('Webhooks');
}

function timeOf(text: string): Date | 'now' {
  if (text === 'now') return 'now';
  const time = new Date(text);
  if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(time.getTime()))
    throw new InvalidArgumentError('informe now ou um instante ISO 8601 (2026-09-03T12:00:00Z)');
  return time;
}
