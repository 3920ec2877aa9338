// Refuses a form that another site sent: by Sec-Fetch-Site, which every current browser sends, else by Origin, and by the
// token of the session in the form itself (session/readForm.ts). Source: docs/spec/console.md#forms.
import { timingSafeEqual } from 'node:crypto';
import type { CallContext } from '../../api/call.js';
import { ConsoleRefused } from '../refused.js';

/** @param publicUrl the console's own origin; null: the `Host` that was asked for, on loopback only */
export function requireSameOrigin({ headers, host }: CallContext, publicUrl: string | null): void {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) {
    if (site !== 'same-origin') throw new ConsoleRefused('ForeignForm');
    return;
  }
  const own = publicUrl === null ? [`http://${host}`, `https://${host}`] : [new URL(publicUrl).origin];
  if (headers.origin === undefined || !own.includes(headers.origin)) throw new ConsoleRefused('ForeignForm');
}

/** @throws ConsoleRefused ForeignForm */
export function requireToken(sent: string | undefined, expected: string): void {
  const [one, other] = [Buffer.from(sent ?? ''), Buffer.from(expected)];
  if (one.length !== other.length || !timingSafeEqual(one, other)) throw new ConsoleRefused('ForeignForm');
}
