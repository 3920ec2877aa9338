// `webhooks list` prints the webhooks of all clients; `webhooks resume` starts the fan-out on a log that the delivery
// queue does not know.
import { InvalidArgumentError, type Command } from 'commander';
import { createWebhookDirectory } from '../../commands/webhooks/webhookDirectory.js';
import { webhookRow } from '../../projections/views/webhookRow.js';
import type { Session } from '../session.js';
import type { OperatorDependencies } from '../dependencies.js';

export function registerWebhooks(program: Command, session: Session): void {
  const webhooks = program.command('webhooks').description('webhooks: lista e retoma o envio');

  webhooks
    .command('list')
    .description('lista os webhooks de todos os clientes, na ordem do registro')
    .action(() => session.run('webhooks list', async (deps) => ({ json: await webhookRows(deps) })));

  webhooks
    .command('resume')
    .description('retoma o envio de webhooks depois que o log ou a fila de entregas foi trocado')
    .requiredOption('--from <quando>', 'now ou um instante ISO 8601; eventos anteriores não são enviados', timeOf)
    .action(({ from }: { from: Date | 'now' }) =>
      session.run('webhooks resume', async ({ resumeFanOut }, { actor }) => {
        await resumeFanOut(from === 'now' ? null : from, actor);
        // The fan-out checks this once a second.
        return { json: { ok: true }, change: { position: null, registersChanged: true } };
      }),
    );
}

/** `events stats`: counts deliveries of events to webhooks. */
export function registerEvents(program: Command, session: Session): void {
  program
    .command('events')
    .description('entregas de eventos, contadas')
    .command('stats')
    .description('conta as entregas por tipo de evento e situação')
    .action(() => session.run('events stats', async ({ queries }) => ({ json: await queries.deliveryCounts() })));
}

async function webhookRows({ registers, folds }: OperatorDependencies): Promise<readonly object[]> {
  // Never answers from stale data: an error ends the command.
  const directory = createWebhookDirectory(folds, () => false, null);
  const rows: object[] = [];
  for (const { clientId, ref } of registers.registers.clients())
    for (const webhook of await directory.webhooksOf(clientId)) {
      const { id, ...row } = webhookRow(webhook);
      rows.push({ id, client: ref, ...row });
    }
  return rows;
}

function timeOf(text: string): Date | 'now' {
  if (text === 'now') return 'now';
  const time = new Date(text);
  if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(time.getTime()))
    throw new InvalidArgumentError('informe now ou um instante ISO 8601 (2026-09-03T12:00:00Z)');
  return time;
}
