import { NotebookPen } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../api.ts'
import { Button } from '../../ui/plain/button.tsx'
import { CopyButton } from '../../ui/plain/copy-button.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useTask } from '../../ui/use-task.ts'

/** The note for the practice system: made when it is asked for, read before it is copied. */
export function ClinicalNotePanel({ consentId }: { consentId: string }) {
  const [note, setNote] = useState<string>()
  const { busy, problem, run } = useTask()
  const make = () => run(async () => setNote((await api.integrations.clinicalNote({ consentId })).text))
  return (
    <Panel title="Clinical note" lead="A summary of this consent for the practice system.">
      {note === undefined ? (
        <Button variant="quiet" size="small" icon={NotebookPen} busy={busy} onClick={() => void make()}>
          Create note
        </Button>
      ) : (
        <>
          <pre
            dir="auto"
            tabIndex={0}
            role="region"
            aria-label="The note"
            className="max-h-72 overflow-y-auto rounded-md bg-paper p-3 font-sans text-small whitespace-pre-wrap wrap-anywhere"
          >
            {note}
          </pre>
          <CopyButton text={note} label="Copy note" size="small" className="mt-3" />
        </>
      )}
      <ProblemMessage problem={problem} className="mt-3" />
    </Panel>
  )
}
