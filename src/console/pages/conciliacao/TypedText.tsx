// What was typed into a form that the page no longer has, because the reconciliation changed meanwhile: kept for copying.
import type { Act } from '../../../domain/reconciliation/transitions.js';
import type { ConsoleCall } from '../../route.js';
import type { PageData } from './pageData.js';
import { adjustmentColumns, compositionColumns, isPastedTooLong, typedRows } from './typedItems.js';

type Props = Readonly<{ call: ConsoleCall; data: PageData; act: Act }>;

export function TypedText({ call, data, act }: Props) {
  const isStillThere = data.acts.some((one) => one.act === act && one.refusal === null);
  const text = isStillThere ? '' : textOf(act, call.state.typed?.fields ?? {});
  if (text === '') return null;
  return (
    <div class="field">
      <label for="digitado">O que você preencheu</label>
      <textarea id="digitado" rows={4} readOnly value={text} />
    </div>
  );
}

function textOf(act: Act, fields: Readonly<Record<string, string>>): string {
  if (act !== 'compose' && act !== 'adjust') return fields['comentario'] ?? fields['justificativa'] ?? '';
  const columns = act === 'compose' ? compositionColumns : adjustmentColumns;
  const rows = typedRows(fields, columns);
  const lines = rows.map((row) => columns.map((column) => row[column] ?? '').join('\t'));
  return [...lines, ...(isPastedTooLong(fields) ? [fields['colado']] : [])].join('\n');
}
