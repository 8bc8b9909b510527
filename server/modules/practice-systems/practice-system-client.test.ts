import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { OutboundAnswer, OutboundHttp } from '../../platform/http/outbound-http.ts'
import { createSystemClient, retryAfterOf } from './practice-system-client.ts'

const now = new Date('2026-11-30T09:00:00Z')

function answering(answer: Partial<OutboundAnswer>) {
  const sent: { url: string; headers: Record<string, string> }[] = []
  const outside: OutboundHttp = {
    isPrivate: () => false,
    post: () => Promise.reject(new Error('not used')),
    fetch: () => Promise.reject(new Error('not used')),
    call(url, { headers = {} }) {
      sent.push({ url, headers })
      const failure = (answer.statusCode ?? 200) < 300 ? null : 'failed'
      return Promise.resolve({ statusCode: 200, headers: {}, text: '{}', durationMs: 1, failure, ...answer })
    },
  }
  const client = createSystemClient({
    outside,
    address: 'https://api.example',
    authorization: 'Bearer k',
    now: () => now,
  })
  return { client, sent, get: () => client.get('/v1/practice', { page: 2, none: undefined }, z.object({})) }
}

describe('a request to a practice system', () => {
  it('names who asks, and leaves out what is not asked', async () => {
    const { get, sent, client } = answering({})
    await get()
    expect(sent).toEqual([
      {
        url: 'https://api.example/v1/practice?page=2',
        headers: {
          authorization: 'Bearer k',
          accept: 'application/json',
          'user-agent': 'Candour/1 (practice system)',
        },
      },
    ])
    expect(client.requests()).toBe(1)
  })

  it.each([
    ['a rejected key', { statusCode: 401 }, 'key-rejected', null],
    [
      'a key without permission',
      { statusCode: 403, text: '{"error":{"message":"Forbidden"}}' },
      'not-permitted',
      null,
    ],
    ['too many requests', { statusCode: 429, headers: { 'retry-after': '7' } }, 'rate-limited', 7],
    ['too many requests without a time', { statusCode: 429 }, 'rate-limited', 60],
    [
      'Dentally’s hourly limit',
      { statusCode: 403, text: '{"error":{"message":"Rate limit exceeded"}}' },
      'rate-limited',
      60,
    ],
    [
      'a redirect',
      { statusCode: 302, headers: { location: 'https://169.254.169.254/' } },
      'redirected',
      null,
    ],
    ['a server out of order', { statusCode: 503, headers: { 'retry-after': '120' } }, 'unavailable', 120],
    ['no answer', { statusCode: null, failure: 'No answer within 30 seconds' }, 'unavailable', null],
    ['an answer that is not JSON', { text: '<html>' }, 'unexpected-answer', null],
    ['an answer of another form', { text: '[]' }, 'unexpected-answer', null],
  ] as const)('tells %s', async (_, answer, problem, retryAfterSeconds) => {
    await expect(answering(answer).get()).rejects.toMatchObject({ problem, retryAfterSeconds })
  })

  it('says nothing of what was answered', async () => {
    const text = '{"error":"Eleanor Whitcombe"}'
    const failed = await answering({ statusCode: 500, text })
      .get()
      .catch((error: unknown) => error)
    expect(String(failed)).not.toContain('Whitcombe')
  })

  it.each([
    ['12', 12],
    ['0', 1],
    ['999999', 3600],
    ['Mon, 30 Nov 2026 09:00:30 GMT', 30],
    ['soon', null],
    [undefined, null],
  ])('reads Retry-After %s', (value, seconds) => {
    expect(retryAfterOf(value, now)).toBe(seconds)
  })
})

describe('a request that is rejected', () => {
  function rejecting(renewed: string | null) {
    const [sent, renewals]: [string[], number[]] = [[], []]
    const outside: OutboundHttp = {
      isPrivate: () => false,
      post: () => Promise.reject(new Error('not used')),
      fetch: () => Promise.reject(new Error('not used')),
      call(_url, { headers = {} }) {
        sent.push(headers['authorization']!)
        const isGood = headers['authorization'] === 'Bearer good'
        const status = isGood ? { statusCode: 200, failure: null } : { statusCode: 401, failure: 'failed' }
        return Promise.resolve({ headers: {}, text: '{}', durationMs: 1, ...status })
      },
    }
    const client = createSystemClient({
      ...{ outside, address: 'https://api.example', authorization: 'Bearer old', now: () => now },
      renew() {
        renewals.push(1)
        return Promise.resolve(renewed)
      },
    })
    return { sent, renewals, get: () => client.get('/v1/practice', {}, z.object({})) }
  }

  it('is made again with what was renewed, which is used from then on', async () => {
    const { sent, renewals, get } = rejecting('Bearer good')
    await get()
    await get()
    expect([sent, renewals]).toEqual([['Bearer old', 'Bearer good', 'Bearer good'], [1]])
  })

  it('is made again once, and what was renewed is renewed no second time', async () => {
    const { sent, renewals, get } = rejecting('Bearer bad')
    await expect(get()).rejects.toMatchObject({ problem: 'key-rejected' })
    await expect(get()).rejects.toMatchObject({ problem: 'key-rejected' })
    expect([sent, renewals]).toEqual([['Bearer old', 'Bearer bad', 'Bearer bad'], [1]])
  })

  it('stays so where nothing can be renewed', async () => {
    const { sent, get } = rejecting(null)
    await expect(get()).rejects.toMatchObject({ problem: 'key-rejected' })
    expect(sent).toEqual(['Bearer old'])
  })
})
