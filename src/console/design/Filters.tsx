// The form that filters a list, declared by its fields. It is a GET, so that filters are in the address.
import type { ComponentChildren, FormHTMLAttributes } from 'preact';
import { isCalendarDate } from '../../domain/kernel/calendarDate.js';
import { month, type Competence } from '../../domain/kernel/competence.js';
import { unknownFilterValue } from '../../messages/console.js';
import { dayText, wholeNumber } from '../../messages/formats.js';
import { choicesOf, valuesOf, type Vocabulary } from '../../domain/kernel/vocabulary.js';
import { momentTyped, monthTyped, parseWholeNumber, type Query } from '../route.js';
import { HiddenFields, monthHint, More, Options } from './Form.js';

type Choices = readonly (readonly [value: string, label: string])[];
/** `value`: of the address, where it has one that the field takes. */
export type Filter<Value extends string | number = string | number> = Readonly<{
  label: string;
  name: string;
  value?: Value | undefined;
  /** Shown in its field instead, also where it is refused. */
  typed?: string;
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

function isValue({ type = 'search', choices, accepts }: Filter, text: string): boolean {
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
    if (value === undefined || value === '') return [];
    const choice = choices?.find(([each]) => each === String(value))?.[1];
    const text = choice ?? AS_READ[type](String(value));
    return [{ href: without(name), label: `${label}: ${text}`, removes: true } as const];
  });
  return chips.length === 0 ? null : <Chips label="Filtros em uso" chips={chips} />;
}

function Input({ name, value, typed, type, required, placeholder, step }: Filter) {
  return (
    <input
      {...({ name, type, required, placeholder, step, ...monthHint(type) } as object)}
      id={type === 'search' ? 'busca' : undefined}
      value={typed ?? value ?? ''}
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

type Named = readonly [
  label: string,
  name: string,
  how?: Pick<Filter, 'all' | 'choices' | 'type' | 'placeholder'>,
];

/** Takes any text, also beside choices: nothing has one that is none of them. */
export function textFilter({ text }: Query, ...[label, name, how]: Named): Filter<string> {
  return { ...how, label, name, value: text(name) || undefined, accepts: () => true };
}

/** Takes any number, also beside choices. */
export function numberFilter({ number, text }: Query, ...[label, name, how]: Named): Filter<number> {
  return { ...how, label, name, value: number(name) ?? undefined, typed: text(name), accepts: isWhole };
}

/** Takes a day, or a moment of America/Sao_Paulo. */
export function timeFilter(
  { text }: Query,
  [label, name]: readonly [label: string, name: string],
  type: 'date' | 'datetime-local',
): Filter<string> {
  return { label, name, type, value: ACCEPTED[type](text(name)) ? text(name) : undefined };
}

const isWhole = (text: string): boolean => parseWholeNumber(text) !== null;

/** @param all the choice of none */
export function choiceFilter<Value extends string>(
  { oneOf }: Query,
  [label, name, all]: readonly [label: string, name: string, all: string],
  words: Vocabulary<Value>,
): Filter<Value> {
  return { label, name, all, value: oneOf(name, valuesOf(words)) ?? undefined, choices: choicesOf(words) };
}

/** @param all null: one is always chosen */
export function companyFilter(
  companies: readonly Readonly<{ companyId: number; legalName: string }>[],
  companyId: number | null,
  all: string | null = 'Todas',
): Filter<number> {
  const choices = companies.map((one) => [String(one.companyId), one.legalName] as const);
  const field = { label: 'Empresa', name: 'companyId', choices, accepts: isWhole, ...(all !== null && { all }) };
  return { ...field, value: companyId ?? undefined };
}

export function monthFilter(month: Competence | null): Filter<Competence> {
  return { label: 'Competência', name: 'period', type: 'month', value: month ?? undefined };
}

/** The search of accounts by the beginning of their code or of words of their description. */
type SearchProps = Readonly<{ path: string; texto: string; fields?: Readonly<Record<string, string>> }>;

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
