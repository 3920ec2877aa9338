// The acts on the selected reconciliations, in reach while some are selected, and why some were refused.
import type { Move } from '../../../domain/reconciliation/transitions.js';
import { actKeys, actLabels, bulkRefused } from '../../../messages/acts.js';
import { andMore } from '../../../messages/formats.js';
import { ActBar, keyed, More } from '../../design/ActBar.js';
import { LIST_PATH } from './address.js';
import type { BulkLine } from './bulk.js';

/** What most is done with; the first of a person's roles is the main thing to do. */
const UP_FRONT: readonly Move[] = ['approve', 'pass', 'submit', 'assign'];

/** @param moves the acts of the person's roles */
export function BulkActs({ moves }: Readonly<{ moves: readonly Move[] }>) {
  const front = UP_FRONT.filter((move) => moves.includes(move));
  const button = (move: Move) => (
    <button
      name="ato"
      value={move}
      class={move === front[0] ? 'primary' : undefined}
      {...keyed(actKeys[move], actLabels[move])}
    >
      {actLabels[move]}
    </button>
  );
  return (
    <ActBar label={<output data-selected>Com as selecionadas</output>}>
      {front.map(button)}
      <More>{moves.filter((move) => !front.includes(move)).map(button)}</More>
    </ActBar>
  );
}

/** Accounts named of each reason. */
const NAMED = 5;

/** One line for each reason, of those refused. */
export function BulkReport({ done, lines }: Readonly<{ done: string; lines: readonly BulkLine[] }>) {
  const byReason = new Map<string, BulkLine[]>();
  for (const line of lines)
    if (line.sentence !== null) byReason.set(line.sentence, [...(byReason.get(line.sentence) ?? []), line]);
  return (
    <div class="note warn" role="alert">
      <p>{done}</p>
      <ul>
        {[...byReason].map(([sentence, refused]) => (
          <li>
            {`${bulkRefused(refused.length)}: ${sentence} – `}
            {refused.slice(0, NAMED).map(({ id, account }, at) => (
              <>
                {at > 0 && ', '}
                {account === null ? id : <a href={`${LIST_PATH}/${id}`}>{account}</a>}
              </>
            ))}
            {refused.length > NAMED && ` ${andMore(refused.length - NAMED)}`}
          </li>
        ))}
      </ul>
    </div>
  );
}
