import type { GenericOAuthConfig } from 'better-auth/plugins'
import { identityProviders, type IdentityProvider } from '../../../contract/sign-in-codes.ts'
import { openIdProfile, profileReaders, type FetchJson, type ProviderProfile } from './provider-profiles.ts'

/** Client id and secret of each provider that is set up; `peer` answers in place of all of them, for tests. */
export type ProviderSettings = {
  clients: Partial<Record<IdentityProvider, { clientId: string; clientSecret: string }>>
  peer: string | null
}

type Endpoints = Pick<GenericOAuthConfig, 'authorizationUrl' | 'tokenUrl' | 'scopes' | 'authentication'> & {
  profileOf: (ask: FetchJson) => Promise<ProviderProfile | null>
}

const answer_ms_max = 15_000

/** Asks a provider with a person's token; one that cannot be reached or answers no JSON answers nothing. */
const providerFetch =
  (accessToken: string | undefined): FetchJson =>
  async (url) => {
    const headers = {
      authorization: `Bearer ${accessToken}`,
      accept: 'application/json',
      'user-agent': 'Candour',
    }
    try {
      const answer = await fetch(url, {
        headers,
        redirect: 'error',
        signal: AbortSignal.timeout(answer_ms_max),
      })
      return answer.ok ? ((await answer.json()) as never) : null
    } catch {
      return null
    }
  }

const providerEndpoints: Record<IdentityProvider, Endpoints> = {
  google: {
    authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenUrl: 'https://oauth2.googleapis.com/token',
    scopes: ['openid', 'email', 'profile'],
    profileOf: profileReaders.google,
  },
  facebook: {
    authorizationUrl: 'https://www.facebook.com/v24.0/dialog/oauth',
    tokenUrl: 'https://graph.facebook.com/v24.0/oauth/access_token',
    scopes: ['email', 'public_profile'],
    profileOf: profileReaders.facebook,
  },
  github: {
    authorizationUrl: 'https://github.com/login/oauth/authorize',
    tokenUrl: 'https://github.com/login/oauth/access_token',
    scopes: ['read:user', 'user:email'],
    profileOf: profileReaders.github,
  },
  twitter: {
    authorizationUrl: 'https://x.com/i/oauth2/authorize',
    tokenUrl: 'https://api.x.com/2/oauth2/token',
    scopes: ['users.read', 'users.email', 'tweet.read'],
    // The only one that takes client and secret in a header and not with the code.
    authentication: 'basic',
    profileOf: profileReaders.twitter,
  },
}

/** The same steps against a peer that speaks OpenID Connect. */
const peerEndpoints = (peer: string): Endpoints => ({
  authorizationUrl: `${peer}/auth`,
  tokenUrl: `${peer}/token`,
  scopes: ['openid', 'email', 'profile'],
  profileOf: (ask) => openIdProfile(ask, `${peer}/me`),
})

/** Stands in for an address that the provider has not proved: nobody's, so that it finds nobody's account. */
const unverifiedEmail = (provider: IdentityProvider, id: string) =>
  `${provider}-${encodeURIComponent(id)}@unproved.invalid`

/** The providers that are set up, as the auth library takes them. None of them makes an account. */
export const oauthProviders = ({ clients, peer }: ProviderSettings): GenericOAuthConfig[] =>
  identityProviders.flatMap((providerId) => {
    const client = clients[providerId]
    if (!client) return []
    const { profileOf, ...endpoints } = peer ? peerEndpoints(peer) : providerEndpoints[providerId]
    return [
      {
        providerId,
        ...client,
        ...endpoints,
        pkce: true,
        disableSignUp: true,
        accountSubject: ({ profile }) => profile.id ?? '',
        async getUserInfo({ accessToken }) {
          const profile = await profileOf(providerFetch(accessToken))
          if (!profile) return null
          const { id, name, email } = profile
          return { id, name, email: email ?? unverifiedEmail(providerId, id), emailVerified: email !== null }
        },
      },
    ]
  })

/** A linked identity as it is kept: who it is, and nothing that opens the provider. What is not kept cannot leak. */
export const withoutTokens = <A extends object>(account: A) => ({
  ...account,
  accessToken: null,
  refreshToken: null,
  idToken: null,
  accessTokenExpiresAt: null,
  refreshTokenExpiresAt: null,
  scope: null,
})
