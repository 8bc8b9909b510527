import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { fileHeaders } from './page-headers.ts'

/** Bytes ready to send, in the order of preference; the last is always the plain one. */
export type Servable = {
  headers: Record<string, string>
  type: string
  etag: string
  bodies: { encoding: 'br' | 'gzip' | 'identity'; bytes(): Promise<Buffer> }[]
}

const compressed = { br: promisify(brotliCompress), gzip: promisify(gzip) }

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  // What the framework read while it built a page, for browsers that draw the page themselves.
  '.data': 'text/x-script; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.mp4': 'video/mp4',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.vtt': 'text/vtt; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
}

/** A document with its texts put in place; its headers are its page's. */
export function prepareDocument(root: string, file: string, replacements: Record<string, string>): Servable {
  return replaceTexts(readFileSync(path.join(root, file), 'utf8'), file, replacements)
}

/** A file by its own path. Names in folders called '…assets' carry a hash and never change; the others are asked for again. */
export function prepareFile(root: string, file: string, replacements: Record<string, string>): Servable {
  const immutable = path.dirname(file).endsWith('assets')
  const headers = {
    ...fileHeaders,
    'cache-control': immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
  }
  const whole = path.join(root, file)
  if (/\.(txt|xml)$/.test(file))
    return { ...replaceTexts(readFileSync(whole, 'utf8'), file, replacements), headers }
  const plain = readFileSync(whole)
  return { headers, type: typeOf(file), etag: etagOf(plain), bodies: bodiesOf(whole, plain) }
}

const compressible = /\.(css|m?js|json|svg|webmanifest)$/

/** The compressed twins of a file, made when they are first asked for where no build has made them yet. */
function bodiesOf(file: string, plain: Buffer): Servable['bodies'] {
  if (!compressible.test(file)) return [readyMade('identity', plain)]
  const twin = (name: string, make: () => Promise<Buffer>) => {
    const bytes = existsSync(name) ? Promise.resolve(readFileSync(name)) : undefined
    return bytes ? () => bytes : memoize(make)
  }
  return [
    { encoding: 'br', bytes: twin(`${file}.br`, () => compressed.br(plain)) },
    { encoding: 'gzip', bytes: twin(`${file}.gz`, () => compressed.gzip(plain, { level: 9 })) },
    readyMade('identity', plain),
  ]
}

const readyMade = (encoding: 'br' | 'gzip' | 'identity', bytes: Buffer) => ({
  encoding,
  bytes: async () => bytes,
})

/**
 * Compressed here and not in the build, because what stands in it is only known now; and when it is first asked for, off
 * the main thread: all pages at once would keep the server busy for seconds after it said that it is ready.
 */
function replaceTexts(text: string, file: string, replacements: Record<string, string>): Servable {
  const final = Object.entries(replacements).reduce((all, [from, to]) => all.replaceAll(from, () => to), text)
  const plain = Buffer.from(final)
  const bodies = [
    { encoding: 'br' as const, bytes: memoize(() => compressed.br(plain)) },
    { encoding: 'gzip' as const, bytes: memoize(() => compressed.gzip(plain, { level: 9 })) },
    readyMade('identity', plain),
  ]
  return { headers: {}, type: typeOf(file), etag: etagOf(plain), bodies }
}

function memoize(make: () => Promise<Buffer>): () => Promise<Buffer> {
  let made: Promise<Buffer> | undefined
  return () => (made ??= make())
}

/** Weak, because the same tag stands for every encoding. */
const etagOf = (bytes: Buffer): string =>
  `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`

function typeOf(file: string): string {
  const type = types[path.extname(file)]
  if (!type) throw new Error(`The web build holds '${file}', whose type is not known`)
  return type
}
