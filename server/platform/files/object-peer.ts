import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export type ObjectPeer = { endpoint: string; refuseAll(): void; close(): Promise<void> }

/**
 * For tests: just enough of an S3 store to see what our client asks for and how it takes the answers. It does not check
 * signatures; a real store does that.
 */
export async function startObjectPeer(): Promise<ObjectPeer> {
  const objects = new Map<string, Buffer>()
  let refusing = false

  function answer(method: string, key: string, onlyIfNone: boolean, body: Buffer): [number, Buffer | string] {
    if (refusing) return [403, '<Error><Code>AccessDenied</Code></Error>']
    const present = objects.get(key)
    if (method === 'GET') return present ? [200, present] : [404, '<Error><Code>NoSuchKey</Code></Error>']
    if (method === 'DELETE') {
      objects.delete(key)
      return [204, '']
    }
    if (present && onlyIfNone) return [412, '<Error><Code>PreconditionFailed</Code></Error>']
    objects.set(key, body)
    return [200, '']
  }

  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const onlyIfNone = request.headers['if-none-match'] === '*'
    const [status, content] = answer(request.method!, new URL(request.url!, 'http://peer').pathname, onlyIfNone, body)
    response.writeHead(status, { 'content-length': Buffer.byteLength(content) }).end(content)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refuseAll: () => (refusing = true),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
