import { Megaphone } from 'lucide-react'
import { useState } from 'react'
import type { Announcement } from '../../../contract/announcements.ts'
import { api, type Api } from '../../api.ts'
import { CellText } from '../../ui/cell-text.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Badge, type Tone } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { momentText } from '../../ui/plain/date-text.ts'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import type { Column } from '../../ui/table-row.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import { AnnouncementDialog, type ChosenClinic } from './announcement-dialog.tsx'
import { audienceNames, kindNames } from './announcement-words.ts'

type AnnouncementPage = Awaited<ReturnType<Api['announcements']['listForAdmin']>>

type AnnouncementScreenProps = {
  list: AnnouncementPage
  clinics: readonly ChosenClinic[]
  hrefOfPage: (page: number) => string
  onChanged: () => Promise<void>
}

/** Everything that was announced or will be. */
export function AnnouncementScreen({ list, clinics, hrefOfPage, onChanged }: AnnouncementScreenProps) {
  const [isWriting, setWriting] = useState(false)
  const ending = useTask()
  const toast = useToast()
  async function end({ id: announcementId }: Announcement) {
    if (!(await ending.run(() => api.announcements.end({ announcementId })))) return
    toast('Removed')
    await onChanged()
  }
  return (
    <section className="mt-6" aria-labelledby="announcements-heading">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0 flex-1 basis-80">
          <h2 id="announcements-heading">Announcements</h2>
          <p className="mt-1 text-muted">
            A banner on every page for the chosen practices. Announcements to all practices also appear on the
            status page. Not shown to patients.
          </p>
        </div>
        <Button icon={Megaphone} onClick={() => setWriting(true)}>
          New announcement
        </Button>
      </div>
      <ProblemMessage problem={ending.problem} className="mt-4" />
      <DataTable
        caption="Announcements"
        className="mt-3"
        columns={columnsOf((announcement) => void end(announcement))}
        rows={list.rows}
        rowKey={({ id }) => id}
        busy={ending.busy}
        empty={<EmptyState icon={Megaphone} title="No announcements yet" />}
        footer={<Pager {...list} hrefOfPage={hrefOfPage} />}
      />
      {isWriting && (
        <AnnouncementDialog
          clinics={clinics}
          onClose={() => setWriting(false)}
          onDone={async () => {
            toast('Announced')
            await onChanged()
          }}
        />
      )}
    </section>
  )
}

function stateOf({ from, until }: Announcement): { tone: Tone; label: string } {
  const now = new Date().toISOString()
  if (until <= now) return { tone: 'neutral', label: 'Ended' }
  return from > now ? { tone: 'brand', label: 'Scheduled' } : { tone: 'ok', label: 'Shown' }
}

const columnsOf = (onEnd: (announcement: Announcement) => void): Column<Announcement>[] => [
  {
    key: 'text',
    header: 'Announcement',
    cell: ({ text, kind, by }) => <CellText main={text} sub={`${kindNames[kind]}, by ${by}`} />,
  },
  {
    key: 'audience',
    header: 'For',
    cell: ({ audience, clinicName }) => clinicName ?? audienceNames[audience],
  },
  {
    key: 'time',
    header: 'Shown',
    cell: ({ from, until }) => `${momentText(from)} to ${momentText(until)}`,
    className: 'text-muted',
  },
  {
    key: 'state',
    header: 'State',
    cell: (announcement) => {
      const { tone, label } = stateOf(announcement)
      return <Badge tone={tone}>{label}</Badge>
    },
  },
  {
    key: 'act',
    header: 'Remove',
    cell: (announcement) =>
      stateOf(announcement).label === 'Ended' ? (
        '–'
      ) : (
        <Button variant="quiet" size="small" onClick={() => onEnd(announcement)}>
          Remove<span className="sr-only">: {announcement.text}</span>
        </Button>
      ),
  },
]
