// One act on the selected reconciliations, and the report of what was done and refused.
import type { Move } from '../../../domain/reconciliation/transitions.js';
import type { ReconciliationStatus } from '../../../domain/reconciliation/states.js';
import { actLabels } from '../../../messages/acts.js';
import { ActBar } from '../../design/ActBar.js';
import { Select, Field } from '../../design/Form.js';
import { Table, type Column } from '../../design/Table.js';
import { State, StatusBadge } from '../../design/values.js';
import { LIST_PATH } from './address.js';
import type { PersonChoice } from './query.js';

/** The acts of the person's roles; `assignees`: who may be assigned. */
export type BulkChoices = Readonly<{ moves: readonly Move[]; assignees: readonly PersonChoice[] }>;

export function BulkActs({ moves, assignees }: BulkChoices) {
  return (
    <ActBar
      label={
        <>
          Com as selecionadas <output data-selected />
        </>
      }
    >
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
      <button class="primary">Aplicar</button>
      <button type="button" data-select-all hidden>
        Selecionar a página
      </button>
    </ActBar>
  );
}

/** `sentence`: why it was refused; null when it was done. */
export type BulkLine = Readonly<{
  id: number;
  account: string | null;
  status: ReconciliationStatus | null;
  sentence: string | null;
}>;

const reportColumns: readonly Column<BulkLine>[] = [
  {
    ...{ head: 'Conciliação', as: 'name', phone: 'start' },
    cell: ({ id, account }) => (account === null ? id : <a href={`${LIST_PATH}/${id}`}>{account}</a>),
  },
  {
    ...{ head: 'Resultado', phone: 'line' },
    cell: ({ sentence }) => (
      <State tone={sentence === null ? 'done' : 'bad'}>
        {sentence === null ? 'Feito' : `Recusado: ${sentence}`}
      </State>
    ),
  },
  {
    head: 'Estado',
    phone: 'line',
    cell: ({ status }) => (status === null ? '–' : <StatusBadge status={status} />),
  },
];

/** Those refused come first. */
export function BulkReport({ lines, back }: Readonly<{ lines: readonly BulkLine[]; back: string }>) {
  const refusedFirst = lines.toSorted((a, b) => Number(a.sentence === null) - Number(b.sentence === null));
  return (
    <>
      <Table caption="Resultado de cada conciliação" columns={reportColumns} rows={refusedFirst} />
      <a class="button primary" href={back}>
        Voltar à lista
      </a>
    </>
  );
}
