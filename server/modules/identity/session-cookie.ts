import { createHmac, timingSafeEqual } from 'node:crypto'
import { serializeCookie, cookieValue, hostCookieName } from '../../platform/http/cookie.ts'
import type { HttpContext } from '../../platform/http/operations.ts'

/** The cookies of sign-in at one address, and the secret that signs them. */
export type SessionCookies = {
  /** The token of this browser's session, or null when there is none or the signature is not ours. */
  sessionToken(header: string): string | null
  setSession(token: string, seconds: number): string
  endSession(): string
  /** Tokens of locked sessions that this browser holds besides. */
  lockedTokens(header: string): string[]
  setLockedTokens(tokens: readonly string[], seconds: number): string
  /** What proves that this device need not be asked for a second factor again. */
  deviceToken(header: string): string | null
  setDevice(token: string, seconds: number): string
  /** Which sign-in at a practice's provider this browser left for. */
  flowState(header: string): string | null
  setFlowState(state: string, seconds: number): string
  /** What this browser was given when it asked for the newest code to a phone. */
  codeRequest(header: string): string | null
  setCodeRequest(token: string, seconds: number): string
}

/** Held together by a sign that is in no token. */
const tokenSeparator = '~'

type Settings = { address: string; secret: string }

const isSecure = (address: string) => address.startsWith('https:')

/** What the names of cookies at this address begin with, up to the dot. */
const cookiePrefixAt = (address: string): string => hostCookieName('candour', isSecure(address))
/** The whole name of a cookie at this address. */
export const cookieNameAt = (address: string, name: string): string => `${cookiePrefixAt(address)}.${name}`

/**
 * The same for the auth library, whose own names for https would be `__Secure-`: it puts nothing before a name, and ours
 * comes with what its prefix asks for.
 */
export const libraryCookies = (address: string) => ({
  cookiePrefix: cookiePrefixAt(address),
  useSecureCookies: false,
  defaultCookieAttributes: { path: '/', secure: isSecure(address) },
})

/** The cookie that carries a session at this address; named as the auth library names it. */
export const sessionCookieName = (address: string): string => cookieNameAt(address, 'session_token')

/** `token.signature`, as the auth library signs it. */
export function signToken(token: string, secret: string): string {
  return `${token}.${createHmac('sha256', secret).update(token).digest('base64')}`
}

/** The token of a signed value, or null when the signature is not ours. */
export function verifySignedToken(signed: string, secret: string): string | null {
  const at = signed.lastIndexOf('.')
  if (at < 1) return null
  const token = signed.slice(0, at)
  const expected = createHmac('sha256', secret).update(token).digest()
  const given = Buffer.from(signed.slice(at + 1), 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null
}

/** Reads and writes the cookies of sign-in: never for scripts, never sent along from other sites' forms. */
export function sessionCookies({ address, secret }: Settings): SessionCookies {
  const [session, held, device, flow, code] = ['session_token', 'held', 'device', 'sso', 'phone_code'].map(
    (name) => cookieNameAt(address, name),
  ) as [string, string, string, string, string]
  const write = (name: string, value: string, seconds: number) =>
    serializeCookie({ name, value, seconds, sameSite: 'Lax', secure: isSecure(address) })
  const read = (header: string, name: string) => verifySignedToken(cookieValue(header, name) ?? '', secret)
  return {
    sessionToken: (header) => read(header, session),
    setSession: (token, seconds) => write(session, signToken(token, secret), seconds),
    endSession: () => write(session, '', 0),
    lockedTokens: (header) =>
      (cookieValue(header, held) ?? '')
        .split(tokenSeparator)
        .flatMap((signed) => verifySignedToken(signed, secret) ?? []),
    setLockedTokens: (tokens, seconds) =>
      write(
        held,
        tokens.map((token) => signToken(token, secret)).join(tokenSeparator),
        tokens.length ? seconds : 0,
      ),
    deviceToken: (header) => read(header, device),
    setDevice: (token, seconds) => write(device, signToken(token, secret), seconds),
    flowState: (header) => read(header, flow),
    setFlowState: (state, seconds) => write(flow, seconds > 0 ? signToken(state, secret) : '', seconds),
    codeRequest: (header) => read(header, code),
    setCodeRequest: (token, seconds) => write(code, signToken(token, secret), seconds),
  }
}

/** Seconds until then, for a cookie that ends with what it stands for. */
export const secondsUntil = (end: Date, now: Date): number =>
  Math.max(0, Math.floor((end.getTime() - now.getTime()) / 1000))

/** Hands on the cookies that the auth library sets: they bind what it was asked to this browser. */
export function forwardCookies(headers: Headers, answering: HttpContext): void {
  for (const cookie of headers.getSetCookie()) answering.setCookie(cookie)
}
