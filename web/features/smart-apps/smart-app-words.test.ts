import { expect, it } from 'vitest'
import { patientScopes } from '../../../contract/integration-scopes.ts'
import { authorizationIn, parseSmartAppForm, patientScopeWords } from './smart-app-words.ts'

const formOf = (entries: [string, string][]) => {
  const form = new FormData()
  for (const [name, value] of entries) form.append(name, value)
  return form
}

it('has words for everything that can be chosen, each its own', () =>
  expect(new Set(patientScopes.map((scope) => patientScopeWords[scope])).size).toBe(patientScopes.length))

it('takes redirect addresses one on each line', () => {
  const { entry, errors } = parseSmartAppForm(
    formOf([
      ...([
        ['name', ' Viewer '],
        ['launchUrl', 'https://a.example/launch'],
      ] as [string, string][]),
      ['redirectUris', 'https://a.example/one\n\n https://a.example/two '],
      ['scopes', 'patient/Consent.read'],
    ]),
  )
  expect(errors).toEqual([])
  expect(entry).toEqual({
    ...{ name: 'Viewer', launchUrl: 'https://a.example/launch', scopes: ['patient/Consent.read'] },
    redirectUris: ['https://a.example/one', 'https://a.example/two'],
  })
})

it('says what is missing', () => {
  const { errors } = parseSmartAppForm(formOf([['redirectUris', 'http://a.example/']]))
  expect(errors.map(({ id }) => id)).toEqual(['name', 'launchUrl', 'redirectUris', 'scopes'])
})

it('reads what an app asks for by OAuth’s names', () => {
  const params = new URLSearchParams(
    'response_type=code&client_id=a&redirect_uri=b&code_challenge_method=S256',
  )
  expect(authorizationIn(params)).toMatchObject({
    ...{ responseType: 'code', clientId: 'a', redirectUri: 'b', codeChallengeMethod: 'S256', launch: '' },
  })
})
