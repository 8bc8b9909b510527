import { z } from 'zod'
import { grantingSystemNames, type GrantingSystemName } from '../../../contract/practice-systems.ts'
import type { OutboundHttp } from '../../platform/http/outbound-http.ts'
import { systemErrorOf, userAgent } from './practice-system-client.ts'
import { PracticeSystemError } from './practice-system-port.ts'

/** As whom the installation is registered with each system, and what it asks to be let into there. */
export type GrantSettings = {
  clients: Partial<Record<GrantingSystemName, { clientId: string; clientSecret: string }>>
  scopes: string
}

/** What somebody granted: the token is used for calls, and with the other one the next pair is had. */
export type SystemTokens = { accessToken: string; refreshToken: string | null }

/** The only page of ours that a sign-in page sends anybody back to; it is registered with the practice system. */
const accessReturnPath = '/clinic/settings/practice-system'

const TokenAnswer = z.object({
  access_token: z.string().min(1).max(5000),
  refresh_token: z.string().min(1).max(5000).nullish(),
  expires_in: z.number().int().positive().nullish(),
})
const TokenError = z.object({ error: z.string() })

/** What tells that a code or a token is good no more; anything else may be tried again. */
const isGrantOver = (text: string): boolean => {
  try {
    return TokenError.safeParse(JSON.parse(text)).data?.error === 'invalid_grant'
  } catch {
    return false
  }
}

function readTokens(text: string) {
  try {
    return TokenAnswer.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

type GrantDeps = {
  outside: OutboundHttp
  addresses: Record<GrantingSystemName, string>
  settings: GrantSettings
  /** Where browsers find the product: an origin. */
  address: string
  now: () => Date
}

/**
 * OAuth 2.0 by the authorisation code grant, each system at its own address; which of it is documented stands in
 * docs/practice-systems.md. Neither the client's secret nor a token goes anywhere else: redirects are refused.
 */
export function openGrants({ outside, addresses, settings, address, now }: GrantDeps) {
  const returnAddress = `${address}${accessReturnPath}`

  async function askForTokens(system: GrantingSystemName, grant: Record<string, string>) {
    const client = settings.clients[system]
    if (!client) throw new PracticeSystemError('unavailable', 'This installation is not registered with it')
    const form = { ...grant, client_id: client.clientId, client_secret: client.clientSecret }
    const answer = await outside.call(`${addresses[system]}/oauth/token`, {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
        'user-agent': userAgent,
      },
      body: new URLSearchParams(form).toString(),
    })
    const { statusCode, text } = answer
    if ((statusCode === 400 || statusCode === 401) && isGrantOver(text))
      throw new PracticeSystemError('access-ended', `Answered ${statusCode}: the access has ended`)
    // Our own registration is refused: nobody at the practice can do anything about it.
    if (statusCode === 401) throw new PracticeSystemError('unexpected-answer', 'Answered 401')
    if (answer.failure !== null) throw systemErrorOf(answer, now())
    const read = readTokens(text)
    if (!read) throw new PracticeSystemError('unexpected-answer', 'The answer held no token')
    const { access_token: accessToken, refresh_token, expires_in } = read
    return {
      tokens: { accessToken, refreshToken: refresh_token ?? null } satisfies SystemTokens,
      endsAt: expires_in ? new Date(now().getTime() + expires_in * 1000) : null,
    }
  }

  return {
    /** Systems that somebody can let us into. */
    offered: grantingSystemNames.filter((system) => settings.clients[system] !== undefined),
    isOffered: (system: GrantingSystemName): boolean => settings.clients[system] !== undefined,
    /** Where somebody lets us in; null where the installation is not registered there. */
    signInAddress(system: GrantingSystemName, state: string): string | null {
      const client = settings.clients[system]
      if (!client) return null
      const url = new URL(`${addresses[system]}/oauth/authorize`)
      const asked = { client_id: client.clientId, redirect_uri: returnAddress, scope: settings.scopes, state }
      url.search = new URLSearchParams({ response_type: 'code', ...asked }).toString()
      return url.href
    },
    exchange: (system: GrantingSystemName, code: string) =>
      askForTokens(system, { grant_type: 'authorization_code', code, redirect_uri: returnAddress }),
    renew: (system: GrantingSystemName, refreshToken: string) =>
      askForTokens(system, { grant_type: 'refresh_token', refresh_token: refreshToken }),
  }
}

export type Grants = ReturnType<typeof openGrants>
