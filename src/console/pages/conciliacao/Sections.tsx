// Comments, history and evidence of a reconciliation, with the forms that add to them, and the acts of a person's roles in a bar at
// the lower edge.
import { FORM_FILES_MAX } from '../../../api/http/request/multipart.js';
import { column, Cut, Pagination, Table } from '../../design/Table.js';
import type { ConsoleCall } from '../../route.js';
import { pagePath, actPath, filePath } from './addresses.js';
import type { ComponentChildren } from 'preact';
import type { PossibleAct } from '../../../domain/reconciliation/possibleActs.js';
import { type ActRefusal, EVIDENCE_BYTES_MAX } from '../../../domain/reconciliation/refusals.js';
import { actLabels, type Act } from '../../../domain/reconciliation/transitions.js';
import { COMMENT_CHARACTERS_MAX } from '../../../domain/reconciliation/events.js';
import { actKeys } from '../../../messages/acts.js';
import { andNext, ownRefusalSentence, AFTER_CLOSING } from '../../../messages/reconciliationPage.js';
import { ActBar, keyed, More, Form, Select, TextArea, FileField } from '../../design/Form.js';
import type { PageData, ShownEntry } from './pageData.js';
import { DateTime, Part, Empty } from '../../design/values.js';

type Props = Readonly<{
  call: ConsoleCall;
  id: number;
  parameter: string;
  /** The id of its section's heading, the parameter's name unless given. */
  at?: string;
  title: string;
  of: Readonly<{ page: number; pages: number; total: number }>;
}>;

export function ListPages({ call, id, parameter, at = parameter, title, of: { page, pages, total } }: Props) {
  // A form is at another address, without pages.
  const address = new URLSearchParams(call.method === 'GET' ? call.querystring : '');
  const list = { parameter, at: `#${at}`, label: `Páginas de ${title}` };
  return (
    <>
      <Pagination {...{ address, page, pages, total, list }} path={pagePath(id)} />
      <Cut call={call} total={total} />
    </>
  );
}

type ActsProps = Readonly<{ call: ConsoleCall; data: PageData }>;

/** Composition and what is carried into it, adjustments, explanation, comments and evidence have forms of their own. */
const ELSEWHERE: readonly Act[] = ['carry', 'compose', 'adjust', 'explain', 'comment', 'attach'];
/** Of those shown the first is the main thing to do. */
const ONWARD: readonly Act[] = ['submit', 'pass', 'approve', 'assign'];

export function Acts({ call, data }: ActsProps) {
  const shown = data.acts.filter(
    ({ act, refusal }) => !ELSEWHERE.includes(act) && refusal?.is !== 'NotInThisState',
  );
  const main = ONWARD.map((act) => shown.find((one) => one.act === act)).find((one) => one !== undefined);
  const others = shown.filter((one) => one !== main);
  if (shown.length === 0) return null;
  return (
    <ActBar label={main?.refusal && <span id={`motivo-${main.act}`}>{ownRefusalSentence(main.refusal)}</span>}>
      {main && <MainAct {...{ call, data }} {...main} />}
      {others.length > 0 && (
        <More>
          {others.map(({ act, asks, refusal }) =>
            refusal === null ? <ActForm {...{ call, data, act, asks }} /> : <RefusedAct {...{ act, refusal }} />,
          )}
        </More>
      )}
    </ActBar>
  );
}

function MainAct({ call, data, act, asks, refusal }: ActsProps & PossibleAct) {
  const label = actLabels[act];
  if (refusal !== null)
    return (
      <button type="button" disabled aria-describedby={`motivo-${act}`}>
        {label}
      </button>
    );
  const { next } = data;
  const key = keyed(actKeys[act], label);
  return (
    <ActForm {...{ call, data, act, asks }}>
      {next === null || act === 'assign' ? (
        <button class="primary" {...key}>
          {label}
        </button>
      ) : (
        <>
          <button>{label}</button>
          <button class="primary" name="depois" value={String(next.id)} {...key}>
            {andNext(label)}
          </button>
        </>
      )}
    </ActForm>
  );
}

type ActFormProps = ActsProps & Omit<PossibleAct, 'refusal'> & Readonly<{ children?: ComponentChildren }>;

/** @param children its buttons, unless it has just one */
function ActForm({ call, data, act, asks, children }: ActFormProps) {
  return (
    <Form call={call} action={actPath(data.id, act, call)} data-part>
      <Revision {...{ call, data, act }} />
      {act === 'assign' && (
        <Select
          label="Responsável"
          name="responsavel"
          id={`campo-responsavel-${act}`}
          options={[['', 'Escolha o Elaborador'], ...data.preparers]}
          required
        />
      )}
      {asks === 'comment' && <ActText act={act} label="Comentário" name="comentario" />}
      {asks === 'reason' && <ActText act={act} label="Justificativa" name="justificativa" />}
      {children ?? <button>{actLabels[act]}</button>}
    </Form>
  );
}

/** Several acts ask for a text: each field has an id of its own. */
function ActText({ act, label, name }: Readonly<{ act: Act; label: string; name: string }>) {
  return (
    <TextArea
      {...{ label, name }}
      id={`campo-${name}-${act}`}
      rows={2}
      maxLength={COMMENT_CHARACTERS_MAX}
      required
    />
  );
}

type RevisionProps = Readonly<{ call: ConsoleCall; data: Pick<PageData, 'id' | 'revision'>; act: Act }>;

/** The newest event that the person saw: with what was typed before, the one seen then. */
export function Revision({ call, data, act }: RevisionProps) {
  const { typed } = call.state;
  const seen = typed?.action === actPath(data.id, act) ? typed.fields['revisao'] : undefined;
  return <input type="hidden" name="revisao" value={seen ?? data.revision} />;
}

/** Nothing where only the state refuses it. */
export function RefusedAct({ act, refusal }: Readonly<{ act: Act; refusal: ActRefusal }>) {
  if (refusal.is === 'NotInThisState') return null;
  return (
    <p class="hint">
      <button type="button" disabled aria-describedby={`motivo-${act}`}>
        {actLabels[act]}
      </button>{' '}
      <span id={`motivo-${act}`}>{ownRefusalSentence(refusal)}</span>
    </p>
  );
}

const MB = 2 ** 20;

export function Evidence({ call, data }: Readonly<{ call: ConsoleCall; data: PageData }>) {
  const files = data.files.entries
    .toReversed()
    .flatMap((entry) => (entry.file === null ? [] : [{ ...entry, file: entry.file }]));
  const isPossible = data.acts.some(({ act, refusal }) => act === 'attach' && refusal === null);
  return (
    <Part id="evidencias" title="Evidências">
      <Table<ShownEntry & Readonly<{ file: NonNullable<ShownEntry['file']> }>>
        caption="Arquivos anexados"
        rows={files}
        empty="Nenhum arquivo anexado."
        columns={[
          column('Arquivo', 'long line file-name', ({ revision, file }) => (
            <File path={filePath(data.id, revision)} name={file.name} />
          )),
          column('Tamanho', 'nowrap end', ({ file }) => sizeText(file.sizeBytes)),
          column('Anexado por', 'start', ({ by }) => by),
          column('Quando', 'nowrap end', ({ at }) => <DateTime at={at} />),
        ]}
      />
      <ListPages {...{ call, id: data.id, of: data.files }} parameter="evidencias" title="Evidências" />
      {isPossible && (
        <Form call={call} action={actPath(data.id, 'attach', call)} upload data-part class="upload">
          <Revision {...{ call, data }} act="attach" />
          <FileField
            {...{ label: 'Anexar arquivos', id: 'arquivo', multiple: true }}
            hint={`Até ${FORM_FILES_MAX} de cada vez, de ${EVIDENCE_BYTES_MAX / MB} MB cada um. Também por soltar ou colar.`}
          />
          <button>{actLabels.attach}</button>
        </Form>
      )}
    </Part>
  );
}

/** Pictures are shown small; a PDF is opened by the browser. */
function File({ path, name }: Readonly<{ path: string; name: string }>) {
  return (
    <>
      {/\.(png|jpe?g|gif|webp)$/i.test(name) && <img class="thumb" src={path} alt="" loading="lazy" />}
      <a href={path} download>
        {name}
      </a>
      {/\.pdf$/i.test(name) && (
        <>
          {' · '}
          <a href={`${path}?ver=sim`} target="_blank" aria-label={`Ver ${name}`}>
            Ver
          </a>
        </>
      )}
    </>
  );
}

/** `340 bytes`, `1,2 kB`, `9,5 MB` */
function sizeText(bytes: number): string {
  if (bytes < 1_024) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  const [value, unit] = bytes < MB ? [bytes / 1_024, 'kB'] : [bytes / MB, 'MB'];
  return `${value.toFixed(1).replace('.', ',')} ${unit}`;
}

export function Comments({ call, data }: Readonly<{ call: ConsoleCall; data: PageData }>) {
  const written = data.comments.entries.toReversed();
  const isPossible = data.acts.some(({ act, refusal }) => act === 'comment' && refusal === null);
  return (
    <Part id="comentarios" title="Comentários">
      {written.length === 0 && <Empty>Nenhum comentário.</Empty>}
      {written.map(({ sentence, at, text }) => (
        <article class="comment">
          <header>
            {sentence} · <DateTime at={at} />
          </header>
          <p>{text}</p>
        </article>
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
