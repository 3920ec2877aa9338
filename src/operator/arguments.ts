// Parsers of option values. A wrong value is bad usage: exit status 2, before any store is opened.
import { isIP } from 'node:net';
import { InvalidArgumentError } from 'commander';
import { parseCnpj } from '../domain/kernel/cnpj.js';
import { DAY_MS, isCalendarDate, LAST_INSTANT } from '../domain/kernel/calendarDate.js';
import {
  FIRST_COMPETENCE,
  LAST_COMPETENCE,
  isMonthOutOfRange,
  parseCompetence,
  type Competence,
} from '../domain/kernel/competence.js';
import { decimalCents, type Cents } from '../domain/kernel/money.js';
import { scopes, type Scope } from '../domain/apiKeys.js';
import { reconciliationStatuses, type ReconciliationStatus } from '../domain/reconciliation/states.js';
import { statusNames } from '../messages/reconciliations.js';
import { optional, required, type Parse } from './command.js';
import { plain, suggestionFor } from './usage.js';

/** Whole numbers from 1, as in REST. */
export function parseWholeNumber(text: string): number {
  const number = /^[0-9]+$/.test(text) ? Number(text) : 0;
  if (number < 1 || !Number.isSafeInteger(number))
    throw new InvalidArgumentError('informe um número inteiro a partir de 1');
  return number;
}

/** As on the wire, `-1234.56`. @returns centavos */
export function amount(text: string): Cents {
  const amountCents = decimalCents(text);
  if (amountCents === null)
    throw new InvalidArgumentError('informe um valor como -1234.56, com no máximo duas casas decimais');
  return amountCents;
}

export function upTo(max: number): (text: string) => number {
  return (text) => {
    const number = parseWholeNumber(text);
    if (number > max) throw new InvalidArgumentError(`informe no máximo ${max}`);
    return number;
  };
}

export function competence(text: string): Competence {
  const parsed = parseCompetence(text);
  if (parsed !== null) return parsed;
  throw new InvalidArgumentError(
    isMonthOutOfRange(text)
      ? `informe uma competência de ${FIRST_COMPETENCE} a ${LAST_COMPETENCE}`
      : 'informe a competência no formato AAAA-MM',
  );
}

export const ofCompany = { company: required('<id>', 'id da empresa', parseWholeNumber) };
export const ofMonth = {
  ...ofCompany,
  period: required('<competencia>', 'competência (AAAA-MM)', competence),
};

/** Comma-separated known scopes, without repeats. */
export function scopeList(text: string): readonly Scope[] {
  const names = [...new Set(text.split(',').map((name) => name.trim()))];
  const unknown = names.find((name) => !(scopes as readonly string[]).includes(name));
  if (unknown !== undefined)
    throw new InvalidArgumentError(`os escopos são ${scopes.join(', ')}${suggestionFor(unknown, scopes)}`);
  return names as Scope[];
}

const MS_OF: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: DAY_MS };

/** `90m`, `24h`, `7d`; at most 90 days; `0h` is none. @returns milliseconds */
export function duration(text: string): number {
  const [, count = '', unit = ''] = /^([0-9]{1,6})([mhd])$/.exec(text.trim()) ?? [];
  const ms = Number(count) * (MS_OF[unit] ?? Number.NaN);
  if (!(ms <= DURATION_MAX_MS))
    throw new InvalidArgumentError('informe minutos, horas ou dias, como 90m, 24h ou 7d, até 90d');
  return ms;
}

const DURATION_MAX_MS = 90 * DAY_MS;

/** Comma-separated CNPJs, with or without mask. @returns 14 characters each, without repeats */
export function cnpjList(text: string): readonly string[] {
  return [...new Set(text.split(',').map(cnpjOf))];
}

function cnpjOf(text: string): string {
  const parsed = parseCnpj(text.trim());
  if (parsed === null) throw new InvalidArgumentError('informe os CNPJs separados por vírgula');
  return parsed;
}

/** Comma-separated CIDRs; an address alone is a network of one. */
export function networkList(text: string): readonly string[] {
  return [...new Set(text.split(',').map((one) => networkOf(one.trim())))];
}

function networkOf(text: string): string {
  const [address = '', bits, ...moreParts] = text.split('/');
  const version = isIP(address);
  const size = version === 6 ? 128 : 32;
  const prefix = bits ?? String(size);
  if (version === 0 || moreParts.length > 0 || !/^[0-9]{1,3}$/.test(prefix) || Number(prefix) > size)
    throw new InvalidArgumentError('informe redes CIDR separadas por vírgula (por exemplo 203.0.113.0/24)');
  return `${address}/${Number(prefix)}`;
}

export function oneOf<Value extends string>(values: readonly Value[]): Parse<Value> {
  return among(values, (text) => values.find((value) => value === text));
}

/** The code of the API, or the name on screen. */
export const reconciliationStatus: Parse<ReconciliationStatus> = among(reconciliationStatuses, (text) => {
  const plainText = plain(text);
  return reconciliationStatuses.find((code) => [plain(code), plain(statusNames[code])].includes(plainText));
});

function among<Value extends string>(
  values: readonly Value[],
  valueOf: (text: string) => Value | undefined,
): Parse<Value> {
  const parse = (text: string): Value => {
    const value = valueOf(text);
    if (value === undefined)
      throw new InvalidArgumentError(`use um destes valores: ${values.join(', ')}${suggestionFor(text, values)}`);
    return value;
  };
  return Object.assign(parse, { values });
}

export function filled(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('informe um texto');
  return text.trim();
}

/** The name of a file to create; its ending chooses the format. */
export function tableFile(text: string): string {
  if (!/\.(xlsx|csv)$/i.test(text))
    throw new InvalidArgumentError('o nome do arquivo deve terminar em .xlsx ou .csv');
  return text;
}

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
    const iso = at.toISOString();
    return iso.startsWith('+') ? LAST_INSTANT : iso;
  };
}

export const asOf = optional(
  '<quando>',
  'situação em: data (AAAA-MM-DD, no fim do dia) ou instante ISO 8601',
  instant('end'),
);
