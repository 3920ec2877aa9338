// How forms are answered: by the next page (303), with a notice on it.
import * as z from 'zod';
import { noteWritten, type ConsoleCall, type PageCall } from '../route.js';
import { NOTICE_COOKIE, setJsonCookie, takeJsonCookie } from './cookies.js';
import type { CallContext } from '../../api/call.js';

const NOTICE_SECONDS = 60;
/** A cookie holds 4,096 bytes. */
const NOTICE_LENGTH_MAX = 600;

/** @param path of this console: where the browser goes on */
export function redirectTo(call: PageCall, path: string): void {
  call.status = 303;
  call.set('Location', path);
  call.body = '';
}

/** The form that takes back what was done; each field is a name and a value. */
const undoShape = z.object({
  action: z.string(),
  fields: z.array(z.tuple([z.string(), z.string()]).readonly()).readonly(),
});
const noticeShape = z.object({
  kind: z.enum(['done', 'warn', 'bad']),
  sentence: z.string(),
  undo: undoShape.readonly().optional(),
});
export type Notice = Readonly<z.output<typeof noticeShape>>;
type NoticeKind = Notice['kind'];
export type Undo = Readonly<z.output<typeof undoShape>>;

/** Shown once, on the person's next page. */
export function notice(call: PageCall, sentence: string, kind: NoticeKind = 'done', undo?: Undo): void {
  const short = sentence.length > NOTICE_LENGTH_MAX ? `${sentence.slice(0, NOTICE_LENGTH_MAX)}…` : sentence;
  setJsonCookie(call, NOTICE_COOKIE, { kind, sentence: short, undo }, NOTICE_SECONDS);
}

/** Where the person goes on, and what they are told. `position`: of what was written. */
export type Done = Readonly<{
  to: string;
  told?: string;
  kind?: NoticeKind | undefined;
  undo?: Undo | undefined;
  position?: number | null;
}>;

export async function goOn(call: ConsoleCall, { to, told, kind, undo, position = null }: Done): Promise<void> {
  await noteWritten(call, position);
  if (told !== undefined) notice(call, told, kind, undo);
  redirectTo(call, to);
}

/** The notice of the page before, which is then forgotten. */
export function takeNotice(call: PageCall): Notice | null {
  return takeJsonCookie(call, NOTICE_COOKIE, noticeShape);
}

/** Without PUBLIC_URL only this machine reaches the console. Never of `Host`. */
export function ownAddress({ req }: CallContext): string {
  const { localAddress = '127.0.0.1', localPort = 0 } = req.socket;
  return `http://${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`;
}

/** RFC 6266: the name in UTF-8, and in letters that any system takes. Lone surrogates are replaced. */
export function attachmentNamed(name: string): string {
  const encoded = encodeURIComponent(Buffer.from(name).toString()).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16)}`,
  );
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9 ._-]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
