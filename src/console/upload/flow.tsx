// Every upload: files are chosen, wait, are shown with what they would do, and are recorded as shown. A kind of
// upload declares what differs. Source: docs/spec/console.md#staged-files.
import { createHash } from 'node:crypto';
import type { FileOnDisk } from '../../commands/imports/importFile.js';
import { stageFile, stagedFileOf, type StagedFile, type Stager } from '../../commands/imports/stagedFiles.js';
import { companySeen, get, notFound, parameter, parseWholeNumber, post } from '../route.js';
import type { ConsoleCall, ConsoleRoute } from '../route.js';
import type { ComponentChildren } from 'preact';
import type { ReceivedFile } from '../../api/http/request/multipart.js';
import type { CompanyFacts } from '../../domain/clients/events.js';
import { MAPPERS } from '../../domain/clients/roles.js';
import { type Declared, Fields, Form } from '../design/Form.js';
import { showPage, type PageContent } from '../design/Page.js';
import { Errors } from '../design/values.js';
import { redirectTo, type Done } from '../session/answers.js';
import { form, keepTyped, withUpload, type FormFields } from '../session/readForm.js';

/** Runs with the staged file on this machine's disk. @throws ConsoleRefused FileGone */
export async function withStaged<Result>(
  { deps: { spool, stagedFiles } }: ConsoleCall,
  { stagedId, clientId, name, size, sha256 }: StagedFile,
  work: (file: FileOnDisk, dir: string) => Promise<Result>,
): Promise<Result> {
  const place = await spool.open(clientId, size);
  place.arrival.end();
  try {
    const opened = await stagedFiles.withFile(stagedId, place.dir, async (path) => ({
      result: await work({ path, name, size, sha256 }, place.dir),
    }));
    return opened === null ? notFound('FileGone') : opened.result;
  } finally {
    await place.remove();
  }
}

/** The token of the session stays when its cookie is renewed. Only its hash is stored. */
export function ownerOf({ session }: ConsoleCall, purpose: StagedFile['purpose']): Stager {
  const { personId, clientId, csrfToken } = session;
  const owner = createHash('sha256').update(`${personId} ${csrfToken}`).digest('hex');
  return { purpose, owner, personId, clientId };
}

/** The same text for what is the same as JSON. */
export function fingerprintOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

/** A kind of upload. `Place`: what its pages are about; `Draft`: what is kept beside the file, as JSON. */
export type Upload<Place, Draft extends object> = Readonly<{
  base: string;
  may: ConsoleRoute['may'];
  purpose: StagedFile['purpose'];
  /** Names of the form's fields beside `file`. */
  fields: readonly string[];
  /** @param act of a preview, "" to show it; null before there is one @returns null: answered */
  place(call: ConsoleCall, act: string | null): Promise<Place | null>;
  form(call: ConsoleCall, place: Place): Promise<UploadForm>;
  /** What was sent waits, or is refused by sentences. Null for a file that was not chosen. */
  take(call: ConsoleCall, sent: Sent<Place>): Promise<readonly string[] | StagedFile>;
  /** The acts of an Administrador of the company with files of others, to save their columns. */
  others: readonly string[];
  /** False: the files are not found. */
  mayOpen(call: ConsoleCall, opened: Opened<Place, Draft>): boolean;
  preview(call: ConsoleCall, opened: Opened<Place, Draft>): Promise<UploadPreview>;
  /** The forms of the preview by the last part of their address. */
  acts: Readonly<Record<string, UploadAct<Place, Draft>>>;
}>;

type Sent<Place> = Readonly<{ place: Place; form: FormFields; files: readonly (ReceivedFile | null)[] }>;

type UploadForm = Omit<PageContent, 'body'> &
  Readonly<{
    fields: readonly Declared[];
    after?: ComponentChildren;
    /** Why there is no form, shown instead of it. */
    none?: ComponentChildren;
  }>;

type UploadPreview = Omit<PageContent, 'body'> &
  Readonly<{
    /** The text between the names of the files and the company's. */
    about: ComponentChildren;
    body: ComponentChildren;
  }>;

export type Opened<Place, Draft> = Readonly<{
  place: Place;
  /** The file that the address names. */
  staged: StagedFile;
  files: readonly StagedFile[];
  company: CompanyFacts;
  draft: Draft;
  path: string;
  /** Whether this session sent it. */
  isOwn: boolean;
}>;

type UploadAct<Place, Draft> = (
  call: ConsoleCall,
  opened: Opened<Place, Draft>,
  form: FormFields,
) => Promise<Answer<Draft> | null>;

/** Without `to` the person goes on at the preview; with it the files are thrown away. Null: answered. */
export type Answer<Draft> = Readonly<{
  changes?: Changes<Draft>;
  search?: string;
}> &
  Partial<Done>;

export type Changes<Draft> = Partial<Pick<StagedFile, 'period' | 'chartName' | 'mapping'>> &
  Readonly<{ draft: Draft }>;

/** `other`: the id of a second file, beside the one that the address names. */
type Beside = Readonly<{ other?: string | null }>;

const DISCARD = 'descartar';

export function uploadRoutes<Place, Draft extends object>(kind: Upload<Place, Draft>): readonly ConsoleRoute[] {
  const { base, may, acts } = kind;
  const upload = new UploadPages(kind);
  return [
    get(base, (call) => upload.showForm(call), may),
    post(base, (call) => upload.send(call), may),
    get(`${base}/{staged}`, (call) => upload.show(call), may),
    ...[...Object.keys(acts), DISCARD].map((act) =>
      form(`${base}/{staged}/${act}`, (call, sent) => upload.perform(call, act, sent), kind),
    ),
  ];
}

class UploadPages<Place, Draft extends object> {
  constructor(private readonly kind: Upload<Place, Draft>) {}

  async showForm(call: ConsoleCall): Promise<void> {
    const place = await this.kind.place(call, null);
    if (place !== null) await this.#showForm(call, place, []);
  }

  async #showForm(call: ConsoleCall, place: Place, errors: readonly string[]): Promise<void> {
    const { fields, after, none = null, ...content } = await this.kind.form(call, place);
    const body =
      none !== null ? (
        none
      ) : (
        <>
          <Form action={this.#addressOf(call)} upload class="form-page" data-part>
            <Errors sentences={errors} />
            <Fields of={fields} />
            <button class="primary">Enviar e conferir</button>
          </Form>
          {after}
        </>
      );
    showPage(call, { ...content, status: errors.length === 0 ? 200 : 422, body });
  }

  async send(call: ConsoleCall): Promise<void> {
    const { kind } = this;
    const place = await kind.place(call, null);
    if (place === null) return;
    await withUpload(call, kind.fields, async (sent, received) => {
      // A browser sends a file without name and content where none was chosen.
      const files = received.map((file) => (file.name !== '' || file.size > 0 ? file : null));
      const taken = await kind.take(call, { place, files, form: sent });
      const action = this.#addressOf(call);
      if ('stagedId' in taken) return redirectTo(call, `${action}/${taken.stagedId}`);
      keepTyped(call, action, sent);
      await this.#showForm(call, place, taken);
    });
  }

  async show(call: ConsoleCall): Promise<void> {
    const opened = await this.#open(call, '');
    if (opened === null) return;
    const { files, company, path, isOwn } = opened;
    const { about, body, ...content } = await this.kind.preview(call, opened);
    const names = files.map(({ name }, at) => (
      <>
        {at > 0 && ' e '}
        <strong>{name}</strong>
      </>
    ));
    showPage(call, {
      ...content,
      of: files.map(({ name }) => name).join(' e '),
      body: (
        <>
          <p>
            {names}
            {about} de <strong>{company.legalName}</strong>: nada foi gravado ainda.
          </p>
          {body}
          {isOwn && (
            <Form action={`${path}/${DISCARD}`}>
              <button>
                {files.length > 1 ? 'Descartar e enviar outros arquivos' : 'Descartar e enviar outro arquivo'}
              </button>
            </Form>
          )}
        </>
      ),
    });
  }

  async perform(call: ConsoleCall, act: string, sent: FormFields): Promise<Done | undefined> {
    const opened = await this.#open(call, act);
    if (opened === null) return undefined;
    const answered =
      act === DISCARD ? { to: this.#addressOf(call) } : await this.kind.acts[act]?.(call, opened, sent);
    if (!answered) return undefined;
    const { changes, search = '', ...done } = answered;
    const { stagedFiles } = call.deps;
    if (changes !== undefined) {
      const { draft, ...others } = changes;
      await stagedFiles.change(opened.staged.stagedId, { ...others, preview: JSON.stringify(draft) });
    }
    if (done.to !== undefined) for (const { stagedId } of opened.files) await stagedFiles.remove(stagedId);
    return { to: `${opened.path}${search}`, ...done };
  }

  /** @returns null: answered @throws ConsoleRefused FileGone */
  async #open(call: ConsoleCall, act: string): Promise<Opened<Place, Draft> | null> {
    const { kind } = this;
    const place = await kind.place(call, act);
    if (place === null) return null;
    const { stagedFiles } = call.deps;
    const owner = ownerOf(call, kind.purpose);
    const sees = kind.others.includes(act) ? seesOf(call) : undefined;
    const staged = (await stagedFileOf(call.deps, parameter(call, 'staged'), owner, sees)) ?? notFound('FileGone');
    const draft = (JSON.parse(staged.preview) as (Draft & Beside) | null) ?? notFound('FileGone');
    const other =
      typeof draft.other === 'string' ? ((await stagedFiles.find(draft.other)) ?? notFound('FileGone')) : null;
    const opened = {
      place,
      staged,
      draft,
      files: other === null ? [staged] : [staged, other],
      company: companySeen(call, String(staged.companyId)),
      path: `${this.#addressOf(call)}/${staged.stagedId}`,
      isOwn: staged.owner === owner.owner,
    };
    return kind.mayOpen(call, opened) ? opened : notFound('FileGone');
  }

  #addressOf(call: ConsoleCall): string {
    return this.kind.base.replace('{id}', parameter(call, 'id'));
  }
}

export function companyAndFile(
  call: ConsoleCall,
  { form, files: [file = null, ...more] }: Pick<Sent<unknown>, 'form' | 'files'>,
  missing: string,
): Readonly<{ company: CompanyFacts | null; file: ReceivedFile | null; faults: readonly string[] }> {
  const { clientId, access } = call.session;
  const id = parseWholeNumber(form.text('companyId'));
  const company = id !== null && access.sees(id) ? call.deps.registers.company(clientId, id) : null;
  const isSecond = more.some((one) => one !== null);
  const faults = [
    ...(company === null ? ['Escolha a empresa'] : []),
    ...(file === null ? [missing] : []),
    ...(isSecond ? ['Envie um arquivo de cada vez'] : []),
  ];
  return { company, file, faults };
}

/** @param file is moved away */
export function keepFile(
  call: ConsoleCall,
  purpose: StagedFile['purpose'],
  of: Pick<StagedFile, 'companyId' | 'period' | 'chartName'>,
  { name, size, sha256, path }: ReceivedFile,
  draft: unknown,
): Promise<StagedFile> {
  const { companyId, period, chartName } = of;
  const facts = { companyId, period, chartName, name, size, sha256, preview: JSON.stringify(draft) };
  return stageFile(call.deps, { ...ownerOf(call, purpose), ...facts }, path);
}

/** The files of companies of which the person is an Administrador. */
export const seesOf =
  ({ session }: ConsoleCall) =>
  ({ companyId }: StagedFile): boolean =>
    session.access.hasAny(MAPPERS, companyId);

type RecordProps = Readonly<{
  action: string;
  outcome: unknown;
  label: string;
  hint?: string | null;
}>;

/** The act that the preview is for. @param outcome as in `isShown` */
export function Record({ action, outcome, label, hint = null }: RecordProps) {
  return (
    <Form action={action}>
      <input type="hidden" name="previa" value={fingerprintOf(outcome)} />
      <p>
        <button class="primary">{label}</button>
      </p>
      {hint !== null && <p class="hint">{hint}</p>}
    </Form>
  );
}

/** Whether the page that sent the form showed what the act would do now. */
export function isShown(form: FormFields, now: unknown): boolean {
  return form.text('previa') === fingerprintOf(now);
}

/** @param read the columns that the form names, or why it is refused */
export async function corrected<Mapping, Draft>(
  form: FormFields,
  read: (form: FormFields) => Mapping | string,
  {
    save,
    told,
    apply,
  }: Readonly<{
    save(mapping: Mapping): Promise<number | null>;
    /** What is told about columns that are saved for the next files. */
    told: string;
    /** @param mapping null: those saved */
    apply(mapping: Mapping | null): Promise<Changes<Draft>>;
  }>,
): Promise<Answer<Draft>> {
  const act = form.text('acao');
  const mapping = act === 'voltar' ? null : read(form);
  if (typeof mapping === 'string') return { told: mapping, kind: 'bad' };
  if (act !== 'salvar' || mapping === null) return { changes: await apply(mapping) };
  const position = await save(mapping);
  return { position, changes: await apply(null), told };
}
