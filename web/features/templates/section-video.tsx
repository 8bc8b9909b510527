import { Suspense } from 'react'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import { Spinner } from '../../ui/plain/spinner.tsx'
import type { DraftSection } from './template-editor-rules.ts'
import type { TemplateSide } from './template-operations.ts'

/** What sends and shows videos is large, and comes when a section is opened that may have one. */
const VideoPart = lazyPart(async () => ({ default: (await import('../videos/index.ts')).VideoPart }))

type SectionVideoProps = {
  side: TemplateSide
  /** Null for a template that is not saved yet. */
  templateId: string | null
  section: Pick<DraftSection, 'id' | 'media'>
  onChange: (media: DraftSection['media']) => void
  videoHref: (videoId: string) => string
  settingsOpen?: boolean | undefined
  level?: 3 | 4
}

/** The video of a section. */
export const SectionVideo = ({ templateId, section, level = 4, ...rest }: SectionVideoProps) => (
  <Suspense fallback={<Spinner message="Loading video" />}>
    <VideoPart
      {...rest}
      level={level}
      uploadKey={`${templateId ?? 'new'}:${section.id}`}
      media={section.media}
    />
  </Suspense>
)
