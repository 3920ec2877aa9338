// `events stats`: counts deliveries of events to webhooks.
import type { Command } from 'commander';
import type { Session } from '../../session.js';

export function registerEvents(program: Command, session: Session): void {
  program
    .command('events')
    .description('entregas de eventos, contadas')
    .command('stats')
    .description('conta as entregas por tipo de evento e situação')
    .action(() => session.run('events stats', async ({ queries }) => ({ json: await queries.deliveryCounts() })));
}
