// One Portuguese sentence for each entry in the history of one reconciliation, on its own page: without account and comment,
// which the page shows beside it. History of a company: history.ts.
import type { ItemFact } from '../domain/reconciliation/itemFacts.js';
import { movePhrase, type Mention } from './acts.js';
import { wholeNumber } from './formats.js';
import { acceptedDifference, approvalReasonText, statusNames } from './reconciliations.js';

/** `fileName` of an attached file; null when unknown. */
export type EntryContext = Readonly<{
  actor: string;
  nameOf(personId: string): string;
  fileName: string | null;
  /** An amount in centavos with its side. */
  amountOf(cents: number): string;
}>;

const mention: Mention = { it: 'a conciliação', ofIt: 'da conciliação', toIt: 'à conciliação' };

/** Without a full stop. */
export function entrySentence(fact: ItemFact, { actor, nameOf, fileName, amountOf }: EntryContext): string {
  const summed = ({ count, sumCents }: Readonly<{ count: number; sumCents: number }>): string =>
    `${counted(count)} somando ${amountOf(sumCents)}`;
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
      const moved = movePhrase({ move, from, status, ownerName }, mention);
      return `${actor} ${moved}${acceptedDifference(acceptedDifferenceCents, amountOf)}`;
    }
    case 'composed':
      if (fact.carried !== undefined)
        return `${actor} trouxe ${counted(fact.carried)} em aberto do mês anterior ou do cronograma: a composição tem ${summed(fact)}`;
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

function counted(items: number): string {
  return `${wholeNumber(items)} ${items === 1 ? 'item' : 'itens'}`;
}
