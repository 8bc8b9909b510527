import { createHash, timingSafeEqual } from 'node:crypto'
import type { KeyScope, PatientScope } from '../../../contract/integration-scopes.ts'

/** What an app asks for, as far as it decides what is answered. */
export type Asked = {
  responseType: string
  scope: string
  aud: string
  codeChallenge: string
  codeChallengeMethod: string
}

type OAuthError = 'unsupported_response_type' | 'invalid_request' | 'invalid_scope'

/** The scopes that are asked for, as the app has them; null where one is none of its, or none stands for the launch. */
export function scopesAsked(scope: string, registered: readonly PatientScope[]): PatientScope[] | null {
  const asked = new Set(scope.split(' ').filter(Boolean))
  if (!asked.delete('launch')) return null
  if (asked.delete('patient/*.read')) registered.forEach((each) => asked.add(each))
  const granted = registered.filter((each) => asked.has(each))
  return granted.length > 0 && granted.length === asked.size ? granted : null
}

/** A SHA-256 as base64url: what PKCE's S256 is. */
const challengePattern = /^[\w-]{43}$/

/** What is wrong with what an app asks for, in OAuth's words; or the scopes that it asks for. */
export function judge(
  asked: Asked,
  { registered, audience }: { registered: readonly PatientScope[]; audience: string },
): { error: OAuthError } | { scopes: PatientScope[] } {
  if (asked.responseType !== 'code') return { error: 'unsupported_response_type' }
  const isBound = asked.codeChallengeMethod === 'S256' && challengePattern.test(asked.codeChallenge)
  // Who means another server is sent back, so that no code of ours is given to whoever stands between.
  if (!isBound || asked.aud.replace(/\/$/, '') !== audience) return { error: 'invalid_request' }
  const scopes = scopesAsked(asked.scope, registered)
  return scopes ? { scopes } : { error: 'invalid_scope' }
}

/** The registered address with an answer: whatever its own query says stays. */
export function answerUrl(redirectUri: string, answer: Record<string, string>): string {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value)
  return url.href
}

const verifierPattern = /^[\w.~-]{43,128}$/

/** Whether a verifier is the one that a challenge was made of (RFC 7636). */
export function isVerifierOf(verifier: string, challenge: string): boolean {
  if (!verifierPattern.test(verifier)) return false
  const made = createHash('sha256').update(verifier).digest()
  const wanted = Buffer.from(challenge, 'base64url')
  return made.length === wanted.length && timingSafeEqual(made, wanted)
}

export type TokenRequest = {
  grantType: string
  code: string
  clientId: string
  redirectUri: string
  verifier: string
}

/** A token request as its form says it; null where something is missing, or there twice. */
export function parseTokenRequest(form: string): TokenRequest | null {
  const fields = new URLSearchParams(form)
  const only = (name: string): string | null => {
    const [value, ...others] = fields.getAll(name)
    return value && others.length === 0 ? value : null
  }
  const [grantType, code, clientId] = [only('grant_type'), only('code'), only('client_id')]
  const [redirectUri, verifier] = [only('redirect_uri'), only('code_verifier')]
  if (!grantType || !code || !clientId || !redirectUri || !verifier) return null
  return { grantType, code, clientId, redirectUri, verifier }
}

/** What routes ask for, as keys have it: of a token it holds within its patient alone. */
export const keyScopesOf = (scopes: readonly PatientScope[]): KeyScope[] =>
  scopes.map((scope) => scope.replace('patient/', 'system/') as KeyScope)

const bearerPattern = /^Bearer (smart_[\w-]{43})$/i

/** The access token in an Authorization header; null when there is none that could be one. */
export const parseBearerToken = (authorization: string): string | null =>
  bearerPattern.exec(authorization)?.[1] ?? null
