import { useEffect, useState } from 'react'
import { api, type Api } from '../../api.ts'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Link } from '../../ui/plain/link.tsx'

type OverdueTasks = Awaited<ReturnType<Api['dataProtection']['duties']>>
type OverdueTaskNoticeProps = { paths: { requests: string; breaches: string; documents: string } }

const countText = (count: number, one: string, several: string) => `${count} ${count === 1 ? one : several}`

function listOverdueTasks(
  duties: OverdueTasks,
  paths: OverdueTaskNoticeProps['paths'],
): { href: string; text: string }[] {
  const { requestsDue, breachesOpen, breachesOverdue, documentsToAccept } = duties
  const overdue = breachesOverdue > 0 ? `, ${breachesOverdue} past 72 hours` : ''
  return [
    {
      count: requestsDue,
      href: paths.requests,
      text: countText(requestsDue, 'data request is due', 'data requests are due'),
    },
    {
      count: breachesOpen,
      href: paths.breaches,
      text: `${countText(breachesOpen, 'breach is open', 'breaches are open')}${overdue}`,
    },
    {
      count: documentsToAccept,
      href: paths.documents,
      text: countText(documentsToAccept, 'document to accept', 'documents to accept'),
    },
  ].filter(({ count }) => count > 0)
}

/** Overdue duties of those who run the practice; nothing where there are none, or where they cannot be read. */
export function OverdueTaskNotice({ paths }: OverdueTaskNoticeProps) {
  const [duties, setDuties] = useState<OverdueTasks>()
  useEffect(() => {
    const asked = new AbortController()
    // A notice beside the day's work: the pages it leads to say what went wrong.
    api.dataProtection.duties({}, { signal: asked.signal }).then(setDuties, () => undefined)
    return () => asked.abort()
  }, [])
  const list = duties ? listOverdueTasks(duties, paths) : []
  if (list.length === 0) return null
  const isLate = duties!.breachesOverdue > 0
  return (
    <InlineMessage tone={isLate ? 'bad' : 'info'} title="Action needed" className="mt-5">
      <ul>
        {list.map(({ href, text }) => (
          <li key={href}>
            <Link href={href} className="text-link inline-block py-0.5 pointer-coarse:py-2">
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </InlineMessage>
  )
}
