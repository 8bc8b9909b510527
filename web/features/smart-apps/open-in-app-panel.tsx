import { ExternalLink } from 'lucide-react'
import { api } from '../../api.ts'
import { Button } from '../../ui/plain/button.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useTask } from '../../ui/use-task.ts'
import type { OfferedApp } from './smart-app-words.ts'

type OpenInAppPanelProps = { patientId: string; apps: readonly OfferedApp[] }

/** Opens an app of the practice at a patient; nothing where it has none. */
export function OpenInAppPanel({ patientId, apps }: OpenInAppPanelProps) {
  const { busy, problem, run } = useTask()
  if (apps.length === 0) return null
  const open = (appId: string) =>
    run(async () => location.assign((await api.smartApps.launch({ appId, patientId })).url))
  return (
    <Panel title="Other apps">
      <div className="flex flex-wrap gap-3">
        {apps.map(({ id, name }) => (
          <Button key={id} variant="quiet" icon={ExternalLink} busy={busy} onClick={() => void open(id)}>
            Open in {name}
          </Button>
        ))}
      </div>
      <ProblemMessage problem={problem} className="mt-4" />
    </Panel>
  )
}
