import type { FastifyInstance } from 'fastify'
import { makeCaller, newAddress, type TestCaller } from './test-caller.ts'

/** A browser: somebody who asks, with cookies that are kept as answers set them. */
export type TestBrowser = Pick<TestCaller, 'call' | 'ask' | 'get'> & {
  cookies: Map<string, string>
  /** The same browser with the same cookies, asking another instance of the product. */
  through(http: FastifyInstance): TestBrowser
}

/** Opens a browser; `cookie` is what it holds from the start. */
export function openBrowser(http: FastifyInstance, cookie = ''): TestBrowser {
  const pairs = cookie.split('; ').filter(Boolean)
  const split = (pair: string) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)] as const
  return browserWith(http, new Map(pairs.map(split)), newAddress())
}

function browserWith(http: FastifyInstance, cookies: Map<string, string>, from: string): TestBrowser {
  const asNow = () => makeCaller(http, Array.from(cookies, (pair) => pair.join('=')).join('; '))

  function keep(setCookies: string[]): void {
    for (const header of setCookies) {
      const [pair = '', ...attributes] = header.split('; ')
      const name = pair.slice(0, pair.indexOf('='))
      if (attributes.includes('Max-Age=0')) cookies.delete(name)
      else cookies.set(name, pair.slice(name.length + 1))
    }
  }

  const call: TestCaller['call'] = async (operation, input, sending) => {
    const answer = await asNow().call(operation, input, { from, ...sending })
    keep(answer.cookies)
    return answer
  }

  return {
    cookies,
    call,
    async ask(operation, input, sending) {
      const answer = await call(operation, input, sending)
      if (answer.error)
        throw new Error(`${operation['~orpc'].route.path} was refused: ${JSON.stringify(answer.error)}`)
      return answer.body
    },
    get: (path) => asNow().get(path),
    through: (other) => browserWith(other, cookies, from),
  }
}
