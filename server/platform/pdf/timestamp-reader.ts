import { fromBER } from 'asn1js'
import * as pkijs from 'pkijs'

export type TimestampInfo = {
  at: Date
  /** The signature over the statement holds by the certificate that the token brings. */
  isSigned: boolean
}

/**
 * Reads a DER token for these bytes: when it was made, and whether it is for them and its own signature holds. Who issued
 * the certificate is not asked.
 */
export async function readTimestamp(token: Uint8Array, stamped: Uint8Array): Promise<TimestampInfo> {
  const content = new pkijs.ContentInfo({ schema: fromBER(Buffer.from(token)).result })
  const signed = new pkijs.SignedData({ schema: content.content })
  const statement = signed.encapContentInfo.eContent?.getValue()
  if (!statement) throw new Error('the token is empty')
  const { genTime } = pkijs.TSTInfo.fromBER(statement)
  // Of a token the library checks the statement against what was stamped as well.
  const data = new Uint8Array(stamped).buffer
  const isSigned = await signed.verify({ signer: 0, checkChain: false, data }).catch(() => false)
  return { at: genTime, isSigned }
}
