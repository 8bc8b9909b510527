import { Plus, QrCode } from 'lucide-react'
import { Suspense, useState, type ReactNode } from 'react'
import { recentText } from '../../ui/plain/date-text.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Button, ButtonLink } from '../../ui/plain/button.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import type { Consent } from './consent-form-values.ts'
import { LinkDialog } from './lazy-consent-dialogs.ts'
import { deliveryProblem, sentSteps, sentTitle, type SentFacts, type SentStep } from './sent-steps.ts'

type SentScreenProps = {
  consent: Pick<Consent, 'id' | 'patient' | 'treatment'>
  facts: SentFacts
  /** Whether the server would make another link now. */
  mayLink: boolean
  /** Where the work came from. */
  back: { href: string; label: string }
  newHref: string
  detailHref: string
  /** Steps are drawn as on the consent's own page, by another feature. */
  stepsOf: (steps: readonly SentStep[]) => ReactNode
  /** A link was shown, which changes what is known. */
  onChanged: () => Promise<void>
}

/** What becomes of a consent that was just sent, and the ways on from there. */
export function SentScreen(props: SentScreenProps) {
  const { consent, facts, mayLink, back, newHref, detailHref, stepsOf, onChanged } = props
  const { id: consentId, patient, treatment } = consent
  const [isLinkOpen, setLinkOpen] = useState(false)
  const steps = sentSteps(facts)
  const problem = deliveryProblem(facts)
  return (
    <>
      <PageHeader title={sentTitle(facts, patient.name)} lead={<span dir="auto">{treatment}</span>} />
      <div className="mt-5 space-y-5">
        {stepsOf(steps)}
        <div role="status">
          <p className="sr-only">{latestStepText(steps)}</p>
          {problem && (
            <InlineMessage tone="bad" title={problem.title}>
              {problem.reason && <p>{problem.reason}</p>}
              {mayLink && (
                <Button
                  variant="quiet"
                  size="small"
                  icon={QrCode}
                  className="mt-2"
                  onClick={() => setLinkOpen(true)}
                >
                  Show link / QR
                </Button>
              )}
            </InlineMessage>
          )}
        </div>
        <p className="text-small text-muted">Updates automatically</p>
        <div className="flex flex-wrap gap-2">
          <ButtonLink href={back.href}>{back.label}</ButtonLink>
          <ButtonLink href={newHref} variant="quiet" icon={Plus}>
            New consent
          </ButtonLink>
          <ButtonLink href={detailHref} variant="quiet">
            Open consent
          </ButtonLink>
        </div>
      </div>
      <Suspense>
        {isLinkOpen && (
          <LinkDialog
            consentId={consentId}
            patientName={patient.name}
            onClose={() => {
              setLinkOpen(false)
              void onChanged()
            }}
          />
        )}
      </Suspense>
    </>
  )
}

/** What happened last, for people who cannot see the steps change. */
function latestStepText(steps: readonly SentStep[]): string {
  const last = steps.findLast(({ state }) => state !== 'open' && state !== 'next')
  if (!last) return ''
  return last.at ? `${last.label}: ${recentText(last.at, new Date())}` : [last.label, last.detail].join(': ')
}
