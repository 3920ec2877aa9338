// Parsers of option values. A wrong value is bad usage: exit status 2, before any store is opened.
import { InvalidArgumentError } from 'commander';
import { isCalendarDate } from '../domain/kernel/calendarDate.js';
import { parseCompetence, type Competence } from '../domain/kernel/competence.js';
import { scopes, type Scope } from '../domain/apiKeys/events.js';

/** Whole numbers from 1, as in REST. */
export function wholeNumber(text: string): number {
  const number = /^[0-9]+$/.test(text) ? Number(text) : 0;
  if (number < 1 || !Number.isSafeInteger(number)) throw new InvalidArgumentError('informe um número inteiro');
  return number;
}

export function upTo(max: number): (text: string) => number {
  return (text) => {
    const number = wholeNumber(text);
    if (number > max) throw new InvalidArgumentError(`informe no máximo ${max}`);
    return number;
  };
}

export function competence(text: string): Competence {
  const parsed = parseCompetence(text);
  if (parsed === null) throw new InvalidArgumentError('informe a competência no formato AAAA-MM');
  return parsed;
}

/** Comma-separated known scopes, without repeats. */
export function scopeList(text: string): readonly Scope[] {
  const names = [...new Set(text.split(',').map((name) => name.trim()))];
  const unknown = names.filter((name) => !(scopes as readonly string[]).includes(name));
  if (unknown.length > 0) throw new InvalidArgumentError(`os escopos são ${scopes.join(', ')}`);
  return names as Scope[];
}

export function oneOf<Value extends string>(values: readonly Value[]): (text: string) => Value {
  return (text) => {
    const value = values.find((known) => known === text);
    if (value === undefined) throw new InvalidArgumentError(`use um destes valores: ${values.join(', ')}`);
    return value;
  };
}

/** Text that is not blank. */
export function filled(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('informe um texto');
  return text.trim();
}

/** Description of the option `--as-of`. */
export const AS_OF = 'situação em: data (AAAA-MM-DD, no fim do dia) ou instante ISO 8601';

const DATE_LENGTH = 'YYYY-MM-DD'.length;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

/** A date stands for its first or last millisecond in America/Sao_Paulo. */
export function instant(edge: 'start' | 'end'): (text: string) => string {
  return (text) => {
    const time = edge === 'start' ? '00:00:00.000' : '23:59:59.999';
    const written = text.length === DATE_LENGTH ? `${text}T${time}-03:00` : INSTANT.test(text) ? text : '';
    const at = new Date(written);
    const isReal = !Number.isNaN(at.getTime()) && isCalendarDate(text.slice(0, DATE_LENGTH));
    if (!isReal) throw new InvalidArgumentError('informe AAAA-MM-DD ou um instante como 2026-08-31T12:00:00Z');
    return at.toISOString();
  };
}
