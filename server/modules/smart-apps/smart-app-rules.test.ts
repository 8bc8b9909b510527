import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { answerUrl, isVerifierOf, judge, parseTokenRequest, scopesAsked } from './smart-app-rules.ts'

const registered = ['patient/Consent.read', 'patient/Patient.read'] as const

describe('scopes', () => {
  it.each([
    ['launch patient/Consent.read', ['patient/Consent.read']],
    ['launch patient/*.read', [...registered]],
    ['patient/Patient.read launch patient/Consent.read', [...registered]],
    ['patient/Consent.read', null],
    ['launch', null],
    ['', null],
    ['launch patient/DocumentReference.read', null],
    ['launch patient/Consent.read patient/DocumentReference.read', null],
    ['launch patient/Consent.read system/Consent.read', null],
    ['launch patient/Consent.write', null],
    ['launch patient/*.*', null],
    ['launch patient/Consent.read offline_access', null],
  ])('"%s" are %j', (scope, expected) => expect(scopesAsked(scope, registered)).toEqual(expected))
})

describe('what an app asks for', () => {
  const good = {
    responseType: 'code',
    scope: 'launch patient/*.read',
    aud: 'https://candour.example/api/fhir',
    codeChallenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    codeChallengeMethod: 'S256',
  }
  const judged = (more: Partial<typeof good>) =>
    judge({ ...good, ...more }, { registered, audience: 'https://candour.example/api/fhir' })

  it('is agreed to with its scopes, whatever slash ends the server’s address', () => {
    expect(judged({})).toEqual({ scopes: [...registered] })
    expect(judged({ aud: `${good.aud}/` })).toEqual({ scopes: [...registered] })
  })
  it.each([
    [{ responseType: 'token' }, 'unsupported_response_type'],
    [{ aud: 'https://elsewhere.example/api/fhir' }, 'invalid_request'],
    [{ codeChallenge: '' }, 'invalid_request'],
    [{ codeChallengeMethod: 'plain' }, 'invalid_request'],
    [{ scope: 'launch patient/DocumentReference.read' }, 'invalid_scope'],
  ])('with %j is refused as %s', (more, error) => expect(judged(more)).toEqual({ error }))
})

it('answers at the registered address, whose own query stays', () => {
  const url = answerUrl('https://app.example.org/cb?a=1', { code: 'x&y', state: 's=1' })
  expect(url).toBe('https://app.example.org/cb?a=1&code=x%26y&state=s%3D1')
})

it('knows the verifier of a challenge, and no other', () => {
  const verifier = 'v'.repeat(43)
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  expect(isVerifierOf(verifier, challenge)).toBe(true)
  expect(isVerifierOf('w'.repeat(43), challenge)).toBe(false)
  expect(isVerifierOf(challenge, challenge)).toBe(false)
  expect(isVerifierOf('short', createHash('sha256').update('short').digest('base64url'))).toBe(false)
})

describe('a token request', () => {
  const form = 'grant_type=authorization_code&code=c&client_id=i&redirect_uri=r&code_verifier=v'
  it('is read from its form', () =>
    expect(parseTokenRequest(form)).toEqual({
      ...{ grantType: 'authorization_code', code: 'c', clientId: 'i', redirectUri: 'r', verifier: 'v' },
    }))
  it.each(['', 'grant_type=authorization_code', `${form}&code=other`, form.replace('code=c', 'code=')])(
    'is none in "%s"',
    (other) => expect(parseTokenRequest(other)).toBeNull(),
  )
})
