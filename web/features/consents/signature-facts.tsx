import type { signerRoles } from '../../../contract/signing.ts'
import { DescriptionList } from '../../ui/description-list.tsx'
import { momentText } from '../../ui/plain/date-text.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import type { Consent } from './consent-form-values.ts'
import { nameMismatchText } from './name-mismatch-text.ts'

const roleWords: Record<(typeof signerRoles)[number] | 'decision-maker', string> = {
  patient: 'The patient',
  parent: 'Parent or person with parental responsibility',
  attorney: 'Attorney',
  deputy: 'Court-appointed deputy',
  guardian: 'Welfare guardian',
  'decision-maker': 'In place of the patient’s signature',
}

const roleText = (role: string) => (role in roleWords ? roleWords[role as keyof typeof roleWords] : role)

const methodLabels = {
  drawn: 'Drawn by hand',
  typed: 'Typed name',
  paper: 'By hand on paper',
  decided: 'Decision recorded by the clinician',
}

type SignatureFactsProps = {
  consent: Pick<Consent, 'signature' | 'otherName' | 'countersignature' | 'content'>
}

/** Who signed, as what, how and when. Nothing before the first signature. */
export function SignatureFacts({ consent }: SignatureFactsProps) {
  const { signature, otherName, countersignature, content } = consent
  if (!signature) return null
  const declined = signature.declined.flatMap((place) => content.treatments?.[place]?.title ?? [])
  return (
    <Panel title="Signatures">
      <DescriptionList
        items={[
          {
            term: roleText(signature.signerRole),
            detail: (
              <>
                <span dir="auto" className="font-medium">
                  {signature.name}
                </span>
                <span className="block text-small text-muted">
                  {methodLabels[signature.kind]}, {momentText(signature.at)}
                </span>
                {otherName && (
                  <span dir="auto" className="mt-1 block text-warn">
                    {nameMismatchText(otherName)}
                  </span>
                )}
                {signature.help && (
                  <span dir="auto" className="mt-1 block">
                    {signature.help.of
                      ? `Signed for ${signature.help.of}, who agreed to it before a witness`
                      : 'Signed with a mark before a witness'}
                  </span>
                )}
                {declined.length > 0 && (
                  <span dir="auto" className="mt-1 block">
                    Declined: {declined.join(', ')}
                  </span>
                )}
              </>
            ),
          },
          {
            term: 'Clinician',
            detail: countersignature ? (
              <>
                <span dir="auto" className="font-medium">
                  {countersignature.name}
                </span>
                <span className="block text-small text-muted">
                  GDC {countersignature.gdcNumber}, {momentText(countersignature.at)}
                </span>
              </>
            ) : (
              <span className="text-muted">Not countersigned yet</span>
            ),
          },
        ]}
      />
    </Panel>
  )
}
