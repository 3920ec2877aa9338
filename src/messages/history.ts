// One Portuguese sentence for each event that `history` shows.
import type { BooksEvent, RefusalEvent } from '../domain/books/events.js';
import type { ActedItem } from '../domain/reconciliation/parts/actedItems.js';
import type {
  ActedEvent,
  EvidenceAttached,
  ReconciliationEvent,
  ReconciliationsMoved,
} from '../domain/reconciliation/events.js';
import type { ReleasedItem } from '../domain/reconciliation/parts/releasedParts.js';
import type { Move } from '../domain/reconciliation/transitions.js';
import type { ClientEvent } from '../domain/clients/events.js';
import type { ChartEvent } from '../domain/charts/events.js';
import { sanitized, money, month, wholeNumber } from './formats.js';
import { statusNames } from './reconciliations.js';

export type HistoryEvent = BooksEvent | RefusalEvent | ReconciliationEvent | ClientEvent | ChartEvent;

/**
 * `acted` and `released`: the item of the reconciliation shown. For a company's history `acted` are the items in the
 * event itself and `released` is null.
 */
export type HistoryContext = Readonly<{
  actor: string;
  nameOf(personId: string): string;
  acted: readonly ActedItem[] | null;
  released: ReleasedItem | null;
  /** The name of the file of evidence; null when unknown. */
  fileName: string | null;
}>;

/** Accounts named in one sentence; the rest is a count. */
const NAMED_MAX = 5;

/** Every event type has a sentence; a new one needs one to compile. */
export function historySentence(event: HistoryEvent, telling: HistoryContext): string {
  const { actor } = telling;
  switch (event.type) {
    case 'TrialBalanceVersioned': {
      const { version, competence, lineCount } = event.data;
      return `${actor} importou a versão ${version} do balancete de ${month(competence)} (${counted(lineCount, 'linha', 'linhas')})`;
    }
    case 'ImportRefused': {
      const { competence, error } = event.data;
      const of = competence === null ? '' : ` de ${month(competence)}`;
      return `${actor} teve a importação do balancete${of} recusada: ${sanitized(error)}`;
    }
    case 'CompetenceClosed':
      return `${actor} fechou a competência ${month(event.data.competence)}`;
    case 'CompetenceReopened':
      return `${actor} reabriu a competência ${month(event.data.competence)}: ${quoted(event.data.reason)}`;
    case 'TrialBalanceReleased':
      return releaseSentence(event.data, telling);
    case 'ReconciliationsMoved':
      return `${actor} ${moveSentence(event.data, telling)}`;
    case 'CompositionRecorded': {
      const { composition, reconciledCents } = event.data;
      const sum = `${counted(composition.length, 'item', 'itens')} somando ${money(reconciledCents)}`;
      return `${actor} registrou a composição ${mention(event.data, telling).ofIt}: ${sum}`;
    }
    case 'AdjustmentsRecorded': {
      const { adjustments, adjustmentsCents } = event.data;
      const sum = `${counted(adjustments.length, 'item', 'itens')} somando ${money(adjustmentsCents)}`;
      return `${actor} registrou os ajustes ${mention(event.data, telling).ofIt}: ${sum}`;
    }
    case 'ReconciliationsCommented':
      return `${actor} comentou ${mention(event.data, telling).it}: ${quoted(event.data.comment)}`;
    case 'EvidenceAttached':
      return `${actor} anexou ${evidence(event.data, telling)} ${mention(event.data, telling).toIt}`;
    case 'ChartVersioned':
      return `${actor} alterou o plano de contas ${sanitized(event.data.name)} (versão ${event.data.version})`;
    case 'ChartAccountsListed':
      return `${actor} registrou contas em um plano de contas`;
    default:
      return `${actor} ${registersSentence(event)}`;
  }
}

function registersSentence(event: ClientEvent): string {
  switch (event.type) {
    case 'ClientNamed':
      return `definiu o nome do cliente: ${sanitized(event.data.name)}`;
    case 'CompanyRegistered':
      return `cadastrou a empresa ${sanitized(event.data.legalName)}`;
    case 'CompanyChanged':
      return `alterou o cadastro da empresa ${sanitized(event.data.legalName)}`;
    case 'ChartRegistered':
      return `cadastrou o plano de contas ${sanitized(event.data.name)}`;
    case 'MappingSaved':
      return 'salvou o mapeamento de colunas da empresa';
    case 'UserRegistered':
      return 'cadastrou um usuário';
    case 'UserRolesChanged':
      return 'alterou os papéis de um usuário';
    case 'UserRenamed':
      return 'alterou o nome de um usuário';
    case 'UserErased':
      return 'apagou os dados de um usuário';
    case 'HolidaysChanged':
      return 'alterou os feriados do cliente';
    case 'DeadlinesChanged': {
      const { preparer, reviewer, approver } = event.data;
      return `definiu os prazos da empresa: ${preparer}º; ${reviewer}º e ${approver}º dias úteis`;
    }
    case 'DefaultOwnersChanged':
      return 'definiu os responsáveis da empresa';
    case 'AutoApprovalChanged':
      return 'definiu as regras de aprovação automática da empresa';
  }
}

function releaseSentence(
  { version, competence, created, items }: Extract<HistoryEvent, { type: 'TrialBalanceReleased' }>['data'],
  { actor, nameOf, released }: HistoryContext,
): string {
  const release = `${actor} liberou a versão ${version} do balancete de ${month(competence)}`;
  if (released === null) {
    const refreshed = items.lines - created;
    const both = [
      counted(created, 'conciliação criada', 'conciliações criadas'),
      ...(refreshed > 0 ? [counted(refreshed, 'conciliação atualizada', 'conciliações atualizadas')] : []),
    ];
    return `${release}: ${both.join(' e ')}`;
  }
  const { status, ownerId, bookBalanceCents } = released;
  const owner = ownerId === null ? '' : ` com ${nameOf(ownerId)}`;
  const which = `a conciliação ${released.reconciliationId} (${account(released)})`;
  const balance = `saldo contábil de ${money(bookBalanceCents)}`;
  return released.created
    ? `${release} e criou ${which} com ${balance}: ${statusNames[status]}${owner}`
    : `${release} e atualizou ${which} para o ${balance}: ${statusNames[status]}${owner}`;
}

type MoveDetails = Readonly<{ to: string; status: string; takenOver: boolean }>;
const moveSentences: Readonly<Record<Move, (it: Mention, told: MoveDetails) => string>> = {
  assign: ({ it }, { to }) => `atribuiu ${it}${to}`,
  start: ({ ofIt }, { takenOver }) => `${takenOver ? 'assumiu' : 'iniciou'} a elaboração ${ofIt}`,
  'ask-documents': ({ it }) => `pediu documentos para ${it}`,
  'ask-adjustment': ({ it }) => `pediu um ajuste no ERP para ${it}`,
  resume: ({ ofIt }) => `retomou a elaboração ${ofIt}`,
  submit: ({ it }, { status }) => `enviou ${it}${status}`,
  recall: ({ it }) => `recolheu ${it} antes da revisão`,
  open: ({ it }, { status, takenOver }) => `${takenOver ? 'assumiu' : 'abriu'} ${it}${status}`,
  pass: ({ it }) => `revisou ${it} e encaminhou para aprovação`,
  return: ({ it }) => `devolveu ${it} na revisão`,
  approve: ({ it }) => `aprovou ${it}`,
  reject: ({ it }) => `rejeitou ${it}`,
  reopen: ({ it }) => `reabriu ${it}`,
  waive: ({ it }) => `dispensou ${it}`,
  restore: ({ it }) => `restaurou ${it}`,
};

function moveSentence(data: ReconciliationsMoved['data'], telling: HistoryContext): string {
  const [first] = telling.acted ?? [];
  const ownerId = first?.ownerId ?? null;
  const to = ownerId === null ? '' : ` a ${telling.nameOf(ownerId)}`;
  const statuses = new Set((telling.acted ?? []).map(({ status }) => status));
  const status = statuses.size === 1 && first ? (forWhom[first.status] ?? '') : '';
  const takenOver = first !== undefined && STEPS_UNDER_WAY.includes(first.from);
  const sentence = moveSentences[data.move](mention(data, telling), { to, status, takenOver });
  return data.comment === null ? sentence : `${sentence}: ${quoted(data.comment)}`;
}

/** A `start` or `open` from these states takes over another person's step. */
const STEPS_UNDER_WAY: readonly ActedItem['from'][] = [
  'IN_ELABORATION',
  'AWAITING_DOCUMENTS',
  'AWAITING_ADJUSTMENT',
  'IN_REVIEW',
  'IN_APPROVAL',
];

const forWhom: Readonly<Partial<Record<ActedItem['status'], string>>> = {
  SUBMITTED_FOR_REVIEW: ' para revisão',
  SUBMITTED_FOR_APPROVAL: ' para aprovação',
  IN_REVIEW: ' para revisão',
  IN_APPROVAL: ' para aprovação',
};

/** The reconciliations of an act: as the object of a sentence, after “de” and after “a”. */
type Mention = Readonly<{ it: string; ofIt: string; toIt: string }>;

/** `a conciliação 12 (1.1.01 Caixa)` or `3 conciliações (1.1.01; 1.1.02; 2.1)`. */
function mention({ items, parts }: ActedEvent['data'], { acted }: HistoryContext): Mention {
  const count = acted?.length ?? items?.reconciliationId.length ?? parts?.lines ?? 0;
  const [first] = acted ?? [];
  if (count === 1 && first) {
    const one = `conciliação ${first.reconciliationId} (${account(first)})`;
    return { it: `a ${one}`, ofIt: `da ${one}`, toIt: `à ${one}` };
  }
  const codes = (acted ?? []).slice(0, NAMED_MAX).map(({ accountCode }) => sanitized(accountCode));
  const more = count - codes.length;
  const list = codes.length === 0 ? '' : ` (${codes.join('; ')}${more > 0 ? ` e mais ${wholeNumber(more)}` : ''})`;
  const many = `${wholeNumber(count)} conciliações${list}`;
  return { it: many, ofIt: `de ${many}`, toIt: `a ${many}` };
}

function evidence(
  { mediaType, sizeBytes, sha256 }: EvidenceAttached['data'],
  { fileName }: HistoryContext,
): string {
  const what = fileName === null ? 'um arquivo' : `o arquivo ${quoted(fileName)}`;
  return `${what} (${sanitized(mediaType)}; ${counted(sizeBytes, 'byte', 'bytes')}; SHA-256 ${sha256})`;
}

function account({ accountCode, accountName }: Readonly<{ accountCode: string; accountName: string }>): string {
  return sanitized(`${accountCode} ${accountName}`.trim());
}

function counted(count: number, one: string, many: string): string {
  return `${wholeNumber(count)} ${count === 1 ? one : many}`;
}

function quoted(text: string): string {
  return `"${sanitized(text)}"`;
}
