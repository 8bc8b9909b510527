import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()

/** Flags of WebAuthn's authenticator data. */
const present = 0x01
const verified = 0x04
const withKey = 0x40

type Asked = { challenge: string }
type AuthenticatorOptions = {
  /** Whether the device asked its owner for a finger, a face or a PIN. */
  isVerified?: boolean
  origin?: string
  /** How often it says that it signed. */
  counter?: number
}

export type TestAuthenticator = ReturnType<typeof createTestAuthenticator>

/** A phone or a security key with one passkey, as a browser speaks to it (WebAuthn level 2, ES256, no attestation). */
export function createTestAuthenticator(address: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let signed = 0

  function coseKey(): Buffer {
    const { x, y } = publicKey.export({ format: 'jwk' })
    // A map of five: EC2, ES256, P-256, x and y.
    const coordinate = (name: number, value: string) =>
      Buffer.concat([Buffer.from([name, 0x58, 0x20]), Buffer.from(value, 'base64url')])
    return Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]),
      coordinate(0x21, x!),
      coordinate(0x22, y!),
    ])
  }

  function authenticatorData(flags: number, counter: number): Buffer {
    const head = Buffer.alloc(5)
    head.writeUInt8(flags, 0)
    head.writeUInt32BE(counter, 1)
    return Buffer.concat([sha256(new URL(address).hostname), head])
  }

  const clientData = (type: string, { challenge }: Asked, origin: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  const envelope = (response: Record<string, unknown>) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key' as const,
    clientExtensionResults: {},
    authenticatorAttachment: 'platform',
    response,
  })

  return {
    credentialId: id.toString('base64url'),

    /** Makes its passkey for what the product asked. */
    make(asked: Asked, { isVerified = true, origin = address }: AuthenticatorOptions = {}) {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const data = Buffer.concat([
        authenticatorData(present | withKey | (isVerified ? verified : 0), signed),
        Buffer.alloc(16),
        length,
        id,
        coseKey(),
      ])
      const size = Buffer.alloc(2)
      size.writeUInt16BE(data.length)
      // A map of three in CBOR: fmt 'none', attStmt empty, authData.
      const attestation = Buffer.concat([
        Buffer.from([0xa3, 0x63, ...Buffer.from('fmt'), 0x64, ...Buffer.from('none')]),
        Buffer.from([0x67, ...Buffer.from('attStmt'), 0xa0, 0x68, ...Buffer.from('authData'), 0x59]),
        size,
        data,
      ])
      return envelope({
        clientDataJSON: clientData('webauthn.create', asked, origin).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      })
    },

    /** Signs what the product asked. */
    sign(
      asked: Asked,
      { isVerified = true, origin = address, counter = ++signed }: AuthenticatorOptions = {},
    ) {
      const data = authenticatorData(present | (isVerified ? verified : 0), counter)
      const client = clientData('webauthn.get', asked, origin)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return envelope({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      })
    },
  }
}
