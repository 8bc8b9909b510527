import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export type MockObjectStore = {
  endpoint: string
  refuseAll(): void
  /** Takes the next requests and does not answer them. */
  hangNext(times: number): void
  /** Answers the next requests in the store's place, as a network that wants to be signed in to: 200, and a page. */
  standInNext(times: number): void
  /** Answers the next requests with a status; of those alone whose address says this, where it is named. */
  failNext(times: number, status: number, address?: string): void
  /** What it holds under a key, as `/bucket/name`. */
  storedObject(key: string): Buffer | undefined
  requests(): number
  /** Uploads in parts that were begun and neither ended nor taken back. */
  unfinishedUploads(): number
  close(): Promise<void>
}

/**
 * Just enough of an S3 store to see what our client asks for and how it takes the answers. It does not check
 * signatures; a real store does that.
 */
export async function openMockObjectStore(): Promise<MockObjectStore> {
  const objects = new Map<string, Buffer>()
  const begun = new Map<string, Buffer[]>()
  let [refusing, asked] = [false, 0]
  let [hanging, standingIn] = [0, 0]
  let failing = { times: 0, status: 503, address: '' }

  function inParts(method: string, url: URL, body: Buffer): [number, string] {
    const id = url.searchParams.get('uploadId')
    if (method === 'POST' && id === null) {
      begun.set(String(asked), [])
      return [
        200,
        `<InitiateMultipartUploadResult><UploadId>${asked}</UploadId></InitiateMultipartUploadResult>`,
      ]
    }
    const parts = begun.get(id!)
    if (!parts) return [404, '<Error><Code>NoSuchUpload</Code></Error>']
    if (method === 'PUT') {
      parts[Number(url.searchParams.get('partNumber')) - 1] = body
      return [200, '']
    }
    begun.delete(id!)
    if (method === 'DELETE') return [204, '']
    objects.set(url.pathname, Buffer.concat(parts))
    return [200, '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>']
  }

  function listed(url: URL): string {
    const [prefix, max] = [url.searchParams.get('prefix') ?? '', Number(url.searchParams.get('max-keys'))]
    const root = `${url.pathname.replace(/\/$/, '')}/`
    const keys = [...objects.keys()]
      .map((key) => key.slice(root.length))
      .filter((key) => key.startsWith(prefix))
    const contents = keys
      .toSorted()
      .slice(0, max)
      .map((key) => `<Contents><Key>${key}</Key></Contents>`)
    return `<ListBucketResult><Name>${url.pathname}</Name>${contents.join('')}</ListBucketResult>`
  }

  type Asked = { method: string; url: URL; onlyIfNone: boolean; range: string | undefined; body: Buffer }
  function answer({ method, url, onlyIfNone, range, body }: Asked): [number, Buffer | string] {
    if (refusing) return [403, '<Error><Code>AccessDenied</Code></Error>']
    if (failing.times > 0 && url.search.includes(failing.address)) {
      failing.times--
      return [failing.status, '<Error><Code>Failing</Code></Error>']
    }
    if (url.searchParams.has('uploads') || url.searchParams.has('uploadId')) return inParts(method, url, body)
    if (url.searchParams.has('list-type')) return [200, listed(url)]
    const key = url.pathname
    const present = objects.get(key)
    if (method === 'GET' && present && range) {
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range)!
      return [206, present.subarray(Number(from), Number(to) + 1)]
    }
    if (method === 'GET' || method === 'HEAD')
      return present ? [200, present] : [404, '<Error><Code>NoSuchKey</Code></Error>']
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
    asked++
    if (hanging > 0) return void hanging--
    if (standingIn > 0) {
      standingIn--
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in to the wifi.</html>')
      return
    }
    const onlyIfNone = request.headers['if-none-match'] === '*'
    const [status, content] = answer({
      ...{ method: request.method!, onlyIfNone, body, range: request.headers.range },
      url: new URL(request.url!, 'http://peer'),
    })
    response.writeHead(status, { 'content-length': Buffer.byteLength(content), etag: '"part"' }).end(content)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hangNext: (times) => void (hanging = times),
    standInNext: (times) => void (standingIn = times),
    refuseAll: () => (refusing = true),
    failNext: (times, status, address = '') => void (failing = { times, status, address }),
    storedObject: (key) => objects.get(key),
    requests: () => asked,
    unfinishedUploads: () => begun.size,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
