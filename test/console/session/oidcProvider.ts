// A small provider of OpenID Connect: everybody who is led to it is signed in at once as the subject that the test
// sets.
import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { listen } from '../../support/listen.js';

export type OidcProvider = Readonly<Awaited<ReturnType<typeof startOidcProvider>>>;

export const CLIENT = { id: 'conciliacao', secret: 'segredo-do-teste' } as const;

type Granted = Readonly<{ subject: string; nonce: string; challenge: string; redirectUri: string }>;

export async function startOidcProvider() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwks = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k1', use: 'sig', alg: 'RS256' }] };
  const granted = new Map<string, Granted>();
  let subject = '';
  let forced = undefined as string | undefined;
  let signingKey = privateKey;
  let issuer = '';

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', issuer);
    const asked = url.searchParams;
    if (url.pathname === '/.well-known/openid-configuration') return json(response, 200, metadata(issuer));
    if (url.pathname === '/jwks') return json(response, 200, jwks);
    if (url.pathname === '/authorize') {
      const code = randomBytes(16).toString('hex');
      const redirectUri = asked.get('redirect_uri') ?? '';
      const nonce = forced ?? asked.get('nonce') ?? '';
      granted.set(code, { subject, nonce, challenge: asked.get('code_challenge') ?? '', redirectUri });
      const back = new URL(redirectUri);
      back.search = new URLSearchParams({ code, state: asked.get('state') ?? '', iss: issuer }).toString();
      return void response.writeHead(303, { location: back.href }).end();
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const form = new URLSearchParams(Buffer.concat(chunks).toString());
      const grant = granted.get(form.get('code') ?? '');
      granted.delete(form.get('code') ?? '');
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      const isRight =
        grant?.challenge === challenge &&
        grant.redirectUri === form.get('redirect_uri') &&
        secretOf(request.headers.authorization, form) === CLIENT.secret;
      if (!isRight) return json(response, 400, { error: 'invalid_grant' });
      const idToken = signed(signingKey, {
        iss: issuer,
        aud: CLIENT.id,
        sub: grant.subject,
        nonce: grant.nonce,
        email: emailOf(grant.subject),
      });
      json(response, 200, { access_token: 'a', token_type: 'Bearer', id_token: idToken });
    });
  });
  const { port, close } = await listen(server);
  issuer = `http://127.0.0.1:${port}`;
  return {
    issuer,
    /**
     * Who is signed in at the provider; `nonce` replaces the one asked for, `foreignKey` signs with a key that is
     * not published.
     */
    is(who: string, { nonce, foreignKey = false }: Readonly<{ nonce?: string; foreignKey?: boolean }> = {}) {
      [subject, forced, signingKey] = [who, nonce, foreignKey ? foreign.privateKey : privateKey];
    },
    close,
  };
}

/** The e-mail that the provider knows a subject by. */
export const emailOf = (subject: string): string => `${subject}@organizacao.example`;

const metadata = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
});

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** By the form or by HTTP's own authentication. */
function secretOf(authorization: string | undefined, form: URLSearchParams): string | null {
  if (authorization === undefined) return form.get('client_secret');
  const [, secret = ''] = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString().split(':');
  return decodeURIComponent(secret);
}

function signed(key: KeyObject, claims: object): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const now = Math.floor(Date.now() / 1_000);
  const text = `${part({ alg: 'RS256', kid: 'k1' })}.${part({ ...claims, iat: now, exp: now + 300 })}`;
  return `${text}.${createSign('RSA-SHA256').update(text).sign(key, 'base64url')}`;
}
