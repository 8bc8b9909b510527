import { Suspense, useEffect, useState } from 'react'
import { stepUp } from '../../api.ts'
import { lazyPart } from '../../ui/plain/lazy-part.ts'

const ConfirmationDialog = lazyPart(async () => ({
  default: (await import('./confirmation-dialog.tsx')).ConfirmationDialog,
}))

type IdentityConfirmationProps = {
  /** For people who hold nothing to confirm with here: they sign in anew. */
  onSignInAgain: () => void
}

/** Asks whoever sits here to prove that it is them, whenever a call wants it. */
export function IdentityConfirmation({ onSignInAgain }: IdentityConfirmationProps) {
  const [answer, setAnswer] = useState<(proved: boolean) => void>()
  useEffect(
    () =>
      stepUp.register(
        () =>
          new Promise<boolean>((resolve) => {
            setAnswer(() => (proved: boolean) => {
              setAnswer(undefined)
              resolve(proved)
            })
          }),
      ),
    [],
  )
  if (!answer) return null
  return (
    <Suspense>
      <ConfirmationDialog onAnswer={answer} onSignInAgain={onSignInAgain} />
    </Suspense>
  )
}
