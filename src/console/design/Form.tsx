// Forms, their fields with what was typed before, the bar of acts, and the question before an act.
import {
  type ComponentChildren,
  createContext,
  type FormHTMLAttributes,
  type PartialInputHTMLAttributes,
} from 'preact';
import { useContext } from 'preact/hooks';
import type { CompanyFacts } from '../../domain/clients/events.js';
import type { ConsoleCall, PageCall, Typed } from '../route.js';
import { Errors, Lines } from './values.js';
import { DRAFT_RETURNED } from '../../messages/console.js';
import { CSRF_FIELD, type FormFields } from '../session/readForm.js';

export function ActBar({ label, children }: Readonly<{ label: ComponentChildren; children: ComponentChildren }>) {
  return (
    <div class="act-bar" role="group" aria-label="Atos">
      <div class="act-label">{label}</div>
      {children}
    </div>
  );
}

type MoreProps = Readonly<{ label?: string; isOpen?: boolean; children: ComponentChildren }>;

export function More({ label = 'Mais', isOpen, children }: MoreProps) {
  return (
    <details class="menu" open={isOpen}>
      <summary class="button">{label}</summary>
      <div class="panel">{children}</div>
    </details>
  );
}

/** Attributes of a button or link that a key activates; its title names the key. */
export function keyed(key: string | undefined, label: string): object {
  return key === undefined ? {} : { title: `${label} (${key})`, 'data-key': key };
}

/** A link that looks like a button. @param isMain the page's primary act */
export function LinkButton({
  href,
  isMain = false,
  children,
}: Readonly<{ href: string; isMain?: boolean; children: ComponentChildren }>) {
  return (
    <a class={isMain ? 'button primary' : 'button'} href={href}>
      {children}
    </a>
  );
}

const CallContext = createContext<PageCall | null>(null);
export const CallProvider = CallContext.Provider;

/** The request that the page answers, of a person who is signed in. */
export function useCall(): ConsoleCall {
  return useContext(CallContext) as ConsoleCall;
}

const TypedContext = createContext<Typed | null>(null);

type FormProps = Omit<FormHTMLAttributes, 'action' | 'method'> &
  Readonly<{ action: string; upload?: boolean; children?: ComponentChildren }>;

/** A form that is posted, with the token of the session. Further attributes, as htmx's, pass through. */
export function Form({ action, upload = false, children, ...rest }: FormProps) {
  const { session, state } = useCall();
  const typed = state.typed?.action === action.split('?')[0] ? state.typed : null;
  return (
    <form method="post" action={action} {...(upload && { enctype: 'multipart/form-data' as const })} {...rest}>
      <input type="hidden" name={CSRF_FIELD} value={session.csrfToken} />
      {typed?.isDraft && (
        <p class="note warn" role="alert">
          {DRAFT_RETURNED}
        </p>
      )}
      <TypedContext.Provider value={typed ?? null}>{children}</TypedContext.Provider>
    </form>
  );
}

export function HiddenFields({
  fields,
}: Readonly<{ fields: readonly (readonly [name: string, value: string])[] }>) {
  return (
    <>
      {fields.map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
    </>
  );
}

/**
 * A field as a form declares it: a choice with `options`, lines with `rows`, ticked or not where `value` is, else
 * an input of its type. `id`: where a page has several fields of one name. `says`: how sentences that refuse it
 * begin, unless with its label; "": any of its form's.
 */
export type Declared = Readonly<{
  label: string;
  name: string;
  id?: string | undefined;
  hint?: string | undefined;
  says?: string | undefined;
  value?: string | boolean | undefined;
  options?: readonly (readonly [value: string, label: string])[];
  rows?: number;
  list?: string;
}> &
  Omit<PartialInputHTMLAttributes<HTMLInputElement>, 'name' | 'label' | 'id' | 'value' | 'list'>;

/** What was typed into the field; its default where the form was not sent, or before it had the field. */
export function useTyped(name: string, otherwise: unknown): string {
  const typed = useContext(TypedContext);
  const value = typed?.fields[name] ?? otherwise;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Whether this value of the field was sent, as of a checkbox; without a typed form its default. */
export function useChecked(name: string, value: string, otherwise: boolean): boolean {
  const typed = useContext(TypedContext);
  if (typed === null) return otherwise;
  return typed.several[name]?.includes(value) ?? typed.fields[name] === value;
}

/** Sentences at the field; all of them are above the form. */
const REFUSALS_SHOWN = 5;

function useRefusals(says: string): readonly string[] {
  return useContext(TypedContext)?.errors?.filter((sentence) => sentence.startsWith(says)) ?? [];
}

function Refusals({ of }: Readonly<{ of: readonly string[] }>) {
  return (
    <div class="bad">
      <Lines of={of.slice(0, REFUSALS_SHOWN)} total={of.length} />
    </div>
  );
}

/** The first field that is refused gets the focus. */
export function Field(field: Declared) {
  const { label, name, id = `campo-${name}`, hint, says = `${label}:`, value, ...rest } = field;
  const refusals = useRefusals(says);
  if (typeof value === 'boolean') return <Checkbox name={name} label={label} checked={value} />;
  const isRefused = refusals.length > 0 || undefined;
  const hintId = isRefused || hint !== undefined ? `dica-${id}` : undefined;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <Control
        {...rest}
        id={id}
        name={name}
        aria-describedby={hintId}
        aria-invalid={isRefused}
        autofocus={isRefused}
        value={value}
      />
      {hintId !== undefined && (
        <div class="hint" id={hintId}>
          {isRefused && <Refusals of={refusals} />}
          {hint}
        </div>
      )}
    </div>
  );
}

/** The field of a cell or a row of buttons, whose label is not shown. */
export function TypedInput({ label, says = `${label}:`, ...rest }: Declared) {
  const refusals = useRefusals(says);
  const isRefused = refusals.length > 0 || undefined;
  const hintId = isRefused && `dica-${rest.id ?? rest.name}`;
  return (
    <>
      <Control
        {...rest}
        aria-label={label}
        aria-describedby={hintId ?? rest['aria-describedby']}
        aria-invalid={isRefused}
        autofocus={isRefused}
      />
      {isRefused && (
        <div class="hint" id={hintId}>
          <Refusals of={refusals} />
        </div>
      )}
    </>
  );
}

/** Passwords are never shown again. */
function Control({ value, options, ...rest }: Omit<Declared, 'label' | 'hint' | 'says'>) {
  const typed = useTyped(rest.name, value);
  const attributes: object = rest;
  if (options !== undefined)
    return (
      <select {...attributes}>
        <Options of={options} chosen={typed} />
      </select>
    );
  if (rest.rows !== undefined) return <textarea {...attributes} value={typed} />;
  const isUnshown = rest.type === 'file' || rest.type === 'password';
  return <input {...monthHint(rest.type)} {...attributes} value={isUnshown ? undefined : typed} />;
}

/** Firefox and Safari on a computer have a plain field for a month. */
export const monthHint = (type?: unknown) => (type === 'month' ? { placeholder: 'mm/aaaa' } : {});

type OptionsProps = Readonly<{ of: readonly (readonly [value: string, label: string])[]; chosen: string }>;

export function Options({ of, chosen }: OptionsProps) {
  return (
    <>
      {of.map(([value, label]) => (
        <option value={value} selected={value === chosen}>
          {label}
        </option>
      ))}
    </>
  );
}

export function Fields({ of }: Readonly<{ of: readonly Declared[] }>) {
  return <>{of.map(Field)}</>;
}

export const companyField = (companies: readonly CompanyFacts[], value: string): Declared => ({
  label: 'Empresa',
  name: 'companyId',
  required: true,
  value,
  options: companies.map(({ companyId, legalName }) => [String(companyId), legalName]),
});

export const fileField = (field: Partial<Declared>): Declared => ({
  label: 'Arquivo',
  name: 'file',
  type: 'file',
  required: true,
  ...field,
});

export function Suggestions({ id, values }: Readonly<{ id: string; values: readonly string[] }>) {
  return (
    <datalist id={id}>
      {values.map((value) => (
        <option value={value} />
      ))}
    </datalist>
  );
}

type RegisterProps = FormProps & Readonly<{ back: string; errors: readonly string[] }>;

export function RegisterForm({ back, errors, children, ...form }: RegisterProps) {
  return (
    <Form {...form}>
      <Errors sentences={errors} />
      {children}
      <div class="buttons">
        <button class="primary">Salvar</button>
        <LinkButton href={back}>Cancelar</LinkButton>
      </div>
    </Form>
  );
}

type CheckboxProps = Readonly<{
  name: string;
  label: string;
  checked: boolean;
  /** Distinguishes several of one page with the same name. */
  id?: string;
  value?: string;
  hint?: string;
}>;

export function Checkbox({ name, label, checked, id = `campo-${name}`, value = 'sim', hint }: CheckboxProps) {
  const isChecked = useChecked(name, value, checked);
  return (
    <div class="check">
      <input
        type="checkbox"
        id={id}
        name={name}
        value={value}
        checked={isChecked}
        aria-describedby={hint && `dica-${id}`}
      />
      <label for={id}>{label}</label>
      {hint !== undefined && (
        <span class="hint" id={`dica-${id}`}>
          {hint}
        </span>
      )}
    </div>
  );
}

export function sentOf(form: FormFields, fields: readonly Declared[]): Readonly<Record<string, string | boolean>> {
  return Object.fromEntries(
    fields.map(({ name, value }) => [name, typeof value === 'boolean' ? form.has(name) : form.text(name)]),
  );
}

const FIELD = 'confirmado';
const YES = 'sim';

/** Whether the form was sent from its question. @param fingerprint as in the question's `fingerprint` */
export function isConfirmed(fields: FormFields, fingerprint = YES): boolean {
  return fields.text(FIELD) === fingerprint;
}

type Props = Readonly<{
  action: string;
  label: string;
  /** Whether the act would be refused, for what the question says. */
  isBlocked?: boolean;
  back: string;
  fields?: readonly (readonly [name: string, value: string])[];
  /** A fingerprint of what the question shows; it is asked again where that changed meanwhile. */
  fingerprint?: string;
  asks?: ComponentChildren;
  children: ComponentChildren;
}>;

export function Confirm(props: Props) {
  const { action, label, isBlocked = false, back, fields = [], fingerprint = YES, asks, children } = props;
  return (
    <section aria-label="O que será feito">
      {children}
      <Form action={action} class="form-page">
        <HiddenFields fields={[...fields, [FIELD, fingerprint]]} />
        {asks}
        <div class="buttons">
          <button class="primary" disabled={isBlocked}>
            {label}
          </button>
          <LinkButton href={back}>Voltar</LinkButton>
        </div>
      </Form>
    </section>
  );
}
