import { useState, type ReactNode } from 'react'
import type { FrozenContent } from '../../../contract/consents.ts'
import { Button } from '../../ui/plain/button.tsx'
import { Disclosure } from '../../ui/plain/disclosure.tsx'
import { RichText } from '../../ui/plain/rich-text.tsx'
import { RiskSources, WordingFigures } from '../templates/index.ts'
import { ConsentVideo, type ConsentOfVideo } from './consent-video.tsx'

export type ConsentWording = Pick<
  FrozenContent,
  'title' | 'sections' | 'statements' | 'risks' | 'pictures' | 'ownFigures'
>

type ConsentWordingTextProps = {
  content: ConsentWording
  consent: ConsentOfVideo
  /** Parts stand under their titles until they are opened. */
  isFolded?: boolean
}

/**
 * The text of a consent, in the order in which the patient reads it; a video stands above the words of its part. Below it
 * stands what the risks rest on, which patients are not shown.
 */
export function ConsentWordingText({ content, consent, isFolded = false }: ConsentWordingTextProps) {
  const [isWhole, setIsWhole] = useState(false)
  return (
    <div className="space-y-6 [&_mark]:rounded-sm [&_mark]:bg-warn-soft [&_mark]:px-1 [&_mark]:font-medium [&_mark]:text-warn">
      {isFolded && (
        <Button variant="quiet" size="small" onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? 'Close all parts' : 'Open all parts'}
        </Button>
      )}
      {content.sections.map(({ id, title, content: html, media }, at) => (
        <WordingPart key={id} title={title} fold={isFolded ? (isWhole ? 'open' : 'closed') : 'none'}>
          {media && <ConsentVideo consent={consent} title={title} media={media} />}
          <RichText html={html} />
          <WordingFigures text={content} sectionIndex={at} />
        </WordingPart>
      ))}
      {content.statements.length > 0 && (
        <WordingPart title="What the patient confirms" fold="none">
          <ul className="list-disc space-y-1.5 ps-5">
            {content.statements.map((statement) => (
              <li key={statement} dir="auto">
                {statement}
              </li>
            ))}
          </ul>
        </WordingPart>
      )}
      {content.risks.length > 0 && (
        <Disclosure summary={`For the clinician: risks and sources (${content.risks.length})`}>
          <RiskSources risks={content.risks} />
        </Disclosure>
      )}
    </div>
  )
}

type WordingPartProps = { title: string; fold: 'none' | 'open' | 'closed'; children: ReactNode }

/** One part under its title, or folded behind it. */
function WordingPart({ title, fold, children }: WordingPartProps) {
  if (fold !== 'none')
    return (
      <Disclosure summary={<bdi>{title}</bdi>} open={fold === 'open'}>
        {children}
      </Disclosure>
    )
  return (
    <section>
      <h3 dir="auto" className="mb-1.5">
        {title}
      </h3>
      {children}
    </section>
  )
}
