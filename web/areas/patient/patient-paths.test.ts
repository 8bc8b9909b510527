import { expect, test } from 'vitest'
import { patientPaths } from '../../routes.ts'
import { readPatientPath } from './patient-paths.ts'

test.each([
  ['/sign-consent/t', { kind: 'link', goal: 'sign', verify: false, accessToken: 't' }],
  ['/verify-dob/t', { kind: 'link', goal: 'sign', verify: true, accessToken: 't' }],
  ['/after-visit/t', { kind: 'link', goal: 'aftercare', verify: false, accessToken: 't' }],
  ['/your-visit/c', { kind: 'address', goal: 'aftercare', consentId: 'c' }],
  ['/view-consent/t', { kind: 'link', goal: 'document', verify: false, accessToken: 't' }],
  ['/ai-consent/c', { kind: 'address', goal: 'sign', consentId: 'c' }],
  ['/consent/c', { kind: 'address', goal: 'read', consentId: 'c' }],
  ['/supporter/t', { kind: 'supporter', accessToken: 't' }],
  ['/patient', { kind: 'home' }],
  ['/patient/', { kind: 'home' }],
  ['/try-consent', { kind: 'trial' }],
  ['/kiosk/h', { kind: 'kiosk', handoverId: 'h' }],
  ['/consent-pdf/c/', { kind: 'address', goal: 'document', consentId: 'c' }],
])('%s opens its page', (path, page) => {
  expect(readPatientPath(path)).toEqual(page)
})

test.each([
  '/',
  '/consent',
  '/consent/',
  '/consent/c/more',
  '/constructor/c',
  '/clinic/c',
  '/patient/c',
  '/try-consent/c',
])('%s opens nothing', (path) => {
  expect(readPatientPath(path)).toBeUndefined()
})

test('every patient route of the product is known here', () => {
  const known = patientPaths.map((path) => readPatientPath(path.replace(/:\w+$/, 'x')))
  expect(known).toHaveLength(11)
  expect(known).not.toContain(undefined)
})
