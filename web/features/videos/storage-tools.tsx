import { useState } from 'react'
import { api, type Api } from '../../api.ts'
import { DescriptionList } from '../../ui/description-list.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useTask } from '../../ui/use-task.ts'
import { debugInfo, testUpload } from './storage-test.ts'

type StorageTest = Awaited<ReturnType<Api['adminVideos']['testStorage']>>

type ToolName = 'storage' | 'debug' | 'upload'

/** For super administrators: whether the storage answers, what this browser can do, and a small video the whole way. */
export function StorageTools() {
  const [tool, setTool] = useState<ToolName | null>(null)
  const [facts, setFacts] = useState<Record<string, string> | null>(null)
  const [steps, setSteps] = useState<readonly string[]>([])
  const { busy, problem, run } = useTask()
  const works: Record<ToolName, () => Promise<unknown>> = {
    storage: async () => setSteps(stepsOf(await api.adminVideos.testStorage({}))),
    debug: async () => setFacts(await debugInfo()),
    upload: () => testUpload((words) => setSteps((now) => [...now, words])),
  }

  /** One result at a time stands below the buttons. */
  function use(name: ToolName) {
    setTool(name)
    setFacts(null)
    setSteps([])
    void run(works[name])
  }
  return (
    <div className="border-t border-line pt-3">
      <p className="text-small text-muted">For developers</p>
      <div className="mt-1.5 flex flex-wrap gap-2">
        {toolNames.map(({ name, label }) => (
          <Button
            key={name}
            variant="quiet"
            size="small"
            busy={busy && tool === name}
            disabled={busy && tool !== name}
            onClick={() => use(name)}
          >
            {label}
          </Button>
        ))}
      </div>
      <div role="status">
        {steps.length > 0 && (
          <ul className="mt-2 list-disc ps-5 text-small">
            {steps.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        )}
      </div>
      {facts && (
        <DescriptionList
          className="mt-2 text-small"
          items={Object.entries(facts).map(([term, detail]) => ({ term, detail }))}
        />
      )}
      <ProblemMessage problem={problem} className="mt-2" />
    </div>
  )
}

const toolNames: readonly { name: ToolName; label: string }[] = [
  { name: 'storage', label: 'Test storage connection' },
  { name: 'debug', label: 'Debug' },
  { name: 'upload', label: 'Small test upload' },
]

const stepsOf = ({ store, steps }: StorageTest): string[] => [
  store === 'disk' ? 'The files are on this server' : 'The files are in an object store',
  ...steps.map(({ step, isDone, ms, code, message }) =>
    isDone ? `${stepWords[step]}: done in ${Math.round(ms)} ms` : `${stepWords[step]}: ${code}. ${message}`,
  ),
]

const stepWords = { write: 'Write', read: 'Read', list: 'List', delete: 'Delete' }
