// Cookies of the console. `__Host-`: sent by browsers over HTTPS and on loopback only, to this host only, and set
// by nobody else. Koa refuses `secure` cookies over plain HTTP, which a proxy's requests are, so that the header
// is written here.
import type * as z from 'zod';
import type { CallContext } from '../../api/call.js';

export const SESSION_COOKIE = '__Host-sessao';
export const NOTICE_COOKIE = '__Host-aviso';
export const OIDC_COOKIE = '__Host-oidc';
export const ACCOUNT_COOKIE = '__Host-conta';
export const DRAFT_COOKIE = '__Host-rascunho';
export const THEME_COOKIE = '__Host-tema';
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

export function cookieOf({ cookies }: Pick<CallContext, 'cookies'>, name: string): string | null {
  return cookies.get(name) ?? null;
}

/** @param value plain JSON; anything that browsers keep may be sent back changed */
export function setJsonCookie(context: CallContext, name: string, value: object, maxAgeSeconds: number): void {
  setCookie(context, name, Buffer.from(JSON.stringify(value)).toString('base64url'), maxAgeSeconds);
}

/** What the cookie holds, which is then deleted; null without one of this shape. */
export function takeJsonCookie<Shape extends z.ZodType>(
  context: CallContext,
  name: string,
  shape: Shape,
): z.output<Shape> | null {
  const value = cookieOf(context, name);
  if (value === null) return null;
  deleteCookie(context, name);
  return jsonIn(Buffer.from(value, 'base64url').toString(), shape);
}

/** Null for anything but JSON of this shape. */
export function jsonIn<Shape extends z.ZodType>(text: string, shape: Shape): z.output<Shape> | null {
  try {
    return shape.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
