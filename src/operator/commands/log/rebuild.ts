// `rebuild`: commands about the stores themselves.
import type { Command } from 'commander';
import { fields } from '../../output/fields.js';
import { progressCounter, type Session } from '../../session.js';

export function registerRebuild(program: Command, session: Session): void {
  program
    .command('rebuild')
    .description('refaz os modelos de leitura a partir dos eventos, sem interromper os que estão em uso')
    .action(() =>
      session.run('rebuild', async (deps) => {
        const { events, seconds } = await deps.rebuild(progressCounter(session, 'eventos lidos'));
        const json = { ok: true, events, seconds: Math.round(seconds * 1_000) / 1_000 };
        return { json, text: fields({ ok: true, eventsRead: events, seconds: json.seconds }) };
      }),
    );
}
