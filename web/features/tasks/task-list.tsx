import { PhoneCall } from 'lucide-react'
import { Suspense, useState } from 'react'
import { api } from '../../api.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import { Link } from '../../ui/plain/link.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import type { HrefOfConsentSection } from '../consents/index.ts'
import { formatTimeInSentence } from '../messages/index.ts'
import { needsNote, outcomeWords, taskReasons, taskSections, taskTitles, type Task } from './task-words.ts'

const TaskDoneDialog = lazyPart(() =>
  import('./task-done-dialog.tsx').then((loaded) => ({ default: loaded.TaskDoneDialog })),
)

type TaskListProps = {
  tasks: readonly Task[]
  /** How many there are in all, of which `tasks` are the first. */
  total: number
  hrefOfSection: HrefOfConsentSection
  onChanged: () => Promise<void>
  className?: string
}

/** What people have to do about consents, and how each ended. */
export function TaskList({ tasks, total, hrefOfSection, onChanged, className }: TaskListProps) {
  const [ending, setEnding] = useState<Task | null>(null)
  const { problem, run } = useTask()
  const toast = useToast()

  async function reopen(task: Task) {
    const done = await run(async () => {
      await api.tasks.reopen({ taskId: task.id })
      await onChanged()
    })
    if (done) toast('The task is open again.')
  }
  const rest = total - tasks.length
  return (
    <Panel
      title="Tasks"
      lead="Undelivered messages and other follow-ups: urgent worries first, then the oldest."
      className={className}
    >
      <ProblemMessage problem={problem} className="mb-3" />
      {tasks.length === 0 ? (
        <EmptyState icon={PhoneCall} title="No open tasks">
          Messages that do not reach a patient show here.
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {tasks.map((task) => (
            <TaskLine
              key={task.id}
              task={task}
              href={hrefOfSection(task.consentId, taskSections[task.kind])}
              onEnd={() => setEnding(task)}
              onReopen={() => void reopen(task)}
            />
          ))}
        </ul>
      )}
      {rest > 0 && <p className="mt-3 text-small text-muted">{rest} more show when these are done.</p>}
      <Suspense>
        {ending && <TaskDoneDialog task={ending} onDone={onChanged} onClose={() => setEnding(null)} />}
      </Suspense>
    </Panel>
  )
}

type TaskLineProps = { task: Task; href: string; onEnd: () => void; onReopen: () => void }

function TaskLine({ task, href, onEnd, onReopen }: TaskLineProps) {
  const { kind, patient, done } = task
  const since = task.dueAt ?? task.createdAt
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-64">
        <p>
          <span className="font-semibold">{taskTitles[kind]}</span>{' '}
          <Link href={href} className="text-link">
            <span dir="auto">{patient.name}</span>
          </Link>
        </p>
        <p className="text-small text-muted">
          {done
            ? [outcomeWords[done.outcome], done.by, formatTimeInSentence(done.at, new Date()), done.note]
                .filter(Boolean)
                .join(' · ')
            : `${taskReasons[kind]} Since ${formatTimeInSentence(since, new Date())}`}
        </p>
      </div>
      {(kind === 'call' || kind === 'new-link' || needsNote(kind)) && patient.phone && !done && (
        <a href={`tel:${patient.phone.replaceAll(/[^+\d]/g, '')}`} className="text-link">
          {patient.phone}
        </a>
      )}
      <Button variant="quiet" size="small" onClick={done ? onReopen : onEnd}>
        {done ? 'Reopen' : 'Done'}
        <span className="sr-only">
          : {taskTitles[kind]}, {patient.name}
        </span>
      </Button>
    </li>
  )
}
