// Where a browser goes back to after it signed in: an address of this console and nothing else.

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
