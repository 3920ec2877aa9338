// A form that was sent after its session had ended: kept until the person signed in again, then shown with what was typed. Where a
// browser goes back to after it signed in: an address of this console and nothing else.
import type { Typed } from '../route.js';

const BASE = 'http://console.invalid';
const LENGTH_MAX = 2_000;

/** The path with its query; `/console` for anything that leads elsewhere. */
export function returnPath(given: string | null | undefined): string {
  if (
    !given ||
    given.length > LENGTH_MAX ||
    !/^\/console(?![\w.-])[\x21-\x7e]*$/.test(given) ||
    given.includes('\\')
  )
    return '/console';
  let url: URL;
  try {
    url = new URL(given, BASE);
  } catch {
    return '/console';
  }
  const isOurs = url.origin === BASE && /^\/console(\/|$)/.test(url.pathname) && !url.pathname.startsWith('//');
  if (!isOurs || /^\/console\/(entrar|sair|convite|assets|tema|oidc)\b/.test(url.pathname)) return '/console';
  return url.pathname + url.search;
}

/** The page that a form was on, by the path of `Referer`. */
export function pathOfReferer({
  headers,
}: Readonly<{ headers: Readonly<{ referer?: string | undefined }> }>): string {
  try {
    const { pathname, search } = new URL(headers.referer ?? '');
    return returnPath(pathname + search);
  } catch {
    return '/console';
  }
}

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
