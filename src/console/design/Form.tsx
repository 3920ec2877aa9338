// Forms and their fields. A field shows what was typed when its form is shown again: after an error, or after the session ended
// meanwhile. Acts in reach while a page scrolls; the question before an act that cannot simply be taken back.
import {
  type ComponentChildren,
  createContext,
  type FormHTMLAttributes,
  type PartialInputHTMLAttributes,
  type PartialSelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'preact';
import { useContext } from 'preact/hooks';
import type { CompanyFacts } from '../../domain/clients/events.js';
import type { ConsoleCall, TypedFields } from '../route.js';
import { CSRF_FIELD, type FormFields } from '../session/readForm.js';

/** @param label what the acts are about */
export function ActBar({ label, children }: Readonly<{ label: ComponentChildren; children: ComponentChildren }>) {
  return (
    <div class="act-bar" role="group" aria-label="Atos">
      <div class="act-label">{label}</div>
      {children}
    </div>
  );
}

/** What is not needed every time, until it is opened. */
export function More({ label = 'Mais', children }: Readonly<{ label?: string; children: ComponentChildren }>) {
  return (
    <details class="menu">
      <summary class="button">{label}</summary>
      <div class="panel">{children}</div>
    </details>
  );
}

/** The key that presses a button or follows a link, told in its title. */
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

const TypedContext = createContext<TypedFields | null>(null);

type FormProps = Omit<FormHTMLAttributes, 'action' | 'method'> &
  Readonly<{ call: ConsoleCall; action: string; upload?: boolean; children?: ComponentChildren }>;

/** A form that is posted, with the token of the session. Further attributes, as htmx's, pass through. */
export function Form({ call, action, upload = false, children, ...rest }: FormProps) {
  const { session, typed } = call.state;
  return (
    <form method="post" action={action} {...(upload && { enctype: 'multipart/form-data' as const })} {...rest}>
      <input type="hidden" name={CSRF_FIELD} value={session.csrfToken} />
      <TypedContext.Provider value={typed !== undefined && typed.action === action.split('?')[0] ? typed : null}>
        {children}
      </TypedContext.Provider>
    </form>
  );
}

/** Fields that are sent and not shown. */
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

/** `id`: where a page has several fields of one name. */
type FieldProps = Readonly<{
  label: string;
  name: string;
  id?: string | undefined;
  hint?: string | undefined;
  error?: string | null | undefined;
}>;
type InputProps = FieldProps & Omit<PartialInputHTMLAttributes<HTMLInputElement>, 'name' | 'label' | 'id'>;
type TextAreaProps = FieldProps & Omit<TextareaHTMLAttributes, 'name' | 'label' | 'id'>;
type SelectProps = FieldProps &
  Omit<PartialSelectHTMLAttributes<HTMLSelectElement>, 'name' | 'label' | 'id'> &
  Readonly<{ options: readonly (readonly [value: string, label: string])[] }>;

/** What was typed into the field; its default where the form was not sent, or before it had the field. */
export function useTyped(name: string, otherwise: unknown): string {
  const typed = useContext(TypedContext);
  const given = typed?.fields[name] ?? otherwise;
  return typeof given === 'string' || typeof given === 'number' ? String(given) : '';
}

/** Whether this value of the field was sent, as of a checkbox; without a typed form its default. */
export function useChecked(name: string, value: string, otherwise: boolean): boolean {
  const typed = useContext(TypedContext);
  if (typed === null) return otherwise;
  return typed.several[name]?.includes(value) ?? typed.fields[name] === value;
}

/** A labelled `<input>`. Passwords are never shown again. */
export function Field({ label, name, id, hint, error, ...rest }: InputProps) {
  const typed = useTyped(name, rest.value);
  const value = rest.type === 'password' ? '' : typed;
  return (
    <Labelled {...{ label, name, id, hint, error }}>
      <input {...({ ...rest, ...named({ name, id, hint, error }) } as object)} value={value} />
    </Labelled>
  );
}

export function TextArea({ label, name, id, hint, error, ...rest }: TextAreaProps) {
  const value = useTyped(name, rest.value);
  return (
    <Labelled {...{ label, name, id, hint, error }}>
      <textarea {...{ ...rest, ...named({ name, id, hint, error }) }} value={value} />
    </Labelled>
  );
}

export function Select({ label, name, id, hint, error, options, ...rest }: SelectProps) {
  const chosen = useTyped(name, rest.value);
  return (
    <Labelled {...{ label, name, id, hint, error }}>
      <select {...({ ...rest, ...named({ name, id, hint, error }), value: undefined } as object)}>
        {options.map(([value, text]) => (
          <option value={value} selected={value === chosen}>
            {text}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

// What the forms for a file share: whose it is, the file, and the state of its upload.

type CompanyFieldProps = Readonly<{ companies: readonly CompanyFacts[]; value: string }>;

export function CompanyField({ companies, value }: CompanyFieldProps) {
  return (
    <Select
      label="Empresa"
      name="companyId"
      value={value}
      required
      options={companies.map(({ companyId, legalName }) => [String(companyId), legalName] as const)}
    />
  );
}

type FileProps = Readonly<{ hint: string; label?: string; id?: string; multiple?: boolean; isRequired?: boolean }>;

export function FileField({
  hint,
  label = 'Arquivo',
  id = 'campo-file',
  multiple = false,
  isRequired = true,
}: FileProps) {
  return (
    <Labelled {...{ label, id, hint }} name="file">
      <input type="file" required={isRequired} multiple={multiple} {...named({ name: 'file', id, hint })} />
    </Labelled>
  );
}

/** Below the fields of a register. @param back the page that the person came from */
export function SaveOrCancel({ back }: Readonly<{ back: string }>) {
  return (
    <div class="buttons">
      <button class="primary">Salvar</button>
      <LinkButton href={back}>Cancelar</LinkButton>
    </div>
  );
}

function Labelled({
  label,
  name,
  id = `campo-${name}`,
  hint,
  error,
  children,
}: FieldProps & { children: ComponentChildren }) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children}
      {hint !== undefined && (
        <div class="hint" id={`dica-${id}`}>
          {hint}
        </div>
      )}
      {error && (
        <div class="error" id={`erro-${id}`}>
          {error}
        </div>
      )}
    </div>
  );
}

function named({ name, id = `campo-${name}`, hint, error }: Omit<FieldProps, 'label'>) {
  const described = [hint === undefined ? '' : `dica-${id}`, error ? `erro-${id}` : ''].filter(Boolean).join(' ');
  return {
    id,
    name,
    ...(described !== '' && { 'aria-describedby': described }),
    ...(error && { 'aria-invalid': true as const }),
  };
}

type TypedInputProps = Omit<PartialInputHTMLAttributes<HTMLInputElement>, 'name' | 'value'> &
  Readonly<{ name: string; label: string; value?: string }>;

/** An input of a cell or a row of buttons, whose label is not shown. */
export function TypedInput({ label, value = '', ...rest }: TypedInputProps) {
  return <input {...(rest as object)} aria-label={label} value={useTyped(rest.name, value)} />;
}

type CheckboxProps = Readonly<{
  name: string;
  label: string;
  checked: boolean;
  /** Distinguishes several of one page with the same name. */
  id?: string;
  value?: string;
  disabled?: boolean;
}>;

export function Checkbox({
  name,
  label,
  checked,
  id = `campo-${name}`,
  value = 'sim',
  disabled = false,
}: CheckboxProps) {
  const isChecked = useChecked(name, value, checked);
  return (
    <div class="check">
      <input type="checkbox" {...{ id, name, value, disabled }} checked={isChecked} />
      <label for={id}>{label}</label>
    </div>
  );
}

/** A field as a form declares it: a choice with `options`, lines with `rows`, ticked or not where `value` is, else a text. */
export type Declared = FieldProps &
  Readonly<{ value?: string | boolean | undefined; options?: SelectProps['options']; rows?: number }> &
  Omit<PartialInputHTMLAttributes<HTMLInputElement>, 'name' | 'label' | 'id' | 'value'>;

export function Fields({ of }: Readonly<{ of: readonly Declared[] }>) {
  return <>{of.map(declared)}</>;
}

function declared({ value, options, rows, ...field }: Declared) {
  if (typeof value === 'boolean') return <Checkbox name={field.name} label={field.label} checked={value} />;
  const shown = { ...field, value } as FieldProps;
  if (options !== undefined) return <Select {...{ ...shown, options }} />;
  return rows === undefined ? <Field {...shown} /> : <TextArea {...{ ...shown, rows }} />;
}

/** What was sent of the fields, by their names. */
export function sentOf(form: FormFields, fields: readonly Declared[]): Readonly<Record<string, string | boolean>> {
  return Object.fromEntries(
    fields.map(({ name, value }) => [name, typeof value === 'boolean' ? form.has(name) : form.text(name)]),
  );
}

const FIELD = 'confirmado';
const YES = 'sim';

/** Whether the form was sent from its question. @param shown as in the question's `shown` */
export function isConfirmed(fields: FormFields, shown = YES): boolean {
  return fields.text(FIELD) === shown;
}

type Props = Readonly<{
  call: ConsoleCall;
  /** Of the form that asks. */
  action: string;
  /** The name of the act. */
  label: string;
  /** The page of `Voltar`, which does nothing. */
  back: string;
  /** What else the form sends. */
  fields?: readonly (readonly [name: string, value: string])[];
  /** Names what the question shows: the act is asked for again where it would show something else by then. */
  shown?: string;
  /** Fields that the person fills in. */
  asks?: ComponentChildren;
  children: ComponentChildren;
}>;

export function Confirm({ call, action, label, back, fields = [], shown = YES, asks, children }: Props) {
  return (
    <section aria-label="O que será feito">
      {children}
      <Form call={call} action={action}>
        <HiddenFields fields={[...fields, [FIELD, shown]]} />
        {asks}
        <button class="primary">{label}</button> <LinkButton href={back}>Voltar</LinkButton>
      </Form>
    </section>
  );
}
