import { createHmac, timingSafeEqual } from 'node:crypto'

const isEqualConstantTime = (given: string, made: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(made)]
  return a.length === b.length && timingSafeEqual(a, b)
}

type SignatureInput = { body: Buffer; secret: string; now: Date; windowSeconds: number }

/**
 * Whether `t=<seconds>,v1=<hex>` signs these bytes at that time: HMAC-SHA256 over '<seconds>.<body>'. A signature from
 * outside the window is none, so that a post seen on its way cannot be sent again later.
 */
export function isPostSignatureValid(
  signature: string,
  { body, secret, now, windowSeconds }: SignatureInput,
): boolean {
  const [, seconds, hex] = /^t=(\d{1,12}),v1=([\da-f]{64})$/.exec(signature) ?? []
  if (!seconds || !hex) return false
  if (Math.abs(now.getTime() / 1000 - Number(seconds)) > windowSeconds) return false
  return isEqualConstantTime(hex, signPost(body, { secret, seconds: Number(seconds) }))
}

/** The hexadecimal signature of a post. */
const signPost = (body: Buffer, { secret, seconds }: { secret: string; seconds: number }): string =>
  createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex')

/**
 * Whether Twilio signed a form that it posted to an address: HMAC-SHA1 over the address and each name and value, by
 * name. Twilio's signatures carry no time; each post is taken once by what it says.
 */
export function isTwilioSignatureValid(
  signature: string,
  { url, body, authToken }: { url: string; body: Buffer; authToken: string },
): boolean {
  const fields = [...new URLSearchParams(body.toString('utf8'))].toSorted(([a], [b]) =>
    a < b ? -1 : a > b ? 1 : 0,
  )
  const signed = url + fields.map(([name, value]) => name + value).join('')
  return isEqualConstantTime(signature, createHmac('sha1', authToken).update(signed).digest('base64'))
}
