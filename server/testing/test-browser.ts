import type { AnyContractProcedure } from '@orpc/contract'
import type { FastifyInstance } from 'fastify'
import { createTestCaller, nextIpAddress, type TestResponse, type TestCaller } from './test-caller.ts'

/** Somebody's browser: it keeps the cookies it is given, and sends them along. */
export type TestBrowser = Pick<TestCaller, 'call' | 'callOk'> & {
  get(path: string): Promise<TestResponse<unknown>>
  /** Posts a form as a page of another site has it posted: no cookie that is ours alone goes along. */
  postFromElsewhere(path: string, fields: Record<string, string>): Promise<TestResponse<unknown>>
  /** The names of the cookies it holds. */
  cookies(): string[]
  /** What one of them holds. */
  cookie(name: string): string | undefined
  /** The same browser with the same cookies, asking another instance of the product. */
  through(http: FastifyInstance): TestBrowser
  deleteCookie(name: string): void
  /** Takes a cookie as if it had been given it. */
  addCookie(cookie: string): void
}

export function openTestBrowser(http: FastifyInstance, cookie = ''): TestBrowser {
  const browser = browserWith(http, new Map(), nextIpAddress())
  cookie.split(';').forEach(browser.addCookie)
  return browser
}

function browserWith(http: FastifyInstance, jar: Map<string, string>, from: string): TestBrowser {
  const put = (pair: string) => {
    const at = pair.indexOf('=')
    if (at > 0) jar.set(pair.slice(0, at).trim(), pair.slice(at + 1))
  }

  function keep<A extends { cookies: string[] }>(answer: A): A {
    for (const set of answer.cookies) {
      const [pair = '', ...attributes] = set.split(';')
      put(pair)
      if (attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute))) jar.delete(pair.split('=')[0]!)
    }
    return answer
  }
  const caller = () => createTestCaller(http, [...jar].map((pair) => pair.join('=')).join('; '))
  const call: TestBrowser['call'] = async <C extends AnyContractProcedure>(
    operation: C,
    input: Parameters<TestBrowser['call']>[1],
    sending = {},
  ) => keep(await caller().call(operation, input as never, { from, ...sending }))

  return {
    call,
    async callOk(operation, input, sending) {
      const answer = await call(operation, input, sending)
      if (answer.error)
        throw new Error(`${operation['~orpc'].route.path} was refused: ${JSON.stringify(answer.error)}`)
      return answer.body
    },
    get: async (path) => keep(await caller().send({ method: 'GET', url: path }, { from })),
    postFromElsewhere: async (path, fields) => {
      const headers = {
        origin: 'https://login.elsewhere.example',
        'sec-fetch-site': 'cross-site',
        'content-type': 'application/x-www-form-urlencoded',
      }
      const payload = new URLSearchParams(fields).toString()
      return keep(
        await createTestCaller(http).send({ method: 'POST', url: path, headers, payload }, { from }),
      )
    },
    cookies: () => [...jar.keys()],
    cookie: (name) => jar.get(name),
    through: (other) => browserWith(other, jar, from),
    addCookie: put,
    deleteCookie: (name) => void jar.delete(name),
  }
}
