import type { SingleSignOnSettings } from '../../../contract/single-sign-on.ts'
import { Badge } from '../../ui/plain/badge.tsx'
import { CopyField } from '../../ui/plain/copy-field.tsx'
import { dayText } from '../../ui/plain/date-text.ts'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { PasswordField } from '../../ui/plain/password-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'

type Connection = NonNullable<SingleSignOnSettings['connection']>
type Props = {
  connection: Pick<Connection, 'issuer' | 'clientId' | 'signInAddress' | 'certificates'> | null
  errors: readonly FieldProblem[]
}

/** Who we are at an OpenID Connect provider. */
export const OidcFields = ({ connection, errors }: Props) => (
  <>
    <TextField
      id="issuer"
      name="issuer"
      type="url"
      label="Issuer address"
      hint="For Entra ID: https://login.microsoftonline.com/your-tenant-id/v2.0"
      defaultValue={connection?.issuer}
      maxLength={500}
      error={errorOf(errors, 'issuer')}
    />
    <TextField
      id="clientId"
      name="clientId"
      label="Client ID"
      autoComplete="off"
      defaultValue={connection?.clientId ?? ''}
      maxLength={200}
      error={errorOf(errors, 'clientId')}
    />
    <PasswordField
      id="clientSecret"
      name="clientSecret"
      label="Client secret"
      hint={connection ? 'Leave empty to keep the one that is saved' : undefined}
      autoComplete="off"
      error={errorOf(errors, 'clientSecret')}
    />
  </>
)

type SamlProps = Props & Pick<SingleSignOnSettings, 'serviceProvider'>

/** What a SAML provider is told of us, and what it tells of itself. */
export const SamlFields = ({ connection, errors, serviceProvider }: SamlProps) => (
  <>
    <CopyField
      id="entityId"
      label="Our entity ID"
      hint="Enter it at the provider as the identifier (audience). Our metadata is at the same address."
      value={serviceProvider.entityId}
    />
    <CopyField
      id="responseUrl"
      label="Our response address"
      hint="Enter it at the provider as the reply (ACS) URL."
      value={serviceProvider.responseUrl}
    />
    <TextareaField
      id="metadata"
      name="metadata"
      label="Provider metadata (XML)"
      hint="Paste it here, or leave it empty and enter the details below."
      dir="ltr"
      spellCheck={false}
      className="[&_textarea]:max-h-60"
      optional
    />
    <TextField
      id="samlIssuer"
      name="samlIssuer"
      label="Provider’s entity ID"
      defaultValue={connection?.issuer}
      maxLength={500}
      error={errorOf(errors, 'samlIssuer')}
    />
    <TextField
      id="signInAddress"
      name="signInAddress"
      type="url"
      label="Provider’s sign-in address"
      hint="The single sign-on URL for HTTP-Redirect"
      defaultValue={connection?.signInAddress ?? ''}
      maxLength={2000}
      error={errorOf(errors, 'signInAddress')}
    />
    <TextareaField
      id="certificates"
      name="certificates"
      label="Signing certificates"
      hint="As PEM text. When the provider changes its certificate, add the new one below the old one, and remove the old one afterwards."
      dir="ltr"
      spellCheck={false}
      className="[&_textarea]:max-h-60"
      defaultValue={connection?.certificates.map(({ pem }) => pem).join('')}
      error={errorOf(errors, 'certificates')}
    />
    {connection && <CertificateList certificates={connection.certificates} now={new Date()} />}
  </>
)

const soon_ms = 30 * 24 * 60 * 60 * 1000

function expiryBadge(expiresAt: string, now: Date) {
  const left_ms = new Date(expiresAt).getTime() - now.getTime()
  if (left_ms <= 0) return <Badge tone="bad">Expired</Badge>
  return left_ms < soon_ms ? <Badge tone="warn">Expires soon</Badge> : <Badge tone="ok">Valid</Badge>
}

/** The certificates that count, and until when. */
const CertificateList = ({ certificates, now }: Pick<Connection, 'certificates'> & { now: Date }) => (
  <ul className="space-y-3" aria-label="Saved certificates">
    {certificates.map(({ fingerprint, expiresAt }) => (
      <li key={fingerprint}>
        <span className="flex flex-wrap items-center gap-x-3">
          Valid until {dayText(expiresAt)} {expiryBadge(expiresAt, now)}
        </span>
        <span className="block text-small break-all text-muted">SHA-256 {fingerprint}</span>
      </li>
    ))}
  </ul>
)
