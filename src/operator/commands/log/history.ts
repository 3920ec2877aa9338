// `history`: the events of a company or of one reconciliation as sentences, oldest first.
import { history, peopleIn, type HistoryEntry } from '../../../commands/log/history.js';
import type { Evidence } from '../../../domain/reconciliation/refusals.js';
import { roles as ALL_ROLES } from '../../../domain/clients/roles.js';
import { competence, instant, ofCompany, parseWholeNumber } from '../../arguments.js';
import { command, optional } from '../../command.js';
import { companyFor } from '../../permissions.js';
import { printable, styled, table } from '../../output.js';
import { actorName, historySentence, type HistoryEvent } from '../../../messages/history.js';
import { localTime } from '../../../messages/operator/fields.js';
import type { OperatorDependencies } from '../../dependencies.js';

const companyHistory = command({
  name: 'history',
  says: 'mostra os eventos de uma empresa, do mais antigo para o mais novo',
  roles: ALL_ROLES,
  examples: ['history --company 1 --period 2026-10', 'history --company 1 --id 12 --from 2026-11-01'],
  takes: {
    ...ofCompany,
    period: optional('<competencia>', 'só os desta competência (AAAA-MM)', competence),
    id: optional('<id>', 'só os desta conciliação', parseWholeNumber),
    from: optional('<quando>', 'a partir de: data (AAAA-MM-DD) ou instante ISO 8601', instant('start')),
    to: optional('<quando>', 'até: data (AAAA-MM-DD, o dia inteiro) ou instante ISO 8601', instant('end')),
  },
  misuse: ({ from, to }) =>
    from !== null && to !== null && from > to ? '--from não pode ser depois de --to' : null,
  async run({ company: companyId, period, id, from, to }, deps, running) {
    const company = companyFor(deps, running, companyId);
    const query = { company, competence: period, reconciliationId: id, from, to };
    const entries = await described(deps, company.clientId, await history(deps, query));
    return { json: entries, text: entries.length === 0 ? table([]) : entries.map(line).join('\n') };
  },
});

export const commands = [companyHistory];

type DescribedEntry = Omit<HistoryEntry, 'acted' | 'released'> & Readonly<{ sentence: string }>;

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
