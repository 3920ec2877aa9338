// `webhooks list` prints the webhooks of all clients; `webhooks resume` starts the fan-out on a log that the
// delivery queue does not know; `events stats` counts deliveries.
import { createWebhookDirectory } from '../../commands/webhooks/webhookDirectory.js';
import { webhookRow } from '../../projections/views/webhookRow.js';
import { instant } from '../arguments.js';
import { command, listCommand, required } from '../command.js';
import type { OperatorDependencies } from '../dependencies.js';

// These answer for all clients: a person may run one only once its action filters by the person's client.
const list = listCommand({
  name: 'webhooks list',
  says: 'lista os webhooks de todos os clientes, na ordem do registro',
  roles: 'operator',
  examples: ['webhooks list'],
  rows: (_, deps) => webhookRows(deps),
});

const resume = command({
  name: 'webhooks resume',
  says: 'retoma o envio de webhooks depois que o log ou a fila de entregas foi trocado',
  roles: 'operator',
  changes: true,
  examples: ['webhooks resume --from now', 'webhooks resume --from 2026-09-01T18:00:00-03:00'],
  takes: {
    from: required(
      '<quando>',
      'now, data (AAAA-MM-DD) ou instante ISO 8601; eventos anteriores não são enviados',
      (text) => (text === 'now' ? text : new Date(startOrInstant(text))),
    ),
  },
  async run({ from }, { resumeFanOut }, { actor }) {
    await resumeFanOut(from === 'now' ? null : from, actor);
    // The fan-out checks this once a second.
    return { json: { ok: true }, change: { position: null, registersChanged: true } };
  },
});

const stats = listCommand({
  name: 'events stats',
  says: 'conta as entregas por tipo de evento e situação',
  roles: 'operator',
  examples: ['events stats'],
  rows: (_, { queries }) => queries.deliveryCounts(),
});

export const commands = [list, resume, stats];

async function webhookRows({
  registers,
  folds,
}: OperatorDependencies): Promise<readonly Readonly<Record<string, unknown>>[]> {
  // Never answers from stale data: an error ends the command.
  const directory = createWebhookDirectory(folds, () => false, null);
  const rows: Record<string, unknown>[] = [];
  for (const { clientId, ref } of registers.registers.clients())
    for (const webhook of await directory.webhooksOf(clientId)) {
      const { id, ...row } = webhookRow(webhook);
      rows.push({ id, client: ref, ...row });
    }
  return rows;
}

const startOrInstant = instant('start');
