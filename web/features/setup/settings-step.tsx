import { useState, type FormEvent, type ReactNode } from 'react'
import { useFormTask } from '../identity/index.ts'
import type { CheckResult } from '../../../contract/setup-checks.ts'
import type { ServiceState, ConfigurableService, WizardState } from '../../../contract/setup-wizard.ts'
import { api } from '../../api.ts'
import { DescriptionList } from '../../ui/description-list.tsx'
import { Button } from '../../ui/plain/button.tsx'
import type { FieldProblem } from '../../ui/plain/error-summary.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { validationFailed, useTask } from '../../ui/use-task.ts'
import { CheckOutcome } from './check-outcome.tsx'
import { WizardForm, WizardFrame } from './wizard-step.tsx'

type SaveResult = { isKept: boolean; check: CheckResult; state: WizardState }

export type ServiceStepProps = {
  service: ConfigurableService
  state: ServiceState
  onState: (state: WizardState) => void
  onBack: () => void
  onNext: () => void
}

type ServiceTexts = { title: string; lead: string; skipHint: string; savedHint: string }

type ServiceFormProps = ServiceStepProps & {
  words: ServiceTexts
  fieldOf: Record<string, string>
  findMissing: (form: HTMLFormElement) => FieldProblem[]
  send: (form: HTMLFormElement) => Promise<SaveResult>
  /** The fields, with what was typed or kept of each. */
  children: (parts: { value: (name: string) => string; problems: FieldProblem[] }) => ReactNode
}

/** A service that may be set here: tried for real before it is kept, or left out knowing what that means. */
export function ServiceStep(props: ServiceFormProps) {
  const { service, state, words, fieldOf, findMissing, send, onState, onBack, onNext, children } = props
  const { busy, problems, send: submitForm } = useFormTask(fieldOf)
  const skipping = useTask()
  const [tried, setTried] = useState<SaveResult>()
  const [isChanging, setChanging] = useState(state.source !== 'saved')

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    await submitForm(findMissing(form), async () => {
      setTried(undefined)
      const saveResult = await send(form)
      setTried(saveResult)
      if (saveResult.isKept) {
        setChanging(false)
        onState(saveResult.state)
      }
      return saveResult.isKept ? undefined : validationFailed
    })
  }
  const skip = () =>
    skipping.run(async () => {
      onState(await api.setupWizard.skip({ service }))
      onNext()
    })

  const { title, lead, skipHint, savedHint } = words
  const frame = { step: service, title, lead }
  if (state.source === 'environment')
    return (
      <WizardFrame {...frame}>
        <EnvironmentSettings state={state} onNext={onNext} onBack={onBack} />
      </WizardFrame>
    )
  if (!isChanging)
    return (
      <WizardFrame {...frame}>
        <InlineMessage tone="ok" role="status" title="Saved">
          {savedHint}
        </InlineMessage>
        <div className="mt-5">
          {tried ? (
            <CheckOutcome result={tried.check} />
          ) : (
            <DescriptionList items={savedItems(state)} className="text-small" />
          )}
        </div>
        <StepButtons onNext={onNext} onBack={onBack}>
          <Button variant="quiet" size="large" className="mt-3 w-full" onClick={() => setChanging(true)}>
            Change it
          </Button>
        </StepButtons>
      </WizardFrame>
    )
  const value = (name: string) => state.entered[name] ?? ''
  return (
    <WizardFrame {...frame}>
      {tried && !tried.isKept && (
        <InlineMessage tone="bad" role="alert" title="Test failed, nothing saved" className="mb-5">
          <CheckOutcome result={tried.check} />
        </InlineMessage>
      )}
      <ProblemMessage problem={skipping.problem} className="mb-5" />
      <WizardForm
        step={service}
        problems={problems}
        busy={busy}
        submit="Test and save"
        onSubmit={submit}
        onBack={onBack}
        skip={{ label: 'Skip this step', means: skipHint, busy: skipping.busy, onSkip: () => void skip() }}
      >
        {children({ value, problems })}
      </WizardForm>
    </WizardFrame>
  )
}

const savedItems = ({ entered }: ServiceState) => [
  ...Object.entries(entered)
    .filter(([name, value]) => labels[name] && value)
    .map(([name, value]) => ({ term: labels[name], detail: <span className="wrap-anywhere">{value}</span> })),
  { term: 'Secrets', detail: 'stored encrypted and never shown again' },
]

const labels: Record<string, string> = {
  host: 'Server',
  port: 'Port',
  user: 'User name',
  from: 'From',
  endpoint: 'Address',
  region: 'Region',
  bucket: 'Bucket',
  accessKeyId: 'Access key',
}

type StepButtonsProps = { onNext: () => void; onBack: () => void; children?: ReactNode }

const StepButtons = ({ onNext, onBack, children }: StepButtonsProps) => (
  <>
    <Button size="large" className="mt-6 w-full" onClick={onNext}>
      Continue
    </Button>
    {children}
    <Button variant="link" className="mt-3 w-full" onClick={onBack}>
      Back
    </Button>
  </>
)

type EnvironmentSettingsProps = Pick<ServiceStepProps, 'state' | 'onNext' | 'onBack'>

/** What the environment decides is shown, may be tried, and is not changed here. */
function EnvironmentSettings({ state, onNext, onBack }: EnvironmentSettingsProps) {
  const [result, setResult] = useState<CheckResult>()
  const { busy, problem, run } = useTask()
  const check = () =>
    run(async () => setResult(await api.setupChecks.run({ part: state.service, recipient: '' })))
  return (
    <>
      <InlineMessage title="Set by an environment variable">
        To change it, edit the environment variable and restart the server.
      </InlineMessage>
      <DescriptionList
        items={state.facts.map(({ label, value }) => ({ term: label, detail: value }))}
        className="mt-5"
      />
      <ProblemMessage problem={problem} className="mt-5" />
      {result && (
        <div className="mt-5" role="status">
          <CheckOutcome result={result} />
        </div>
      )}
      <StepButtons onNext={onNext} onBack={onBack}>
        <Button variant="quiet" size="large" busy={busy} className="mt-3 w-full" onClick={check}>
          Test it
        </Button>
      </StepButtons>
    </>
  )
}
