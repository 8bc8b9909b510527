import { useState } from 'react'
import { formatEmail } from '../../../contract/email-address.ts'
import type { ServiceState, WizardState } from '../../../contract/setup-wizard.ts'
import { api } from '../../api.ts'
import { DescriptionList } from '../../ui/description-list.tsx'
import { Button, ButtonLink } from '../../ui/plain/button.tsx'
import { ConfirmationPanel } from '../../ui/plain/confirmation-panel.tsx'
import { CopyField } from '../../ui/plain/copy-field.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Link } from '../../ui/plain/link.tsx'
import { numberText } from '../../ui/plain/number-text.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useTask } from '../../ui/use-task.ts'
import { WizardProgress, WizardFrame } from './wizard-step.tsx'

const sourceLabels: Record<ServiceState['source'], string> = {
  environment: 'set by the environment',
  saved: 'set up and tested',
  skipped: 'skipped',
  open: 'not decided yet',
}
const serviceNames: Record<ServiceState['service'], string> = {
  mail: 'E-mail',
  storage: 'File storage',
  payments: 'Payments',
}

type FinishStepProps = { state: WizardState; onState: (state: WizardState) => void; onBack: () => void }

/** What was settled, before it is ended. */
export function FinishStep({ state, onState, onBack }: FinishStepProps) {
  const { busy, problem, run } = useTask()
  const { practice, services, demoClinics, templates } = state
  const finish = () => run(async () => onState(await api.setupWizard.finish({})))
  return (
    <WizardFrame step="finish" title="Finish" lead="Installation summary">
      <DescriptionList
        items={[
          { term: 'Practice', detail: practice?.name ?? 'not created yet' },
          ...services.map(({ service, source, waitsForStart }) => ({
            term: serviceNames[service],
            detail: sourceLabels[source] + (waitsForStart ? ', used after the next restart' : ''),
          })),
          { term: 'Templates', detail: `${numberText(templates)} ready` },
        ]}
      />
      {demoClinics.length > 0 && (
        <InlineMessage tone="warn" title="The demo will be removed" className="mt-5">
          {demoClinics.join(' and ')} and all their sample data will be deleted permanently.
        </InlineMessage>
      )}
      <ProblemMessage problem={problem} className="mt-5" />
      <Button size="large" busy={busy} className="mt-6 w-full" onClick={finish}>
        {demoClinics.length > 0 ? 'Finish and remove the demo' : 'Finish'}
      </Button>
      <Button variant="link" className="mt-3 w-full" onClick={onBack}>
        Back
      </Button>
    </WizardFrame>
  )
}

type FinishedScreenProps = { state: WizardState; adminHref: string; onAnotherAdmin: () => void }

/** The installation works: what its first administrator does next, and what else there is. */
export function FinishedScreen({ state, adminHref, onAnotherAdmin }: FinishedScreenProps) {
  const { practice } = state
  return (
    <>
      <WizardProgress step="finish" />
      <div className="mx-auto w-full max-w-2xl space-y-6 px-6 py-10 sm:py-14">
        <ConfirmationPanel title="Your installation is ready" focused>
          <p>You are signed in as a super administrator.</p>
        </ConfirmationPanel>
        {practice && <FirstConsent state={state} practice={practice} />}
        <Panel title="More tools">
          <ul className="space-y-2">
            {linksAfterSetup(adminHref).map(({ href, label }) => (
              <li key={href}>
                <Link href={href} className="text-link inline-block py-1 font-medium">
                  {label}
                </Link>
              </li>
            ))}
          </ul>
          <Button variant="quiet" className="mt-4" onClick={onAnotherAdmin}>
            Create another super administrator
          </Button>
        </Panel>
      </div>
    </>
  )
}

const linksAfterSetup = (adminHref: string) => [
  { href: adminHref, label: 'Super administrator’s dashboard' },
  { href: '/setup/test', label: 'Test this installation' },
  { href: '/setup/test-patient-creation', label: 'Test adding a patient' },
  { href: '/setup/update-templates', label: 'Update the templates' },
  { href: '/setup/fix-user', label: 'Repair an account' },
]

type FirstConsentProps = { state: WizardState; practice: NonNullable<WizardState['practice']> }

/** The way from here to the first consent leads through the practice's administrator. */
function FirstConsent({ state, practice }: FirstConsentProps) {
  const [url, setUrl] = useState<string>()
  const { busy, problem, run } = useTask()
  const { name, email, isRegistered } = practice.administrator
  const hasMail = state.services.some(
    ({ service, source }) => service === 'mail' && (source === 'saved' || source === 'environment'),
  )
  if (isRegistered)
    return (
      <Panel title="The first consent">
        <p>{name} has registered and can create consents at this address:</p>
        <ButtonLink href="/clinic/consents/new" className="mt-4">
          Create a consent
        </ButtonLink>
      </Panel>
    )
  const loadInvitation = () => run(async () => setUrl((await api.setupWizard.invitation({})).url))
  return (
    <Panel title="The first consent" lead={`${name} must register first.`}>
      <p>
        {hasMail
          ? `An invitation is on its way to ${formatEmail(email)}. You can also open the link here or pass it on.`
          : `No mail server is set, so no invitation was sent to ${formatEmail(email)}. Open the link here or pass it on.`}
      </p>
      <ProblemMessage problem={problem} className="mt-4" />
      {url === undefined ? (
        <Button className="mt-4" busy={busy} onClick={loadInvitation}>
          Show the registration link
        </Button>
      ) : (
        <>
          <CopyField
            label="Registration link"
            hint="Opening it makes that person the practice’s administrator. It works once."
            value={url}
            className="mt-4"
          />
          <ButtonLink href={url} reload className="mt-4">
            Register here as {name}
          </ButtonLink>
          <p className="mt-2 text-muted">This signs you out as super administrator.</p>
        </>
      )}
    </Panel>
  )
}
