// Cookies of the console. `__Host-`: sent by browsers over HTTPS and on loopback only, to this host only, and set by nobody else.
// Koa refuses `secure` cookies over plain HTTP, which a proxy's requests are, so that the header is written here.
import type { CallContext } from '../../api/call.js';

export const SESSION_COOKIE = '__Host-sessao';
export const NOTICE_COOKIE = '__Host-aviso';
export const OIDC_COOKIE = '__Host-oidc';
export const ACCOUNT_COOKIE = '__Host-conta';
export const DRAFT_COOKIE = '__Host-rascunho';
export const THEME_COOKIE = '__Host-tema';
/** For what a person chose. */
export const YEAR_SECONDS = 31_536_000;
/** Whether a person's amounts without a side are credits: `sim` or `nao`. */
export const CREDITS_COOKIE = '__Host-creditos';

/** @param maxAgeSeconds absent: until the browser is closed */
export function setCookie(context: CallContext, name: string, value: string, maxAgeSeconds?: number): void {
  const age = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`;
  context.append('Set-Cookie', `${name}=${value}; Path=/${age}; HttpOnly; Secure; SameSite=Lax`);
}

export function deleteCookie(context: CallContext, name: string): void {
  setCookie(context, name, '', 0);
}

/** The first value of that name; null without one. */
export function cookieOf({ headers }: Pick<CallContext, 'headers'>, name: string): string | null {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const [key = '', value = ''] = pair.split('=', 2);
    if (key.trim() === name) return value.trim();
  }
  return null;
}
