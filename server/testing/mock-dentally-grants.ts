import { randomBytes } from 'node:crypto'
import type { PeerAnswer, PeerRequest } from './https-peer.ts'

/** The product as it is registered with the peer. */
export const mockDentallyClient = {
  clientId: 'candour-at-dentally',
  clientSecret: 'secret of candour at dentally',
}

export type MockDentallyGrants = {
  /** What somebody answers on the sign-in page. */
  decision: 'allow' | 'deny'
  /** How long a token is said to be good; null where nothing is said. */
  tokenSeconds: number | null
  /** Tokens that open the records now. */
  accessTokens: Set<string>
  /** Each is used once, and another one is given for it. */
  refreshTokens: Set<string>
  codes: Map<string, { redirectUri: string }>
  /** What was asked of the token endpoint, without secrets. */
  exchanges: string[]
  answer(request: PeerRequest): PeerAnswer | undefined
}

const refused = (error: string, status = 400): PeerAnswer => ({ status, body: { error } })
const newSecret = (): string => randomBytes(24).toString('base64url')

/** The sign-in page and the token endpoint, as OAuth 2.0 has them and as public programs call Dentally's. */
export function openMockDentallyGrants(): MockDentallyGrants {
  const grants: MockDentallyGrants = {
    ...{ decision: 'allow', tokenSeconds: 7200, exchanges: [] },
    ...{ accessTokens: new Set(), refreshTokens: new Set(), codes: new Map() },
    answer({ method, url, body }) {
      if (method === 'GET' && url.pathname === '/oauth/authorize') return authorise(url.searchParams)
      if (method === 'POST' && url.pathname === '/oauth/token') return exchange(new URLSearchParams(body))
      return undefined
    },
  }

  function authorise(asked: URLSearchParams): PeerAnswer {
    if (asked.get('client_id') !== mockDentallyClient.clientId) return refused('invalid_client', 401)
    if (asked.get('response_type') !== 'code') return refused('unsupported_response_type')
    const redirectUri = asked.get('redirect_uri') ?? ''
    const back = new URL(redirectUri)
    back.searchParams.set('state', asked.get('state') ?? '')
    if (grants.decision === 'deny') back.searchParams.set('error', 'access_denied')
    else {
      const code = newSecret()
      grants.codes.set(code, { redirectUri })
      back.searchParams.set('code', code)
    }
    return { status: 302, headers: { location: back.href } }
  }

  function exchange(form: URLSearchParams): PeerAnswer {
    grants.exchanges.push(form.get('grant_type') ?? '')
    const isClient =
      form.get('client_id') === mockDentallyClient.clientId &&
      form.get('client_secret') === mockDentallyClient.clientSecret
    if (!isClient) return refused('invalid_client', 401)
    return isGranted(form) ? newTokens() : refused('invalid_grant')
  }

  /** Whether it was granted; what was granted is used up by that. */
  function isGranted(form: URLSearchParams): boolean {
    if (form.get('grant_type') === 'refresh_token')
      return grants.refreshTokens.delete(form.get('refresh_token') ?? '')
    const code = form.get('code') ?? ''
    const isOurs = grants.codes.get(code)?.redirectUri === form.get('redirect_uri')
    return grants.codes.delete(code) && isOurs
  }

  function newTokens(): PeerAnswer {
    const [accessToken, refreshToken] = [newSecret(), newSecret()]
    grants.accessTokens.clear()
    grants.accessTokens.add(accessToken)
    grants.refreshTokens.add(refreshToken)
    const life = grants.tokenSeconds === null ? {} : { expires_in: grants.tokenSeconds }
    const tokens = { access_token: accessToken, refresh_token: refreshToken, token_type: 'bearer', ...life }
    return { status: 200, body: tokens }
  }
  return grants
}
