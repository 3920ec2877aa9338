// `webhooks list`: the webhooks of all clients, as `GET /v1/webhooks` shows them, and whose each is.
import type { Command } from 'commander';
import { createWebhookDirectory } from '../../commands/webhooks/webhookDirectory.js';
import { webhookRow } from '../../projections/views/webhookRow.js';
import type { Session } from '../session.js';
import type { OperatorWorld } from '../dependencies.js';

export function registerWebhooks(program: Command, session: Session): void {
  const webhooks = program.command('webhooks').description('Webhooks');

  webhooks
    .command('list')
    .description('lista os webhooks de todos os clientes, na ordem do registro')
    .action(() => session.run(async (world) => ({ json: await webhookRows(world) })));
}

async function webhookRows({ registers, folds }: OperatorWorld): Promise<readonly object[]> {
  // Read whole each time: what could not be read is no list.
  const directory = createWebhookDirectory(folds, () => false);
  const rows: object[] = [];
  for (const { clientId, ref } of registers.registers.clients())
    for (const webhook of await directory.webhooksOf(clientId)) {
      const { id, ...row } = webhookRow(webhook);
      rows.push({ id, client: ref, ...row });
    }
  return rows;
}
