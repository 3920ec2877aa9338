// The form that filters a list, declared by its fields. It is a GET, so that filters are in the address.
import type { ComponentChildren, FormHTMLAttributes } from 'preact';

export type Choices = readonly (readonly [value: string, label: string])[];
type Value = string | number | null | undefined;
export type Filter = Readonly<{
  label: string;
  name: string;
  value: Value;
  /** Unless given, a choice where there are `choices`, else a text. */
  type?: 'search' | 'month' | 'date' | 'datetime-local';
  choices?: Choices;
  /** The choice of none; without it one is always chosen. */
  all?: string;
  required?: boolean;
  placeholder?: string;
  step?: 'any';
}>;

type FiltersProps = FormHTMLAttributes &
  Readonly<{
    path: string;
    fields: readonly Filter[];
    /** Null: its field says it. */
    label?: string | null;
    /** Of its button. */
    send?: string;
    /** After the fields, and after the button. */
    children?: ComponentChildren;
    after?: ComponentChildren;
  }>;

/** Further attributes, as htmx's, pass through. */
export function Filters({
  path,
  fields,
  label = 'Filtros',
  send = 'Filtrar',
  children,
  after,
  ...rest
}: FiltersProps) {
  return (
    <form class="filters" method="get" action={path} role="search" aria-label={label ?? undefined} {...rest}>
      {fields.map((field) => (
        <label class={field.type === 'search' ? 'grow' : undefined}>
          {field.label}
          {field.choices === undefined ? <Input {...field} /> : <Choice {...field} choices={field.choices} />}
        </label>
      ))}
      {children}
      <button>{send}</button>
      {after}
    </form>
  );
}

function Input({ name, value, type, required, placeholder, step }: Filter) {
  return (
    <input
      {...({ name, type, required, placeholder, step } as object)}
      id={type === 'search' ? 'busca' : undefined}
      value={value ?? ''}
      maxlength={200}
      autocomplete="off"
    />
  );
}

/** A value that is none of the choices stays chosen: the list is filtered by it. */
function Choice({ name, value, choices, all }: Filter & Readonly<{ choices: Choices }>) {
  const chosen = String(value ?? '');
  const isOffered = chosen === '' || choices.some(([each]) => each === chosen);
  const none: Choices = all === undefined ? [] : [['', all]];
  return (
    <select name={name}>
      {[...none, ...choices, ...(isOffered ? [] : [[chosen, chosen] as const])].map(([each, text]) => (
        <option value={each} selected={each === chosen}>
          {text}
        </option>
      ))}
    </select>
  );
}

type Companies = readonly Readonly<{ companyId: number; legalName: string }>[];

/** @param all null: one is always chosen */
export function companyFilter(companies: Companies, value: Value, all: string | null = 'Todas'): Filter {
  const choices = companies.map(({ companyId, legalName }) => [String(companyId), legalName] as const);
  return { label: 'Empresa', name: 'companyId', value, choices, ...(all !== null && { all }) };
}

export function monthFilter(value: Value): Filter {
  return { label: 'Competência', name: 'period', type: 'month', value };
}

/** The search of accounts by the beginning of their code or of words of their description. */
export function AccountSearch({ path, texto }: Readonly<{ path: string; texto: string }>) {
  const placeholder = 'início do código ou da descrição';
  const field = { label: 'Buscar conta', name: 'texto', type: 'search', value: texto, placeholder } as const;
  return <Filters path={path} label={null} send="Buscar" fields={[field]} />;
}
