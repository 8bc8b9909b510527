import { useState, type FormEvent } from 'react'
import { api } from '../../api.ts'
import { Button } from '../../ui/plain/button.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { useTask } from '../../ui/use-task.ts'
import { Form } from '../../ui/form.tsx'

type CloseAccountPanelProps = { clinicName: string }

/** The end of the practice's account: what ends, what stays, and the name typed to confirm it. */
export function CloseAccountPanel({ clinicName }: CloseAccountPanelProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Panel title="Close the account" className="max-w-column">
      <div className="space-y-2">
        <p>
          <span className="font-semibold">What stops:</span> staff can no longer sign in, and you are signed
          out.
        </p>
        <p>
          <span className="font-semibold">What stays:</span> patients can still open their links, read, sign
          and withdraw. Records are kept as long as the law requires. Create an export first; you cannot
          download one afterwards.
        </p>
        <p>Contact us to reopen the account.</p>
      </div>
      {isOpen ? (
        <CloseAccountForm clinicName={clinicName} onCancel={() => setOpen(false)} />
      ) : (
        <Button variant="quiet" className="mt-5" onClick={() => setOpen(true)}>
          Close the account
        </Button>
      )}
    </Panel>
  )
}

function CloseAccountForm({ clinicName, onCancel }: CloseAccountPanelProps & { onCancel: () => void }) {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const { busy, problem, run } = useTask()

  async function close(event: FormEvent) {
    event.preventDefault()
    const isSame = typed.trim() === clinicName
    setError(isSame ? undefined : `Enter ${clinicName} to close this account`)
    if (!isSame) return document.getElementById('closing-name')?.focus()
    await run(async () => {
      await api.clinicSettings.close({ name: typed })
      // Nobody is signed in any more: the page is loaded anew, and finds that out.
      location.assign('/login')
    })
  }
  return (
    <Form draft="closing" noValidate onSubmit={(event) => void close(event)} className="mt-5 space-y-4">
      <TextField
        id="closing-name"
        label="To confirm, type the name of the practice"
        hint={<span dir="auto">{clinicName}</span>}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={error}
      />
      <ProblemMessage problem={problem} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="danger" busy={busy}>
          Close the account
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}
