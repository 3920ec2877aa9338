// One act on the selected reconciliations, and the report of what was done and refused.
import type { Move } from '../../../domain/reconciliation/transitions.js';
import type { ReconciliationStatus } from '../../../domain/reconciliation/states.js';
import { actLabels } from '../../../messages/acts.js';
import { Select, Field } from '../../design/Form.js';
import { Table } from '../../design/Table.js';
import { StatusBadge } from '../../design/values.js';
import { LIST_PATH } from './address.js';
import type { PersonChoice } from './query.js';

/** The acts of the person's roles; `assignees`: who may be assigned. */
export type BulkChoices = Readonly<{ moves: readonly Move[]; assignees: readonly PersonChoice[] }>;

export function BulkActs({ moves, assignees }: BulkChoices) {
  return (
    <fieldset class="bulk">
      <legend>
        Com as selecionadas <output data-selected />
      </legend>
      <Select
        label="Ato"
        name="ato"
        options={[['', '-'], ...moves.map((move) => [move, actLabels[move]] as const)]}
      />
      {moves.includes('assign') && (
        <Select
          label="Atribuir a"
          name="para"
          options={[['', '-'], ...assignees.map(({ personId, name }) => [personId, name] as const)]}
        />
      )}
      <Field label="Comentário ou justificativa" name="texto" maxLength={2_000} autocomplete="off" />
      <button class="btn btn-primary">Aplicar</button>
      <button class="btn btn-outline-secondary" type="button" data-select-all hidden>
        Selecionar a página
      </button>
    </fieldset>
  );
}

/** `sentence`: why it was refused; null when it was done. */
export type BulkLine = Readonly<{
  id: number;
  account: string | null;
  status: ReconciliationStatus | null;
  sentence: string | null;
}>;

/** Those refused come first. */
export function BulkReport({ lines, back }: Readonly<{ lines: readonly BulkLine[]; back: string }>) {
  const refusedFirst = lines.toSorted((a, b) => Number(a.sentence === null) - Number(b.sentence === null));
  return (
    <>
      <Table
        stacked
        caption="Resultado de cada conciliação"
        head={
          <>
            <th scope="col">Conciliação</th>
            <th scope="col">Resultado</th>
            <th scope="col">Estado</th>
          </>
        }
      >
        {refusedFirst.map(({ id, account, status, sentence }) => (
          <tr>
            <th scope="row">{account === null ? id : <a href={`${LIST_PATH}/${id}`}>{account}</a>}</th>
            <td class={sentence === null ? 'text-success-emphasis' : 'text-danger-emphasis'}>
              {sentence === null ? 'Feito' : `Recusado: ${sentence}`}
            </td>
            <td>{status === null ? '–' : <StatusBadge status={status} />}</td>
          </tr>
        ))}
      </Table>
      <a class="btn btn-primary" href={back}>
        Voltar à lista
      </a>
    </>
  );
}
