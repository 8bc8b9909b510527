import type { FormEvent, ReactNode } from 'react'
import { SignInFrame } from '../identity/index.ts'
import type { WizardStep } from '../../../contract/setup-wizard.ts'
import { Form } from '../../ui/form.tsx'
import { StepList } from '../../ui/step-list.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { ErrorSummary, type FieldProblem } from '../../ui/plain/error-summary.tsx'

const stepNames: Record<WizardStep, string> = {
  admin: 'Super administrator',
  practice: 'Practice',
  mail: 'E-mail',
  storage: 'Storage',
  payments: 'Payments',
  finish: 'Finish',
}
export const wizardSteps = Object.keys(stepNames) as WizardStep[]

/** Where one is in the first run. */
export const WizardProgress = ({ step }: { step: WizardStep }) => (
  <div className="mx-auto w-full max-w-page px-6 pt-8">
    <StepList
      label="Set-up steps"
      steps={wizardSteps.map((each) => stepNames[each])}
      current={wizardSteps.indexOf(step)}
    />
  </div>
)

type WizardFrameProps = { step: WizardStep; title: string; lead: ReactNode; children: ReactNode }

/** One step: the bar, and a page with one thing on it. */
export const WizardFrame = ({ step, title, lead, children }: WizardFrameProps) => (
  <>
    <WizardProgress step={step} />
    <SignInFrame title={title} lead={lead}>
      {children}
    </SignInFrame>
  </>
)

type WizardFormProps = {
  step: WizardStep
  problems: FieldProblem[]
  busy: boolean
  submit: string
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  onBack?: (() => void) | undefined
  /** Goes on without it: what that means stands beside the button. */
  skip?: { label: string; means: string; busy: boolean; onSkip: () => void } | undefined
  children: ReactNode
}

/** The form of a step, with the ways on and back. */
export function WizardForm(props: WizardFormProps) {
  const { step, problems, busy, submit, onSubmit, onBack, skip, children } = props
  return (
    <Form draft={`set-up ${step}`} method="post" noValidate onSubmit={onSubmit} className="space-y-5">
      <ErrorSummary errors={problems} className="" />
      {children}
      <Button type="submit" busy={busy} size="large" className="w-full">
        {submit}
      </Button>
      {skip && (
        <div className="border-t border-line pt-5">
          <p className="text-muted">{skip.means}</p>
          <Button variant="quiet" size="large" busy={skip.busy} className="mt-3 w-full" onClick={skip.onSkip}>
            {skip.label}
          </Button>
        </div>
      )}
      {onBack && (
        <Button variant="link" className="w-full" onClick={onBack}>
          Back
        </Button>
      )}
    </Form>
  )
}
