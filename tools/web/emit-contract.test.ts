import { expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import { minifyContract } from './emit-contract.ts'

test('a browser of the clinic, the portal and the sign-in page learns method and path, nothing else', () => {
  const minified = minifyContract()
  expect(minified.identity?.signIn).toEqual({
    '~orpc': { errorMap: {}, meta: {}, route: { method: 'POST', path: '/api/sign-in' } },
  })
  expect(minified.consents?.listForAdmin?.['~orpc'].route.path).toBe('/api/admin/consents')
})

test('leaves out what only a patient may call', () => {
  const minified = minifyContract()
  for (const [name, operation] of Object.entries(contract.signing)) {
    const { access } = operation['~orpc'].meta
    const listed = minified.signing?.[name] !== undefined
    expect(listed, name).toBe(access !== 'link' && access !== 'patient')
  }
})

test('keeps a module out when none of its operations is wanted', () => {
  expect(Object.keys(minifyContract(['admin']))).toEqual([
    'adminTemplateFiles',
    'adminTemplates',
    'adminTranslations',
    'adminTreatments',
    'adminVideos',
    'clinicSettings',
    'clinics',
    'consents',
    'enquiries',
    'setup',
  ])
})
