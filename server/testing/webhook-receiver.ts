import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { makeCertificate } from './https-peer.ts'

export type Received = { path: string; headers: Record<string, string>; body: string }

/** How the receiver answers: a status, with a place to go to, or never. */
export type ReceiverBehaviour = { status: number; location?: string } | 'silent'

export type WebhookReceiver = {
  /** Where it listens, at this machine. */
  url: string
  /** The certificate by which it is known. */
  certificate: string
  received: Received[]
  behaviour: ReceiverBehaviour
  close(): Promise<void>
}

/** A receiver of webhooks on this machine, by https, that answers as it is told. */
export async function openWebhookReceiver(): Promise<WebhookReceiver> {
  const { key, cert } = await makeCertificate()
  const receiver: WebhookReceiver = {
    url: '',
    certificate: cert,
    received: [],
    behaviour: { status: 204 },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  const server = createServer({ key, cert }, async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = Buffer.concat(parts).toString('utf8')
    receiver.received.push({ path: request.url!, headers: request.headers as Record<string, string>, body })
    const { behaviour } = receiver
    if (behaviour === 'silent') return
    response
      .writeHead(behaviour.status, behaviour.location ? { location: behaviour.location } : {})
      .end('thank you')
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  receiver.url = `https://localhost:${(server.address() as AddressInfo).port}/hooks`
  return receiver
}
