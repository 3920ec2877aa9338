// Reads the forms of rules: as a person in Brazil types them, into what a registers' file has.
import { ownerScopes, scopeFields, steps } from '../../../domain/clients/owners.js';
import { riskLevels, type RiskRule } from '../../../domain/clients/risk.js';
import type { Tolerance } from '../../../domain/clients/tolerance.js';
import type { Comparison, VariationRule } from '../../../domain/clients/variation.js';
import { isCalendarDate } from '../../../domain/kernel/calendarDate.js';
import { namesOf, valuesOf } from '../../../domain/kernel/vocabulary.js';
import { money } from '../../../messages/formats.js';
import { percentText } from '../../../messages/reconciliations.js';
import { HOLIDAYS_TYPED_MAX, TOO_MANY_HOLIDAYS } from '../../../messages/registers.js';
import { hasMoreLines } from '../../lines.js';
import type { FormFields } from '../../session/readForm.js';

const BRAZILIAN_DATE = /^(\d{2})\/(\d{2})\/(\d{4})$/;

/** One date a line, `dd/mm/aaaa`. `errors` in Portuguese. */
export function holidaysTyped(text: string): Readonly<{ dates: readonly string[]; errors: readonly string[] }> {
  if (hasMoreLines(text, HOLIDAYS_TYPED_MAX)) return { dates: [], errors: [TOO_MANY_HOLIDAYS] };
  const dates: string[] = [];
  const errors: string[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const typed = line.trim();
    if (typed === '') continue;
    const date = typed.replace(BRAZILIAN_DATE, '$3-$2-$1');
    if (isCalendarDate(date)) dates.push(date);
    else errors.push(`Linha ${index + 1}: "${typed.slice(0, 40)}" não é uma data: use dd/mm/aaaa`);
  }
  return { dates, errors };
}

/** One code, or the beginning of several, a line. */
export function prefixesTyped(text: string): readonly string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** `1.234,56` → `1234.56`; other texts stay, for the check to refuse. "" → null. */
export function amountTyped(text: string): string | null {
  if (text === '') return null;
  if (!/^(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d{1,2})?$/.test(text)) return text;
  return text.replaceAll('.', '').replace(',', '.');
}

/** The field of a line of owners. */
export const ownerField = (line: number, name: 'escopo' | 'valor' | (typeof steps)[number]): string =>
  `resp-${line}-${name}`;

export type OwnersTyped = Readonly<{
  owners: readonly object[];
  /** The number on the page of each entry. */
  lines: readonly number[];
  /** In Portuguese. */
  errors: readonly string[];
}>;

/** Without the empty lines. */
export function ownersTyped(form: FormFields): OwnersTyped {
  const owners: object[] = [];
  const lines: number[] = [];
  const errors: string[] = [];
  for (let line = 1; form.has(ownerField(line, 'escopo')); line++) {
    const value = form.text(ownerField(line, 'valor'));
    const people = steps.flatMap((step) => {
      const email = form.text(ownerField(line, step));
      return email === '' ? [] : [[step, email] as const];
    });
    if (value === '' && people.length === 0) continue;
    const scope = ownerScopes.find((one) => one === form.text(ownerField(line, 'escopo'))) ?? 'all';
    if (scope === 'all' && value !== '')
      errors.push(
        `Responsáveis, linha ${line}: escolha Departamento, Setor ou Conta para "${value.slice(0, 40)}"`,
      );
    owners.push({
      ...(scope !== 'all' && { [scopeFields[scope]]: value }),
      ...Object.fromEntries(people),
    });
    lines.push(line);
  }
  return { owners, lines, errors };
}

/** A number of days as typed; others stay, for the check to refuse. */
export function daysTyped(text: string): number | string {
  return /^\d{1,4}$/.test(text) ? Number(text) : text;
}

const ALL_ACCOUNTS = 'todas';
const RULE_LINES_MAX = 500;

/** One rule a line, as `toleranceTyped` reads them. */
export function toleranceLines(rules: readonly Tolerance[]): string {
  return rules
    .map(({ prefix, amountCents, basisPoints }) =>
      [
        prefix === '' ? ALL_ACCOUNTS : prefix,
        ...(amountCents === null ? (basisPoints === null ? [] : ['']) : [money(amountCents)]),
        ...(basisPoints === null ? [] : [percentText(basisPoints)]),
      ].join('; '),
    )
    .join('\n');
}

/** One rule a line, as `variationTyped` reads them. */
export function variationLines(rules: readonly VariationRule[]): string {
  return rules
    .map(({ prefix, amountCents, basisPoints, against }) =>
      [prefix === '' ? ALL_ACCOUNTS : prefix, money(amountCents), percentText(basisPoints), AGAINST[against]].join(
        '; ',
      ),
    )
    .join('\n');
}

/** One rule a line, as `riskTyped` reads them. */
export function riskLines(rules: readonly RiskRule[]): string {
  return rules.map(({ prefix, level }) => `${prefix}; ${riskNames[level].toLowerCase()}`).join('\n');
}

const riskNames = namesOf(riskLevels);

const AGAINST: Readonly<Record<Comparison, string>> = { PREVIOUS: 'anterior', MEAN12: 'média' };

/** `contas; valor; percentual` a line, into what a registers' file has. `errors` in Portuguese. */
export function toleranceTyped(
  text: string,
): Readonly<{ tolerance: readonly object[]; errors: readonly string[] }> {
  const example = 'Tolerância, linha LINHA: escreva contas; valor; percentual (por exemplo 1.1.02; 150,00; 0,5%)';
  const { rules, errors } = rulesTyped(text, example, ([amount = '', percent = '', ...more]) => {
    const share = percent.replace(/\s*%$/, '').replace(',', '.');
    if (more.length > 0 || (amount === '' && share === '') || !/^(\d+(\.\d+)?)?$/.test(share)) return null;
    return {
      ...(amount !== '' && { amount: amountTyped(amount) }),
      ...(share !== '' && { percent: Number(share) }),
    };
  });
  return { tolerance: rules, errors };
}

/** `contas; valor; percentual; anterior ou média` a line, as above. */
export function variationTyped(
  text: string,
): Readonly<{ variation: readonly object[]; errors: readonly string[] }> {
  const example =
    'Variação, linha LINHA: escreva contas; valor; percentual; anterior ou média (por exemplo 4; 5.000,00; 50%; média)';
  const { rules, errors } = rulesTyped(text, example, ([amount = '', percent = '', words = '', ...more]) => {
    const share = percent.replace(/\s*%$/, '').replace(',', '.');
    const against = (['PREVIOUS', 'MEAN12'] as const).find((one) => AGAINST[one] === words.toLowerCase());
    if (more.length > 0 || amount === '' || !/^\d+(\.\d+)?$/.test(share) || against === undefined) return null;
    return { amount: amountTyped(amount), percent: Number(share), against };
  });
  return { variation: rules, errors };
}

/** `contas; nível` a line, as above. */
export function riskTyped(text: string): Readonly<{ risk: readonly object[]; errors: readonly string[] }> {
  const example = 'Risco, linha LINHA: escreva contas; alto, médio ou baixo (por exemplo 1.1.01; alto)';
  const { rules, errors } = rulesTyped(text, example, ([word = '', ...more]) => {
    const level = valuesOf(riskLevels).find((one) => riskNames[one].toLowerCase() === word.toLowerCase());
    return more.length > 0 || level === undefined ? null : { level };
  });
  return { risk: rules, errors };
}

/** @param wrong said of a line that `read` gives null for, with LINHA for its number */
function rulesTyped(
  text: string,
  wrong: string,
  read: (parts: readonly string[]) => object | null,
): Readonly<{ rules: readonly object[]; errors: readonly string[] }> {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  if (lines.length > RULE_LINES_MAX)
    return { rules: [], errors: [`No máximo ${RULE_LINES_MAX} regras de um tipo`] };
  const errors: string[] = [];
  const rules = lines.flatMap((line, index): object[] => {
    if (line === '') return [];
    const [accounts = '', ...parts] = line.split(';').map((part) => part.trim());
    const rule = accounts === '' ? null : read(parts);
    if (rule === null) {
      errors.push(wrong.replace('LINHA', String(index + 1)));
      return [];
    }
    return [{ ...(accounts.toLowerCase() !== ALL_ACCOUNTS && { prefix: accounts }), ...rule }];
  });
  return { rules, errors };
}
