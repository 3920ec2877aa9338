// What became of the act before, in view until the next page; for a while it can be undone.
import type { ConsoleCall, PageCall } from '../route.js';
import type { Notice } from '../session/answers.js';
import { Form, HiddenFields } from './Form.js';

/** The place is always there: a script announces in it, too. */
export function Toast({ call, notice }: Readonly<{ call: PageCall | ConsoleCall; notice: Notice | null }>) {
  return (
    <div id="avisos" role="status">
      {notice !== null && (
        <div class={`note ${notice.kind}`}>
          {notice.sentence}
          {notice.undo && (
            <Form call={call as ConsoleCall} action={notice.undo.action} class="undo">
              <HiddenFields fields={[...notice.undo.fields, ['voltar', call.url]]} />
              <button>Desfazer</button>
            </Form>
          )}
        </div>
      )}
    </div>
  );
}
