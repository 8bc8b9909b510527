import { KeyRound, Link2 } from 'lucide-react'
import { useState } from 'react'
import type { GrantingSystemName } from '../../../contract/practice-systems.ts'
import { api } from '../../api.ts'
import { Button } from '../../ui/plain/button.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useTask } from '../../ui/use-task.ts'
import { PracticeSystemKeyForm } from './practice-system-key-form.tsx'
import { systemNames } from './practice-system-words.ts'

/** Leads to the practice system's own sign-in page, where somebody lets us in or does not. */
export function useAccessRequest() {
  const { busy, problem, run } = useTask()
  const request = (system: GrantingSystemName) =>
    void run(async () => {
      const { url } = await api.practiceSystems.requestAccess({ system })
      window.location.assign(url)
    })
  return { busy, problem, request }
}

type ConnectPanelProps = { granting: readonly GrantingSystemName[]; onChanged: () => Promise<void> }

/** Connects a practice system: on its own sign-in page where that is offered, else with a key of it. */
export function ConnectPanel({ granting, onChanged }: ConnectPanelProps) {
  const [hasKey, setHasKey] = useState(granting.length === 0)
  return (
    <Panel
      title="Connect your practice system"
      lead="Patients and appointments come in every minute. Signed documents, notes and consent status go back to Dentally."
      className="max-w-column"
    >
      {hasKey ? (
        <PracticeSystemKeyForm
          submitLabel="Connect"
          onSubmit={async (entry) => {
            await api.practiceSystems.connect(entry)
            await onChanged()
          }}
          onCancel={granting.length > 0 ? () => setHasKey(false) : undefined}
        />
      ) : (
        <AccessChoice granting={granting} onKey={() => setHasKey(true)} />
      )}
    </Panel>
  )
}

type AccessChoiceProps = { granting: readonly GrantingSystemName[]; onKey: () => void }

function AccessChoice({ granting, onKey }: AccessChoiceProps) {
  const { busy, problem, request } = useAccessRequest()
  return (
    <div className="space-y-5">
      <p>You sign in to Dentally and let Candour in there. Candour never sees your password.</p>
      <ProblemMessage problem={problem} />
      <div className="flex flex-wrap gap-2">
        {granting.map((system, index) => (
          <Button
            key={system}
            icon={Link2}
            variant={index === 0 ? 'primary' : 'quiet'}
            busy={busy}
            onClick={() => request(system)}
          >
            {`Connect with ${systemNames[system]}`}
          </Button>
        ))}
        <Button variant="quiet" icon={KeyRound} onClick={onKey}>
          Use an API key
        </Button>
      </div>
    </div>
  )
}
