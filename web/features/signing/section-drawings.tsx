import type { PatientConsent } from '../../../contract/signing.ts'
import { PictureFigure } from '../../ui/plain/picture-figure.tsx'
import { attributesOfLanguage, englishAttributes } from './wording-direction.tsx'
import { useWords } from './words-context.tsx'

type SectionDrawingsProps = {
  drawings: NonNullable<PatientConsent['content']['pictures']>
  /** Who vouches for the words around them, which are in the same language and listened to in its voice; absent among English. */
  wordsAround?: 'machine' | 'checked' | undefined
}

/** Drawings of the text, each with its words in the patient's language where it has them, and the English with those. */
export function SectionDrawings({ drawings, wordsAround }: SectionDrawingsProps) {
  const { pictures, readingAids } = useWords()
  return drawings.map(({ beside, ...picture }) =>
    beside ? (
      <div key={picture.id} data-unspoken={wordsAround ? undefined : ''}>
        <PictureFigure
          picture={{ ...picture, title: beside.title, alt: beside.alt }}
          summary={pictures.shows}
          {...attributesOfLanguage(beside.language)}
          // Said of all of them, above.
          note={wordsAround === 'machine' ? undefined : readingAids.drafted}
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
