// `rebuild`: commands about the stores themselves.
import type { Command } from 'commander';
import { counted, type Session } from '../session.js';

export function registerMaintenance(program: Command, session: Session): void {
  program
    .command('rebuild')
    .description('refaz os modelos de leitura a partir dos eventos, sem interromper os que estão em uso')
    .action(() =>
      session.run(async (world) => {
        const { events, seconds } = await world.rebuild(counted(session, 'eventos lidos'));
        return { json: { ok: true, events, seconds: Math.round(seconds * 1_000) / 1_000 } };
      }),
    );
}
