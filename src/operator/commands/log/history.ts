// `history`: the events of a company or of one reconciliation as sentences, oldest first.
import type { Command } from 'commander';
import { history, peopleIn, type HistoryEntry } from '../../../commands/log/history.js';
import type { Evidence } from '../../../domain/reconciliation/evidence.js';
import type { Competence } from '../../../domain/kernel/competence.js';
import { competence, instant, parseWholeNumber } from '../../arguments.js';
import { companyFor } from '../../permissions.js';
import { printable } from '../../output/cell.js';
import { styled } from '../../output/styled.js';
import { table } from '../../output/table.js';
import { actorName } from '../../people.js';
import { historySentence, type HistoryEvent } from '../../../messages/history.js';
import { localTime } from '../../../messages/operator/fields.js';
import type { Session } from '../../session.js';
import type { OperatorDependencies } from '../../dependencies.js';

type Options = Readonly<{ company: number; period?: Competence; id?: number; from?: string; to?: string }>;

export function registerHistory(program: Command, session: Session): void {
  program
    .command('history')
    .description('mostra os eventos de uma empresa, do mais antigo para o mais novo')
    .requiredOption('--company <id>', 'id da empresa', parseWholeNumber)
    .option('--period <competencia>', 'só os desta competência (AAAA-MM)', competence)
    .option('--id <id>', 'só os desta conciliação', parseWholeNumber)
    .option('--from <quando>', 'a partir de: data (AAAA-MM-DD) ou instante ISO 8601', instant('start'))
    .option('--to <quando>', 'até: data (AAAA-MM-DD, o dia inteiro) ou instante ISO 8601', instant('end'))
    .action(({ company, period, id, from, to }: Options) =>
      session.run('history', async (deps, context) => {
        const asked = companyFor(deps, context, company, 'history');
        const found = await history(deps, {
          company: asked,
          competence: period ?? null,
          reconciliationId: id ?? null,
          from: from ?? null,
          to: to ?? null,
        });
        const entries = await described(deps, asked.clientId, found);
        return { json: entries, text: entries.length === 0 ? table([]) : entries.map(line).join('\n') };
      }),
    );
}

type DescribedEntry = Omit<HistoryEntry, 'acted' | 'released'> & Readonly<{ sentence: string }>;

/** Adds sentences with people's current names. */
async function described(
  { names, evidence }: OperatorDependencies,
  clientId: number,
  entries: readonly HistoryEntry[],
): Promise<readonly DescribedEntry[]> {
  const nameOf = await names.of(entries.flatMap(peopleIn));
  const fileNames = await evidence.names(clientId, entries.flatMap(evidenceIdIn));
  return entries.map(({ acted, released, ...entry }) => {
    const { actor, type, data } = entry;
    const name = actor.kind === 'person' ? nameOf(actor.id) : actor.name;
    const event = { type, data } as HistoryEvent;
    const [evidenceId = ''] = evidenceIdIn(entry);
    const fileName = fileNames.get(evidenceId) ?? null;
    const sentence = historySentence(event, {
      actor: actorName(actor, nameOf),
      nameOf,
      acted,
      released,
      fileName,
    });
    return { ...entry, actor: { ...actor, name }, sentence };
  });
}

function evidenceIdIn({ type, data }: Pick<HistoryEntry, 'type' | 'data'>): readonly string[] {
  return type === 'EvidenceAttached' ? [(data as Evidence).evidenceId] : [];
}

/** One line of text; `--json` also prints the event's data. */
function line({ at, type, requestId, stream, sentence }: DescribedEntry): string {
  const request = requestId === null ? '' : ` requisição ${requestId}`;
  return `${localTime(at)}  ${printable(sentence)}  ${styled('dim', `[${type} ${stream}${request}]`)}`;
}
