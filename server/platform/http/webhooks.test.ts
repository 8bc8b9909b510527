import fastify from 'fastify'
import { expect, it } from 'vitest'
import { webhookRoute } from '../../../contract/kit.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import type { SignedRequest, WebhookPost } from './operations.ts'
import type { Runner } from './run-operation.ts'
import { addWebhooks } from './webhooks.ts'

const route = webhookRoute({
  path: '/api/provider/news',
  summary: 'News',
  audit: null,
  bodyBytesMax: 40,
  example: '',
})

/** A server with one webhook, which takes what is signed 'ours'; and what arrived there. */
async function openServer() {
  const [taken, looked]: [WebhookPost[], SignedRequest[]] = [[], []]
  const app = fastify()
  const isSignatureValid = (post: SignedRequest) => {
    looked.push(post)
    return post.header('x-signature') === 'ours'
  }
  const handler = async (_scope: unknown, posted: WebhookPost) => {
    taken.push(posted)
    return { answer: { accepted: true as const } }
  }
  const [clock, address] = [createTestClock(), 'https://own.example']
  await addWebhooks(app, [{ route, isSignatureValid, handler }], { clock } as unknown as Runner, {
    address,
    clock,
  })
  const post = (payload: string, headers: Record<string, string>) =>
    app.inject({ method: 'POST', url: `${route.path}?a=1&b=2&b=3`, payload, headers })
  return { taken, looked, post, close: () => app.close() }
}

it('hands on what is signed, as the bytes that came', async () => {
  const { taken, looked, post, close } = await openServer()
  const body = '{"half": '
  const { statusCode } = await post(body, { 'content-type': 'application/json', 'x-signature': 'ours' })
  expect(statusCode).toBe(200)
  expect(taken).toEqual([{ body: Buffer.from(body), contentType: 'application/json', query: { a: '1' } }])
  expect(looked[0]).toMatchObject({
    url: `https://own.example${route.path}?a=1&b=2&b=3`,
    body: Buffer.from(body),
  })
  await close()
})

it.each([{}, { 'x-signature': 'theirs' }])('hands on nothing that is signed %j', async (headers) => {
  const { taken, post, close } = await openServer()
  const answer = await post('{}', { 'content-type': 'application/json', ...headers })
  expect(answer.statusCode).not.toBe(200)
  expect(answer.body).toContain('Sign in')
  expect(taken).toEqual([])
  await close()
})

it('reads no more than it may', async () => {
  const { looked, post, close } = await openServer()
  const { statusCode } = await post('x'.repeat(41), { 'content-type': 'text/plain', 'x-signature': 'ours' })
  expect(statusCode).toBe(413)
  expect(looked).toEqual([])
  await close()
})
