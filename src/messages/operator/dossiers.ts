// Sentences of `operator dossier` and `operator verify-dossier`, and the dossier's LEIA-ME.md.
import { timeInSaoPaulo } from '../../domain/kernel/calendarDate.js';
import { month, type Competence } from '../../domain/kernel/competence.js';
import type { Recorded } from '../../domain/kernel/event.js';
import { isAct } from '../../domain/reconciliation/fold.js';
import { actedItems } from '../../domain/reconciliation/parts.js';
import { reconciliationStatuses, type ReconciliationStatus } from '../../domain/reconciliation/states.js';
import type { DossierFinding } from '../../domain/seal.js';
import { sanitized, wholeNumber } from '../formats.js';
import { actorName, historySentence, type HistoryEvent } from '../history.js';
import { statusNames } from '../reconciliations.js';
import { sentencesOf } from '../sentences.js';

type LastEvent = Readonly<{ stream: string; revision: number; type: string; at: string }>;

/** `closed`: whether the month was closed. `lastEvent`: of the dossier; later ones are not in it. */
type Month = Readonly<{
  company: Readonly<{ nome: string; cnpj: string }>;
  competence: Competence;
  closed: boolean;
  lastEvent?: LastEvent;
}>;

export const sentences = {
  notClosed: (competence: Competence) =>
    `A competência ${month(competence)} não está fechada: feche-a, ou use --open para um dossiê do que há até agora`,
  keptOfAnother: (path: string) =>
    `O checkpoint ${path} não é deste log, ou é de antes de uma cópia ou restauração: confira-o com operator verify --checkpoint`,
  exists: (path: string) => `O arquivo ${path} já existe: apague-o ou escolha outro nome`,
  keyMissing: 'O dossiê é assinado com a chave dos selos, e DATA_DIR só pode ser lida',
  logDiffers: 'O log não confere com o seu último selo: execute operator verify',
  notADossier: (path: string) =>
    `O arquivo ${path} não é um dossiê inteiro: foi cortado, tem algo depois do seu fim, ou é outro arquivo`,
  unnamed: (path: string) =>
    `O arquivo ${path} foi recusado: tem bytes que o índice do ZIP não nomeia, ou nomeia de outro modo, e que podem ser outro arquivo`,
  tooLarge: (path: string) =>
    `O arquivo ${path} foi recusado: passa dos limites de um dossiê (arquivos, tamanhos, compressão ou memória), em docs/dossie.md`,
  unreadable: (path: string) => `Não foi possível ler o arquivo ${path}`,
  made: (path: string, events: number, size: number) =>
    `${path}: ${events} eventos, provados pelo checkpoint de ${size} eventos selados`,
  upTo: (last: LastEvent) => `O dossiê vai ${upTo(last, sanitized(last.stream))}. Atos posteriores não estão nele`,
  laterActs: (competence: Competence, count: number, at: string) =>
    count === 1
      ? `Há 1 ato posterior nas conciliações de ${month(competence)}, de ${timeInSaoPaulo(at)} (Brasília): não está no dossiê`
      : `Há ${wholeNumber(count)} atos posteriores nas conciliações de ${month(competence)}, até ${timeInSaoPaulo(at)} (Brasília): não estão no dossiê`,
  fingerprint: (root: string) => `Raiz do checkpoint: ${root}`,
  keyShown: (publicKey: string, fingerprint: string) =>
    `Assinado com a chave pública ${publicKey}, SHA-256 ${fingerprint}: compare-a com a que você guardou (operator checkpoint)`,
};

function upTo({ revision, type, at }: LastEvent, stream: string): string {
  const when = Number.isNaN(Date.parse(at)) ? sanitized(at) : `${timeInSaoPaulo(at)} (Brasília)`;
  return `até o evento ${revision} de ${stream} (${sanitized(type)}), de ${when}`;
}

/** Text from outside as Markdown and HTML show it, on one line. */
function escaped(text: string): string {
  const marked = text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ').replace(/[\\`*_[\]~|]/g, '\\$&');
  return marked.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

export function dossierReadMe({ company, competence, closed, lastEvent }: Month): string {
  return `# Dossiê da competência ${month(competence)}

Empresa: ${escaped(company.nome)}, CNPJ ${company.cnpj}${closed ? '' : '\n\nA competência estava aberta quando este dossiê foi feito.'}
${lastEvent === undefined ? '' : `\nVai ${upTo(lastEvent, `\`${lastEvent.stream}\``)}.\nAtos posteriores, também nas conciliações deste mês, não estão nele.\n`}
Este arquivo prova o que contém, sem o serviço e sem a rede: os eventos da empresa e da competência (importações, recusas,
liberações, atos das conciliações, fechamentos), cada um com a prova de que está no log selado, e o balancete e as
conciliações, refeitos a partir deles.

## Como conferir

1. \`operator verify-dossier ARQUIVO.zip\`, com \`--checkpoint ARQUIVO\` para cada checkpoint que você guardou.
2. \`verificador.html\`, uma página que se abre com dois cliques e confere sem a rede, publicada com o serviço
   (/docs/verificador.html no endereço dele); ou \`python3 verify_dossier.py ARQUIVO.zip\` (clients/python). São programas independentes.
3. À mão: o formato, byte a byte, está em docs/dossie.md; os hashes são SHA-256 e as assinaturas, Ed25519.

Compare a chave pública de manifest.json com a que você recebeu por outro caminho: quem tem outra chave pode assinar outro
dossiê. Um checkpoint guardado por você prova mais do que qualquer chave: que o log não foi refeito desde então.

## O que há aqui

- \`events.ndjson\`: os eventos, um por linha, na ordem do log; \`parts/\`: o conteúdo grande que eles citam
- \`proofs.ndjson\` e \`checkpoint.txt\`: a prova de cada evento, e o checkpoint assinado com que elas conferem
- \`consistency/\`: provas com os checkpoints guardados pelo auditor
- \`balancete.csv\` e \`.xlsx\`: as linhas da última versão; \`balancete-completo\`, se estiver aqui: também as que não entraram
- \`conciliacoes.csv\` e \`.xlsx\`: cada conciliação como resulta dos eventos, com as pessoas pelo id;
  \`composicoes.csv\` e \`.xlsx\`: os itens e ajustes de cada uma
- \`pessoas.json\`, se estiver aqui: os nomes das pessoas; ele, ou a linha de uma pessoa, pode ser retirado sem que
  a conferência seja afetada
- \`historico.html\`: o mês em frases, para ler ou imprimir
- \`evidence/\`: os arquivos anexados, pelo SHA-256
- \`manifest.json\` e \`manifest.note\`: a lista de tudo isto, assinada
`;
}

export const dossierFindingSentence = sentencesOf<DossierFinding>({
  ManifestUnreadable: 'manifest.json não é o manifesto de um dossiê deste formato',
  ManifestNotSigned: 'O manifesto não foi assinado com a chave que ele informa',
  CheckpointNotSigned: 'checkpoint.txt não é um checkpoint deste log assinado com a chave do manifesto',
  CheckpointDiffers: 'checkpoint.txt tem tamanho ou raiz diferentes dos do manifesto',
  EventUnreadable: 'events.ndjson tem uma linha que não é um evento',
  ClosingDiffers: 'O manifesto e os eventos não concordam sobre o fechamento da competência',
  CompanyDiffers: 'A empresa do manifesto não é a que os eventos cadastram',
  VersionsDiffer: 'As versões do balancete no manifesto não são as dos eventos',
  PartsUncountable:
    'Os eventos citam uma parte mais de uma vez, ou mais partes do que um dossiê tem: nenhuma foi conferida',
  LastEventDiffers: 'O último evento não é o que o manifesto informa',
  Malformed: 'O dossiê não tem o formato esperado',
  FileMissing: (it) => `Falta o arquivo ${it.name}`,
  FileDiffers: (it) => `O arquivo ${it.name} foi alterado ou cortado: não tem o hash do manifesto`,
  FileUnknown: (it) => `O arquivo ${it.name} não é citado pelo manifesto, ou por nenhum evento`,
  ConsistencyBroken: (it) => `O arquivo ${it.name} não prova que o checkpoint guardado e este são do mesmo log`,
  EvidenceDiffers: (it) => `O anexo ${it.name} não tem o SHA-256 do seu nome`,
  TableDiffers: (it) => `A tabela ${it.name} não é a que resulta dos eventos`,
  PersonDiffers: (it) => `Em pessoas.json, ${it.id} não é a pessoa que consta do manifesto`,
  ProofsMissing: (it) => `Há ${it.events} eventos e ${it.proofs} provas`,
  KeptOfAnotherLog: (it) => `O ${it.kept}º checkpoint guardado é de outro log ou de outra chave`,
  KeptForked: (it) => `O ${it.kept}º checkpoint guardado contradiz o dossiê: o log foi refeito ou bifurcado`,
  KeptNotProven: (it) => `O ${it.kept}º checkpoint guardado: não comprovado, o dossiê não tem a prova para ele`,
  EventNotProven: (it) => `O evento da linha ${it.line} foi alterado, ou não está no log selado`,
  EventOutOfOrder: (it) => `O evento da linha ${it.line} está fora da ordem do log`,
  EventOfAnother: (it) => `O evento ${it.revision} do stream ${it.stream} não é desta empresa e competência`,
  PartsDiffer: (it) => `As partes que o evento ${it.revision} do stream ${it.stream} cita não conferem`,
  StreamGap: (it) => `No stream ${it.stream}, o evento ${it.found} está onde se esperava o ${it.expected}`,
  StreamDiffers: (it) => `O stream ${it.stream} não tem o número de eventos que o manifesto informa`,
});

// historico.html of a dossier: the events of the month as sentences, on one page without script that prints well.
// People are numbered by their first appearance. Source: docs/dossie.md.

type DossierHistory = Month &
  Readonly<{
    /** `root`: in base64. */
    checkpoint: Readonly<{ size: number; root: string; at: string }>;
    /** Events of the month and of the registers it rests on, each upcast, in log order. */
    events: readonly Recorded[];
    registers: readonly Recorded[];
    /** How many reconciliations are in each. */
    statuses: ReadonlyMap<ReconciliationStatus, number>;
  }>;

export function dossierHistoryHtml(history: DossierHistory): string {
  const { company, competence, closed, checkpoint, lastEvent, events, registers, statuses } = history;
  const people = new Map<string, string>();
  const nameOf = (personId: string): string => {
    const personName = people.get(personId) ?? `Pessoa ${people.size + 1}`;
    people.set(personId, personName);
    return personName;
  };
  const title = `Histórico de ${month(competence)}`;
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapedHtml(`${title}, ${company.nome}`)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${title}</h1>
<p>${escapedHtml(company.nome)}, CNPJ ${escapedHtml(company.cnpj)}. Competência ${closed ? 'fechada' : 'aberta quando o dossiê foi feito'}.</p>
<p>Até o checkpoint de ${wholeNumber(checkpoint.size)} eventos selados em ${timeInSaoPaulo(checkpoint.at)}, raiz <code>${escapedHtml(checkpoint.root)}</code>. Horários de Brasília.</p>
${lastEvent === undefined ? '' : `<p>Vai ${escapedHtml(upTo(lastEvent, lastEvent.stream))}. Atos posteriores não estão aqui.</p>\n`}<h2>Conciliações</h2>
${statusTable(statuses)}
<h2>O mês, evento por evento</h2>
${daysOf(events, nameOf)}
<h2>Cadastros usados no mês</h2>
${daysOf(registers, nameOf)}
<h2>Pessoas</h2>
${tableOf(
  ['Neste histórico', 'Id nos eventos'],
  [...people].map(([id, name]) => `<tr><td>${name}</td><td><code>${escapedHtml(id)}</code></td></tr>`),
)}
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
      `<li><time datetime="${event.metadata.at}">${time}</time> ${escapedHtml(sentenceOf(event, nameOf))}.</li>`,
    );
  }
  return days.length === 0 ? '<p>Nenhum.</p>' : `${days.join('\n')}\n</ul>`;
}

function sentenceOf(event: Recorded, nameOf: (personId: string) => string): string {
  const items = isAct(event) ? event.data.items : null;
  return historySentence(event as HistoryEvent, {
    actor: actorName(event.metadata.actor, nameOf),
    nameOf,
    acted: items && actedItems({ items }, []),
    released: null,
    fileName: null,
  });
}

function statusTable(statuses: ReadonlyMap<ReconciliationStatus, number>): string {
  const rows = reconciliationStatuses
    .filter((status) => statuses.has(status))
    .map((status) => `<tr><td>${statusNames[status]}</td><td>${wholeNumber(statuses.get(status) ?? 0)}</td></tr>`);
  return tableOf(['Situação', 'Conciliações'], rows);
}

function tableOf(headings: readonly string[], rows: readonly string[]): string {
  if (rows.length === 0) return '<p>Nenhuma.</p>';
  const head = headings.map((heading) => `<th scope="col">${heading}</th>`).join('');
  return `<table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${rows.join('\n')}\n</tbody>\n</table>`;
}

function escapedHtml(text: string): string {
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
