// Headers of every response, whoever writes it.

/** Answers hold one client's books: nobody on the way may keep or reinterpret them. No CORS: the API is for servers. */
export const SECURITY_HEADERS: readonly (readonly [string, string])[] = [
  ['Cache-Control', 'no-store'],
  ['X-Content-Type-Options', 'nosniff'],
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ['Strict-Transport-Security', 'max-age=31536000'],
];

export const JSON_TYPE = 'application/json; charset=utf-8';
