import { useEffect, useState, type FormEvent } from 'react'
import type { TrialPatient, TrialStep } from '../../../contract/setup-checks.ts'
import { api, type Api } from '../../api.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { momentText } from '../../ui/plain/date-text.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { SelectField } from '../../ui/plain/select-field.tsx'
import { Spinner } from '../../ui/plain/spinner.tsx'
import { useTask } from '../../ui/use-task.ts'
import { SetupFrame } from './setup-frame.tsx'
import { SetupGate, type SetupKey } from './setup-gate.tsx'

const title = 'Test adding a patient'

/** Makes a fictional patient, looks at it from inside and outside its practice, and takes it away again. */
export const TrialPatientScreen = () => (
  <SetupGate title={title}>{(key) => <TrialPatients context={key.context} />}</SetupGate>
)

type Trials = Awaited<ReturnType<Api['setupChecks']['trialPatients']>>

function TrialPatients({ context }: Pick<SetupKey, 'context'>) {
  const [trials, setTrials] = useState<Trials | null>()
  const [steps, setSteps] = useState<readonly TrialStep[]>([])
  const making = useTask()

  const load = () =>
    api.setupChecks.trialPatients({}, { context }).then(setTrials, () => setTrials((known) => known ?? null))
  // The context is what let them in, and stays what it is.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once: what let them in stays what it is
  useEffect(() => void load(), [])

  async function createPatient(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const clinicId = String(new FormData(event.currentTarget).get('clinicId'))
    await making.run(async () => {
      setSteps([])
      const createdPatient = await api.setupChecks.makePatient({ clinicId }, { context })
      setSteps(createdPatient.steps)
      await load()
    })
  }
  async function remove(patientId: string) {
    const { step } = await api.setupChecks.removePatient({ patientId }, { context })
    setSteps((before) => [...before.filter((each) => each.step !== 'delete'), step])
    await load()
  }

  if (trials === undefined) return <Spinner size="large" />
  return (
    <SetupFrame
      title={title}
      lead="Adds a test patient to a practice and checks who can see it: the practice, another practice and the search. You then remove it."
    >
      {trials === null ? (
        <FailedState onRetry={() => void load()} busy={making.busy} />
      ) : (
        <>
          <CreatePatientPanel
            clinics={trials.clinics}
            busy={making.busy}
            problem={making.problem}
            onCreate={createPatient}
          />
          {steps.length > 0 && <StepsPanel steps={steps} />}
          <TestPatientList patients={trials.patients} onRemove={remove} />
        </>
      )}
    </SetupFrame>
  )
}

type CreatePatientPanelProps = Pick<Trials, 'clinics'> &
  Pick<ReturnType<typeof useTask>, 'busy' | 'problem'> & {
    onCreate: (event: FormEvent<HTMLFormElement>) => void
  }

function CreatePatientPanel({ clinics, busy, problem, onCreate }: CreatePatientPanelProps) {
  return (
    <Panel title="Add a test patient">
      {clinics.length === 0 ? (
        <EmptyState title="No practice yet">Set up a practice first.</EmptyState>
      ) : (
        <form method="post" noValidate onSubmit={onCreate}>
          <SelectField
            id="clinicId"
            name="clinicId"
            label="Practice"
            options={clinics.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <ProblemMessage problem={problem} className="mt-4" />
          <Button type="submit" busy={busy} className="mt-4">
            Add and check
          </Button>
        </form>
      )}
    </Panel>
  )
}

const stepNames: Record<TrialStep['step'], string> = {
  insert: 'Add',
  read: 'Read',
  foreign: 'Isolation',
  search: 'Search',
  delete: 'Remove',
}

const StepsPanel = ({ steps }: { steps: readonly TrialStep[] }) => (
  <Panel title="Results">
    <div role="status">
      <ol className="divide-y divide-line">
        {steps.map(({ step, isDone, milliseconds, says }) => (
          <li key={step} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-3 first:pt-0 last:pb-0">
            <span className="w-24 font-semibold">{stepNames[step]}</span>
            <span className="min-w-0 flex-1 basis-60">{says}</span>
            <span className="text-small text-muted tabular-nums">{milliseconds} ms</span>
            <Badge tone={isDone ? 'ok' : 'bad'}>{isDone ? 'Done' : 'Failed'}</Badge>
          </li>
        ))}
      </ol>
    </div>
  </Panel>
)

type TestPatientListProps = {
  patients: readonly TrialPatient[]
  onRemove: (patientId: string) => Promise<void>
}

const TestPatientList = ({ patients, onRemove }: TestPatientListProps) => (
  <Panel title="Existing test patients">
    {patients.length === 0 ? (
      <p className="text-muted">None. Test patients stay here until you remove them.</p>
    ) : (
      <ul className="divide-y divide-line">
        {patients.map((patient) => (
          <TestPatientRow key={patient.patientId} patient={patient} onRemove={onRemove} />
        ))}
      </ul>
    )}
  </Panel>
)

function TestPatientRow({
  patient,
  onRemove,
}: Pick<TestPatientListProps, 'onRemove'> & { patient: TrialPatient }) {
  const { busy, problem, run } = useTask()
  const { patientId, name, clinicName, madeAt } = patient
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <p className="font-semibold wrap-anywhere">{name}</p>
          <p className="text-small text-muted">
            {clinicName}, {momentText(madeAt)}
          </p>
        </div>
        <Button variant="quiet" size="small" busy={busy} onClick={() => run(() => onRemove(patientId))}>
          Remove
          <span className="sr-only"> {name}</span>
        </Button>
      </div>
      <ProblemMessage problem={problem} className="mt-3" />
    </li>
  )
}
