/** Requests whose end two programs could read in two ways, with another request hidden in them; and what an HTTP/2 client may try. */

export const hostName = 'consent.example.org'
/** Answered by the product in words that no other answer of these runs has. */
const hiddenPath = '/api/openapi.json'
export const hiddenRequestLine = `GET ${hiddenPath} `
export const hiddenAnswer = '"openapi"'

const crlf = '\r\n'
const head = (...lines: string[]) => `${lines.join(crlf)}${crlf}${crlf}`
const hidden = head(`${hiddenRequestLine}HTTP/1.1`, `Host: ${hostName}`, 'X-Hidden: 1')
const post = ['POST /api/sign-in HTTP/1.1', `Host: ${hostName}`, 'Content-Type: application/json']
const chunked = 'Transfer-Encoding: chunked'
const chunk = (text: string) => `${text.length.toString(16)}${crlf}${text}${crlf}`
const lastChunk = `0${crlf}${crlf}`
const get = ['GET /healthz HTTP/1.1', `Host: ${hostName}`]

/** Ways to write the header that one reader takes for chunked and another for something else. */
const chunkedVariants: Record<string, string> = {
  'a blank before the colon': 'Transfer-Encoding : chunked',
  'a tab before the word': 'Transfer-Encoding:\tchunked',
  'a vertical tab': 'Transfer-Encoding:\x0bchunked',
  'a blank at the start of the line': ' Transfer-Encoding: chunked',
  'another word before it': 'Transfer-Encoding: xchunked',
  'identity after it': 'Transfer-Encoding: chunked, identity',
  'twice, the second another': `Transfer-Encoding: chunked${crlf}Transfer-Encoding: cow`,
  'in capitals': 'TRANSFER-ENCODING: CHUNKED',
  quoted: 'Transfer-Encoding: "chunked"',
  'with a parameter': 'Transfer-Encoding: chunked;q=1',
  'in the next line': `Transfer-Encoding:${crlf} chunked`,
  'behind a bare line feed': 'X: y\nTransfer-Encoding: chunked',
  'behind a bare return': 'X: y\rTransfer-Encoding: chunked',
  'with an underscore': 'Transfer_Encoding: chunked',
  'with a null': 'Transfer-Encoding: chunked\0',
}

/** By name, the bytes of one connection. */
export const hiddenRequests: Record<string, string> = {
  'CL.TE: a length over pieces that end before it': `${head(...post, `Content-Length: ${lastChunk.length + hidden.length}`, chunked)}${lastChunk}${hidden}`,
  'TE.CL: a length shorter than the pieces': `${head(...post, 'Content-Length: 4', chunked)}${chunk(hidden)}${lastChunk}`,
  ...Object.fromEntries(
    Object.entries(chunkedVariants).flatMap(([name, line]) => [
      [
        `TE.TE, ${name}: length over the pieces`,
        `${head(...post, line, `Content-Length: ${lastChunk.length + hidden.length}`)}${lastChunk}${hidden}`,
      ],
      [
        `TE.TE, ${name}: length shorter`,
        `${head(...post, line, 'Content-Length: 4')}${chunk(hidden)}${lastChunk}`,
      ],
    ]),
  ),
  'CL.0: a body for what takes none': `${head(...get.with(0, 'POST /healthz HTTP/1.1'), `Content-Length: ${hidden.length}`)}${hidden}`,
  'CL.0: a body of GET': `${head(...get, `Content-Length: ${hidden.length}`)}${hidden}`,
  'CL.0: a body of a file': `${head('GET /robots.txt HTTP/1.1', `Host: ${hostName}`, `Content-Length: ${hidden.length}`)}${hidden}`,
  '0.CL: pieces of GET': `${head(...get, chunked)}${chunk(hidden)}${lastChunk}`,
  'two lengths': `${head(...post, 'Content-Length: 0', `Content-Length: ${hidden.length}`)}${hidden}`,
  'two lengths in one line': `${head(...post, `Content-Length: 0, ${hidden.length}`)}${hidden}`,
  'a length with a sign': `${head(...post, `Content-Length: +${hidden.length}`)}${hidden}`,
  'a length with a blank in it': `${head(...post, `Content-Length: 0 ${hidden.length}`)}${hidden}`,
  'a length in another case of name': `${head(...post, `content-LENGTH: ${hidden.length}`, 'Content_Length: 0')}${hidden}`,
  'a piece’s length behind a bare line feed': `${head(...post, chunked)}2\n{}\n0\n\n${hidden}`,
  'an extension with a line feed': `${head(...post, chunked)}2;a\n0${crlf}{}${crlf}0${crlf}${crlf}${hidden}`,
  'an extension without end': `${head(...post, chunked)}2;${'a'.repeat(3000)}${crlf}{}${crlf}${lastChunk}${hidden}`,
  'a trailer that is a length': `${head(...post, chunked, 'Trailer: Content-Length')}0${crlf}Content-Length: ${hidden.length}${crlf}${crlf}${hidden}`,
  'Expect and nothing waited for': `${head(...post, 'Expect: 100-continue', `Content-Length: ${hidden.length}`)}${hidden}`,
  'Expect twice': `${head(...get, 'Expect: 100-continue', 'Expect: y 100-continue', `Content-Length: ${hidden.length}`)}${hidden}`,
  'HTTP/1.0 with pieces': `${head('POST /api/sign-in HTTP/1.0', `Host: ${hostName}`, chunked, 'Connection: keep-alive')}${lastChunk}${hidden}`,
  'an upgrade that is not taken up': `${head(...get, 'Connection: Upgrade', 'Upgrade: websocket', `Content-Length: ${hidden.length}`)}${hidden}`,
  'a hop that names the length': `${head(...post, 'Connection: Content-Length, keep-alive', `Content-Length: ${hidden.length}`)}${hidden}`,
}

/** Requests that name another host than ours, and how the host may be named twice. */
export const foreignHosts: Record<string, string> = {
  'another host': head('GET /sign-in HTTP/1.1', 'Host: evil.example', 'Connection: close'),
  'two hosts, ours first': head(
    'GET /sign-in HTTP/1.1',
    `Host: ${hostName}`,
    'Host: evil.example',
    'Connection: close',
  ),
  'two hosts, ours last': head(
    'GET /sign-in HTTP/1.1',
    'Host: evil.example',
    `Host: ${hostName}`,
    'Connection: close',
  ),
  'a whole address of another host': head(
    'GET https://evil.example/sign-in HTTP/1.1',
    `Host: ${hostName}`,
    'Connection: close',
  ),
  'a whole address of ours, another host': head(
    `GET https://${hostName}/sign-in HTTP/1.1`,
    'Host: evil.example',
    'Connection: close',
  ),
  'a whole address with a user': head(
    `GET https://${hostName}@evil.example/sign-in HTTP/1.1`,
    `Host: ${hostName}`,
    'Connection: close',
  ),
  'two slashes': head('GET //evil.example/sign-in HTTP/1.1', `Host: ${hostName}`, 'Connection: close'),
  'a host with a user': head('GET /sign-in HTTP/1.1', `Host: ${hostName}@evil.example`, 'Connection: close'),
  'a host with a path': head('GET /sign-in HTTP/1.1', `Host: ${hostName}/.evil.example`, 'Connection: close'),
  'a host in the next line': head(
    'GET /sign-in HTTP/1.1',
    `Host: ${hostName}`,
    ' evil.example',
    'Connection: close',
  ),
  'what only a proxy says': head(
    ...[
      'GET /sign-in HTTP/1.1',
      `Host: ${hostName}`,
      'X-Forwarded-Host: evil.example',
      'X-Forwarded-Proto: http',
    ],
    ...['Forwarded: host=evil.example', 'X-Forwarded-For: 203.0.113.77', 'Connection: close'],
  ),
}

const frame = (type: number, flags: number, stream: number, payload: Buffer): Buffer => {
  const start = Buffer.alloc(9)
  start.writeUIntBE(payload.length, 0, 3)
  start.writeUInt8(type, 3)
  start.writeUInt8(flags, 4)
  start.writeUInt32BE(stream, 5)
  return Buffer.concat([start, payload])
}
/** Written out, and without the compression that others would have to agree to. */
const field = ([name, value]: readonly [string, string]): Buffer => {
  const text = (words: string) => {
    const bytes = Buffer.from(words, 'latin1')
    if (bytes.length < 127) return Buffer.concat([Buffer.of(bytes.length), bytes])
    const rest = bytes.length - 127
    return Buffer.concat([
      Buffer.of(127, (rest & 127) | (rest > 127 ? 128 : 0), ...(rest > 127 ? [rest >> 7] : [])),
      bytes,
    ])
  }
  return Buffer.concat([Buffer.of(0), text(name), text(value)])
}

type Fields = readonly (readonly [string, string])[]
const [headers_frame, data_frame, settings_frame] = [1, 0, 4]
const [end_stream, end_headers] = [1, 4]

/** One request of HTTP/2 as its frames; a client of a library would not send these. */
function framesOf(fields: Fields, body: string): Buffer {
  const block = Buffer.concat(fields.map(field))
  return Buffer.concat([
    Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
    frame(settings_frame, 0, 0, Buffer.alloc(0)),
    frame(headers_frame, body ? end_headers : end_headers | end_stream, 1, block),
    ...(body ? [frame(data_frame, end_stream, 1, Buffer.from(body, 'latin1'))] : []),
  ])
}

const pseudo = (method: string, path: string): Fields => [
  [':method', method],
  [':path', path],
  [':scheme', 'https'],
  [':authority', hostName],
]
const signIn = pseudo('POST', '/api/sign-in')
const json = ['content-type', 'application/json'] as const

/** What becomes of a request of HTTP/2 that is passed on as HTTP/1.1. */
export const downgrades: Record<string, Buffer> = {
  'H2.CL: a length shorter than the body': framesOf([...signIn, json, ['content-length', '0']], hidden),
  'H2.CL: a length of GET': framesOf([...pseudo('GET', '/healthz'), ['content-length', '0']], hidden),
  'H2.TE: pieces': framesOf([...signIn, json, ['transfer-encoding', 'chunked']], `${lastChunk}${hidden}`),
  'H2.TE: pieces in a header with a line end': framesOf(
    [...signIn, json, ['x', `y${crlf}transfer-encoding: chunked`]],
    `${lastChunk}${hidden}`,
  ),
  'a request in a header': framesOf([...pseudo('GET', '/healthz'), ['x', `y${crlf}${crlf}${hidden}`]], ''),
  'a request in a header’s name': framesOf(
    [...pseudo('GET', '/healthz'), [`x: y${crlf}${crlf}${hidden}z`, 'y']],
    '',
  ),
  'a request in the path': framesOf(
    pseudo('GET', `/healthz HTTP/1.1${crlf}Host: ${hostName}${crlf}${crlf}${hidden}`),
    '',
  ),
  'a request in the method': framesOf(
    pseudo(`GET /healthz HTTP/1.1${crlf}Host: ${hostName}${crlf}${crlf}GET`, hiddenPath),
    '',
  ),
  'a request in the host': framesOf(
    [...pseudo('GET', '/healthz').slice(0, 3), [':authority', `${hostName}${crlf}${crlf}${hidden}`]],
    '',
  ),
  'a connection header': framesOf(
    [...signIn, json, ['connection', 'content-length'], ['content-length', String(hidden.length)]],
    hidden,
  ),
}
