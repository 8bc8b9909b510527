import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

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

/** A key, and a certificate of this machine that it signs itself. */
export async function makeCertificate(): Promise<{ key: string; cert: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'candour-receiver-'))
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')]
  try {
    execFileSync(
      'openssl',
      [
        ...[
          'req',
          '-x509',
          '-newkey',
          'ec',
          '-pkeyopt',
          'ec_paramgen_curve:prime256v1',
          '-nodes',
          '-days',
          '2',
        ],
        ...[
          '-subj',
          '/CN=localhost',
          '-addext',
          'subjectAltName=DNS:localhost',
          '-keyout',
          key,
          '-out',
          cert,
        ],
      ],
      { stdio: 'ignore' },
    )
    return { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
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
