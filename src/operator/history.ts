// `history`: the events of a company, oldest first.
import { InvalidArgumentError, type Command } from 'commander';
import { history, type HistoryEntry } from '../commands/history.js';
import type { Competence } from '../domain/competence/competence.js';
import { competence, wholeNumber } from './arguments.js';
import { companyFor, READERS } from './permission.js';
import { table } from './output.js';
import type { Session } from './session.js';
import type { OperatorWorld } from './world.js';

type Options = Readonly<{ company: number; period?: Competence; from?: string; to?: string }>;

export function registerHistory(program: Command, session: Session): void {
  program
    .command('history')
    .description('mostra os eventos de uma empresa, do mais antigo para o mais novo')
    .requiredOption('--company <id>', 'id da empresa', wholeNumber)
    .option('--period <competencia>', 'só os desta competência (AAAA-MM)', competence)
    .option('--from <quando>', 'a partir de: data (AAAA-MM-DD) ou instante ISO 8601', instant('start'))
    .option('--to <quando>', 'até: data (AAAA-MM-DD, o dia inteiro) ou instante ISO 8601', instant('end'))
    .action(({ company, period, from, to }: Options) =>
      session.runForPeople(async (world, context) => {
        const found = await history(world, {
          company: companyFor(world, context, company, READERS),
          competence: period ?? null,
          from: from ?? null,
          to: to ?? null,
        });
        const entries = await named(world, found);
        return { json: entries, text: table(entries.map(shown)) };
      }),
    );
}

/** Facts know people by opaque id; whoever reads them sees the names of now. */
async function named(
  { names }: OperatorWorld,
  entries: readonly HistoryEntry[],
): Promise<readonly HistoryEntry[]> {
  const people = entries.flatMap(({ actor }) => (actor.kind === 'person' ? [actor.id] : []));
  const nameOf = await names.of(people);
  return entries.map((entry) => {
    const { actor } = entry;
    return actor.kind === 'person' ? { ...entry, actor: { ...actor, name: nameOf(actor.id) } } : entry;
  });
}

/** The data is for `--json`: a line of a table could not hold it. */
function shown({ at, type, actor, requestId, stream }: HistoryEntry): Readonly<Record<string, unknown>> {
  return { at, type, actor: actor.name ?? `${actor.kind} ${actor.id}`, requestId, stream };
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

/** A plain date is the day in America/Sao_Paulo, from its first or to its last millisecond. */
export function instant(edge: 'start' | 'end'): (text: string) => string {
  return (text) => {
    const time = edge === 'start' ? '00:00:00.000' : '23:59:59.999';
    const written = DATE.test(text) ? `${text}T${time}-03:00` : INSTANT.test(text) ? text : '';
    const at = new Date(written);
    const isReal = !Number.isNaN(at.getTime()) && isCalendarDay(text.slice(0, 10));
    if (!isReal) throw new InvalidArgumentError('informe AAAA-MM-DD ou um instante como 2026-08-31T12:00:00Z');
    return at.toISOString();
  };
}

/** 2026-02-30 is read as 2 March by some: it is no day. */
function isCalendarDay(date: string): boolean {
  const day = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date);
}
