// Comments, history and evidence of a reconciliation, and the bar of the acts that a person's roles have.
import { FORM_FILES_MAX } from '../../../api/http/request/multipart.js';
import { column, Cut, Pagination, Table } from '../../design/Table.js';
import { pagePath, actPath, filePath } from './addresses.js';
import type { ComponentChildren } from 'preact';
import type { PossibleAct } from '../../../domain/reconciliation/possibleActs.js';
import { type ActRefusal, EVIDENCE_BYTES_MAX } from '../../../domain/reconciliation/refusals.js';
import { actLabels, type Act } from '../../../domain/reconciliation/transitions.js';
import { COMMENT_CHARACTERS_MAX } from '../../../domain/reconciliation/events.js';
import { actKeys } from '../../../messages/acts.js';
import {
  AND_NEXT,
  andNext,
  ownRefusalSentence,
  AFTER_CLOSING,
  OTHER_ACTS,
} from '../../../messages/reconciliationPage.js';
import { ActBar, keyed, More, Form, Field, useCall } from '../../design/Form.js';
import type { PageData, ShownEntry } from './pageData.js';
import { DateTime, Part, Empty } from '../../design/values.js';

type Props = Readonly<{ data: PageData }>;
type PagesProps = Props & Readonly<{ list: 'files' | 'comments' | 'history'; parameter: string; title: string }>;

/** @param parameter also the id of its section's heading */
function ListPages({ data, list, parameter, title }: PagesProps) {
  const { page, pages, total } = data[list];
  const part = { parameter, at: `#${parameter}`, label: `Páginas de ${title}` };
  return (
    <>
      <Pagination page={page} pages={pages} total={total} list={part} path={pagePath(data.id)} />
      <Cut total={total} />
    </>
  );
}

export function isPossible({ acts }: Pick<PageData, 'acts'>, act: Act): boolean {
  return acts.some((one) => one.act === act && one.refusal === null);
}

/** Acts whose forms stand at what they change. */
const ELSEWHERE: readonly Act[] = ['carry', 'compose', 'adjust', 'explain', 'comment', 'attach'];
/** Acts of which the first one shown is the main thing to do. */
const ONWARD: readonly Act[] = ['submit', 'pass', 'approve', 'assign'];

export function Acts({ data }: Props) {
  const { typed } = useCall().state;
  const offered = data.acts.filter(
    ({ act, refusal }) => !ELSEWHERE.includes(act) && refusal?.is !== 'NotInThisState',
  );
  const main = ONWARD.map((act) => offered.find((one) => one.act === act)).find((one) => one !== undefined);
  const others = offered.filter((one) => one !== main);
  if (offered.length === 0) return null;
  return (
    <ActBar
      label={main === undefined ? OTHER_ACTS : main.refusal && <Reason act={main.act} refusal={main.refusal} />}
    >
      {main && <MainAct data={data} {...main} />}
      {others.length > 0 && (
        <More isOpen={others.some(({ act }) => typed?.action === actPath(data.id, act))}>
          {others.map(({ act, asks, refusal }) =>
            refusal === null ? (
              <AskingForm data={data} act={act} asks={asks} />
            ) : (
              <RefusedAct act={act} refusal={refusal} />
            ),
          )}
        </More>
      )}
    </ActBar>
  );
}

function MainAct({ data, act, asks, refusal }: Props & PossibleAct) {
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
    <AskingForm data={data} act={act} asks={asks}>
      {next === null || act === 'assign' ? (
        <button class="primary" {...key}>
          {label}
        </button>
      ) : (
        <>
          <button>{label}</button>
          <button class="primary" name="depois" value={String(next.id)} aria-label={andNext(label)} {...key}>
            <span class="off">{label}&nbsp;</span>
            {AND_NEXT}
          </button>
        </>
      )}
    </AskingForm>
  );
}

type FormProps = Props & Readonly<{ act: Act; buttons?: ComponentChildren; children?: ComponentChildren }>;

/** @param buttons unless it has just one @param rest further attributes of the form */
export function ActForm({
  data,
  act,
  buttons = <button>{actLabels[act]}</button>,
  children,
  ...rest
}: FormProps & Readonly<{ upload?: boolean; class?: string }>) {
  return (
    <Form action={actPath(data.id, act, useCall())} data-part {...rest}>
      <Revision data={data} act={act} />
      {children}
      {buttons}
    </Form>
  );
}

type AskingProps = Props & Omit<PossibleAct, 'refusal'> & Readonly<{ children?: ComponentChildren }>;

/** Several acts ask for a text: each field has an id of its own. @param children its buttons */
function AskingForm({ data, act, asks, children }: AskingProps) {
  const [label, name] = asks === 'reason' ? ['Justificativa', 'justificativa'] : ['Comentário', 'comentario'];
  return (
    <ActForm data={data} act={act} buttons={children}>
      {act === 'assign' && (
        <Field
          label="Responsável"
          name="responsavel"
          says=""
          id={`campo-responsavel-${act}`}
          options={[['', 'Escolha o Elaborador'], ...data.preparers]}
          required
        />
      )}
      {asks !== null && <ActText label={label} name={name} id={`campo-${name}-${act}`} rows={2} />}
    </ActForm>
  );
}

/** The field of an act, which gets what refuses it. */
type TextProps = Readonly<{
  label: string;
  name: string;
  id: string;
  rows?: number;
  hint?: string;
  value?: string;
}>;

export function ActText({ rows = 3, ...field }: TextProps) {
  return <Field says="" {...field} rows={rows} maxLength={COMMENT_CHARACTERS_MAX} required />;
}

/** The newest event that the person saw: with what was typed before, the one seen then. */
export function Revision({ data, act }: Readonly<{ data: Pick<PageData, 'id' | 'revision'>; act: Act }>) {
  const { typed } = useCall().state;
  const seen = typed?.action === actPath(data.id, act) ? typed.fields['revisao'] : undefined;
  return <input type="hidden" name="revisao" value={seen || data.revision} />;
}

/** Nothing where only the state refuses it. */
export function RefusedAct({ act, refusal }: Readonly<{ act: Act; refusal: ActRefusal }>) {
  if (refusal.is === 'NotInThisState') return null;
  return (
    <p class="hint">
      <button type="button" disabled aria-describedby={`motivo-${act}`}>
        {actLabels[act]}
      </button>{' '}
      <Reason act={act} refusal={refusal} />
    </p>
  );
}

function Reason({ act, refusal }: Readonly<{ act: Act; refusal: ActRefusal }>) {
  return <span id={`motivo-${act}`}>{ownRefusalSentence(refusal)}</span>;
}

const MB = 2 ** 20;

export function Evidence({ data }: Props) {
  const files = data.files.entries
    .toReversed()
    .flatMap((entry) => (entry.file === null ? [] : [{ ...entry, file: entry.file }]));
  return (
    <Part id="evidencias" title="Evidências">
      <Table<ShownEntry & Readonly<{ file: NonNullable<ShownEntry['file']> }>>
        caption="Arquivos anexados"
        rows={files}
        empty="Nenhum arquivo anexado. Aqui fica o que comprova o saldo: extrato, nota, contrato."
        columns={[
          column('Arquivo', 'long line', ({ revision, file }) => (
            <File path={filePath(data.id, revision)} name={file.name} />
          )),
          column('Tamanho', 'nowrap end', ({ file }) => sizeText(file.sizeBytes)),
          column('Anexado por', 'start', ['text', ({ by }) => by]),
          column('Quando', 'nowrap end', ['moment', ({ at }) => at]),
        ]}
      />
      <ListPages data={data} list="files" parameter="evidencias" title="Evidências" />
      {isPossible(data, 'attach') && (
        <ActForm data={data} act="attach" upload class="upload">
          <Field
            label="Anexar arquivos"
            name="file"
            id="arquivo"
            type="file"
            required
            multiple
            hint={`Até ${FORM_FILES_MAX} de cada vez, de ${EVIDENCE_BYTES_MAX / MB} MB cada um. Também por soltar ou colar.`}
          />
        </ActForm>
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
          {' '}
          <a class="button" href={`${path}?ver=sim`} target="_blank" aria-label={`Ver ${name}`}>
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

export function Comments({ data }: Props) {
  const written = data.comments.entries.toReversed();
  return (
    <Part id="comentarios" title="Comentários">
      {written.length === 0 && <Empty>Nenhum comentário. Com @nome, a pessoa é avisada.</Empty>}
      {written.map(({ sentence, at, text }) => (
        <article class="comment">
          <header>
            {sentence} · <DateTime at={at} />
          </header>
          <p>{text}</p>
        </article>
      ))}
      <ListPages data={data} list="comments" parameter="comentarios" title="Comentários" />
      {isPossible(data, 'comment') && (
        <ActForm data={data} act="comment">
          <ActText label="Novo comentário" name="comentario" id="campo-comentario" />
        </ActForm>
      )}
    </Part>
  );
}

export function History({ data }: Props) {
  return (
    <Part id="historico" title="Histórico">
      <Sentences entries={data.history.entries} closedAt={data.detail.closedAt} />
      <ListPages data={data} list="history" parameter="historico" title="Histórico" />
    </Part>
  );
}

type SentencesProps = Readonly<{ entries: readonly ShownEntry[]; closedAt?: string | null }>;

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
