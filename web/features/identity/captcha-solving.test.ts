import { createChallenge, verifySolution } from 'altcha-lib/v1'
import { afterEach, expect, test, vi } from 'vitest'
import { createCaptchaContext } from './captcha-solving.ts'
import type { SignInMethods } from './sign-in-methods.ts'

const key = 'a key of the test'
const ways = (captcha: boolean) => ({ captcha }) as SignInMethods
const fetched = vi.fn<typeof fetch>()
const answersWith = (challenge: object | null) => {
  vi.stubGlobal('location', { origin: 'https://practice.example' })
  vi.stubGlobal(
    'fetch',
    fetched.mockImplementation(async () => Response.json({ challenge })),
  )
}

afterEach(() => {
  fetched.mockReset()
  vi.unstubAllGlobals()
})

test('asks for nothing where no challenge is configured', async () => {
  answersWith(null)
  expect(await createCaptchaContext(ways(false))).toEqual({})
  expect(fetched).not.toHaveBeenCalled()
})

test('asks where it is not known yet, and goes without when there is none', async () => {
  answersWith(null)
  expect(await createCaptchaContext(undefined)).toEqual({})
  expect(fetched).toHaveBeenCalledTimes(1)
})

test('solves a challenge so that the server takes it', async () => {
  const made = await createChallenge({ hmacKey: key, maxnumber: 500 })
  answersWith({ ...made, maxnumber: 500 })
  const { captcha } = await createCaptchaContext(ways(true))
  expect(await verifySolution(captcha!, key)).toBe(true)
})
