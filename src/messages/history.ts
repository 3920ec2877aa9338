// One Portuguese sentence for each event that `history` shows.
import type { BooksEvent, RefusalEvent } from '../domain/books/events.js';
import type { ChartEvent } from '../domain/charts/events.js';
import type { ClientEvent } from '../domain/clients/events.js';
import {
  itemSources,
  type ActedEvent,
  type CompositionItem,
  type EvidenceAttached,
  type ReconciliationEvent,
  type ReconciliationsMoved,
} from '../domain/reconciliation/events.js';
import type { ItemFact } from '../domain/reconciliation/itemFacts.js';
import type { ActedItem, ReleasedItem } from '../domain/reconciliation/parts.js';
import { movePhrase, type Mention } from './acts.js';
import { money, month, oneLine, wholeNumber } from './formats.js';
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
import { sourceNames } from './statements.js';

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
export function historySentence(event: HistoryEvent, context: HistoryContext): string {
  const { actor } = context;
  switch (event.type) {
    case 'TrialBalanceVersioned': {
      const { version, competence, lineCount } = event.data;
      return `${actor} importou a versão ${version} do balancete de ${month(competence)} (${counted(lineCount, 'linha', 'linhas')})`;
    }
    case 'ImportRefused': {
      const { competence, error } = event.data;
      const of = competence === null ? '' : ` de ${month(competence)}`;
      return `${actor} teve a importação do balancete${of} recusada: ${spoken(oneLine(error))}`;
    }
    case 'CompetenceClosed':
      return (
        `${actor} fechou a competência ${month(event.data.competence)}` +
        (event.data.statement === undefined ? '' : ` e declarou: ${quoted(event.data.statement)}`)
      );
    case 'CompetenceReopened':
      return `${actor} reabriu a competência ${month(event.data.competence)}: ${quoted(event.data.reason)}`;
    case 'ChecklistPointTicked':
      return `${actor} concluiu no checklist de ${month(event.data.competence)}: ${quoted(event.data.point)}`;
    case 'ChecklistPointReopened': {
      const { point, competence, comment } = event.data;
      return `${actor} reabriu no checklist de ${month(competence)} ${quoted(point)}: ${quoted(comment)}`;
    }
    case 'ScheduleCreated': {
      const { accountCode, description } = event.data;
      return `${actor} criou na conta ${oneLine(accountCode)} o cronograma ${quoted(description)}: ${scheduleRule(event.data)}`;
    }
    case 'ScheduleEnded':
      return `${actor} encerrou o cronograma ${event.data.scheduleId} a partir de ${month(event.data.from)}`;
    case 'DossierMade':
      return `${actor} fez o dossiê de ${month(event.data.competence)}`;
    case 'TrialBalanceReleased':
      return releaseSentence(event.data, context);
    case 'ReconciliationsMoved':
      return `${actor} ${moveSentence(event.data, context)}`;
    case 'CompositionRecorded': {
      const { composition, reconciledCents } = event.data;
      if (composition === null || reconciledCents === null)
        return `${actor} trouxe os itens em aberto do mês anterior, ou do cronograma, ${mention(event.data, context).toIt}`;
      const items = `${counted(composition.length, 'item', 'itens')}${sourcesOf(composition)}`;
      const sum = `${items} somando ${money(reconciledCents)}`;
      return `${actor} registrou a composição ${mention(event.data, context).ofIt}: ${sum}`;
    }
    case 'AdjustmentsRecorded': {
      const { adjustments, adjustmentsCents } = event.data;
      const sum = `${counted(adjustments.length, 'item', 'itens')} somando ${money(adjustmentsCents)}`;
      return `${actor} registrou os ajustes ${mention(event.data, context).ofIt}: ${sum}`;
    }
    case 'ReconciliationsCommented':
      return `${actor} comentou ${mention(event.data, context).it}: ${quoted(event.data.comment)}`;
    case 'VariationExplained':
      return `${actor} explicou a variação ${mention(event.data, context).ofIt}: ${quoted(event.data.text)}`;
    case 'EvidenceAttached':
      return `${actor} anexou ${evidence(event.data, context)} ${mention(event.data, context).toIt}`;
    case 'ChartVersioned':
      return `${actor} alterou o plano de contas ${oneLine(event.data.name)} (versão ${event.data.version})`;
    case 'ChartAccountsListed':
      return `${actor} registrou contas em um plano de contas`;
    default:
      return `${actor} ${registersSentence(event, context)}`;
  }
}

function registersSentence(event: ClientEvent, { nameOf }: HistoryContext): string {
  switch (event.type) {
    case 'ClientNamed':
      return `definiu o nome do cliente: ${oneLine(event.data.name)}`;
    case 'CompanyRegistered':
      return `cadastrou a empresa ${oneLine(event.data.legalName)}`;
    case 'CompanyChanged':
      return `alterou o cadastro da empresa ${oneLine(event.data.legalName)}`;
    case 'ChartRegistered':
      return `cadastrou o plano de contas ${oneLine(event.data.name)}`;
    case 'MappingSaved':
      return 'salvou o mapeamento de colunas da empresa';
    case 'StatementMappingSaved':
      return `salvou as colunas dos arquivos de ${event.data.side === 'razao' ? 'razão' : 'extrato'} da empresa`;
    case 'UserRegistered':
      return 'cadastrou um usuário';
    case 'UserRolesChanged':
      return 'alterou os papéis de um usuário';
    case 'UserRenamed':
      return 'alterou o nome de um usuário';
    case 'UserErased':
      return 'apagou os dados de um usuário';
    case 'SignInLinkMade':
      return event.data.kind === 'INVITE'
        ? `gerou um convite para ${nameOf(event.data.personId)} entrar no console`
        : `gerou um link para trocar a senha de ${nameOf(event.data.personId)}`;
    case 'SignInLinksSeen':
      return 'tomou ciência dos links de acesso gerados para a própria conta';
    case 'MailChosen':
      return 'escolheu quais e-mails recebe';
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
    case 'CarryRuleChanged': {
      const { carry } = event.data;
      if (carry.length === 0) return 'desligou a regra que traz itens em aberto do mês anterior';
      return `definiu as contas cujos itens em aberto a liberação traz do mês anterior: ${prefixes(carry)}`;
    }
    case 'ClosedMonthsRuleChanged':
      return event.data.frozen
        ? 'decidiu que as competências fechadas da empresa recusam trabalho'
        : 'decidiu que as competências fechadas da empresa aceitam trabalho';
    case 'ToleranceChanged':
      return event.data.tolerance.length === 0
        ? 'desligou a tolerância da empresa: para enviar, a diferença é zero'
        : `definiu a tolerância da empresa: ${toleranceTexts(event.data.tolerance).join('; ')}`;
    case 'VariationRulesChanged':
      return event.data.variation.length === 0
        ? 'desligou as regras de variação da empresa'
        : `definiu as variações que a empresa explica: ${variationTexts(event.data.variation).join('; ')}`;
    case 'RiskRulesChanged':
      return event.data.risk.length === 0
        ? 'desligou as regras de risco da empresa'
        : `definiu o risco das contas da empresa: ${riskTexts(event.data.risk).join('; ')}`;
    case 'ChecklistChanged':
      return event.data.checklist.length === 0
        ? 'esvaziou o checklist de fechamento da empresa'
        : `definiu o checklist de fechamento da empresa: ${prefixes(event.data.checklist.map(({ text }) => text))}`;
    case 'IntercompanyChanged':
      return event.data.intercompany.length === 0
        ? 'desligou os saldos entre empresas da empresa'
        : `definiu os saldos entre empresas das contas ${prefixes(event.data.intercompany.map(({ prefix }) => prefix))}`;
    case 'ClosingStatementChanged':
      return event.data.statement === null
        ? 'desligou a declaração de quem fecha uma competência da empresa'
        : `definiu a declaração de quem fecha uma competência da empresa: ${quoted(event.data.statement)}`;
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
  const { status, ownerId, bookBalanceCents, approvalReason = null } = released;
  const byRule = approvalReason === null ? '' : ` (${approvalReasonText(approvalReason)})`;
  const owner = `${ownerId === null ? '' : ` com ${nameOf(ownerId)}`}${byRule}`;
  const which = `a conciliação ${released.reconciliationId} (${account(released)})`;
  const balance = `saldo contábil de ${money(bookBalanceCents)}`;
  return released.created
    ? `${release} e criou ${which} com ${balance}: ${statusNames[status]}${owner}`
    : `${release} e atualizou ${which} para o ${balance}: ${statusNames[status]}${owner}`;
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
  const sentence = `${movePhrase(facts, mention(data, context))}${acceptedDifference(accepted, money)}`;
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
  return `${what} (${oneLine(mediaType)}; ${counted(sizeBytes, 'byte', 'bytes')}; SHA-256 ${sha256})`;
}

/** ` (3 do razão; 1 do extrato)`: of the items that people did not type. */
function sourcesOf(composition: readonly CompositionItem[]): string {
  const told = itemSources.flatMap((source) => {
    const count = composition.filter((item) => item.source === source).length;
    return count === 0 ? [] : [`${wholeNumber(count)} ${sourceNames[source]}`];
  });
  return told.length === 0 ? '' : ` (${told.join('; ')})`;
}

function prefixes(codes: readonly string[]): string {
  const more = codes.length - NAMED_MAX;
  return `${codes.slice(0, NAMED_MAX).map(oneLine).join('; ')}${more > 0 ? ` e mais ${wholeNumber(more)}` : ''}`;
}

function account({ accountCode, accountName }: Readonly<{ accountCode: string; accountName: string }>): string {
  return oneLine(`${accountCode} ${accountName}`.trim());
}

function counted(count: number, one: string, many: string): string {
  return `${wholeNumber(count)} ${count === 1 ? one : many}`;
}

function quoted(text: string): string {
  return `"${oneLine(text)}"`;
}

// One Portuguese sentence for each entry in the history of one reconciliation, on its own page: without account and comment,
// which the page shows beside it. History of a company: history.ts.

/** `fileName` of an attached file; null when unknown. */
type EntryContext = Readonly<{
  actor: string;
  nameOf(personId: string): string;
  fileName: string | null;
  /** An amount in centavos with its side. */
  amountOf(cents: number): string;
}>;

const THIS_RECONCILIATION: Mention = { it: 'a conciliação', ofIt: 'da conciliação', toIt: 'à conciliação' };

/** Without a full stop. */
export function entrySentence(fact: ItemFact, { actor, nameOf, fileName, amountOf }: EntryContext): string {
  const summed = ({ count, sumCents }: Readonly<{ count: number; sumCents: number }>): string =>
    `${countedItems(count)} somando ${amountOf(sumCents)}`;
  switch (fact.is) {
    case 'released': {
      const { version, created, status, ownerId, bookBalanceCents, approvalReason } = fact;
      const byRule = approvalReason === undefined ? '' : ` (${approvalReasonText(approvalReason)})`;
      const owner = `${ownerId === null ? '' : ` com ${nameOf(ownerId)}`}${byRule}`;
      const what = created ? 'criou a conciliação com' : 'atualizou a conciliação para';
      const balance = `saldo contábil de ${amountOf(bookBalanceCents)}`;
      return `${actor} liberou a versão ${version} do balancete e ${what} ${balance}: ${statusNames[status]}${owner}`;
    }
    case 'moved': {
      const { move, from, status, ownerId, acceptedDifferenceCents = 0 } = fact;
      const ownerName = ownerId === null ? null : nameOf(ownerId);
      const moved = movePhrase({ move, from, status, ownerName }, THIS_RECONCILIATION);
      return `${actor} ${moved}${acceptedDifference(acceptedDifferenceCents, amountOf)}`;
    }
    case 'composed':
      if (fact.carried !== undefined)
        return `${actor} trouxe ${countedItems(fact.carried)} em aberto do mês anterior ou do cronograma: a composição tem ${summed(fact)}`;
      return `${actor} registrou a composição: ${summed(fact)}`;
    case 'adjusted':
      return `${actor} registrou os ajustes: ${summed(fact)}`;
    case 'explained':
      return `${actor} explicou a variação do saldo`;
    case 'commented':
      return `${actor} comentou`;
    case 'attached':
      return `${actor} anexou ${fileName === null ? 'um arquivo' : `o arquivo "${fileName}"`}`;
  }
}

function countedItems(items: number): string {
  return counted(items, 'item', 'itens');
}
