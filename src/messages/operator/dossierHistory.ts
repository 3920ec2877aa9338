// historico.html of a dossier: the events of the month as sentences, on one page without script that prints well. People are numbered
// by their first appearance. Source: docs/dossie.md.
import { timeInSaoPaulo } from '../../domain/kernel/calendarDate.js';
import type { Competence } from '../../domain/kernel/competence.js';
import type { Actor, Recorded } from '../../domain/kernel/event.js';
import type { Acted } from '../../domain/reconciliation/events.js';
import { actedItems } from '../../domain/reconciliation/parts.js';
import { reconciliationStatuses, type ReconciliationStatus } from '../../domain/reconciliation/states.js';
import { month, wholeNumber } from '../formats.js';
import { historySentence, type HistoryEvent } from '../history.js';
import { statusNames } from '../reconciliations.js';
import { upTo, type LastEvent } from './dossiers.js';

export type DossierHistory = Readonly<{
  company: Readonly<{ nome: string; cnpj: string }>;
  competence: Competence;
  closed: boolean;
  /** `root`: in base64. */
  checkpoint: Readonly<{ size: number; root: string; at: string }>;
  /** Later ones are not on the page. */
  lastEvent?: LastEvent;
  /** Of the month and of the registers it rests on, each upcast, in log order. */
  events: readonly Recorded[];
  registers: readonly Recorded[];
  /** How many reconciliations are in each. */
  statuses: ReadonlyMap<ReconciliationStatus, number>;
}>;

export function dossierHistoryHtml(history: DossierHistory): string {
  const { company, competence, closed, checkpoint, lastEvent, events, registers, statuses } = history;
  const people = new Map<string, string>();
  const nameOf = (personId: string): string => {
    const known = people.get(personId) ?? `Pessoa ${people.size + 1}`;
    people.set(personId, known);
    return known;
  };
  const monthDays = daysOf(events, nameOf);
  const registerDays = daysOf(registers, nameOf);
  const title = `Histórico de ${month(competence)}`;
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(`${title}, ${company.nome}`)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${title}</h1>
<p>${escaped(company.nome)}, CNPJ ${escaped(company.cnpj)}. Competência ${closed ? 'fechada' : 'aberta quando o dossiê foi feito'}.</p>
<p>Até o checkpoint de ${wholeNumber(checkpoint.size)} eventos selados em ${timeInSaoPaulo(checkpoint.at)}, raiz <code>${escaped(checkpoint.root)}</code>. Horários de Brasília.</p>
${lastEvent === undefined ? '' : `<p>Vai ${escaped(upTo(lastEvent, lastEvent.stream))}. Atos posteriores não estão aqui.</p>\n`}<h2>Conciliações</h2>
${statusTable(statuses)}
<h2>O mês, evento por evento</h2>
${monthDays}
<h2>Cadastros usados no mês</h2>
${registerDays}
<h2>Pessoas</h2>
${peopleTable(people)}
<p>Esta página é feita dos eventos para ser lida; a prova está em events.ndjson e proofs.ndjson.</p>
</body>
</html>
`;
}

function daysOf(events: readonly Recorded[], nameOf: (personId: string) => string): string {
  const days: string[] = [];
  let day = '';
  for (const event of events) {
    const at = timeInSaoPaulo(event.metadata.at);
    const [date = '', time = ''] = at.split(' ');
    if (date !== day) days.push(`${day === '' ? '' : '</ul>\n'}<h3>${date}</h3>\n<ul>`);
    day = date;
    days.push(
      `<li><time datetime="${event.metadata.at}">${time}</time> ${escaped(sentenceOf(event, nameOf))}.</li>`,
    );
  }
  return days.length === 0 ? '<p>Nenhum.</p>' : `${days.join('\n')}\n</ul>`;
}

function sentenceOf(event: Recorded, nameOf: (personId: string) => string): string {
  const { items = null } = event.data as Partial<Acted>;
  const isAct = event.stream.startsWith('reconciliations-') && event.type !== 'TrialBalanceReleased';
  return historySentence(event as HistoryEvent, {
    actor: actorOf(event.metadata.actor, nameOf),
    nameOf,
    acted: isAct && items !== null ? actedItems({ items } as Acted, []) : null,
    released: null,
    fileName: null,
  });
}

function actorOf({ kind, id, name }: Actor, nameOf: (personId: string) => string): string {
  if (kind === 'person') return nameOf(id);
  return name ?? (kind === 'rule' ? 'Sistema' : `${kind} ${id}`);
}

function statusTable(statuses: ReadonlyMap<ReconciliationStatus, number>): string {
  const rows = reconciliationStatuses
    .filter((status) => statuses.has(status))
    .map((status) => `<tr><td>${statusNames[status]}</td><td>${wholeNumber(statuses.get(status) ?? 0)}</td></tr>`);
  return tableOf(['Situação', 'Conciliações'], rows);
}

function peopleTable(people: ReadonlyMap<string, string>): string {
  return tableOf(
    ['Neste histórico', 'Id nos eventos'],
    [...people].map(([id, name]) => `<tr><td>${name}</td><td><code>${escaped(id)}</code></td></tr>`),
  );
}

function tableOf(headings: readonly string[], rows: readonly string[]): string {
  if (rows.length === 0) return '<p>Nenhuma.</p>';
  const head = headings.map((heading) => `<th scope="col">${heading}</th>`).join('');
  return `<table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${rows.join('\n')}\n</tbody>\n</table>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

const STYLE = `
:root { --ground: #fff; --ink: #1b2127; --soft: #4d5964; --line: #c9d1d9; }
@media (prefers-color-scheme: dark) { :root { --ground: #14181c; --ink: #e6eaee; --soft: #a9b4bf; --line: #3b454f; } }
body { margin: 0 auto; padding: 1.5rem 1rem 3rem; max-width: 52rem; background: var(--ground); color: var(--ink);
  font: 1rem/1.5 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'Liberation Sans', sans-serif; overflow-wrap: anywhere; }
h1 { margin: 0; font-size: 1.6rem; }
h2 { margin: 2rem 0 0.5rem; font-size: 1.2rem; }
h3 { margin: 1rem 0 0.25rem; font-size: 1rem; }
ul { margin: 0; padding: 0; list-style: none; }
li { padding: 0.2rem 0 0.2rem 5rem; border-top: 1px solid var(--line); }
time { float: left; margin-left: -5rem; color: var(--soft); font-variant-numeric: tabular-nums; }
table { border-collapse: collapse; }
th, td { padding: 0.2rem 1rem 0.2rem 0; border-top: 1px solid var(--line); text-align: left; }
th { color: var(--soft); font-weight: 600; }
@page { margin: 18mm 15mm; }
@media print {
  :root { --ground: #fff; --ink: #000; --soft: #333; --line: #999; }
  body { padding: 0; max-width: none; font-size: 10pt; }
  h2, h3 { break-after: avoid; }
  li, tr { break-inside: avoid; }
}
`;
