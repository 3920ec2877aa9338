// People signed in to the console of a service on embedded stores, who ask and answer as a browser does without
// JavaScript.
import { randomBytes } from 'node:crypto';
import type { InvitationKind } from '../../src/domain/clients/events.js';
import { invitationIdOf, invitationLink } from '../../src/commands/people/access.js';
import { sessionIdOf } from '../../src/console/session/sessions.js';
import { openPeople, openPeopleStores } from '../../src/app/stores.js';
import { email, type Member } from './team.js';

export type Page = Readonly<{ status: number; headers: Headers; html: string; location: string | null }>;
type HeaderValues = Readonly<Record<string, string>>;
export type FormValues = Readonly<Record<string, string | readonly string[]>>;
export type Browsing = Readonly<ReturnType<typeof browsing>>;

const HOURS_8_MS = 8 * 3_600_000;

/** Opens a session in the store, without the sign-in's password. */
export async function signedIn(
  service: Readonly<{ url: string; dataDir: string }>,
  address: string,
): Promise<Browsing> {
  const { people, sessions } = openPeopleStores(service, null);
  try {
    const [person] = await people.byEmail([address]);
    if (person === undefined) throw new Error(`nobody has the e-mail ${address}`);
    const { personId, clientId } = person;
    const secret = randomBytes(32).toString('base64url');
    const csrfToken = randomBytes(32).toString('base64url');
    const id = sessionIdOf(secret);
    const now = Date.now();
    const times = { startedAtMs: now, seenAtMs: now, endsAtMs: now + HOURS_8_MS };
    await sessions.open({ id, personId, clientId, csrfToken, roles: null, ...times, draft: null });
    return browsing(service.url, { csrfToken, personId, sessionId: id, cookies: { '__Host-sessao': secret } });
  } finally {
    await people.close();
  }
}

/** People of a client's team, each signed in. */
export async function teamSignedIn<Name extends Member>(
  service: Readonly<{ url: string; dataDir: string }>,
  names: readonly Name[],
  client?: string,
): Promise<Readonly<Record<Name, Browsing>>> {
  const people: Partial<Record<Name, Browsing>> = {};
  for (const name of names) people[name] = await signedIn(service, email(name, client));
  return people as Record<Name, Browsing>;
}

/** The path of a link to choose a password, made in the store, without the event that tells who made it. */
export async function invitationOf(
  service: Readonly<{ dataDir: string }>,
  address: string,
  kind: InvitationKind = 'INVITE',
): Promise<string> {
  const { people, credentials } = openPeople(service, null);
  try {
    const [person] = await people.byEmail([address]);
    if (person === undefined) throw new Error(`nobody has the e-mail ${address}`);
    const { personId, clientId } = person;
    const token = randomBytes(32).toString('base64url');
    const expiresAtMs = Date.now() + HOURS_8_MS;
    await credentials.invite({ id: invitationIdOf(token), personId, clientId, kind, expiresAtMs });
    return new URL(invitationLink('http://console', token)).pathname;
  } finally {
    await people.close();
  }
}

/** A browser that nobody is signed in with. */
export function nobody(service: Readonly<{ url: string }>, cookies: Record<string, string> = {}): Browsing {
  return browsing(service.url, { csrfToken: 'x', personId: '', sessionId: '', cookies });
}

/** A browser with these cookies. It keeps those that answers set. */
export function browsing(
  url: string,
  {
    cookies,
    ...known
  }: Readonly<{ csrfToken: string; personId: string; sessionId: string; cookies: Record<string, string> }>,
) {
  const cookie = (): string =>
    Object.entries(cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');

  async function ask(path: string, init: RequestInit, headers: object): Promise<Page> {
    const answer = await fetch(url + path, {
      redirect: 'manual',
      ...init,
      // Not compressed, which takes both sides longer than a page.
      headers: { cookie: cookie(), 'sec-fetch-site': 'same-origin', 'accept-encoding': 'identity', ...headers },
    });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === '' || /max-age=0\b/i.test(set)) delete cookies[name];
      else cookies[name] = value;
    }
    const { status, headers: got } = answer;
    return { status, headers: got, html: await answer.text(), location: got.get('location') };
  }

  return {
    ...known,
    /** Name and value, as a browser sends them; for a browser that continues this session. */
    cookie,
    /** Redirects are not followed. */
    get: (path: string, headers: HeaderValues = {}) => ask(path, { method: 'GET' }, headers),
    /** A form of the session, with its token. Several values of a field as a list. */
    post(path: string, form: FormValues = {}, headers: HeaderValues = {}) {
      const body = new URLSearchParams(form['csrf'] === undefined ? { csrf: known.csrfToken } : {});
      for (const [name, values] of Object.entries(form))
        for (const value of [values].flat()) body.append(name, value);
      const referer = `${url}${path}`;
      return ask(path, { method: 'POST', body }, { referer, ...headers });
    },
    /** A form with files. */
    upload(path: string, form: FormData, headers: HeaderValues = {}) {
      if (!form.has('csrf')) form.set('csrf', known.csrfToken);
      return ask(path, { method: 'POST', body: form }, headers);
    },
  };
}

/** The part of a page under a heading; "" without one. */
export function partOf({ html }: Pick<Page, 'html'>, heading: string): string {
  return html.split('<section').find((part) => part.includes(`>${heading}</h2>`)) ?? '';
}

/** The names of the fields that ask for the focus: the first of them gets it. */
export const focusedIn = (html: string): readonly (string | undefined)[] =>
  [...html.matchAll(/<(?:input|select|textarea) [^>]*\bautofocus\b[^>]*>/g)].map(
    ([field]) => /name="([^"]*)"/.exec(field)?.[1],
  );

/** The row of a table with this cell, wherever its text may be broken. */
export function rowOf(html: string, cell: string): string {
  const rows = html.replaceAll('<wbr/>', '').split('<tr>');
  return rows.find((row) => row.includes(`>${cell}<`)) ?? '';
}
