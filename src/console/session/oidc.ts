// Sign-in at a provider of OpenID Connect: authorization code with PKCE. What belongs to one attempt lies in a
// cookie of the browser that began it. Source: docs/spec/console.md#single-sign-on.
import * as client from 'openid-client';
import * as z from 'zod';
import type { CallContext } from '../../api/call.js';
import type { ProviderAccount } from '../../commands/people/peopleStore.js';
import { DomainError } from '../../domain/problem.js';
import { OIDC_COOKIE, setJsonCookie, takeJsonCookie } from './cookies.js';

export type OidcSettings = Readonly<{
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Nobody signs in by password. */
  only: boolean;
}>;

const attempt = z.object({ back: z.string(), invitation: z.string().nullable() });
const text = z.string().min(1);
const storedAttempt = attempt.extend({ state: text, nonce: text, verifier: text });
/** `back`: an address of the console; `invitation`: the token of a link, where one is accepted. */
type OidcAttempt = Readonly<z.output<typeof attempt>>;
type StoredAttempt = Readonly<z.output<typeof storedAttempt>>;
/** `name`: what people know the account by, mostly its e-mail; null where the provider does not tell. */
export type NamedAccount = ProviderAccount & Readonly<{ name: string | null }>;

export type Oidc = Readonly<{
  /** The provider's address for this attempt; sets its cookie. @throws DomainError Unavailable */
  begin(context: CallContext, attempt: OidcAttempt): Promise<string>;
  /**
   * What this browser's attempt was for and who the provider says came back, null where it refused or the answer
   * is not the attempt's; null for a browser without an attempt.
   */
  end(context: CallContext): Promise<(OidcAttempt & Readonly<{ account: NamedAccount | null }>) | null>;
}>;

const ATTEMPT_SECONDS = 600;
const PROVIDER_SECONDS = 5;
export const OIDC_RETURN = '/console/oidc/retorno';

/**
 * @param origin of the console: the provider sends browsers back there
 * @param report gets why the provider could not be asked or refused, without tokens and claims
 */
export function createOidc(settings: OidcSettings, origin: string, report: (reason: string) => void): Oidc {
  const redirectUri = origin + OIDC_RETURN;
  let discovered: Promise<client.Configuration> | null = null;
  /** Asked once; a provider that was away is asked again. */
  const provider = (): Promise<client.Configuration> =>
    (discovered ??= discover(settings).catch((error: unknown) => {
      discovered = null;
      report(reasonOf(error));
      throw new DomainError({ is: 'Unavailable' }, { cause: error });
    }));
  return {
    async begin(context, { back, invitation }) {
      const configuration = await provider();
      const state = client.randomState();
      const nonce = client.randomNonce();
      const verifier = client.randomPKCECodeVerifier();
      const begun: StoredAttempt = { back, invitation, state, nonce, verifier };
      setJsonCookie(context, OIDC_COOKIE, begun, ATTEMPT_SECONDS);
      return client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email',
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }).href;
    },
    async end(context) {
      const begun = takeJsonCookie(context, OIDC_COOKIE, storedAttempt);
      if (begun === null) return null;
      const { back, invitation, state, nonce, verifier } = begun;
      const configuration = await provider();
      try {
        const tokens = await client.authorizationCodeGrant(configuration, new URL(redirectUri + context.search), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        return { back, invitation, account: claims ? accountOf(claims) : null };
      } catch (error) {
        report(reasonOf(error));
        if (error instanceof TypeError) throw new DomainError({ is: 'Unavailable' }, { cause: error });
        return { back, invitation, account: null }; // refused by the provider, or not what this attempt asked for
      }
    },
  };
}

function discover({ issuer, clientId, clientSecret }: OidcSettings): Promise<client.Configuration> {
  return client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    timeout: PROVIDER_SECONDS,
    // The signature of an `id_token` is checked against the provider's published keys.
    execute: [
      client.enableNonRepudiationChecks,
      ...(issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
    ],
  });
}

/** Texts of the client, and the code of the provider's refusal (RFC 6749) or of the system. */
function reasonOf(thrown: unknown): string {
  const { message, error, cause } = thrown as Error & Readonly<{ error?: string }>;
  const { code } = (cause ?? {}) as Readonly<{ code?: string }>;
  return [message, error?.slice(0, 100), code].filter((part) => part !== undefined).join(': ');
}

function accountOf({ iss: issuer, sub: subject, ...claims }: client.IDToken): NamedAccount {
  const { email, preferred_username: name } = claims;
  return { issuer, subject, name: typeof email === 'string' ? email : typeof name === 'string' ? name : null };
}
