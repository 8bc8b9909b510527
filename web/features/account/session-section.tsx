import { Laptop } from 'lucide-react'
import { providerNames } from '../../../contract/sign-in-codes.ts'
import { api } from '../../api.ts'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { recentText } from '../../ui/plain/date-text.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import type { Account, SectionProps } from './account-record.ts'
import { useConfirmedTask } from './use-confirmed-task.ts'

type OpenSession = Account['sessions'][number]

/** Where the person is signed in, this browser first. */
export function SessionSection({ account: { sessions }, onChanged }: SectionProps) {
  const { busy, problem, ask } = useConfirmedTask(onChanged)
  const ordered = sessions.toSorted((one, other) => Number(other.isThis) - Number(one.isThis))
  const endOthers = () =>
    ask(
      {
        title: 'Sign out everywhere else?',
        text: 'All other browsers are signed out immediately. Unsaved text is restored when you sign in again in the same tab.',
        confirm: 'Sign out on all other devices',
        danger: true,
      },
      () => api.account.endOtherSessions({}),
      'Signed out on all other devices.',
    )
  return (
    <Panel
      title="Active sessions"
      lead="Sign out any session you don’t recognise, then change your password."
    >
      <ul className="divide-y divide-line">
        {ordered.map((session) => (
          <SessionRow key={session.id} session={session} onChanged={onChanged} />
        ))}
      </ul>
      <ProblemMessage problem={problem} className="mt-3" />
      {sessions.length > 1 && (
        <Button variant="quiet" busy={busy} className="mt-4" onClick={() => void endOthers()}>
          Sign out on all other devices
        </Button>
      )}
    </Panel>
  )
}

function SessionRow({ session, onChanged }: { session: OpenSession; onChanged: () => Promise<void> }) {
  const { id, isThis, isLocked, device, place, way, startedAt, seenAt } = session
  const { busy, problem, ask } = useConfirmedTask(onChanged)
  const now = new Date()
  const end = () =>
    ask(
      {
        title: `Sign out on ${device}?`,
        text: 'It is signed out immediately. Unsaved text is restored when you sign in again in the same tab.',
        confirm: 'Sign out',
        danger: true,
      },
      () => api.account.endSession({ sessionId: id }),
      'Signed out.',
    )
  return (
    <li className="py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <Laptop className="mt-0.5 size-4.5 shrink-0 text-muted max-sm:hidden" aria-hidden />
        <div className="min-w-0 flex-1 basis-48">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
            {device}
            {isThis && <Badge tone="brand">This browser</Badge>}
            {isLocked && <Badge tone="warn">Locked</Badge>}
          </p>
          <p className="mt-0.5 text-small text-muted">
            <span className="wrap-anywhere">{place}</span>
            {way !== '' && ` · by ${signInMethodText(way)}`}
          </p>
          <p className="text-small text-muted">
            Signed in {formatSessionTime(startedAt, now)} · last used {formatSessionTime(seenAt, now)}
          </p>
        </div>
        {!isThis && (
          <Button
            variant="quiet"
            size="small"
            busy={busy}
            aria-label={`Sign out: ${device}`}
            onClick={() => void end()}
          >
            Sign out
          </Button>
        )}
      </div>
      <ProblemMessage problem={problem} className="mt-3" />
    </li>
  )
}

/** In the middle of a sentence: 'today, 09:12'. */
const formatSessionTime = (moment: string, now: Date) =>
  recentText(moment, now).replace(/^(Today|Yesterday)/, (day) => day.toLowerCase())

const signInMethodTexts: Record<string, string> = {
  ...providerNames,
  'email-link': 'e-mail link',
  sso: 'practice account',
  'sso-mfa': 'practice account',
  phone: 'phone code',
}

/** How somebody signed in, as one says it. */
const signInMethodText = (way: string) => signInMethodTexts[way] ?? way
