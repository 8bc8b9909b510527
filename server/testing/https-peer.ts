import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

export type PeerRequest = {
  method: string
  url: URL
  headers: Record<string, string>
  body: string
}
export type PeerAnswer = { status: number; headers?: Record<string, string>; body?: unknown } | 'silent'

export type HttpsPeer = { address: string; certificate: string; close(): Promise<void> }

const keyKinds = {
  ec: ['ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'],
  rsa: ['rsa:2048'],
  'weak-rsa': ['rsa:1024'],
}

/** A certificate for this machine, by which a peer is known. */
export async function makeCertificate(
  kind: keyof typeof keyKinds = 'ec',
): Promise<{ key: string; cert: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'candour-peer-'))
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')]
  const request = ['req', '-x509', '-nodes', '-newkey', ...keyKinds[kind]]
  const subject = ['-days', '2', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  try {
    execFileSync('openssl', [...request, ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' })
    return { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A server on this machine, by https, that answers JSON as it is told. */
export async function openHttpsPeer(
  answer: (request: PeerRequest) => PeerAnswer | Promise<PeerAnswer>,
  port = 0,
): Promise<HttpsPeer> {
  const { key, cert } = await makeCertificate()
  const server = createServer({ key, cert }, async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const answered = await answer({
      method: request.method!,
      url: new URL(request.url!, 'https://localhost'),
      headers: request.headers as Record<string, string>,
      body: Buffer.concat(parts).toString('utf8'),
    })
    if (answered === 'silent') return
    const { status, headers = {}, body } = answered
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(body === undefined ? '' : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve))
  return {
    address: `https://localhost:${(server.address() as AddressInfo).port}`,
    certificate: cert,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
