import { Scale } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { PatientAuthority as Authority } from '../../../contract/authority.ts'
import { api } from '../../api.ts'
import { Button } from '../../ui/plain/button.tsx'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'

/** Fetched with its table when somebody asks. */
const PatientAuthority = lazyPart(async () => ({
  default: (await import('./patient-authority.tsx')).PatientAuthority,
}))

type PatientAuthorityButtonProps = { patientId: string; onChanged: () => Promise<void> }

/** The way to find out who may sign for a patient, before there is a consent to sign. */
export function PatientAuthorityButton({ patientId, onChanged }: PatientAuthorityButtonProps) {
  const [authority, setAuthority] = useState<Authority | null>(null)
  const { busy, problem, run } = useTask()
  const toast = useToast()
  const open = () => run(async () => setAuthority(await api.authority.ofPatient({ patientId })))
  return (
    <>
      <Button variant="quiet" size="small" icon={Scale} busy={busy} onClick={() => void open()}>
        Check who can sign
      </Button>
      <ProblemMessage problem={problem} className="basis-full" />
      <Suspense>
        {authority && (
          <PatientAuthority
            patientId={patientId}
            authority={authority}
            onDone={async () => {
              await onChanged()
              toast('Saved to the patient’s record.')
            }}
            onClose={() => setAuthority(null)}
          />
        )}
      </Suspense>
    </>
  )
}
