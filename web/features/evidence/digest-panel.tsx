import { Download } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { api, type Api } from '../../api.ts'
import { Button, ButtonLink } from '../../ui/plain/button.tsx'
import { Link } from '../../ui/plain/link.tsx'
import { calendarDayText, momentText } from '../../ui/plain/date-text.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { Spinner } from '../../ui/plain/spinner.tsx'
import { useTask } from '../../ui/use-task.ts'
import { TermHelp } from '../../ui/term-help.tsx'

type DailyDigest = Awaited<ReturnType<Api['evidence']['digests']>>['rows'][number]

const countText = (count: number): string => `${count} ${count === 1 ? 'consent' : 'consents'}`

/** The signed digests of each day, to be kept where whoever runs this server cannot reach them. */
export function DigestPanel() {
  const [shown, setShown] = useState<{ rows: DailyDigest[]; total: number; page: number }>()
  const { busy, problem, run } = useTask()
  const load = useCallback(
    (page: number) =>
      run(async () => {
        const { rows, total } = await api.evidence.digests({ page })
        setShown((before) => ({ rows: page === 1 ? rows : [...(before?.rows ?? []), ...rows], total, page }))
      }),
    [run],
  )
  useEffect(() => void load(1), [load])
  return (
    <Panel
      title="Daily digests"
      lead="Each night the state of every consent is signed in one small file. Store these files elsewhere to prove that nothing has been changed since."
      className="max-w-column"
    >
      <TermHelp term="Daily digest">
        A digest holds a code calculated from every consent on that day. If a record is changed later, it no
        longer matches the digest you stored.
      </TermHelp>
      <ProblemMessage problem={problem} title="The digests could not be loaded" />
      {!shown && busy && <Spinner message="Loading the digests" />}
      {shown?.rows.length === 0 && <p className="text-muted">The first digest is created tonight.</p>}
      {shown && shown.rows.length > 0 && (
        <ul aria-label="Daily digests" className="divide-y divide-line">
          {shown.rows.map((digest) => (
            <DigestLine key={digest.day} digest={digest} />
          ))}
        </ul>
      )}
      {shown && shown.rows.length < shown.total && (
        <Button className="mt-4" variant="quiet" busy={busy} onClick={() => void load(shown.page + 1)}>
          Show more days
        </Button>
      )}
    </Panel>
  )
}

function DigestLine({ digest: { day, consents, isTimeStamped, createdAt } }: { digest: DailyDigest }) {
  const date = calendarDayText(day)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 last:pb-0">
      <div className="min-w-0 flex-1 basis-48">
        <p>{date}</p>
        <p className="text-small text-muted">
          {countText(consents)} · created {momentText(createdAt)}
          {isTimeStamped ? ' · time-stamped' : ''}
        </p>
      </div>
      <ButtonLink
        href={`/api/clinic/digests/${day}`}
        download
        variant="quiet"
        size="small"
        icon={Download}
        aria-label={`Download the digest of ${date}`}
      >
        Download
      </ButtonLink>
      <Link
        href={`/api/clinic/digests/${day}/files`}
        download
        className="text-link text-small"
        aria-label={`Download the digest of ${date} as files for openssl${isTimeStamped ? ', with its time stamp' : ''}`}
      >
        {isTimeStamped ? 'Files with time stamp' : 'Files'} (ZIP)
      </Link>
    </li>
  )
}
