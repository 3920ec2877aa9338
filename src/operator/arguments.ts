// Checks of option values. A wrong one is bad usage: status 2, nothing opened.
import { InvalidArgumentError } from 'commander';
import { parseCompetence, type Competence } from '../domain/competence/competence.js';
import { scopes, type Scope } from '../domain/apiKey/events.js';

/** Whole numbers from 1, as REST takes them. */
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

/** Comma-separated, each known, at least one; repeats count once. */
export function scopeList(text: string): readonly Scope[] {
  const names = [...new Set(text.split(',').map((name) => name.trim()))];
  const unknown = names.filter((name) => !(scopes as readonly string[]).includes(name));
  if (unknown.length > 0) throw new InvalidArgumentError(`os escopos são ${scopes.join(', ')}`);
  return names as Scope[];
}

export function oneOf<Value extends string>(values: readonly Value[]): (text: string) => Value {
  return (text) => {
    const value = values.find((known) => known === text);
    if (value === undefined) throw new InvalidArgumentError(`use um de ${values.join(', ')}`);
    return value;
  };
}

/** Text that is not blank. */
export function filled(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('informe um texto');
  return text.trim();
}
