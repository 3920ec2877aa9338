// The rows of the list, as text: a page has a hundred, of 28 elements each.
import { deadlineNames, statusTones } from '../../design/tones.js';
import { joined, markup, type Markup } from '../../design/markup.js';
import { balanceText, dayText, sidedText } from '../../design/values.js';
import { month } from '../../../messages/formats.js';
import { statusNames } from '../../../messages/reconciliations.js';
import type { Competence } from '../../../domain/kernel/competence.js';
import type { WorklistRow } from '../../../projections/views/worklist/worklist.js';
import { LIST_PATH } from './address.js';

const NONE = markup`&ndash;`;
const NOTHING = markup``;

/** @param selectable with a box to select each row */
export function rowsMarkup(rows: readonly WorklistRow[], selectable: boolean): Markup {
  const days = new Map<string, string>();
  const dayOf = (at: string): string => {
    const known = days.get(at) ?? dayText(at);
    days.set(at, known);
    return known;
  };
  return joined(rows.map((row) => rowMarkup(row, selectable, dayOf)));
}

/** `data-label` heads each value where a narrow window shows rows below each other. */
function rowMarkup(row: WorklistRow, selectable: boolean, dayOf: (at: string) => string): Markup {
  const { id, contaCodigo, competencia, status, prazo } = row;
  const cents = (amount: number) => Math.round(amount * 100);
  const balance = cents(row.saldoContabilDevedor);
  const before = row.saldoAnterior === null ? null : cents(row.saldoAnterior);
  const difference = cents(row.diferenca);
  const [tone, deadline] = deadlineNames[row.slaStatus];
  const box = selectable
    ? markup`<td class="selection"><input class="form-check-input" type="checkbox" name="id" value="${id}" aria-label="Selecionar ${contaCodigo}"/></td>`
    : NOTHING;
  return markup`<tr data-item>${box}<th scope="row" class="account"><a href="${LIST_PATH}/${id}">${contaCodigo} <span>${row.contaDescricao}</span></a><small>${row.empresaNome}</small></th>
<td data-label="Competência"><time datetime="${competencia}">${month(competencia as Competence)}</time></td>
<td class="number" data-label="Saldo contábil">${balanceText(balance)}</td>
<td class="number" data-label="Mês anterior">${before === null ? NONE : balanceText(before)}</td>
<td class="number" data-label="Variação">${before === null ? NONE : balanceText(balance - before)}</td>
<td class="number" data-label="Conciliado">${sidedText(cents(row.saldoConciliado), row)}</td>
<td class="number" data-label="Ajustes">${sidedText(cents(row.ajustes), row)}</td>
<td class="${difference === 0 ? 'number' : 'number fw-semibold'}" data-label="Diferença">${sidedText(difference, row)}</td>
<td data-label="Estado"><span class="badge text-bg-${statusTones[status]}">${statusNames[status]}</span></td>
<td data-label="Responsável">${row.responsavelNome || NONE} <small>${row.responsavelPapel}</small></td>
<td data-label="Prazo"><time datetime="${prazo}">${dayOf(prazo)}</time> <span class="badge text-bg-${tone}">${deadline}</span></td></tr>`;
}
