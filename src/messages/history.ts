// One Portuguese sentence for each event that `history` shows.
import { type Mention } from '../domain/reconciliation/transitions.js';
import { month } from '../domain/kernel/competence.js';
import type { BooksEvent, RefusalEvent } from '../domain/books/events.js';
import type { ChartEvent } from '../domain/charts/events.js';
import type { ClientEvent } from '../domain/clients/events.js';
import { OPERATOR, SYSTEM, type Actor } from '../domain/kernel/event.js';
import {
  itemSources,
  type ActedEvent,
  type CompositionItem,
  type EvidenceAttached,
  type ReconciliationEvent,
  type ReconciliationsMoved,
  type ActedItem,
  type ReleasedItem,
} from '../domain/reconciliation/events.js';
import type { ItemFact } from '../domain/reconciliation/itemFacts.js';
import { movePhrase } from './acts.js';
import { counted, listed, money, oneLine, wholeNumber } from './formats.js';
import { spoken } from './imports/reasons.js';
import {
  acceptedDifference,
  approvalReasonText,
  riskTexts,
  statusNames,
  toleranceTexts,
  variationTexts,
} from './reconciliations.js';
import { scheduleRule } from './schedules.js';
import { sentencesOf } from './sentences.js';
import { sourceNames } from './statements.js';

export type HistoryEvent = BooksEvent | RefusalEvent | ReconciliationEvent | ClientEvent | ChartEvent;

/**
 * `acted` and `released`: the item of the reconciliation shown. For a company's history `acted` are the items in
 * the event itself and `released` is null.
 */
export type HistoryContext = Readonly<{
  actor: string;
  nameOf(personId: string): string;
  acted: readonly ActedItem[] | null;
  released: ReleasedItem | null;
  /** The name of the file of evidence; null when unknown. */
  fileName: string | null;
  /**
   * An amount in centavos of the one reconciliation or schedule, with its side; absent where that is not known.
   */
  amountOf?: ((cents: number) => string) | undefined;
  /** A balance with debit positive, with its side; absent: balances are as the trial balance signs them. */
  balanceOf?(debitCents: number): string;
}>;

/** Accounts named in one sentence; the rest is a count. */
const NAMED_MAX = 5;

/** The name that a sentence begins with. @param actor.name null or absent where events do not name them */
export function actorName(
  { kind, id, name }: Readonly<{ kind: Actor['kind']; id: string; name?: string | null }>,
  nameOf: (personId: string) => string,
): string {
  if (kind === 'person') return nameOf(id);
  return name ?? { rule: SYSTEM, operator: OPERATOR, key: `chave ${id}` }[kind];
}

/** What the actor did. */
type Deed<Type> =
  string | ((data: Extract<HistoryEvent, { type: Type }>['data'], context: HistoryContext) => string);

/** A new event type needs a sentence to compile. */
const deeds: { readonly [Type in HistoryEvent['type']]: Deed<Type> } = {
  TrialBalanceVersioned: ({ version, competence, lineCount }) =>
    `importou a versão ${version} do balancete de ${month(competence)} (${counted(lineCount, 'linha')})`,
  ImportRefused: ({ competence, error }) => {
    const of = competence === null ? '' : ` de ${month(competence)}`;
    return `teve a importação do balancete${of} recusada: ${spoken(oneLine(error))}`;
  },
  CompetenceClosed: ({ competence, statement }) =>
    `fechou a competência ${month(competence)}` +
    (statement === undefined ? '' : ` e declarou: ${quoted(statement)}`),
  CompetenceReopened: ({ competence, reason }) => `reabriu a competência ${month(competence)}: ${quoted(reason)}`,
  ChecklistPointTicked: ({ competence, point }) =>
    `concluiu no checklist de ${month(competence)}: ${quoted(point)}`,
  ChecklistPointReopened: ({ point, competence, comment }) =>
    `reabriu no checklist de ${month(competence)} ${quoted(point)}: ${quoted(comment)}`,
  ScheduleCreated: (data, { amountOf }) => {
    const { accountCode, description } = data;
    const rule = scheduleRule(data, amountOf);
    return `criou na conta ${oneLine(accountCode)} o cronograma ${quoted(description)}: ${rule}`;
  },
  ScheduleEnded: ({ from, scheduleId }) => `encerrou o cronograma ${scheduleId} a partir de ${month(from)}`,
  DossierMade: ({ competence }) => `fez o dossiê de ${month(competence)}`,
  TrialBalanceReleased: releaseSentence,
  ReconciliationsMoved: moveSentence,
  CompositionRecorded: (data, context) => {
    const { composition, reconciledCents } = data;
    if (composition === null || reconciledCents === null)
      return `trouxe os itens em aberto do mês anterior, ou do cronograma, ${mention(data, context).toIt}`;
    const items = `${countedItems(composition.length)}${sourcesOf(composition)}`;
    const sum = `${items} somando ${amountIn(context)(reconciledCents)}`;
    return `registrou a composição ${mention(data, context).ofIt}: ${sum}`;
  },
  AdjustmentsRecorded: (data, context) => {
    const { adjustments, adjustmentsCents } = data;
    const sum = `${countedItems(adjustments.length)} somando ${amountIn(context)(adjustmentsCents)}`;
    return `registrou os ajustes ${mention(data, context).ofIt}: ${sum}`;
  },
  ReconciliationsCommented: (data, context) => `comentou ${mention(data, context).it}: ${quoted(data.comment)}`,
  VariationExplained: (data, context) =>
    `explicou a variação ${mention(data, context).ofIt}: ${quoted(data.text)}`,
  EvidenceAttached: (data, context) => `anexou ${evidence(data, context)} ${mention(data, context).toIt}`,
  ChartVersioned: ({ name, version }) => `alterou o plano de contas ${oneLine(name)} (versão ${version})`,
  ChartAccountsListed: 'registrou contas em um plano de contas',
  ClientNamed: ({ name }) => `definiu o nome do cliente: ${oneLine(name)}`,
  CompanyRegistered: ({ legalName }) => `cadastrou a empresa ${oneLine(legalName)}`,
  CompanyChanged: ({ legalName }) => `alterou o cadastro da empresa ${oneLine(legalName)}`,
  ChartRegistered: ({ name }) => `cadastrou o plano de contas ${oneLine(name)}`,
  MappingSaved: 'salvou o mapeamento de colunas da empresa',
  StatementMappingSaved: ({ side }) =>
    `salvou as colunas dos arquivos de ${side === 'razao' ? 'razão' : 'extrato'} da empresa`,
  UserRegistered: 'cadastrou um usuário',
  UserRolesChanged: 'alterou os papéis de um usuário',
  UserRenamed: 'alterou o nome de um usuário',
  UserErased: 'apagou os dados de um usuário',
  SignInLinkMade: ({ kind, personId }, { nameOf }) =>
    kind === 'INVITE'
      ? `gerou um convite para ${nameOf(personId)} entrar no console`
      : `gerou um link para trocar a senha de ${nameOf(personId)}`,
  SignInLinksSeen: 'tomou ciência dos links de acesso gerados para a própria conta',
  MailChosen: 'escolheu quais e-mails recebe',
  HolidaysChanged: 'alterou os feriados do cliente',
  DeadlinesChanged: ({ preparer, reviewer, approver }) =>
    `definiu os prazos da empresa: ${preparer}º; ${reviewer}º e ${approver}º dias úteis`,
  DefaultOwnersChanged: 'definiu os responsáveis da empresa',
  AutoApprovalChanged: 'definiu as regras de aprovação automática da empresa',
  CarryRuleChanged: ({ carry }) => {
    if (carry.length === 0) return 'desligou a regra que traz itens em aberto do mês anterior';
    return `definiu as contas cujos itens em aberto a liberação traz do mês anterior: ${prefixes(carry)}`;
  },
  ClosedMonthsRuleChanged: ({ frozen }) =>
    frozen
      ? 'decidiu que as competências fechadas da empresa recusam trabalho'
      : 'decidiu que as competências fechadas da empresa aceitam trabalho',
  ToleranceChanged: ({ tolerance }) =>
    tolerance.length === 0
      ? 'desligou a tolerância da empresa: para enviar, a diferença é zero'
      : `definiu a tolerância da empresa: ${toleranceTexts(tolerance).join('; ')}`,
  VariationRulesChanged: ({ variation }) =>
    variation.length === 0
      ? 'desligou as regras de variação da empresa'
      : `definiu as variações que a empresa explica: ${variationTexts(variation).join('; ')}`,
  RiskRulesChanged: ({ risk }) =>
    risk.length === 0
      ? 'desligou as regras de risco da empresa'
      : `definiu o risco das contas da empresa: ${riskTexts(risk).join('; ')}`,
  ChecklistChanged: ({ checklist }) =>
    checklist.length === 0
      ? 'esvaziou o checklist de fechamento da empresa'
      : `definiu o checklist de fechamento da empresa: ${prefixes(checklist.map(({ text }) => text))}`,
  IntercompanyChanged: ({ intercompany }) =>
    intercompany.length === 0
      ? 'desligou os saldos entre empresas da empresa'
      : `definiu os saldos entre empresas das contas ${prefixes(intercompany.map(({ prefix }) => prefix))}`,
  ClosingStatementChanged: ({ statement }) =>
    statement === null
      ? 'desligou a declaração de quem fecha uma competência da empresa'
      : `definiu a declaração de quem fecha uma competência da empresa: ${quoted(statement)}`,
};

export function historySentence(event: HistoryEvent, context: HistoryContext): string {
  const deed = deeds[event.type] as Deed<HistoryEvent['type']>;
  return `${context.actor} ${typeof deed === 'string' ? deed : deed(event.data, context)}`;
}

function releaseSentence(
  { version, competence, created, items }: Extract<HistoryEvent, { type: 'TrialBalanceReleased' }>['data'],
  { nameOf, released, balanceOf }: HistoryContext,
): string {
  const release = `liberou a versão ${version} do balancete de ${month(competence)}`;
  if (released === null) {
    const refreshed = items.lines - created;
    const both = [
      counted(created, 'conciliação criada', 'conciliações criadas'),
      ...(refreshed > 0 ? [counted(refreshed, 'conciliação atualizada', 'conciliações atualizadas')] : []),
    ];
    return `${release}: ${both.join(' e ')}`;
  }
  const reconciliationText = `a conciliação ${released.reconciliationId} (${account(released)})`;
  const amount = balanceOf?.(released.bookBalanceDebitCents) ?? money(released.bookBalanceCents);
  const balance = `saldo contábil de ${amount}: ${stateAfter(released, nameOf)}`;
  return released.created
    ? `${release} e criou ${reconciliationText} com ${balance}`
    : `${release} e atualizou ${reconciliationText} para o ${balance}`;
}

const amountIn = ({ amountOf = money }: HistoryContext): ((cents: number) => string) => amountOf;

type StateAfter = Pick<ReleasedItem, 'status' | 'ownerId' | 'approvalReason'>;

/** `Não iniciada com Ana Souza (aprovada por regra: …)` */
function stateAfter({ status, ownerId, approvalReason }: StateAfter, nameOf: HistoryContext['nameOf']): string {
  const owner = ownerId === null ? '' : ` com ${nameOf(ownerId)}`;
  return `${statusNames[status]}${owner}${approvalReason ? ` (${approvalReasonText(approvalReason)})` : ''}`;
}

function moveSentence(data: ReconciliationsMoved['data'], context: HistoryContext): string {
  const [first] = context.acted ?? [];
  const ownerId = first?.ownerId ?? null;
  const statuses = new Set((context.acted ?? []).map(({ status }) => status));
  const facts = {
    move: data.move,
    from: first?.from ?? null,
    status: statuses.size === 1 && first ? first.status : null,
    ownerName: ownerId === null ? null : context.nameOf(ownerId),
  };
  const accepted = (context.acted ?? []).length === 1 ? (first?.acceptedDifferenceCents ?? 0) : 0;
  const sentence = `${movePhrase(facts, mention(data, context))}${acceptedDifference(accepted, amountIn(context))}`;
  return data.comment === null ? sentence : `${sentence}: ${quoted(data.comment)}`;
}

/** `a conciliação 12 (1.1.01 Caixa)` or `3 conciliações (1.1.01; 1.1.02; 2.1)`. */
function mention({ items, parts }: ActedEvent['data'], { acted }: HistoryContext): Mention {
  const count = acted?.length ?? items?.reconciliationId.length ?? parts?.lines ?? 0;
  const [first] = acted ?? [];
  if (count === 1 && first) {
    const one = `conciliação ${first.reconciliationId} (${account(first)})`;
    return { it: `a ${one}`, ofIt: `da ${one}`, toIt: `à ${one}` };
  }
  const codes = (acted ?? []).slice(0, NAMED_MAX).map(({ accountCode }) => oneLine(accountCode));
  const list = codes.length === 0 ? '' : ` (${listed(codes, count - codes.length)})`;
  const many = `${counted(count, 'conciliação', 'conciliações')}${list}`;
  return { it: many, ofIt: `de ${many}`, toIt: `a ${many}` };
}

function evidence(
  { mediaType, sizeBytes, sha256 }: EvidenceAttached['data'],
  { fileName }: HistoryContext,
): string {
  const file = fileName === null ? 'um arquivo' : `o arquivo ${quoted(fileName)}`;
  return `${file} (${oneLine(mediaType)}; ${counted(sizeBytes, 'byte')}; SHA-256 ${sha256})`;
}

/** ` (3 do razão; 1 do extrato)`: of the items that people did not type. */
function sourcesOf(composition: readonly CompositionItem[]): string {
  const sourceTexts = itemSources.flatMap((source) => {
    const count = composition.filter((item) => item.source === source).length;
    return count === 0 ? [] : [`${wholeNumber(count)} ${sourceNames[source]}`];
  });
  return sourceTexts.length === 0 ? '' : ` (${sourceTexts.join('; ')})`;
}

function prefixes(codes: readonly string[]): string {
  return listed(codes.slice(0, NAMED_MAX).map(oneLine), codes.length - NAMED_MAX);
}

const account = ({ accountCode, accountName }: Readonly<{ accountCode: string; accountName: string }>): string =>
  oneLine(`${accountCode} ${accountName}`.trim());

const quoted = (text: string): string => `"${oneLine(text)}"`;

// One Portuguese sentence for each entry in the history of one reconciliation, on its own page: without account
// and comment, which the page shows beside it. History of a company: history.ts.

/** `fileName` of an attached file; null when unknown. */
type EntryContext = Readonly<{
  actor: string;
  nameOf(personId: string): string;
  fileName: string | null;
  /** An amount in centavos with its side. */
  amountOf(cents: number): string;
  /** A balance with debit positive, with its side. */
  balanceOf(debitCents: number): string;
}>;

const THIS_RECONCILIATION: Mention = { it: 'a conciliação', ofIt: 'da conciliação', toIt: 'à conciliação' };

/** Without a full stop. */
export const entrySentence = (fact: ItemFact, context: EntryContext): string =>
  `${context.actor} ${entryDeed(fact, context)}`;

const entryDeed = sentencesOf<ItemFact, [EntryContext]>({
  released: ({ version, created, bookBalanceDebitCents, ...state }, { nameOf, balanceOf }) => {
    const actText = created ? 'criou a conciliação com' : 'atualizou a conciliação para';
    const balance = `saldo contábil de ${balanceOf(bookBalanceDebitCents)}: ${stateAfter(state, nameOf)}`;
    return `liberou a versão ${version} do balancete e ${actText} ${balance}`;
  },
  moved: ({ move, from, status, ownerId, acceptedDifferenceCents = 0 }, { nameOf, amountOf }) => {
    const ownerName = ownerId === null ? null : nameOf(ownerId);
    const moved = movePhrase({ move, from, status, ownerName }, THIS_RECONCILIATION);
    return moved + acceptedDifference(acceptedDifferenceCents, amountOf);
  },
  composed: (fact, context) =>
    fact.carried === undefined
      ? `registrou a composição: ${summed(fact, context)}`
      : `trouxe ${countedItems(fact.carried)} em aberto do mês anterior ou do cronograma: a composição tem ${summed(fact, context)}`,
  adjusted: (fact, context) => `registrou os ajustes: ${summed(fact, context)}`,
  explained: 'explicou a variação do saldo',
  commented: 'comentou',
  attached: (_, { fileName }) => `anexou ${fileName === null ? 'um arquivo' : `o arquivo "${fileName}"`}`,
});

function summed(
  { count, sumCents }: Readonly<{ count: number; sumCents: number }>,
  { amountOf }: Pick<EntryContext, 'amountOf'>,
): string {
  return `${countedItems(count)} somando ${amountOf(sumCents)}`;
}

const countedItems = (items: number): string => counted(items, 'item', 'itens');
