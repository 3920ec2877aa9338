// What a form of the registers showed: who saves is told first what others changed meanwhile.
import { hash } from 'node:crypto';
import { changedMeanwhile } from '../../../messages/registers.js';
import { sentOf, useTyped, type Declared } from '../../design/Form.js';
import type { FormFields, Refusal } from '../../session/readForm.js';

const SEEN = 'vistas';
/** By the name of what is marked. */
export type Marks = ReadonlyMap<string, string>;

export function markOf(values: readonly unknown[]): string {
  const text = JSON.stringify(values).replaceAll(String.raw`\r\n`, String.raw`\n`);
  return hash('sha256', text, 'hex').slice(0, 16);
}

const marksText = (marks: Marks): string => [...marks].map((mark) => mark.join('=')).join(' ');
const marksIn = (text: string) =>
  new Map(text.split(' ').flatMap((mark) => (mark === '' ? [] : [mark.split('=') as [string, string]])));

export function SeenMarks({ marks }: Readonly<{ marks: Marks }>) {
  return <input type="hidden" name={SEEN} value={useTyped(SEEN, marksText(marks))} />;
}

/**
 * One thing of a form as it was sent. `told`: its heading, and its words by now, "" where they are too long.
 * `now`: what the field of a refused form shows where the person left it.
 */
type Sent = Readonly<{ field: string; told: readonly [heading: string, now: string]; mark: string; now?: string }>;

/** What the person changed; a refusal where others have changed it too since the form showed it. */
export function changesOf<One extends Sent>(form: FormFields, sent: readonly One[], shown: Marks) {
  const seen = marksIn(form.text(SEEN));
  const changed = sent.filter(({ field, mark }) => mark !== seen.get(field) && mark !== shown.get(field));
  const crossed = changed.filter(({ field }) => seen.has(field) && seen.get(field) !== shown.get(field));
  const left = sent.flatMap((one) =>
    one.now === undefined || changed.includes(one) ? [] : [[one.field, one.now] as const],
  );
  const known = [...crossed.map(({ field }) => field), ...left.map(([field]) => field)];
  const marks = new Map([...seen, ...known.map((field) => [field, shown.get(field) ?? ''] as const)]);
  const refusal: Refusal = {
    errors: crossed.map(({ told: [heading, now] }) => changedMeanwhile(heading, now)),
    status: 422,
    instead: { ...Object.fromEntries(left), [SEEN]: marksText(marks) },
  };
  return { changed, refusal: crossed.length > 0 ? refusal : null };
}

export function marksOfFields(fields: readonly Declared[]): Marks {
  return new Map(fields.map(({ name, value = '' }) => [name, markOf([value])]));
}

/** As `changesOf`. @param fields with their values by now */
export function changedFields(form: FormFields, fields: readonly Declared[]) {
  const typed = sentOf(form, fields);
  const sent = fields.map((one) => {
    const { name, label, value = '' } = one;
    const now = typeof value === 'string' && { now: value };
    return { field: name, told: [label, valueText(one)] as const, mark: markOf([typed[name]]), ...now };
  });
  const { changed, refusal } = changesOf(form, sent, marksOfFields(fields));
  return { changed: Object.fromEntries(changed.map(({ field }) => [field, typed[field]])), refusal };
}

function valueText({ value = '', options = [], rows }: Declared): string {
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  return rows === undefined ? (options.find(([one]) => one === value)?.[1] ?? value) : '';
}
