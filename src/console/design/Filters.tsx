// The form that filters a list, declared by its fields. It is a GET, so that filters are in the address.
import type { ComponentChildren, FormHTMLAttributes } from 'preact';
import { isCalendarDate } from '../../domain/kernel/calendarDate.js';
import { month, type Competence } from '../../domain/kernel/competence.js';
import { unknownFilterValue } from '../../messages/console.js';
import { dayText, wholeNumber } from '../../messages/formats.js';
import { momentTyped, monthTyped, parseWholeNumber } from '../route.js';
import { HiddenFields, More, Options } from './Form.js';

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
  /** Whether a text is a value of the field; unless given, one of its choices, or of its type. */
  accepts?(text: string): boolean;
  required?: boolean;
  placeholder?: string;
  step?: 'any';
}>;

const ACCEPTED: Readonly<Record<NonNullable<Filter['type']>, (text: string) => boolean>> = {
  search: () => true,
  month: (text) => monthTyped(text) !== null,
  date: isCalendarDate,
  'datetime-local': (text) => momentTyped(text) !== null,
};

/** A sentence for each field whose text in the address is none of its values. */
export function refusedFilters(
  { querystring }: Readonly<{ querystring: string }>,
  fields: readonly Filter[],
): readonly string[] {
  const address = new URLSearchParams(querystring);
  const isRefused = (field: Filter): boolean => {
    const text = address.get(field.name)?.trim() ?? '';
    return text !== '' && !isValue(field, text);
  };
  return fields.filter(isRefused).map(({ label }) => unknownFilterValue(label));
}

export function isValue({ type = 'search', choices, accepts }: Filter, text: string): boolean {
  if (accepts !== undefined) return accepts(text);
  return choices === undefined ? ACCEPTED[type](text) : choices.some(([value]) => value === text);
}

type FiltersProps = FormHTMLAttributes &
  Readonly<{
    path: string;
    fields: readonly Filter[];
    /** Further fields, in a menu with the button. */
    more?: readonly Filter[] | undefined;
    /** Null where the label of its only field says enough. */
    label?: string | null;
    send?: string;
    children?: ComponentChildren;
  }>;

/** Further attributes, as htmx's, pass through. */
export function Filters({
  path,
  fields,
  more,
  label = 'Filtros',
  send = 'Filtrar',
  children,
  ...rest
}: FiltersProps) {
  // A search alone is sent by `Enter`, without a button.
  const isRow = more === undefined || fields.length > 1;
  return (
    <form class="filters" method="get" action={path} role="search" aria-label={label ?? undefined} {...rest}>
      {fields.map(labelled)}
      {children}
      {more !== undefined && (
        <More label={isRow ? 'Mais filtros' : send}>
          {more.map(labelled)}
          <button>{send}</button>
        </More>
      )}
      {isRow && <button>{send}</button>}
    </form>
  );
}

const labelled = (field: Filter) => (
  <label class={field.type === 'search' ? 'grow' : undefined}>
    {field.label}
    {field.choices === undefined ? <Input {...field} /> : <Choice {...field} choices={field.choices} />}
  </label>
);

const AS_READ: Readonly<Record<NonNullable<Filter['type']>, (value: string) => string>> = {
  search: String,
  month: (value) => month(value as Competence),
  date: dayText,
  'datetime-local': (value) => `${dayText(value.slice(0, 10))} ${value.slice(11)}`,
};

type InUse = Readonly<{ fields: readonly Filter[]; without(name: string): string }>;

/** What the fields filter, to be removed. @param without the address without a field */
export function FiltersInUse({ fields, without }: InUse) {
  const chips = fields.flatMap(({ label, name, value, choices, type = 'search' }) => {
    if (value === undefined || value === null || value === '') return [];
    const choice = choices?.find(([each]) => each === String(value))?.[1];
    const text = choice ?? AS_READ[type](String(value));
    return [{ href: without(name), label: `${label}: ${text}`, removes: true } as const];
  });
  return chips.length === 0 ? null : <Chips label="Filtros em uso" chips={chips} />;
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
  const unknown: Choices = isOffered ? [] : [[chosen, chosen]];
  const none: Choices = all === undefined ? [] : [['', all]];
  return (
    <select name={name}>
      <Options of={[...none, ...choices, ...unknown]} chosen={chosen} />
    </select>
  );
}

export function choiceFilter<Each extends string | number>(
  { all, ...field }: Pick<Filter, 'label' | 'name' | 'value'> & Readonly<{ all: string }>,
  values: readonly Each[],
  nameOf: (value: Each) => string,
): Filter {
  return { ...field, all, choices: values.map((each) => [String(each), nameOf(each)]) };
}

/** For `accepts` of numbers, also beside choices: a number that is none of them is a value that nothing has. */
export const isWhole = (text: string): boolean => parseWholeNumber(text) !== null;

type Companies = readonly Readonly<{ companyId: number; legalName: string }>[];

/** @param all null: one is always chosen */
export function companyFilter(companies: Companies, value: Value, all: string | null = 'Todas'): Filter {
  const choices = companies.map(({ companyId, legalName }) => [String(companyId), legalName] as const);
  return { label: 'Empresa', name: 'companyId', value, choices, accepts: isWhole, ...(all !== null && { all }) };
}

export function monthFilter(value: Value): Filter {
  return { label: 'Competência', name: 'period', type: 'month', value };
}

/** The search of accounts by the beginning of their code or of words of their description. */
type SearchProps = Readonly<{ path: string; texto: string; fields?: Readonly<Record<string, string>> }>;

/** @param fields fields of the address that a search keeps */
export function AccountSearch({ path, texto, fields = {} }: SearchProps) {
  const placeholder = 'início do código ou da descrição';
  const field = { label: 'Buscar conta', name: 'texto', type: 'search', value: texto, placeholder } as const;
  return (
    <Filters path={path} label={null} send="Buscar" fields={[field]}>
      <HiddenFields fields={Object.entries(fields)} />
    </Filters>
  );
}

/** `count`: how many it leads to. `removes`: leads to the page without it. */
type Chip = Readonly<{ href: string; label: string; isCurrent?: boolean; count?: number; removes?: true }>;

export function Chips({ label, chips }: Readonly<{ label: string; chips: readonly Chip[] }>) {
  return (
    <nav aria-label={label}>
      <ul class="chips">
        {chips.map(({ href, label: text, isCurrent, count, removes }) => (
          <li class={removes && 'removable'}>
            <a
              href={href}
              aria-current={isCurrent ? 'page' : undefined}
              aria-label={removes && `Remover o filtro ${text}`}
            >
              {text}
              {count !== undefined && <small> {wholeNumber(count)}</small>}
              {removes && ' ×'}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
