import { api, type CallContext } from '../../api.ts'
import type { SignInMethods } from './sign-in-methods.ts'

/**
 * The context of a call that anybody may make: with a solved challenge where this installation asks for one. The
 * solving is a moment of arithmetic, begun when the form is sent; `ways` is undefined while it is not known.
 */
export async function createCaptchaContext(ways: SignInMethods | undefined): Promise<CallContext> {
  if (ways && !ways.captcha) return {}
  const { challenge: task } = await api.identity.captcha({})
  if (!task) return {}
  const { algorithm, challenge, maxnumber, salt, signature } = task
  const { solveChallenge } = await import('altcha-lib/v1')
  const solution = await solveChallenge(challenge, salt, algorithm, maxnumber).promise
  // Without a solution the call goes out bare, and the server's refusal says what to do.
  if (!solution) return {}
  return { captcha: btoa(JSON.stringify({ algorithm, challenge, number: solution.number, salt, signature })) }
}
