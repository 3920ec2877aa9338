// Amounts, months, instants and numbers as every page shows them, empty states and lists of errors.
import type { ComponentChildren } from 'preact';
import { maskCnpj } from '../../domain/kernel/cnpj.js';
import { month, type Competence } from '../../domain/kernel/competence.js';
import { timeInSaoPaulo } from '../../domain/kernel/calendarDate.js';
import type { Tone } from '../../domain/kernel/vocabulary.js';
import { andMore, money, wholeNumber } from '../../messages/formats.js';
import { debitOf, type Book } from '../../projections/views/trialBalances/debitOf.js';

/**
 * An amount, its side muted, zero dimmed. Put it in a cell or element of class `number`.
 * @param text as of `money` or `balanceText`
 */
export function Amount({ text, hasSide = true }: Readonly<{ text: string; hasSide?: boolean }>) {
  const [amount = '', side = ''] = text.split(' ');
  const look = amount === '0,00' ? 'money zero' : 'money';
  return (
    <span class={look}>
      {hasSide ? `${amount} ` : amount}
      {hasSide && <span class="side">{side}</span>}
    </span>
  );
}

/** `1.234,56`; `–` for none. */
export function Money({ cents }: Readonly<{ cents: number | null }>) {
  return Amount({ text: cents === null ? '–' : money(cents), hasSide: false });
}

/** A balance with debit positive; `–` for none. */
export function Balance({ cents }: Readonly<{ cents: number | null }>) {
  return cents === null ? <>–</> : Amount({ text: balanceText(cents) });
}

/** An amount with debit positive and its side: `1.234,56 D`. */
export function balanceText(cents: number | bigint): string {
  const side = cents > 0 ? ' D' : cents < 0 ? ' C' : '';
  return `${money(cents < 0 ? -cents : cents)}${side}`;
}

/** An amount of a reconciliation with its side. @param book its book balance, in the unit of both */
export function sidedText(cents: number, book: Book): string {
  return balanceText(cents * debitOf(book));
}

/** How an amount of an account is typed: with the side of its balance. */
export function amountExample(book: Book): string {
  return `0,00 ${(book.saldoContabilDevedor || debitOf(book)) < 0 ? 'C' : 'D'}`;
}

type LinkedNumberProps = Readonly<{
  count: number;
  /** Null: there is no list of it. */
  href: string | null;
  look?: 'bad' | 'warn' | undefined;
  text?: string;
  /** After it on a phone. */
  unit?: readonly [one: string, more: string];
}>;

/** A number that leads to its list; of nothing dimmed, without a colour. */
export function LinkedNumber({ count, href, look, text = wholeNumber(count), unit }: LinkedNumberProps) {
  const counted = [text, unit !== undefined && <span class="phone"> {unit[count === 1 ? 0 : 1]}</span>];
  if (count === 0) return <span class="zero">{counted}</span>;
  if (href === null) return <span class={look}>{counted}</span>;
  return (
    <a class={look} href={href}>
      {counted}
    </a>
  );
}

/** `03/2026` */
export function Period({ period }: Readonly<{ period: string }>) {
  return <time dateTime={period}>{month(period as Competence)}</time>;
}

/** `22/11/2026 14:05` in America/Sao_Paulo. @param at ISO 8601 UTC */
export function DateTime({ at }: Readonly<{ at: string | null }>) {
  return at === null ? <>–</> : <time dateTime={at}>{instantText(at)}</time>;
}

/** ISO 8601 UTC. @param ms since 1970 */
export function isoOf(ms: number): string;
export function isoOf(ms: number | null | undefined): string | null;
export function isoOf(ms: number | null | undefined): string | null {
  return typeof ms === 'number' ? new Date(ms).toISOString() : null;
}

/** `22/11/2026` in America/Sao_Paulo. */
export function Day({ at }: Readonly<{ at: string | null }>) {
  return at === null ? <>–</> : <time dateTime={at}>{instantText(at).slice(0, 10)}</time>;
}

export function instantText(at: string): string {
  return timeInSaoPaulo(at).slice(0, 16);
}

export function Cnpj({ cnpj }: Readonly<{ cnpj: string }>) {
  return <span class="nowrap">{maskCnpj(cnpj)}</span>;
}

export type StateWord = Readonly<{ tone: Tone; name: string }>;

/** A state: a dot and a word, as a vocabulary has them. */
export function State({ tone, name }: StateWord) {
  return <span class={`state ${tone}`}>{name}</span>;
}

export const ERRORS_SHOWN = 50;

/** Sentences that refuse a form, the first of many. Nothing without one. */
export function Errors({ sentences }: Readonly<{ sentences: readonly string[] }>) {
  if (sentences.length === 0) return null;
  return (
    <div class="note bad" role="alert">
      <Lines of={sentences.slice(0, ERRORS_SHOWN)} total={sentences.length} />
    </div>
  );
}

/** A list; one alone without a mark. @param total of all, where these are the first of them */
export function Lines({ of, total = of.length }: Readonly<{ of: readonly ComponentChildren[]; total?: number }>) {
  if (total === 1) return <>{of[0]}</>;
  return (
    <ul>
      {of.map((one) => (
        <li>{one}</li>
      ))}
      {total > of.length && <li>{andMore(total - of.length)}</li>}
    </ul>
  );
}

/** @param next what to do about it, a link */
export function Empty({ children, next }: Readonly<{ children: ComponentChildren; next?: ComponentChildren }>) {
  return (
    <p class="empty">
      {children}
      {next && <> {next}</>}
    </p>
  );
}

type PartProps = Readonly<{ title: string; id?: string; look?: string | undefined; children: ComponentChildren }>;

/** A part of a page under its heading. @param id of the heading, where an address leads to it */
export function Part({ title, id, look, children }: PartProps) {
  const labelled = id === undefined ? { 'aria-label': title } : { 'aria-labelledby': id };
  return (
    <section class={look} {...labelled}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** What is told of one thing, by name, without what is null or false. */
export function Facts({
  of,
  look = 'facts',
}: Readonly<{ of: Readonly<Record<string, ComponentChildren>>; look?: string }>) {
  return (
    <dl class={look}>
      {Object.entries(of).map(
        ([name, fact]) =>
          fact !== null &&
          fact !== false && (
            <div>
              <dt>{name}</dt>
              <dd>{fact}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** How many an act is about, and their sums. @param balances in centavos, with debit positive */
export function CountAndSums({ name, balances }: Readonly<{ name: string; balances: readonly number[] }>) {
  return (
    <Facts
      of={{
        [name]: wholeNumber(balances.length),
        'Soma dos saldos devedores': sumText(balances.filter((cents) => cents > 0)),
        'Soma dos saldos credores': sumText(balances.filter((cents) => cents < 0)),
      }}
    />
  );
}

/** A thousand balances may be more than a number holds exactly. */
function sumText(cents: readonly number[]): string {
  return balanceText(cents.reduce((sum, each) => sum + BigInt(each), 0n));
}
