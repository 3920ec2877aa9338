// What became of the act before, in view until the next page.
import type { Notice } from '../session/answers.js';

/** The place is always there: a script announces in it, too. */
export function Toast({ notice }: Readonly<{ notice: Notice | null }>) {
  return (
    <div id="avisos" role="status">
      {notice !== null && <div class={`note ${notice.kind}`}>{notice.sentence}</div>}
    </div>
  );
}
