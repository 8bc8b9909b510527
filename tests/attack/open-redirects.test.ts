import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { App } from '../../server/app.ts'
import { createTestCaller, nextIpAddress, type TestCaller } from '../../server/testing/test-caller.ts'
import { openTestApp, testAddress, type TestApp } from '../../server/testing/test-app.ts'
import { declaredOperations } from '../access/declared-operations.ts'
import { pageTable, servePages } from './served-pages.ts'

let testApp: TestApp
let app: App
let nobody: TestCaller
let owner: TestCaller
beforeAll(async () => {
  testApp = await openTestApp()
  app = await servePages(testApp)
  nobody = createTestCaller(app.http)
  owner = createTestCaller(app.http, testApp.clinicA.staff.owner.cookie)
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await app.close()
  await testApp.close()
})

/** Ways to write an address elsewhere that have been taken for a path of one's own. */
const externalUrls = [
  'https://evil.example/',
  'https:evil.example',
  'https:/evil.example',
  'HtTpS://evil.example',
  '//evil.example',
  '///evil.example',
  '////evil.example',
  String.raw`/\evil.example`,
  String.raw`\\evil.example`,
  String.raw`/\/evil.example`,
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\nLocation: https://evil.example',
  '/%0d%0aLocation:%20https://evil.example',
  '/%09/evil.example',
  '/%2f/evil.example',
  '/%5cevil.example',
  '%2f%2fevil.example',
  '/.//evil.example',
  '/clinic/..//evil.example',
  '/..;//evil.example',
  '@evil.example',
  '/@evil.example',
  `${testAddress}@evil.example`,
  `${testAddress}.evil.example`,
  '//evil.example%00.localhost',
  '//evil。example',
  '/\u200B/evil.example',
  'javascript:alert(1)//evil.example',
  'data:text/html,<script>location="https://evil.example"</script>',
]

/** Names by which products take where to go on to: ours is `to`. */
const names = [
  ...['to', 'next', 'return', 'returnTo', 'return_to', 'returnUrl', 'redirect', 'redirect_uri', 'redirectTo'],
  ...['url', 'uri', 'continue', 'callbackURL', 'callback', 'destination', 'goto', 'target', 'state', 'ref'],
]

type RedirectResponse = { status: number; headers: Record<string, string | string[] | undefined> }

/** Where an answer leads, where it is not a path of ours. */
function externalRedirectOf({ status, headers }: RedirectResponse): string | null {
  const { location, refresh } = headers
  const told = [location, refresh, headers['content-location']].flat().filter((one) => one !== undefined)
  if (status >= 300 && status < 400 && status !== 304 && told.length === 0) return `${status} to nowhere`
  return told.find((one) => URL.parse(one, testAddress)?.origin !== testAddress || /evil/i.test(one)) ?? null
}

const get = (caller: TestCaller, url: string) =>
  caller.send({ method: 'GET', url }, { from: nextIpAddress() })

/** Every page and file that is read, by an address of it. */
const paths = [
  ...pageTable.pages.map(({ pattern }) => pattern),
  ...declaredOperations
    .filter(({ method, kind }) => method === 'GET' && kind !== 'stream')
    .map(({ path }) => path),
].map((pattern) => pattern.replaceAll(/:\w+/g, '0198c0de-0000-7000-8000-000000000000'))

describe('nothing that is asked for by an address leads away', () => {
  it.each(['//evil.example', String.raw`/\evil.example`, 'https://evil.example/'])(
    'whatever in its query says %s',
    async (value) => {
      expect(paths.length).toBeGreaterThan(200)
      const query = new URLSearchParams(names.map((name): [string, string] => [name, value])).toString()
      const away: string[] = []
      for (const path of paths)
        for (const caller of [nobody, owner]) {
          const told = externalRedirectOf(await get(caller, `${path}?${query}`))
          if (told !== null) away.push(`${path} leads to ${told}`)
        }
      expect(away).toEqual([])
    },
  )

  it.each(externalUrls)('in its path, %j', async (value) => {
    for (const before of ['', '/', '/login', '/login/', '/clinic/', '/api/', '/sign-consent/']) {
      const url = encodeURI(before + value).replaceAll('%25', '%')
      const path = url.startsWith('/') ? url : `/${url}`
      expect(externalRedirectOf(await get(nobody, path)), path).toBeNull()
    }
  })

  it.each(externalUrls)(
    'as where to go on to after signing in, %j: mails and providers are told nothing of it',
    async (to) => {
      const { email } = testApp.clinicA.staff.dentist
      const request = { method: 'POST' as const, url: '/api/sign-in/email-link', payload: { email, to } }
      const before = (await testApp.mail()).length
      const { status } = await nobody.send(request, { from: nextIpAddress() })
      expect([200, 429]).toContain(status)
      await testApp.runJobs()
      for (const { text } of (await testApp.mail()).slice(before))
        expect(text).not.toMatch(/evil|javascript:|data:/i)
    },
  )
})

it('an upload that is begun is told to go on at our own address, whatever host is named', async () => {
  const begin = declaredOperations.find(
    ({ kind, method, path }) => kind === 'upload' && method === 'POST' && path.startsWith('/api/clinic/'),
  )!
  const answer = await owner.send(begin.request({}), {
    headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher' },
  })
  expect(answer.status).toBe(201)
  const { location } = answer.headers
  expect(location).toMatch(/^(\/api\/|http:\/\/localhost:3000\/api\/)/)
})

it('a form that is posted without a script leads to the page of thanks, whatever it says', async () => {
  const fields = {
    name: 'Ann',
    email: 'ann@example.org',
    practice: '',
    topic: 'other',
    message: 'Hello',
    consent: 'yes',
  }
  const told = Object.fromEntries(names.map((name) => [name, '//evil.example']))
  const answer = await nobody.send({
    method: 'POST',
    url: '/contact?to=//evil.example',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: testAddress },
    payload: new URLSearchParams({ ...told, ...fields }).toString(),
  })
  expect([303, 400]).toContain(answer.status)
  expect(externalRedirectOf(answer)).toBeNull()
})
