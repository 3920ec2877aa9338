// A form that was sent after its session had ended: kept until the person signed in again, then shown with what was typed.
import type { Typed } from '../route.js';
import { returnPath } from './returnPath.js';

/** A longer form is not kept: anybody may send one, and escaped it fits the form of the sign-in. */
export const DRAFT_BYTES_MAX = 16_384;

/** `page`: the address of the page with the form; `action`: the form's own. */
export type Draft = Typed & Readonly<{ page: string }>;

/** From a field or a session; null for anything that is no draft. */
export function draftIn(text: string | null): Draft | null {
  if (text === null || text === '' || Buffer.byteLength(text) > DRAFT_BYTES_MAX) return null;
  try {
    const { page, action, fields, several = {} } = JSON.parse(text) as Partial<Draft>;
    if (typeof page !== 'string' || typeof action !== 'string') return null;
    if (!isRecord(fields) || !isRecord(several)) return null;
    const typed = Object.entries(fields).filter(([, value]) => typeof value === 'string');
    const lists = Object.entries(several).filter(([, values]) => isTexts(values));
    return {
      ...{ page: returnPath(page), action },
      ...{ fields: Object.fromEntries(typed), several: Object.fromEntries(lists) },
    };
  } catch {
    return null;
  }
}

const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((one) => typeof one === 'string');
