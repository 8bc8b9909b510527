import { createChallenge, verifySolution } from 'altcha-lib/v1'
import { afterEach, expect, test, vi } from 'vitest'
import { requestHomeLink } from './home-api.ts'

const key = 'a key of the test'
const sent: { path: string; captcha: string | null }[] = []

/** Answers as the server would that asks for this challenge. */
const answersWith = (challenge: object | null) =>
  vi.stubGlobal('fetch', async (path: string, { headers }: { headers: Headers }) => {
    sent.push({ path, captcha: headers.get('x-captcha') })
    return Response.json(path.endsWith('/captcha') ? { challenge } : { sent: true })
  })

afterEach(() => {
  sent.length = 0
  vi.unstubAllGlobals()
})

test('a link is asked for without more where no challenge is configured', async () => {
  answersWith(null)
  await requestHomeLink('robin@example.org')
  expect(sent).toEqual([
    { path: '/api/sign-in/captcha', captcha: null },
    { path: '/api/patient/home-links', captcha: null },
  ])
})

test('and with a solution that the server takes where one is', async () => {
  const made = await createChallenge({ hmacKey: key, maxnumber: 500 })
  answersWith({ ...made, maxnumber: 500 })
  await requestHomeLink('robin@example.org')
  const { path, captcha } = sent.at(-1)!
  expect(path).toBe('/api/patient/home-links')
  expect(await verifySolution(captcha!, key)).toBe(true)
})
