import * as oidc from 'openid-client'
import { failureText, type OutboundHttp } from '../../platform/http/outbound-http.ts'
import { clock_tolerance_seconds, ProviderError } from './provider-error.ts'
import { namesOf, reportsSecondFactor, type ProviderPerson } from './single-sign-on-rules.ts'

/** A provider as it is asked: who we are there, and where it sends people back to. */
export type OidcConnection = {
  issuer: string
  clientId: string
  clientSecret: string
  groupClaim: string
  redirectUrl: string
}

/** What is kept of a sign-in while somebody is away: what their answer must prove. */
export type OidcRequest = { state: string; nonce: string; verifier: string }

/** What is wrong, without what the provider sent: it may name people. */
function problemOf(error: unknown): string {
  if (error instanceof oidc.ClientError || error instanceof oidc.AuthorizationResponseError)
    return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
  if (error instanceof oidc.ResponseBodyError) return `The provider answered ${error.error}`
  return failureText(error)
}

/** An OpenID Connect provider of a practice: any issuer that describes itself, asked only at public addresses. */
export function openOidcClient(outside: Pick<OutboundHttp, 'fetch'>) {
  const customFetch: oidc.CustomFetch = (url, { method, headers, body }) =>
    outside.fetch(url, {
      method,
      headers: Object.fromEntries(new Headers(headers)),
      body: body ? String(body as string | URLSearchParams) : '',
    })

  /** By whichever of the two usual ways the provider takes the client's secret. */
  const authenticationOf =
    (secret: string): oidc.ClientAuth =>
    (server, client, body, headers) => {
      const taken = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
      const authenticate = taken.includes('client_secret_basic')
        ? oidc.ClientSecretBasic(secret)
        : oidc.ClientSecretPost(secret)
      authenticate(server, client, body, headers)
    }

  /** Reads how the provider describes itself. Its name there must be the very issuer. */
  async function discover({ issuer, clientId, clientSecret }: OidcConnection): Promise<oidc.Configuration> {
    const client = { [oidc.clockTolerance]: clock_tolerance_seconds }
    try {
      return await oidc.discovery(new URL(issuer), clientId, client, authenticationOf(clientSecret), {
        [oidc.customFetch]: customFetch,
        // What comes over the connection is signed besides, and the signature is looked at.
        execute: [oidc.enableNonRepudiationChecks],
      })
    } catch (error) {
      throw new ProviderError(problemOf(error), { cause: error })
    }
  }

  return {
    /** Whether the provider describes itself as it must: null, or what is wrong. */
    async check(connection: OidcConnection): Promise<string | null> {
      try {
        const { authorization_endpoint, token_endpoint } = (await discover(connection)).serverMetadata()
        return authorization_endpoint && token_endpoint ? null : 'The provider names no place to sign in at'
      } catch (error) {
        if (error instanceof ProviderError) return error.message
        throw error
      }
    },

    /** Where to send somebody, and what their answer must prove. */
    async start(
      connection: OidcConnection,
      loginHint: string | null,
    ): Promise<{ url: string; request: OidcRequest }> {
      const config = await discover(connection)
      const request = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
      }
      const offersGroups = config.serverMetadata().scopes_supported?.includes('groups')
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: connection.redirectUrl,
        scope: `openid email profile${offersGroups ? ' groups' : ''}`,
        state: request.state,
        nonce: request.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(request.verifier),
        code_challenge_method: 'S256',
        ...(loginHint ? { login_hint: loginHint } : {}),
      })
      return { url: url.href, request }
    },

    /**
     * Who came back: the answer is for what was asked, the code is spent at the provider, and its statement is signed by
     * it, for us, now. Throws `ProviderError` for anything else.
     */
    async complete(
      connection: OidcConnection,
      request: OidcRequest,
      query: URLSearchParams,
    ): Promise<ProviderPerson> {
      const config = await discover(connection)
      try {
        const cameTo = new URL(`${connection.redirectUrl}?${query.toString()}`)
        const tokens = await oidc.authorizationCodeGrant(config, cameTo, {
          expectedState: request.state,
          expectedNonce: request.nonce,
          pkceCodeVerifier: request.verifier,
          idTokenExpected: true,
        })
        const stated = tokens.claims()!
        const more = config.serverMetadata().userinfo_endpoint
          ? await oidc.fetchUserInfo(config, tokens.access_token, stated.sub)
          : {}
        return personOf({ ...more, ...stated }, connection.groupClaim)
      } catch (error) {
        throw new ProviderError(problemOf(error), { cause: error })
      }
    },
  }
}

type Claims = Record<string, unknown> & { sub: string }

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string')

function personOf(claims: Claims, groupClaim: string): ProviderPerson {
  const { email_verified: isVerified } = claims
  return {
    subject: claims.sub,
    email: textOf(claims['email']) || null,
    isEmailVerified: typeof isVerified === 'boolean' ? isVerified : null,
    ...namesOf({
      given: textOf(claims['given_name']),
      family: textOf(claims['family_name']),
      full: textOf(claims['name']),
    }),
    groups: textsOf(claims[groupClaim]),
    hasSecondFactor: reportsSecondFactor(textsOf(claims['amr']), textsOf(claims['acr'])),
  }
}
