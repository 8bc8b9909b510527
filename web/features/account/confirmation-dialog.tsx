import { useEffect, useEffectEvent, useState } from 'react'
import { step_up_minutes } from '../../../contract/limits.ts'
import { api } from '../../api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { SkeletonText } from '../../ui/plain/skeleton.tsx'
import { useTask } from '../../ui/use-task.ts'
import { ConfirmationForm } from './confirmation-form.tsx'
import { listConfirmationMethods, type ConfirmationMethod } from './confirmation-methods.ts'

type ConfirmationDialogProps = { onAnswer: (proved: boolean) => void; onSignInAgain: () => void }

/** Proves that the person at this browser is still the one who signed in, before a dangerous act goes on. */
export function ConfirmationDialog({ onAnswer, onSignInAgain }: ConfirmationDialogProps) {
  const { ways, problem, load } = useOwnConfirmationMethods()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onAnswer(false)}
      title="Confirm it’s you"
      description={`Confirm your identity to continue. It stays confirmed for ${step_up_minutes} minutes.`}
    >
      {problem && (
        <ProblemMessage problem={problem}>
          <Button variant="quiet" size="small" className="mt-3" onClick={load}>
            Try again
          </Button>
        </ProblemMessage>
      )}
      {!ways && !problem && <SkeletonText lines={3} />}
      {ways?.length === 0 && <NoConfirmationMethod onSignInAgain={onSignInAgain} />}
      {ways?.[0] && <ConfirmationStep methods={ways} first={ways[0]} onAnswer={onAnswer} />}
    </Dialog>
  )
}

/** What the person holds, asked when the question comes up: it may have changed since the page was loaded. */
function useOwnConfirmationMethods() {
  const [ways, setWays] = useState<ConfirmationMethod[]>()
  const { problem, run } = useTask()
  const load = () => void run(async () => setWays(listConfirmationMethods(await api.account.get({}))))
  const begin = useEffectEvent(load)
  useEffect(() => begin(), [])
  return { ways, problem, load }
}

const otherMethodText: Record<ConfirmationMethod, string> = {
  passkey: 'Use a passkey instead',
  password: 'Use my password instead',
  app: 'Use a code from my app instead',
}

type ConfirmationStepProps = {
  methods: readonly ConfirmationMethod[]
  first: ConfirmationMethod
  onAnswer: (proved: boolean) => void
}

function ConfirmationStep({ methods, first, onAnswer }: ConfirmationStepProps) {
  const [way, setWay] = useState(first)
  const others = methods.filter((other) => other !== way)
  return (
    <>
      <ConfirmationForm
        key={way}
        way={way}
        onProved={() => onAnswer(true)}
        onCancel={() => onAnswer(false)}
      />
      {others.length > 0 && (
        <div className="mt-4 flex flex-col items-start gap-1 border-t border-line pt-3">
          {others.map((other) => (
            <Button key={other} variant="link" onClick={() => setWay(other)}>
              {otherMethodText[other]}
            </Button>
          ))}
        </div>
      )}
    </>
  )
}

function NoConfirmationMethod({ onSignInAgain }: { onSignInAgain: () => void }) {
  return (
    <>
      <p>
        Your account has no password, passkey or authenticator app to confirm with. Sign in again to confirm
        it’s you.
      </p>
      <Button className="mt-4" onClick={onSignInAgain}>
        Sign in again
      </Button>
    </>
  )
}
