import { afterAll, beforeAll, expect, it } from 'vitest'
import { nextIpAddress } from '../../server/testing/test-caller.ts'
import { openTestApp, testAddress, type TestApp } from '../../server/testing/test-app.ts'
import { declaredOperations } from '../access/declared-operations.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

/** Where other sites are to post: no cookie is looked at there. */
const foreignForms = declaredOperations.filter(({ meta }) => meta.acceptsForeignOrigin)
const writeOperations = declaredOperations.filter(
  (one) => one.method !== 'GET' && !foreignForms.includes(one),
)

/** How browsers tell that a request was begun by a page of somebody else. */
const crossSiteHeaders: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: `${testAddress}.evil.example` },
  { origin: testAddress.replace('http', 'https') },
  { origin: `${testAddress.slice(0, -1)}1` },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
]

it('takes nothing that a page of another site has a signed-in browser send', async () => {
  expect(writeOperations.length).toBeGreaterThan(200)
  const told = new Set<string>()
  for (const { name, method, path, access } of writeOperations) {
    const caller = access === 'admin' ? testApp.as(testApp.superAdmin) : testApp.clinicA.as('owner')
    const url = path.replaceAll(/:\w+/g, crypto.randomUUID())
    for (const headers of crossSiteHeaders) {
      // What a form of another site can send without asking: no JSON by its name.
      const request = {
        method: method as 'POST',
        url,
        payload: '{}',
        headers: { ...headers, 'content-type': 'text/plain' },
      }
      const { status, reason } = await caller.send(request, { from: nextIpAddress() })
      told.add(`${status} ${reason}${reason === 'foreign-origin' ? '' : ` ${name}`}`)
    }
  }
  expect([...told]).toEqual(['403 foreign-origin'])
})

it('takes a form of other sites at one address, whoever is signed in', () => {
  expect(foreignForms.map(({ name, access }) => `${name} ${access}`)).toEqual([
    'files.singleSignOn.answer anyone',
  ])
})

it('invites no other site to read an answer', async () => {
  for (const url of ['/api/account', '/api/session', '/healthz', '/api/nothing']) {
    const asked = { method: 'OPTIONS' as const, url, headers: { 'access-control-request-method': 'POST' } }
    for (const request of [asked, { method: 'GET' as const, url }]) {
      const { headers } = await testApp.clinicA
        .as('owner')
        .send(request, { headers: { origin: 'https://evil.example' } })
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  }
})

/** What proxies put in, and what anybody can write who asks us directly. */
const spoofedHeaders = (address: string): Record<string, string> => ({
  'x-forwarded-for': address,
  forwarded: `for=${address}`,
  'x-real-ip': address,
  'x-client-ip': address,
  'true-client-ip': address,
  'cf-connecting-ip': address,
  'x-cluster-client-ip': address,
})

/** Small enough to be used up here; what is sent need not be right, since it is counted before it is read. */
const rateLimitedOperations = declaredOperations.filter(
  ({ access, meta }) => access === 'anyone' && meta.rate !== null && meta.rate.attempts <= 30,
)

it('counts guesses by where they come from, whatever addresses they claim', async () => {
  expect(rateLimitedOperations.length).toBeGreaterThan(0)
  for (const { name, method, path, meta } of rateLimitedOperations) {
    const from = nextIpAddress()
    const statuses: number[] = []
    for (let turn = 0; turn <= meta.rate!.attempts; turn++) {
      const request = { method: method as 'POST', url: path, payload: {} }
      const { status } = await testApp
        .anonymous()
        .send(request, { from, headers: spoofedHeaders(nextIpAddress()) })
      statuses.push(status)
    }
    expect(statuses.indexOf(429), name).toBe(meta.rate!.attempts)
  }
})
