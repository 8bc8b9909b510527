import { createContext, Suspense, useCallback, useContext, useMemo, useState, type ReactNode } from 'react'
import { lazyPart } from './plain/lazy-part.ts'

const AlertDialog = lazyPart(async () => ({ default: (await import('./alert-dialog.tsx')).AlertDialog }))

export type Alert = { title?: string | undefined; text: string; ok?: string | undefined }

export type Confirmation = {
  title: string
  /** What will happen, and whether it can be undone. */
  text?: string | undefined
  confirm: string
  cancel?: string | undefined
  danger?: boolean | undefined
}

type QueuedAlert = {
  id: number
  title: string
  text?: string | undefined
  ok: string
  cancel?: string | undefined
  danger?: boolean | undefined
  answer: (agreed: boolean) => void
}

type OpenAlert = (question: Omit<QueuedAlert, 'id' | 'answer'>) => Promise<boolean>

const AlertContext = createContext<OpenAlert | undefined>(undefined)

let lastAlertId = 0

/** Shows alerts and confirmations, one after another, for everything below it. */
export function AlertProvider({ children }: { children: ReactNode }) {
  const [questions, setQuestions] = useState<readonly QueuedAlert[]>([])
  const current = questions[0]

  const ask = useCallback<OpenAlert>(
    (question) =>
      new Promise((answer) =>
        setQuestions((waiting) => [...waiting, { ...question, id: ++lastAlertId, answer }]),
      ),
    [],
  )
  function close(question: QueuedAlert, agreed: boolean) {
    question.answer(agreed)
    setQuestions((waiting) => waiting.filter((other) => other !== question))
  }
  return (
    <AlertContext value={ask}>
      {children}
      {current && (
        <Suspense>
          <AlertDialog
            key={current.id}
            open
            onAnswer={(agreed) => close(current, agreed)}
            title={current.title}
            text={current.text}
            ok={current.ok}
            cancel={current.cancel}
            danger={current.danger}
          />
        </Suspense>
      )}
    </AlertContext>
  )
}

function useOpenAlert(): OpenAlert {
  const ask = useContext(AlertContext)
  if (!ask) throw new Error('No AlertProvider above this part')
  return ask
}

/** Shows a message with an OK button; settles when it has been closed. */
export function useAlert(): (message: string | Alert) => Promise<void> {
  const ask = useOpenAlert()
  return useMemo(
    () => async (message) => {
      const { title, text, ok = 'OK' } = typeof message === 'string' ? { text: message } : message
      await ask(title === undefined ? { title: text, ok } : { title, text, ok })
    },
    [ask],
  )
}

/** Asks before something happens; true when it may. */
export function useConfirm(): (confirmation: Confirmation) => Promise<boolean> {
  const ask = useOpenAlert()
  return useMemo(
    () =>
      ({ title, text, confirm, cancel = 'Cancel', danger }) =>
        ask({ title, text, ok: confirm, cancel, danger }),
    [ask],
  )
}
