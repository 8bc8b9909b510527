import { useEffect, useState } from 'react'
import { CopyButton } from '../../ui/plain/copy-button.tsx'
import { QrCode } from '../../ui/plain/qr-code.tsx'
import { Skeleton } from '../../ui/plain/skeleton.tsx'

type AuthenticatorUriProps = {
  /** The `otpauth:` address that apps read. */
  uri: string
  secret: string
}

/** What an authenticator app needs to know: a picture to scan, or the same as text to type in. */
export function AuthenticatorUri({ uri, secret }: AuthenticatorUriProps) {
  const [svg, setSvg] = useState<string>()
  useEffect(() => {
    let left = false
    // A picture that does not come leaves the text below it.
    renderQrCode(uri).then(
      (drawn) => left || setSvg(drawn),
      () => {},
    )
    return () => {
      left = true
    }
  }, [uri])
  return (
    <div className="space-y-4">
      {svg === undefined ? (
        <Skeleton className="size-48" />
      ) : (
        <QrCode svg={svg} label="QR code for your authenticator app" />
      )}
      <div>
        <p className="font-semibold">Or type this key into the app</p>
        <p className="mt-1.5 rounded-md border border-line bg-paper px-3 py-2 font-mono break-words select-all">
          {groupInFours(secret)}
        </p>
        <CopyButton text={secret} label="Copy the key" size="small" className="mt-2" />
      </div>
    </div>
  )
}

/** Drawn here, by a part that is fetched only now: the secret goes nowhere else. */
async function renderQrCode(text: string): Promise<string> {
  const { toString } = await import('qrcode')
  return toString(text, { type: 'svg', margin: 0, errorCorrectionLevel: 'M' })
}

/** In fours, so that nobody loses their place. */
const groupInFours = (secret: string) => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')
