import { clsx } from 'clsx'
import { Paperclip } from 'lucide-react'
import type { TicketPost } from '../../../contract/tickets.ts'
import { Badge } from '../../ui/plain/badge.tsx'
import { momentText } from '../../ui/plain/date-text.ts'
import { deliveryTexts, eventText, sizeText } from './ticket-words.ts'

type TicketThreadProps = { posts: readonly TicketPost[]; hrefOfFile: (fileId: string) => string }

/** Everything that was written to a ticket, oldest first. */
export const TicketThread = ({ posts, hrefOfFile }: TicketThreadProps) => (
  <ol aria-label="Messages" className="space-y-4">
    {posts.map((post) => (
      <li key={post.id}>
        {post.kind === 'event' ? <Event post={post} /> : <Post post={post} hrefOfFile={hrefOfFile} />}
      </li>
    ))}
  </ol>
)

const Event = ({ post }: { post: TicketPost }) => (
  <p className="px-5 text-small text-muted">
    <span dir="auto">{eventText(post)}</span>, {momentText(post.at)}
  </p>
)

const sideNames = { practice: 'Practice', platform: 'Support', system: 'Candour' }

type PostProps = { post: TicketPost; hrefOfFile: (fileId: string) => string }

function Post({ post, hrefOfFile }: PostProps) {
  const { author, kind, name, via, isStranger, words, at, files, leftOut, delivery } = post
  const isNote = kind === 'note'
  return (
    <article
      aria-label={`${name}, ${momentText(at)}`}
      className={clsx('card p-5', isNote && 'border-warn-edge bg-warn-soft')}
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 dir="auto" className="text-h3 wrap-anywhere">
          {name}
        </h2>
        <Badge tone={author === 'platform' ? 'brand' : 'neutral'}>
          {isNote ? 'Internal note' : sideNames[author]}
        </Badge>
        {kind === 'automatic' && <Badge tone="neutral">Automatic reply</Badge>}
        {isStranger && <Badge tone="warn">Sender not known at the practice</Badge>}
        <p className="text-muted">
          {momentText(at)}
          {via === 'email' && ', by e-mail'}
        </p>
      </header>
      <p className="mt-3 max-w-prose leading-relaxed wrap-anywhere whitespace-pre-line" dir="auto">
        {words || 'No text.'}
      </p>
      {files.length > 0 && (
        <ul aria-label="Attachments" className="mt-3 space-y-1">
          {files.map((file) => (
            <li key={file.id}>
              <a href={hrefOfFile(file.id)} download className="text-link inline-flex items-center gap-1.5">
                <Paperclip className="size-4 shrink-0" aria-hidden />
                <span dir="auto" className="wrap-anywhere">
                  {file.name}
                </span>
                <span className="text-muted">({sizeText(file.bytes)})</span>
              </a>
            </li>
          ))}
        </ul>
      )}
      {leftOut.length > 0 && (
        <p className="mt-3 text-small text-muted" dir="auto">
          E-mail attachments not kept: {leftOut.join(', ')}
        </p>
      )}
      {deliveryTexts[delivery] && <p className="mt-3 text-small text-muted">{deliveryTexts[delivery]}</p>}
    </article>
  )
}
