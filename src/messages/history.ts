// What happened, as a sentence for people: every event `history` shows, in plain Portuguese.
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
import { foreign, money, month, wholeNumber } from './formats.js';
import { statusOnScreen } from './reconciliations.js';

export type ToldEvent = BooksEvent | RefusalEvent | ReconciliationEvent | ClientEvent | ChartEvent;

/**
 * `actor` as shown; `nameOf` people by id. `acted` and `released`: of the one reconciliation whose life is told, else
 * null, and `acted` all that the event itself holds.
 */
export type Telling = Readonly<{
  actor: string;
  nameOf(personId: string): string;
  acted: readonly ActedItem[] | null;
  released: ReleasedItem | null;
  /** What a file of evidence was called; null when that is not known (any more). */
  fileName: string | null;
}>;

/** Accounts named in one sentence; beyond it says how many more. */
const NAMED_MAX = 5;

/** No default branch: a new event does not compile until it has its words. */
export function happened(event: ToldEvent, telling: Telling): string {
  const { actor } = telling;
  switch (event.type) {
    case 'TrialBalanceVersioned': {
      const { version, competence, lineCount } = event.data;
      return `${actor} importou a versão ${version} do balancete de ${month(competence)} (${counted(lineCount, 'linha', 'linhas')})`;
    }
    case 'ImportRefused': {
      const { competence, error } = event.data;
      const of = competence === null ? '' : ` de ${month(competence)}`;
      return `${actor} teve a importação do balancete${of} recusada: ${foreign(error)}`;
    }
    case 'CompetenceClosed':
      return `${actor} fechou a competência ${month(event.data.competence)}`;
    case 'CompetenceReopened':
      return `${actor} reabriu a competência ${month(event.data.competence)}: ${said(event.data.reason)}`;
    case 'TrialBalanceReleased':
      return releaseTold(event.data, telling);
    case 'ReconciliationsMoved':
      return `${actor} ${moved(event.data, telling)}`;
    case 'CompositionRecorded': {
      const { composition, reconciledCents } = event.data;
      const sum = `${counted(composition.length, 'item', 'itens')} somando ${money(reconciledCents)}`;
      return `${actor} registrou a composição ${named(event.data, telling).ofIt}: ${sum}`;
    }
    case 'AdjustmentsRecorded': {
      const { adjustments, adjustmentsCents } = event.data;
      const sum = `${counted(adjustments.length, 'item', 'itens')} somando ${money(adjustmentsCents)}`;
      return `${actor} registrou os ajustes ${named(event.data, telling).ofIt}: ${sum}`;
    }
    case 'ReconciliationsCommented':
      return `${actor} comentou ${named(event.data, telling).it}: ${said(event.data.comment)}`;
    case 'EvidenceAttached':
      return `${actor} anexou ${evidence(event.data, telling)} ${named(event.data, telling).toIt}`;
    case 'ChartVersioned':
      return `${actor} alterou o plano de contas ${foreign(event.data.name)} (versão ${event.data.version})`;
    case 'ChartAccountsListed':
      return `${actor} registrou contas em um plano de contas`;
    default:
      return `${actor} ${registered(event)}`;
  }
}

function registered(event: ClientEvent): string {
  switch (event.type) {
    case 'ClientNamed':
      return `definiu o nome do cliente: ${foreign(event.data.name)}`;
    case 'CompanyRegistered':
      return `cadastrou a empresa ${foreign(event.data.legalName)}`;
    case 'CompanyChanged':
      return `alterou o cadastro da empresa ${foreign(event.data.legalName)}`;
    case 'ChartRegistered':
      return `cadastrou o plano de contas ${foreign(event.data.name)}`;
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

function releaseTold(
  { version, competence, created, items }: Extract<ToldEvent, { type: 'TrialBalanceReleased' }>['data'],
  { actor, nameOf, released }: Telling,
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
    ? `${release} e criou ${which} com ${balance}: ${statusOnScreen[status]}${owner}`
    : `${release} e atualizou ${which} para o ${balance}: ${statusOnScreen[status]}${owner}`;
}

type MoveTold = Readonly<{ to: string; status: string; takenOver: boolean }>;
const moves: Readonly<Record<Move, (it: Named, told: MoveTold) => string>> = {
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

function moved(data: ReconciliationsMoved['data'], telling: Telling): string {
  const [first] = telling.acted ?? [];
  const ownerId = first?.ownerId ?? null;
  const to = ownerId === null ? '' : ` a ${telling.nameOf(ownerId)}`;
  const statuses = new Set((telling.acted ?? []).map(({ status }) => status));
  const status = statuses.size === 1 && first ? (FOR[first.status] ?? '') : '';
  const takenOver = first !== undefined && STEPS_UNDER_WAY.includes(first.from);
  const sentence = moves[data.move](named(data, telling), { to, status, takenOver });
  return data.comment === null ? sentence : `${sentence}: ${said(data.comment)}`;
}

/** Started or opened again, they go from one person to another. */
const STEPS_UNDER_WAY: readonly ActedItem['from'][] = [
  'IN_ELABORATION',
  'AWAITING_DOCUMENTS',
  'AWAITING_ADJUSTMENT',
  'IN_REVIEW',
  'IN_APPROVAL',
];

const FOR: Readonly<Partial<Record<ActedItem['status'], string>>> = {
  SUBMITTED_FOR_REVIEW: ' para revisão',
  SUBMITTED_FOR_APPROVAL: ' para aprovação',
  IN_REVIEW: ' para revisão',
  IN_APPROVAL: ' para aprovação',
};

/** As the object of a sentence, after “de”, and after “a”. */
type Named = Readonly<{ it: string; ofIt: string; toIt: string }>;

/** `a conciliação 12 (1.1.01 Caixa)` or `3 conciliações (1.1.01; 1.1.02; 2.1)`. */
function named({ items, parts }: ActedEvent['data'], { acted }: Telling): Named {
  const count = acted?.length ?? items?.reconciliationId.length ?? parts?.lines ?? 0;
  const [first] = acted ?? [];
  if (count === 1 && first) {
    const one = `conciliação ${first.reconciliationId} (${account(first)})`;
    return { it: `a ${one}`, ofIt: `da ${one}`, toIt: `à ${one}` };
  }
  const codes = (acted ?? []).slice(0, NAMED_MAX).map(({ accountCode }) => foreign(accountCode));
  const more = count - codes.length;
  const list = codes.length === 0 ? '' : ` (${codes.join('; ')}${more > 0 ? ` e mais ${wholeNumber(more)}` : ''})`;
  const many = `${wholeNumber(count)} conciliações${list}`;
  return { it: many, ofIt: `de ${many}`, toIt: `a ${many}` };
}

function evidence({ mediaType, sizeBytes, sha256 }: EvidenceAttached['data'], { fileName }: Telling): string {
  const what = fileName === null ? 'um arquivo' : `o arquivo ${said(fileName)}`;
  return `${what} (${foreign(mediaType)}; ${counted(sizeBytes, 'byte', 'bytes')}; SHA-256 ${sha256})`;
}

function account({ accountCode, accountName }: Readonly<{ accountCode: string; accountName: string }>): string {
  return foreign(`${accountCode} ${accountName}`.trim());
}

function counted(count: number, one: string, many: string): string {
  return `${wholeNumber(count)} ${count === 1 ? one : many}`;
}

function said(text: string): string {
  return `"${foreign(text)}"`;
}
