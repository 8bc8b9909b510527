import type { FrozenContent } from '../../../contract/consents.ts'
import { RichText } from '../../ui/plain/rich-text.tsx'
import { WordingFigures } from '../templates/index.ts'
import { ConsentVideo, type ConsentOfVideo } from './consent-video.tsx'

export type ConsentWording = Pick<FrozenContent, 'title' | 'sections' | 'statements' | 'risks' | 'pictures'>

type ConsentWordingTextProps = { content: ConsentWording; consent: ConsentOfVideo }

/** The text of a consent, in the order in which the patient reads it; a video stands above the words of its part. */
export function ConsentWordingText({ content, consent }: ConsentWordingTextProps) {
  return (
    <div className="space-y-6 [&_mark]:rounded-sm [&_mark]:bg-warn-soft [&_mark]:px-1 [&_mark]:font-medium [&_mark]:text-warn">
      {content.sections.map(({ id, title, content: html, media }, at) => (
        <section key={id}>
          <h3 dir="auto" className="mb-1.5">
            {title}
          </h3>
          {media && <ConsentVideo consent={consent} title={title} media={media} />}
          <RichText html={html} />
          <WordingFigures text={content} sectionIndex={at} />
        </section>
      ))}
      {content.statements.length > 0 && (
        <section>
          <h3 className="mb-1.5">What the patient confirms</h3>
          <ul className="list-disc space-y-1.5 ps-5">
            {content.statements.map((statement) => (
              <li key={statement} dir="auto">
                {statement}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
