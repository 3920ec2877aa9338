// `rebuild`: commands about the stores themselves.
import { command } from '../../command.js';
import { fields } from '../../output.js';
import { progressCounter } from '../../session.js';

const rebuild = command({
  name: 'rebuild',
  says: 'refaz os modelos de leitura a partir dos eventos, sem interromper os que estão em uso',
  roles: 'operator',
  examples: ['rebuild'],
  async run(_, deps, running) {
    const { events, seconds } = await deps.rebuild(progressCounter(running, 'eventos lidos'));
    const json = { ok: true, events, seconds: Math.round(seconds * 1_000) / 1_000 };
    return { json, text: fields({ ok: true, eventsRead: events, seconds: json.seconds }) };
  },
});

export const commands = [rebuild];
