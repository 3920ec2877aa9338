// `rebuild`: commands about the stores themselves.
import type { Command } from 'commander';
import type { Session } from './session.js';

export function registerMaintenance(program: Command, session: Session): void {
  program
    .command('rebuild')
    .description('refaz os modelos de leitura a partir dos eventos, ao lado dos que estão em uso')
    .action(() =>
      session.run(async (world) => {
        const { events, seconds } = await world.rebuild((done) => session.progress(`${done} eventos lidos`));
        return { json: { ok: true, events, seconds } };
      }),
    );
}
