import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Answer = 'take' | 'refuse' | 'hang up'
export type MockTwilio = Awaited<ReturnType<typeof openMockTwilio>>

/** Speaks the one call of Twilio's API and posts what became of a text, signed as Twilio signs. */
export async function openMockTwilio(authToken: string) {
  const received: { sid: string; to: string; body: string; callback: string }[] = []
  let answer: Answer = 'take'
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const form = new URLSearchParams(body)
      const said = (name: string) => form.get(name) ?? ''
      const sid = `SM${received.length + 1}`
      if (answer !== 'refuse')
        received.push({ sid, to: said('To'), body: said('Body'), callback: said('StatusCallback') })
      if (answer === 'hang up') return request.socket.destroy()
      response.writeHead(answer === 'take' ? 201 : 400, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answer === 'take' ? { sid } : { code: 21614 }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    api: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    /** How it meets texts from now on. */
    will: (next: Answer) => void (answer = next),
    /** The request that tells what became of a text, as the provider posts it. */
    report({ sid, callback }: { sid: string; callback: string }, status: string, token = authToken) {
      const form = { MessageSid: sid, MessageStatus: status, AccountSid: 'AC1' }
      const signed = callback + Object.entries(form).toSorted().flat().join('')
      const { pathname, search } = new URL(callback)
      return {
        method: 'POST' as const,
        url: pathname + search,
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-twilio-signature': createHmac('sha1', token).update(signed).digest('base64'),
        },
        payload: new URLSearchParams(form).toString(),
      }
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
