import type { IdentityProvider } from '../../../contract/sign-in-codes.ts'

/** Who somebody is at a provider. Without an address where the provider does not say that it is proved. */
export type ProviderProfile = { id: string; name: string; email: string | null }

/** Reads JSON from a provider in a person's name; null when it does not answer as it should. */
export type FetchJson = <T>(url: string) => Promise<T | null>

type OpenIdClaims = { sub: string; name?: string; email?: string; email_verified?: boolean }

/** As every OpenID provider tells it. */
export async function openIdProfile(ask: FetchJson, url: string): Promise<ProviderProfile | null> {
  const claims = await ask<OpenIdClaims>(url)
  if (!claims?.sub) return null
  const { sub, name = '', email, email_verified: isProved } = claims
  return { id: sub, name, email: isProved === true && email ? email : null }
}

type FacebookUser = { id: string; name?: string; email?: string }
type GithubUser = { id: number; login: string; name: string | null }
type GithubEmail = { email: string; primary: boolean; verified: boolean }
type TwitterUser = { data?: { id: string; name: string; confirmed_email?: string } }

/** How each provider tells who somebody is. */
export const profileReaders: Record<IdentityProvider, (ask: FetchJson) => Promise<ProviderProfile | null>> = {
  google: (ask) => openIdProfile(ask, 'https://openidconnect.googleapis.com/v1/userinfo'),

  // Facebook hands out addresses it has proved, and says so nowhere.
  async facebook(ask) {
    const user = await ask<FacebookUser>('https://graph.facebook.com/v24.0/me?fields=id,name,email')
    return user && { id: user.id, name: user.name ?? '', email: user.email ?? null }
  },

  // GitHub tells addresses apart from the profile, and which of them it has proved.
  async github(ask) {
    const user = await ask<GithubUser>('https://api.github.com/user')
    const emails = await ask<GithubEmail[]>('https://api.github.com/user/emails')
    if (!user || !emails) return null
    const proved = emails.find(({ primary, verified }) => primary && verified)
    return { id: String(user.id), name: user.name ?? user.login, email: proved?.email ?? null }
  },

  async twitter(ask) {
    const answer = await ask<TwitterUser>('https://api.x.com/2/users/me?user.fields=confirmed_email')
    if (!answer?.data) return null
    const { id, name, confirmed_email: email = null } = answer.data
    return { id, name, email }
  },
}
