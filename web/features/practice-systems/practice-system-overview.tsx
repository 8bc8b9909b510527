import { KeyRound, Link2, Pause, Play, RefreshCw, Unplug } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../api.ts'
import { useConfirm } from '../../ui/alert-provider.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { momentText, recentText } from '../../ui/plain/date-text.ts'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import type { Column } from '../../ui/table-row.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import { useAccessRequest } from './practice-system-connect.tsx'
import { PracticeSystemKeyForm } from './practice-system-key-form.tsx'
import {
  connectionBadge,
  isAccessNeededAgain,
  problemWordsOf,
  resourceNames,
  systemNames,
  type Connection,
  type Overview,
} from './practice-system-words.ts'

const number = new Intl.NumberFormat('en-GB')

type Resource = Connection['resources'][number]

const resourceColumns = (now: Date): Column<Resource>[] => [
  { key: 'name', header: 'Records', cell: ({ resource }) => resourceNames[resource] },
  {
    key: 'when',
    header: 'Last read',
    cell: ({ completedAt }) => (completedAt ? recentText(completedAt, now) : 'Not yet'),
    className: 'text-muted',
  },
  {
    key: 'read',
    header: 'Read',
    align: 'end',
    cell: ({ read, resource }) =>
      resource === 'patients' || resource === 'appointments' ? number.format(read) : '–',
  },
  {
    key: 'written',
    header: 'Changed here',
    align: 'end',
    cell: ({ written, resource }) =>
      resource === 'patients' || resource === 'appointments' ? number.format(written) : '–',
  },
]

type OverviewPanelProps = {
  connection: Connection
  granting: Overview['granting']
  onChanged: () => Promise<void>
}

/** How the connection stands, what was read last, and what can be done with it. */
export function OverviewPanel({ connection, granting, onChanged }: OverviewPanelProps) {
  const [isReplacing, setReplacing] = useState(false)
  const confirm = useConfirm()
  const toast = useToast()
  const { busy, problem, run } = useTask()
  const access = useAccessRequest()
  const { system, status, problem: trouble, accountName, lastRunAt, nextRunAt } = connection
  const isGranted = connection.credential === 'grant'
  const offered = granting.find((each) => each === system)
  const words = trouble && problemWordsOf(connection, trouble, offered !== undefined)
  const { label, tone } = connectionBadge(connection)
  const now = new Date()

  async function change(work: () => Promise<unknown>, done: string) {
    const isDone = await run(async () => {
      await work()
      await onChanged()
    })
    if (isDone) toast(done)
  }
  async function disconnect() {
    const sure = await confirm({
      title: `Disconnect ${systemNames[system]}?`,
      text: `${isGranted ? 'The access' : 'The key'} is deleted and nothing more is read or written. Patients and appointments stay. Held patients are listed again when you reconnect.`,
      confirm: 'Disconnect',
      danger: true,
    })
    if (sure) await change(() => api.practiceSystems.disconnect({}), 'The practice system is disconnected.')
  }
  const facts = [
    { term: 'State', detail: <Badge tone={tone}>{label}</Badge> },
    { term: 'Account', detail: accountName || 'Not known yet' },
    isGranted
      ? { term: 'Access', detail: 'Granted in Dentally' }
      : { term: 'API key', detail: `Ends in ${connection.keyHint}` },
    { term: 'Last synchronised', detail: lastRunAt ? recentText(lastRunAt, now) : 'Not yet' },
    ...(nextRunAt && trouble ? [{ term: 'Next try', detail: momentText(nextRunAt) }] : []),
    {
      term: 'Writes back',
      detail: connection.writesBack ? 'Signed documents, clinical notes and consent status' : 'Nothing',
    },
  ]
  return (
    <div className="space-y-6">
      {words && (
        <InlineMessage tone={trouble === 'rate-limited' ? 'warn' : 'bad'} title={words.title} role="status">
          {words.text}
        </InlineMessage>
      )}
      <Panel
        title={systemNames[system]}
        lead={system === 'dentally-sandbox' ? 'Test data. Never connect this in a real practice.' : undefined}
        actions={
          <div className="flex flex-wrap gap-2">
            {offered && isAccessNeededAgain(connection) && (
              <Button icon={Link2} busy={access.busy} onClick={() => access.request(offered)}>
                Connect again
              </Button>
            )}
            {trouble === 'access-ended' ? null : status === 'paused' ? (
              <Button
                icon={Play}
                busy={busy}
                onClick={() => void change(() => api.practiceSystems.resume({}), 'Synchronisation resumed.')}
              >
                Resume
              </Button>
            ) : (
              <>
                {(isGranted || trouble !== 'key-rejected') && (
                  <Button
                    icon={RefreshCw}
                    busy={busy}
                    onClick={() =>
                      void change(() => api.practiceSystems.synchronise({}), 'Synchronisation started.')
                    }
                  >
                    Synchronise now
                  </Button>
                )}
                <Button
                  variant="quiet"
                  icon={Pause}
                  onClick={() => void change(() => api.practiceSystems.pause({}), 'Synchronisation paused.')}
                >
                  Pause
                </Button>
              </>
            )}
          </div>
        }
      >
        <ProblemMessage problem={problem ?? access.problem} className="mb-4" />
        <DescriptionList items={facts} />
        <div className="mt-5 border-t border-line pt-5">
          {isReplacing ? (
            <PracticeSystemKeyForm
              system={system}
              submitLabel={isGranted ? 'Use this key' : 'Replace key'}
              onSubmit={async ({ key }) => {
                await api.practiceSystems.replaceKey({ key })
                setReplacing(false)
                await onChanged()
              }}
              onCancel={() => setReplacing(false)}
            />
          ) : (
            <div className="flex flex-wrap gap-2">
              <Button variant="quiet" icon={KeyRound} onClick={() => setReplacing(true)}>
                {isGranted ? 'Use an API key' : 'Replace key'}
              </Button>
              <Button variant="quiet" icon={Unplug} onClick={() => void disconnect()}>
                Disconnect
              </Button>
            </div>
          )}
        </div>
      </Panel>
      <DataTable
        caption="Synchronised records"
        columns={resourceColumns(now)}
        rows={connection.resources}
        rowKey={({ resource }) => resource}
        busy={false}
        empty={null}
      />
    </div>
  )
}
