import { toothLabel } from '../../../contract/teeth.ts'
import { Button } from '../../ui/plain/button.tsx'
import { formatLocalDay } from '../../ui/plain/local-day.ts'
import { AnnotatedImage } from '../../ui/plain/annotated-image.tsx'
import { imageAnnotations, kindLabels, annotationAppearance, type Picture } from './picture-values.ts'

/** Where staff fetch a picture; its bytes never change. */
export const pictureHref = (consentId: string, pictureId: string) =>
  `/api/clinic/consents/${consentId}/pictures/${pictureId}`

/** What can be done with a picture of a draft. */
type PictureActions = {
  onEdit?: ((picture: Picture) => void) | undefined
  onRemove?: ((picture: Picture) => void) | undefined
}

type PictureViewProps = PictureActions & { consentId: string; picture: Picture }

/** One picture with its marks, and everything that is said of it. */
function PictureView({ consentId, picture, onEdit, onRemove }: PictureViewProps) {
  const { id, kind, caption, takenOn, alt, marks, width, height } = picture
  return (
    <li className="grid gap-4 sm:grid-cols-[minmax(0,18rem)_minmax(0,1fr)]">
      <AnnotatedImage
        src={pictureHref(consentId, id)}
        alt={alt}
        width={width}
        height={height}
        annotations={imageAnnotations(marks, picture)}
        annotationStyle={annotationAppearance(picture)}
      />
      <div className="min-w-0">
        <p dir="auto" className="font-semibold wrap-anywhere">
          {caption}
        </p>
        <p className="text-small text-muted">
          {kindLabels[kind]}
          {takenOn && `, taken on ${formatLocalDay(`${takenOn}T12:00:00Z`, 'en-GB')}`}
        </p>
        {marks.length > 0 && (
          <ol className="mt-2 list-decimal space-y-1 ps-5">
            {marks.map(({ tooth, note }, nth) => (
              <li key={nth} dir="auto" className="wrap-anywhere">
                {[tooth && toothLabel(tooth), note].filter(Boolean).join(': ') || 'A mark'}
              </li>
            ))}
          </ol>
        )}
        <p dir="auto" className="mt-2 text-small text-muted wrap-anywhere">
          Description: {alt}
        </p>
        {onEdit && onRemove && (
          <div className="mt-3 flex flex-wrap gap-2">
            <Button variant="quiet" size="small" onClick={() => onEdit(picture)}>
              Edit and mark
            </Button>
            <Button variant="quiet" size="small" onClick={() => onRemove(picture)}>
              Remove
            </Button>
          </div>
        )}
      </div>
    </li>
  )
}

type PictureListProps = PictureActions & {
  consentId: string
  pictures: readonly Picture[]
  className: string
}

/** Pictures under one another, as the patient sees them; nothing where there are none. */
export function PictureList({ consentId, pictures, className, ...acts }: PictureListProps) {
  if (pictures.length === 0) return null
  return (
    <ul className={className}>
      {pictures.map((picture) => (
        <PictureView key={picture.id} consentId={consentId} picture={picture} {...acts} />
      ))}
    </ul>
  )
}

type ShownPicturesProps = { consent: { id: string; content: { ownPictures?: Picture[] | undefined } } }

/** The pictures that a consent shows, above its text. */
export const ShownPictures = ({ consent }: ShownPicturesProps) => (
  <PictureList
    consentId={consent.id}
    pictures={consent.content.ownPictures ?? []}
    className="mb-6 space-y-6 border-b border-line pb-6"
  />
)
