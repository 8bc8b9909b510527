import { expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import { minifyContract } from './emit-contract.ts'

test('a browser of the clinic and the sign-in page learns method and path, nothing else', () => {
  const minified = minifyContract('app')
  expect(minified.identity?.signIn).toEqual({
    '~orpc': { errorMap: {}, meta: {}, route: { method: 'POST', path: '/api/sign-in' } },
  })
})

test('leaves out what only a patient may call', () => {
  const minified = minifyContract('app')
  for (const [name, operation] of Object.entries(contract.signing)) {
    const { access } = operation['~orpc'].meta
    const listed = minified.signing?.[name] !== undefined
    expect(listed, name).toBe(access !== 'link' && access !== 'patient')
  }
})

test('what only those ask who run the platform stands in a part of its own, and in no other', () => {
  const [app, platform] = [minifyContract('app'), minifyContract('platform')]
  expect(platform.consents?.listForAdmin?.['~orpc'].route.path).toBe('/api/admin/consents')
  expect(platform.identity).toBeUndefined()
  const pathsOf = (part: typeof app) =>
    Object.values(part).flatMap((module) => Object.values(module).map((each) => each['~orpc'].route.path))
  expect(pathsOf(platform).every((path) => /^\/api\/(admin|setup)/.test(path))).toBe(true)
  expect(pathsOf(app).filter((path) => /^\/api\/(admin|setup)/.test(path))).toEqual([])
})

test('what is asked on a few pages alone stands in a part of its own, whoever asks it', () => {
  const [app, seldom, platform] = [
    minifyContract('app'),
    minifyContract('seldom'),
    minifyContract('platform'),
  ]
  expect(seldom.platformDocuments?.publish?.['~orpc'].route.method).toBe('POST')
  expect(seldom.dataRequests?.list?.['~orpc'].route.path).toBe('/api/clinic/data-requests')
  for (const module of Object.keys(seldom)) {
    expect(app[module]).toBeUndefined()
    expect(platform[module]).toBeUndefined()
  }
})
