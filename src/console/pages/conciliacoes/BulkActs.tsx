// The acts on the selected reconciliations, in reach while some are selected, and why some were refused.
import { actKeys, actLabels, bulkRefused } from '../../../messages/acts.js';
import { andMore } from '../../../messages/formats.js';
import { ActBar, keyed, More } from '../../design/ActBar.js';
import { LIST_PATH } from './address.js';
import type { BulkAct, BulkLine } from './bulk.js';

/** What most is done with; the first of a person's roles is the main thing to do. */
const UP_FRONT: readonly BulkAct[] = ['approve', 'pass', 'submit', 'carry', 'assign'];

/** @param acts of the person's roles */
export function BulkActs({ acts }: Readonly<{ acts: readonly BulkAct[] }>) {
  const front = UP_FRONT.filter((act) => acts.includes(act));
  const button = (act: BulkAct) => (
    <button
      name="ato"
      value={act}
      class={act === front[0] ? 'primary' : undefined}
      {...keyed(actKeys[act], actLabels[act])}
    >
      {actLabels[act]}
    </button>
  );
  return (
    <ActBar label={<output data-selected>Com as selecionadas</output>}>
      {front.map(button)}
      <More>{acts.filter((act) => !front.includes(act)).map(button)}</More>
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
