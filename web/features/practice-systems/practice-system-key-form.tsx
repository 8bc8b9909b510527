import { useId, useState, type FormEvent } from 'react'
import { Button } from '../../ui/plain/button.tsx'
import { PasswordField } from '../../ui/plain/password-field.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { SelectField } from '../../ui/plain/select-field.tsx'
import { useTask } from '../../ui/use-task.ts'
import type { PracticeSystemName } from '../../../contract/practice-systems.ts'
import { systemNames } from './practice-system-words.ts'

const keyHints: Record<PracticeSystemName, string> = {
  dentally: 'In Dentally: Settings, Developer settings, Generate new token',
  'dentally-sandbox': 'A token of your sandbox account. Use it in a practice for testing only.',
  'open-dental': 'Developer key, slash, customer key',
}

type KeyFormProps = {
  /** Chosen already where a key is replaced. */
  system?: PracticeSystemName | undefined
  submitLabel: string
  onSubmit: (entry: { system: PracticeSystemName; key: string }) => Promise<unknown>
  onCancel?: (() => void) | undefined
}

/** Asks for a key, which is stored nowhere in the browser. */
export function PracticeSystemKeyForm({ system: given, submitLabel, onSubmit, onCancel }: KeyFormProps) {
  const formId = useId()
  const [chosen, setChosen] = useState<PracticeSystemName>(given ?? 'dentally')
  const [error, setError] = useState<string>()
  const { busy, problem, run } = useTask()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const key = String(new FormData(form).get('key') ?? '').trim()
    setError(key.length < 8 ? 'Enter the API key' : undefined)
    if (key.length < 8) return document.getElementById(`${formId}-key`)?.focus()
    await run(() => onSubmit({ system: chosen, key }))
  }
  return (
    <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="space-y-5">
      {!given && (
        <SelectField
          id={`${formId}-system`}
          label="Practice system"
          options={Object.entries(systemNames).map(([value, label]) => ({ value, label }))}
          value={chosen}
          onChange={({ target }) => setChosen(target.value as PracticeSystemName)}
        />
      )}
      <PasswordField
        id={`${formId}-key`}
        name="key"
        label="API key"
        hint={keyHints[chosen]}
        autoComplete="off"
        maxLength={500}
        error={error}
      />
      <ProblemMessage problem={problem} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={busy}>
          {submitLabel}
        </Button>
        {onCancel && (
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}
