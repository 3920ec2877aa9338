// What an act on the selected reconciliations is about, before it is done.
import { actLabels } from '../../../messages/acts.js';
import { wholeNumber } from '../../../messages/formats.js';
import type { NamedReconciliation } from '../../../projections/views/worklist/worklist.js';
import { Confirm } from '../../design/Confirm.js';
import { Fact } from '../../design/Fact.js';
import { balanceText } from '../../design/values.js';
import type { ConsoleCall } from '../../route.js';
import { LIST_PATH } from './address.js';
import type { BulkRequest } from './bulk.js';

type Props = Readonly<{
  call: ConsoleCall;
  request: BulkRequest;
  selected: readonly NamedReconciliation[];
  /** Null for acts that assign nobody. */
  assignee: string | null;
  back: string;
}>;

export function BulkQuestion({ call, request, selected, assignee, back }: Props) {
  const { ids, move, comment, to } = request;
  const balances = selected.map(({ balanceCents }) => balanceCents);
  return (
    <Confirm
      {...{ call, back }}
      action={LIST_PATH}
      label={actLabels[move]}
      fields={[
        ...ids.map((id) => ['id', String(id)] as const),
        ...([
          ['ato', move],
          ['para', to ?? ''],
          ['texto', comment ?? ''],
          ['voltar', back],
        ] as const),
      ]}
    >
      <dl class="facts">
        <Fact name="Ato">{actLabels[move]}</Fact>
        <Fact name="Conciliações">{wholeNumber(selected.length)}</Fact>
        <Fact name="Soma dos saldos devedores">{sumText(balances.filter((cents) => cents > 0))}</Fact>
        <Fact name="Soma dos saldos credores">{sumText(balances.filter((cents) => cents < 0))}</Fact>
        {assignee !== null && <Fact name="Atribuir a">{assignee}</Fact>}
        {comment !== null && <Fact name="Comentário ou justificativa">{comment}</Fact>}
      </dl>
      <p>Cada uma é aceita ou recusada separadamente.</p>
    </Confirm>
  );
}

/** A thousand balances may be more than a number holds exactly. */
function sumText(cents: readonly number[]): string {
  return balanceText(cents.reduce((sum, each) => sum + BigInt(each), 0n));
}
