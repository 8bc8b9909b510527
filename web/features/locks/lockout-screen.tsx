import { LockOpen } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { operation_reason_length_max } from '../../../contract/limits.ts'
import type { LockedLink, UsedUpLimit } from '../../../contract/locks.ts'
import { api, type Api } from '../../api.ts'
import { CellText } from '../../ui/cell-text.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { momentText, recentText } from '../../ui/plain/date-text.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { loggedHint, ReasonDialog } from '../../ui/reason-dialog.tsx'
import type { Column } from '../../ui/table-row.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import { formatLimit } from './lock-words.ts'

type LimitPage = Awaited<ReturnType<Api['locks']['list']>>
type LinkPage = Awaited<ReturnType<Api['locks']['links']>>

type LockoutScreenProps = {
  limits: LimitPage
  links: LinkPage
  hrefOfPage: (page: number) => string
  hrefOfLinkPage: (page: number) => string
  onChanged: () => Promise<void>
}

/** Who is held up at the moment: by limits of tries, and by locked links. */
export function LockoutScreen({ limits, links, hrefOfPage, hrefOfLinkPage, onChanged }: LockoutScreenProps) {
  const [released, setReleased] = useState<UsedUpLimit>()
  const [replaced, setReplaced] = useState<LockedLink>()
  return (
    <div className="mt-6 space-y-8">
      <SearchPanel onRelease={setReleased} changed={limits} />
      <section aria-labelledby="limits-heading">
        <h2 id="limits-heading">Active lockouts</h2>
        <p className="mt-1 text-muted">
          Lockouts are stored as fingerprints, without names. Use the search above to find a person.
        </p>
        <DataTable
          caption="Active lockouts"
          className="mt-3"
          columns={limitColumns(setReleased)}
          rows={limits.rows}
          rowKey={({ key }) => key}
          empty={<EmptyState icon={LockOpen} title="No active lockouts" />}
          footer={<Pager {...limits} label="Pages of lockouts" hrefOfPage={hrefOfPage} />}
        />
      </section>
      <section aria-labelledby="links-heading">
        <h2 id="links-heading">Locked links</h2>
        <p className="mt-1 text-muted">
          Too many wrong dates of birth lock a link permanently. A new link goes to the contact on file, or
          the practice gets a task.
        </p>
        <DataTable
          caption="Locked links"
          className="mt-3"
          columns={linkColumns(setReplaced)}
          rows={links.rows}
          rowKey={({ linkId }) => linkId}
          empty={<EmptyState icon={LockOpen} title="No locked links" />}
          footer={<Pager {...links} label="Pages of links" hrefOfPage={hrefOfLinkPage} />}
        />
      </section>
      {released && (
        <ReleaseDialog limit={released} onClose={() => setReleased(undefined)} onChanged={onChanged} />
      )}
      {replaced && (
        <ReplaceDialog link={replaced} onClose={() => setReplaced(undefined)} onChanged={onChanged} />
      )}
    </div>
  )
}

const limitColumns = (onRelease: (limit: UsedUpLimit) => void): Column<UsedUpLimit>[] => [
  { key: 'what', header: 'What', cell: ({ what }) => formatLimit(what) },
  { key: 'tries', header: 'Tries', align: 'end', cell: ({ tries }) => tries, className: 'tabular-nums' },
  { key: 'until', header: 'Until', cell: ({ until }) => momentText(until), className: 'text-muted' },
  {
    key: 'act',
    header: 'Release',
    cell: (limit) => (
      <Button variant="quiet" size="small" onClick={() => onRelease(limit)}>
        Release<span className="sr-only">: {formatLimit(limit.what)}</span>
      </Button>
    ),
  },
]

const linkColumns = (onReplace: (link: LockedLink) => void): Column<LockedLink>[] => [
  {
    key: 'clinic',
    header: 'Practice',
    cell: ({ clinicName, linkId }) => <CellText main={clinicName} sub={`Link ${linkId}`} />,
  },
  { key: 'locked', header: 'Locked', cell: ({ lockedAt }) => recentText(lockedAt, new Date()) },
  {
    key: 'act',
    header: 'New link',
    cell: (link) => (
      <Button variant="quiet" size="small" onClick={() => onReplace(link)}>
        Send a new link<span className="sr-only"> in the place of {link.linkId}</span>
      </Button>
    ),
  },
]

type SearchPanelProps = { onRelease: (limit: UsedUpLimit) => void; changed: object }
type Found = { typed: string; rows: UsedUpLimit[]; seen: object }

/** Looks somebody up by what they are counted by. What was found goes out of date with the lists below. */
function SearchPanel({ onRelease, changed }: SearchPanelProps) {
  const [found, setFound] = useState<Found>()
  const [error, setError] = useState<string>()
  const { busy, problem, run } = useTask()
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('typed') ?? '').trim()
    setError(typed === '' ? 'Enter an e-mail address, username, phone number or network address' : undefined)
    if (typed === '') return document.getElementById('typed')?.focus()
    await run(async () => setFound({ typed, rows: await api.locks.find({ typed }), seen: changed }))
  }
  const isCurrent = found?.seen === changed
  return (
    <Panel title="Find a person" lead="Searches are recorded in the audit log.">
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-wrap items-end gap-3">
        <TextField
          id="typed"
          name="typed"
          label="E-mail address, username, phone number or network address"
          maxLength={254}
          autoComplete="off"
          error={error}
          className="min-w-0 flex-1 basis-80"
        />
        <Button type="submit" busy={busy}>
          Look up
        </Button>
      </form>
      <ProblemMessage problem={problem} className="mt-4" />
      <div role="status" className="mt-4">
        {found && isCurrent && found.rows.length === 0 && (
          <p>
            No lockouts for <b dir="auto">{found.typed}</b>.
          </p>
        )}
      </div>
      {found && isCurrent && found.rows.length > 0 && (
        <DataTable
          caption={`Lockouts for ${found.typed}`}
          columns={limitColumns(onRelease)}
          rows={found.rows}
          rowKey={({ key }) => key}
          empty={null}
        />
      )}
    </Panel>
  )
}

type DialogProps = { onClose: () => void; onChanged: () => Promise<void> }

function ReleaseDialog({ limit, onClose, onChanged }: DialogProps & { limit: UsedUpLimit }) {
  const toast = useToast()
  return (
    <ReasonDialog
      title="Release this lockout?"
      text={`${formatLimit(limit.what)}: the counter is reset, so they can try again immediately.`}
      confirm="Release"
      hint={loggedHint}
      lengthMax={operation_reason_length_max}
      onClose={onClose}
      onConfirm={async (reason) => {
        await api.locks.release({ key: limit.key, reason })
        toast('Lockout released.')
        await onChanged()
      }}
    />
  )
}

function ReplaceDialog({ link, onClose, onChanged }: DialogProps & { link: LockedLink }) {
  const toast = useToast()
  const { clinicId, clinicName, linkId } = link
  return (
    <ReasonDialog
      title="Send a new link?"
      text={`The link of ${clinicName} stays locked. A new one goes to the patient’s contact on file.`}
      confirm="Send a new link"
      hint={loggedHint}
      lengthMax={operation_reason_length_max}
      onClose={onClose}
      onConfirm={async (reason) => {
        await api.locks.replaceLink({ clinicId, linkId, reason })
        toast('New link sent')
        await onChanged()
      }}
    />
  )
}
