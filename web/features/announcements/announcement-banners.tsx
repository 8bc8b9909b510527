import { X } from 'lucide-react'
import { useState } from 'react'
import type { AnnouncementKind, ShownAnnouncement } from '../../../contract/announcements.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { InlineMessage, type MessageTone } from '../../ui/plain/inline-message.tsx'
import { kindNames } from './announcement-words.ts'

const toneOf: Record<AnnouncementKind, MessageTone> = {
  information: 'info',
  maintenance: 'warn',
  urgent: 'bad',
}

const storageKey = 'candour.announcements-put-away'

const readDismissed = (): string[] => {
  try {
    // Where pages are prerendered there is no such storage, and nothing is announced either.
    return JSON.parse(localStorage.getItem(storageKey) ?? '[]') as string[]
  } catch {
    return []
  }
}

type AnnouncementBannersProps = { rows: readonly ShownAnnouncement[]; className?: string | undefined }

/** What was announced, a line each; whoever puts one away does not see it again in this browser. */
export function AnnouncementBanners({ rows, className }: AnnouncementBannersProps) {
  const [away, setAway] = useState(readDismissed)
  const left = rows.filter(({ id }) => !away.includes(id))
  function dismiss(id: string) {
    // Of those that are over nothing needs to be remembered.
    const kept = [...away.filter((other) => rows.some((row) => row.id === other)), id]
    localStorage.setItem(storageKey, JSON.stringify(kept))
    setAway(kept)
  }
  if (left.length === 0) return null
  return (
    <section aria-label="Announcements" className={className}>
      <ul className="space-y-3">
        {left.map(({ id, kind, text }) => (
          <li key={id}>
            <InlineMessage tone={toneOf[kind]}>
              <div className="flex items-start justify-between gap-3">
                <p className="min-w-0 wrap-anywhere" dir="auto">
                  {kind !== 'information' && <b>{kindNames[kind]}: </b>}
                  {text}
                </p>
                <IconButton label={`Dismiss: ${text}`} icon={X} onClick={() => dismiss(id)} />
              </div>
            </InlineMessage>
          </li>
        ))}
      </ul>
    </section>
  )
}
