import { useState } from 'react'
import { api } from '../../api.ts'
import { useConfirm } from '../../ui/alert-provider.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useTask } from '../../ui/use-task.ts'

/** Two ways to put the platform's list in order, each with what it does and then what it did. */
export function DefaultTreatmentsPanel({ onChanged }: { onChanged: () => Promise<void> }) {
  const { busy, problem, run } = useTask()
  const [done, setDone] = useState<string>()
  const confirm = useConfirm()

  const doing = (work: () => Promise<string>) =>
    run(async () => {
      setDone(undefined)
      const text = await work()
      await onChanged()
      setDone(text)
    })
  const addDefaults = () =>
    doing(async () => {
      const { added } = await api.adminTreatments.seedDefaults({})
      return added.length === 0 ? 'No defaults were missing.' : `Added: ${added.join(', ')}.`
    })
  async function removeDuplicates() {
    const agreed = await confirm({
      title: 'Remove duplicates?',
      text: 'Where treatment types share a name, the first is kept with all their subtypes and the others are deleted. This cannot be undone.',
      confirm: 'Remove duplicates',
      danger: true,
    })
    if (!agreed) return
    await doing(async () => {
      const { removed } = await api.adminTreatments.removeDuplicates({})
      return removed.length === 0 ? 'There were no duplicates.' : `Removed: ${removed.join(', ')}.`
    })
  }
  return (
    <Panel title="Defaults and duplicates" className="mt-6">
      <div className="grid gap-5 md:grid-cols-2">
        <div>
          <p className="mb-3 text-muted">
            Adds Candour’s treatment types missing from the list. Existing types do not change.
          </p>
          <Button variant="quiet" busy={busy} onClick={() => void addDefaults()}>
            Add missing defaults
          </Button>
        </div>
        <div>
          <p className="mb-3 text-muted">
            Keeps the first of the treatment types that share a name, with all their subtypes, and deletes the
            others.
          </p>
          <Button variant="quiet" busy={busy} onClick={() => void removeDuplicates()}>
            Remove duplicates
          </Button>
        </div>
      </div>
      <div role="status">
        {done && (
          <InlineMessage tone="ok" className="mt-4">
            {done}
          </InlineMessage>
        )}
      </div>
      <ProblemMessage problem={problem} className="mt-4" />
    </Panel>
  )
}
