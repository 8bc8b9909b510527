import { describe, expect, it, test } from 'vitest'
import fastify from 'fastify'
import { Readable } from 'node:stream'
import { parseByteRanges, applicableRange } from './byte-ranges.ts'
import { sendFile } from './file-response.ts'

const parts = (header: string | undefined, size: number) =>
  parseByteRanges(header, size)?.map(({ first, last }) => `${first}-${last}`) ?? 'whole'

// RFC 9110, section 14.
test.each<[string, string | undefined, number, string[] | 'whole']>([
  ['none asked for', undefined, 100, 'whole'],
  ['the first', 'bytes=0-0', 100, ['0-0']],
  ['a middle', 'bytes=10-19', 100, ['10-19']],
  ['open-ended', 'bytes=90-', 100, ['90-99']],
  ['the suffix', 'bytes=-10', 100, ['90-99']],
  ['a suffix longer than the file', 'bytes=-500', 100, ['0-99']],
  ['an empty suffix', 'bytes=-0', 100, []],
  ['an end past the end', 'bytes=90-500', 100, ['90-99']],
  ['past the end', 'bytes=100-', 100, []],
  ['past the end, both', 'bytes=500-600', 100, []],
  ['several', 'bytes=0-9, 20-29 ,-5', 100, ['0-9', '20-29', '95-99']],
  ['several, one of them outside', 'bytes=0-9,200-300', 100, ['0-9']],
  ['several, all outside', 'bytes=100-,200-300', 100, []],
  ['overlapping, in one', 'bytes=0-50,40-60,90-', 100, ['0-60', '90-99']],
  ['more parts than any player asks for', `bytes=${'0-1,'.repeat(9)}`, 100, 'whole'],
  ['backwards', 'bytes=20-10', 100, 'whole'],
  ['no number', 'bytes=a-b', 100, 'whole'],
  ['nothing', 'bytes=', 100, 'whole'],
  ['a lone hyphen', 'bytes=-', 100, 'whole'],
  ['another unit', 'lines=0-1', 100, 'whole'],
  ['any of nothing', 'bytes=0-', 0, []],
  ['the suffix of nothing', 'bytes=-5', 0, []],
  ['the whole of nothing', undefined, 0, 'whole'],
])('of %s', (_what, header, size, expected) => {
  expect(parts(header, size)).toEqual(expected)
})

test.each([
  ['its own tag', '"abc"', 'bytes=0-1'],
  ['another version', '"abd"', undefined],
  ['a weak tag', 'W/"abc"', undefined],
  ['a date, since files are told none', 'Sun, 22 Nov 2026 07:00:00 GMT', undefined],
  ['no condition', undefined, 'bytes=0-1'],
])('If-Range with %s', (_what, ifRange, expected) => {
  expect(applicableRange({ range: 'bytes=0-1', 'if-range': ifRange }, '"abc"')).toBe(expected)
})

describe('a file that is sent', () => {
  const bytes = Buffer.from(Array.from({ length: 100 }, (_none, index) => index))
  const serverOf = (content: Buffer) => {
    const app = fastify()
    app.get('/file', (request, reply) =>
      sendFile(request, reply, {
        openPart: async (part) =>
          Readable.from([part ? content.subarray(part.first, part.last + 1) : content], {
            objectMode: false,
          }),
        bytes: content.length,
        type: 'video/mp4',
        etag: 'abc',
        cacheSeconds: 60,
      }),
    )
    return app
  }
  const ask = (headers: Record<string, string>, content = bytes, method: 'GET' | 'HEAD' = 'GET') =>
    serverOf(content).inject({ method, url: '/file', headers })

  it('whole says that it has parts and how long it is kept', async () => {
    const whole = await ask({})
    expect(whole).toMatchObject({ statusCode: 200, rawPayload: bytes })
    expect(whole.headers).toMatchObject({
      'accept-ranges': 'bytes',
      'content-length': '100',
      'cache-control': 'private, max-age=60, immutable',
      etag: '"abc"',
    })
  })

  it('in one part says which', async () => {
    const part = await ask({ range: 'bytes=-10', 'if-range': '"abc"' })
    expect(part).toMatchObject({ statusCode: 206, rawPayload: bytes.subarray(90) })
    expect(part.headers).toMatchObject({ 'content-range': 'bytes 90-99/100', 'content-length': '10' })
    expect((await ask({ range: 'bytes=-10', 'if-range': '"old"' })).statusCode).toBe(200)
  })

  it('in several parts is a body of parts, of the length it says', async () => {
    const several = await ask({ range: 'bytes=0-1,50-51' })
    expect(several.statusCode).toBe(206)
    const boundary = /^multipart\/byteranges; boundary=(\w+)$/.exec(
      String(several.headers['content-type']),
    )![1]!
    const [none, first, second, end] = several.rawPayload.toString('latin1').split(`\r\n--${boundary}`)
    expect(none).toBe('')
    expect(first).toBe('\r\ncontent-type: video/mp4\r\ncontent-range: bytes 0-1/100\r\n\r\n\0\x01')
    expect(second).toBe('\r\ncontent-type: video/mp4\r\ncontent-range: bytes 50-51/100\r\n\r\n23')
    expect(end).toBe('--\r\n')
    expect(several.headers['content-length']).toBe(String(several.rawPayload.length))
  })

  it('has no part past its end, and is not kept as an answer', async () => {
    for (const content of [bytes, Buffer.alloc(0)]) {
      const none = await ask({ range: 'bytes=100-' }, content)
      expect(none).toMatchObject({ statusCode: 416, payload: '' })
      expect(none.headers).toMatchObject({
        'content-range': `bytes */${content.length}`,
        'cache-control': 'no-store',
      })
    }
    expect(await ask({}, Buffer.alloc(0))).toMatchObject({ statusCode: 200, payload: '' })
  })

  it('is told of without its bytes, and held already by its tag', async () => {
    const told = await ask({ range: 'bytes=0-1' }, bytes, 'HEAD')
    expect(told).toMatchObject({ statusCode: 200, payload: '' })
    expect(told.headers['content-length']).toBe('100')
    expect((await ask({ 'if-none-match': '"abc"', range: 'bytes=0-1' })).statusCode).toBe(304)
  })
})
