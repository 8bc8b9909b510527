import { createHash, randomBytes } from 'node:crypto'
import { fromBER, Integer, OctetString } from 'asn1js'
import * as pkijs from 'pkijs'

const hashes = {
  'SHA-256': { name: 'sha256', oid: '2.16.840.1.101.3.4.2.1' },
  'SHA-384': { name: 'sha384', oid: '2.16.840.1.101.3.4.2.2' },
  'SHA-512': { name: 'sha512', oid: '2.16.840.1.101.3.4.2.3' },
} as const
export type TimestampHash = keyof typeof hashes

const answer_ms_max = 15_000
const answer_bytes_max = 64 * 1024

/** The authority answered that it will not. */
class TimestampRefused extends Error {
  override name = 'TimestampRefused'
}

/**
 * Asks an RFC 3161 authority to witness that these bytes exist now, given in parts that stand one behind the other.
 * @param authority the authority's http or https address
 * @param hash what the bytes are told by
 * @returns the DER token, which covers exactly these bytes and answers exactly this request
 * @throws Error when the authority cannot be reached in time, refuses, or answers something else
 */
export async function requestTimestamp(
  parts: readonly Uint8Array[],
  authority: string,
  hash: TimestampHash = 'SHA-256',
): Promise<Uint8Array> {
  const { name, oid } = hashes[hash]
  const imprint = digestOf(parts, name)
  // A leading 01 keeps the number positive and its encoding as long as ours.
  const nonce = Buffer.concat([Buffer.of(1), randomBytes(8)])
  const reply = await fetch(authority, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
    body: encodeRequest(imprint, oid, nonce),
    // Asked is the address that is configured, and no other that somebody names who answers in its place.
    redirect: 'error',
    signal: AbortSignal.timeout(answer_ms_max),
  })
  if (!reply.ok) throw new Error(`the time-stamp authority answered ${reply.status}`)
  return readToken(await readAnswer(reply), imprint, nonce)
}

/** All of an answer; one without end is left after as much as a token can be. */
async function readAnswer({ body }: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body ?? []) {
    bytes += part.length
    if (bytes > answer_bytes_max) throw new Error('the time-stamp authority answered too much')
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}

/**
 * The same by the first of these hash functions that the authority takes: many know one or two alone.
 * @throws Error when it takes none of them, or cannot be reached
 */
export async function requestTimestampByAny(
  parts: readonly Uint8Array[],
  authority: string,
  [hash, ...others]: readonly TimestampHash[],
): Promise<Uint8Array> {
  try {
    return await requestTimestamp(parts, authority, hash)
  } catch (error) {
    if (!(error instanceof TimestampRefused) || others.length === 0) throw error
    return requestTimestampByAny(parts, authority, others)
  }
}

function digestOf(parts: readonly Uint8Array[], name: string): Buffer<ArrayBuffer> {
  const hash = createHash(name)
  for (const part of parts) hash.update(part)
  return hash.digest() as Buffer<ArrayBuffer>
}

function encodeRequest(
  imprint: Uint8Array<ArrayBuffer>,
  algorithmId: string,
  nonce: Uint8Array<ArrayBuffer>,
): ArrayBuffer {
  const request = new pkijs.TimeStampReq({
    version: 1,
    messageImprint: new pkijs.MessageImprint({
      hashAlgorithm: new pkijs.AlgorithmIdentifier({ algorithmId }),
      hashedMessage: new OctetString({ valueHex: imprint }),
    }),
    nonce: new Integer({ valueHex: nonce }),
    certReq: true,
  })
  return request.toSchema().toBER()
}

function readToken(answer: Uint8Array, imprint: Uint8Array, nonce: Uint8Array): Uint8Array {
  const response = new pkijs.TimeStampResp({ schema: fromBER(answer).result })
  const granted = [pkijs.PKIStatus.granted, pkijs.PKIStatus.grantedWithMods]
  if (!response.timeStampToken || !granted.includes(response.status.status)) {
    throw new TimestampRefused(`the time-stamp authority refused with status ${response.status.status}`)
  }
  const signed = new pkijs.SignedData({ schema: response.timeStampToken.content })
  const statement = signed.encapContentInfo.eContent?.getValue()
  if (!statement) throw new Error('the time-stamp authority sent an empty token')
  const info = pkijs.TSTInfo.fromBER(statement)
  const isOurs =
    Buffer.from(imprint).equals(info.messageImprint.hashedMessage.valueBlock.valueHexView) &&
    info.nonce !== undefined &&
    Buffer.from(nonce).equals(info.nonce.valueBlock.valueHexView)
  if (!isOurs) throw new Error('the time-stamp authority answered another request')
  return new Uint8Array(response.timeStampToken.toSchema().toBER())
}
