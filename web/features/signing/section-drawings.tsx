import type { PatientConsent } from '../../../contract/signing.ts'
import { PictureFigure } from '../../ui/plain/picture-figure.tsx'
import { attributesOfLanguage, englishAttributes } from './wording-direction.tsx'
import { useWords } from './words-context.tsx'

type SectionDrawingsProps = {
  drawings: NonNullable<PatientConsent['content']['pictures']>
  /** Words around them are in the same language, and are listened to in its voice. */
  isAmongOwnWords?: boolean | undefined
}

/** Drawings of the text, each with its words in the patient's language where it has them, and the English with those. */
export function SectionDrawings({ drawings, isAmongOwnWords }: SectionDrawingsProps) {
  const { pictures, readingAids } = useWords()
  return drawings.map(({ beside, ...picture }) =>
    beside ? (
      <div key={picture.id} data-unspoken={isAmongOwnWords ? undefined : ''}>
        <PictureFigure
          picture={{ ...picture, title: beside.title, alt: beside.alt }}
          summary={pictures.shows}
          {...attributesOfLanguage(beside.language)}
          note={readingAids.drafted}
          otherWords={{ title: picture.title, alt: picture.alt, ...englishAttributes }}
          className="mt-6"
        />
      </div>
    ) : (
      <PictureFigure
        key={picture.id}
        picture={picture}
        summary={pictures.shows}
        {...englishAttributes}
        className="mt-6"
      />
    ),
  )
}
