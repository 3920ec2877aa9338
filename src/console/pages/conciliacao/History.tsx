// Comments, and the history in sentences.
import { COMMENT_CHARACTERS_MAX } from '../../../domain/reconciliation/events.js';
import { actLabels } from '../../../messages/acts.js';
import { AFTER_CLOSING } from '../../../messages/reconciliationPage.js';
import { Form, TextArea } from '../../design/Form.js';
import { DateTime, Empty, Part } from '../../design/values.js';
import type { ConsoleCall } from '../../route.js';
import { Revision } from './Acts.js';
import { actPath } from './addresses.js';
import { ListPages } from './ListPages.js';
import type { PageData, ShownEntry } from './pageData.js';

export function Comments({ call, data }: Readonly<{ call: ConsoleCall; data: PageData }>) {
  const written = data.comments.entries.toReversed();
  const isPossible = data.acts.some(({ act, refusal }) => act === 'comment' && refusal === null);
  return (
    <Part id="comentarios" title="Comentários">
      {written.length === 0 && <Empty>Nenhum comentário.</Empty>}
      {written.map((entry) => (
        <Comment entry={entry} />
      ))}
      <ListPages {...{ call, id: data.id, of: data.comments }} parameter="comentarios" title="Comentários" />
      {isPossible && (
        <Form call={call} action={actPath(data.id, 'comment', call)} data-part>
          <Revision {...{ call, data }} act="comment" />
          <TextArea
            label="Novo comentário"
            name="comentario"
            id="campo-comentario"
            rows={3}
            maxLength={COMMENT_CHARACTERS_MAX}
            required
          />
          <button>{actLabels.comment}</button>
        </Form>
      )}
    </Part>
  );
}

function Comment({ entry }: Readonly<{ entry: ShownEntry }>) {
  return (
    <article class="comment">
      <header>
        {entry.sentence} · <DateTime at={entry.at} />
      </header>
      <p>{entry.text}</p>
    </article>
  );
}

/** Newest first. */
export function History({ call, data }: Readonly<{ call: ConsoleCall; data: PageData }>) {
  return (
    <Part id="historico" title="Histórico">
      <Sentences entries={data.history.entries} closedAt={data.detail.closedAt} />
      <ListPages {...{ call, id: data.id, of: data.history }} parameter="historico" title="Histórico" />
    </Part>
  );
}

type SentencesProps = Readonly<{ entries: readonly ShownEntry[]; closedAt?: string | null }>;

/** Marks what came after the closing. */
export function Sentences({ entries, closedAt = null }: SentencesProps) {
  return (
    <ol class="history">
      {entries.map(({ at, sentence, text }) => (
        <li>
          <DateTime at={at} /> {sentence}
          {text === null ? '' : `: “${text}”`}
          {closedAt !== null && at > closedAt && <small> {AFTER_CLOSING}</small>}
        </li>
      ))}
    </ol>
  );
}
