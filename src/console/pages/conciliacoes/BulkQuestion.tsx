// What an act on the selected reconciliations is about, before it is done, and what it needs to be told.
import { COMMENT_CHARACTERS_MAX } from '../../../domain/reconciliation/textLimits.js';
import { transitions } from '../../../domain/reconciliation/transitions.js';
import { actLabels } from '../../../messages/acts.js';
import { EACH_BY_ITSELF } from '../../../messages/confirmations.js';
import type { NamedReconciliation } from '../../../projections/views/worklist/worklist.js';
import { Confirm } from '../../design/Confirm.js';
import { CountAndSums } from '../../design/Fact.js';
import { Select, TextArea } from '../../design/Form.js';
import type { ConsoleCall } from '../../route.js';
import { LIST_PATH } from './address.js';
import type { BulkRequest } from './bulk.js';
import type { PersonChoice } from './query.js';

type Props = Readonly<{
  call: ConsoleCall;
  request: BulkRequest;
  selected: readonly NamedReconciliation[];
  /** Who may be assigned. */
  assignees: readonly PersonChoice[];
  back: string;
}>;

export function BulkQuestion({ call, request, selected, assignees, back }: Props) {
  const { ids, act, comment, to } = request;
  const asks = transitions.find((each) => each.move === act)?.asks;
  return (
    <Confirm
      {...{ call, back }}
      action={LIST_PATH}
      label={actLabels[act]}
      fields={[
        ...ids.map((id) => ['id', String(id)] as const),
        ...([
          ['ato', act],
          ['voltar', back],
        ] as const),
      ]}
      asks={
        <>
          {act === 'assign' && (
            <Select
              {...{ label: 'Atribuir a', name: 'para', required: true, value: to ?? '' }}
              options={[
                ['', 'Escolha o Elaborador'],
                ...assignees.map(({ personId, name }) => [personId, name] as const),
              ]}
            />
          )}
          {asks !== undefined && (
            <TextArea
              {...{
                label: asks === 'reason' ? 'Justificativa' : 'Comentário',
                name: 'texto',
                value: comment ?? '',
              }}
              {...{ rows: 3, maxLength: COMMENT_CHARACTERS_MAX, required: true }}
            />
          )}
        </>
      }
    >
      <CountAndSums name="Conciliações" balances={selected.map(({ balanceCents }) => balanceCents)} />
      <p>{EACH_BY_ITSELF}</p>
    </Confirm>
  );
}
