import { useEffect, useRef, useState, type ReactNode } from 'react'
import { annotationPath, annotationColours, annotationSizes } from '../../../contract/picture-annotations.ts'
import type { PatientConsent } from '../../../contract/signing.ts'
import { Button } from '../../ui/plain/button.tsx'
import { Disclosure } from '../../ui/plain/disclosure.tsx'
import { formatLocalDay } from '../../ui/plain/local-day.ts'
import { AnnotatedImage } from '../../ui/plain/annotated-image.tsx'
import { pictureHref, type Reader } from './signing-api.ts'
import { languageAttributes, englishAttributes } from './wording-direction.tsx'
import { useWords } from './words-context.tsx'
import { fillPlaceholders } from './words-text.ts'

type Content = PatientConsent['content']
type OwnPicture = NonNullable<Content['ownPictures']>[number]

type OwnPicturesProps = {
  consent: Pick<PatientConsent, 'id' | 'content'>
  /** Under which section, counted from 0: they stand with the first, where the plan is explained. */
  sectionIndex: number
  reader?: Reader | undefined
}

/** The patient's own X-rays and photographs, with what the practice marked on them. */
export function OwnPictures({ consent, sectionIndex, reader = 'patient' }: OwnPicturesProps) {
  const { id, content } = consent
  if (sectionIndex > 0) return null
  return (content.ownPictures ?? []).map((picture) => (
    <OwnPictureFigure
      key={picture.id}
      picture={picture}
      content={content}
      src={pictureHref(reader, id, picture.id)}
    />
  ))
}

type FigureProps = { picture: OwnPicture; content: Content; src: string }

function OwnPictureFigure({ picture, content, src }: FigureProps) {
  const { pictures, locale } = useWords()
  const { kind, caption, takenOn, alt, marks } = picture
  const image = <AnnotatedPicture picture={picture} content={content} src={src} />
  return (
    <figure className="mt-6 max-w-[38rem]">
      {image}
      <figcaption className="mt-2">
        <span className="block text-small text-muted">
          {pictures[kind]}
          {takenOn &&
            `. ${fillPlaceholders(pictures.taken, { date: formatLocalDay(`${takenOn}T12:00:00Z`, locale) })}`}
        </span>
        <span {...languageAttributes(caption, content)} className="block font-semibold">
          {caption}
        </span>
      </figcaption>
      {marks.length > 0 && (
        <>
          <p className="mt-3">{pictures.marked}</p>
          <ol className="mt-1 list-decimal space-y-1 ps-7">
            {marks.map((mark, nth) => (
              <li key={nth}>
                <AnnotationText mark={mark} content={content} />
              </li>
            ))}
          </ol>
        </>
      )}
      <Disclosure summary={pictures.shows} className="mt-1">
        <p {...languageAttributes(alt, content)}>{alt}</p>
      </Disclosure>
      <ZoomablePicture>{image}</ZoomablePicture>
    </figure>
  )
}

/** The tooth by its name and in both notations, which stay in English, and what the practice says of it. */
function AnnotationText({
  mark: { tooth, note },
  content,
}: {
  mark: OwnPicture['marks'][number]
  content: Content
}) {
  return (
    <>
      {tooth && (
        <span {...englishAttributes}>
          <span className="inline-block first-letter:uppercase">{tooth.name}</span> ({tooth.palmer} ·{' '}
          {tooth.fdi})
        </span>
      )}
      {note && (
        <span {...languageAttributes(note, content)} className="block">
          {note}
        </span>
      )}
    </>
  )
}

function AnnotatedPicture({ picture, content, src }: FigureProps) {
  const { alt, width, height, marks } = picture
  return (
    <AnnotatedImage
      {...{ src, alt, width, height }}
      lang={languageAttributes(alt, content).lang}
      annotations={marks.map((mark) => annotationPath(mark, picture))}
      annotationStyle={{ ...annotationSizes(picture), ink: annotationColours }}
    />
  )
}

const zooms = [1, 2, 3] as const

/** The picture over the whole screen, up to three times as wide, to be moved about; fingers can spread it further. */
function ZoomablePicture({ children }: { children: ReactNode }) {
  const { pictures } = useWords()
  const dialog = useRef<HTMLDialogElement>(null)
  const [zoom, setZoom] = useState(0)
  const [open, setOpen] = useState(false)

  // Once its content is there, so that focus begins in it.
  useEffect(() => {
    if (open) dialog.current?.showModal()
  }, [open])

  function openDialog() {
    setZoom(0)
    setOpen(true)
  }
  return (
    <>
      <Button variant="quiet" className="mt-3" onClick={openDialog}>
        {pictures.enlarge}
      </Button>
      <dialog
        ref={dialog}
        aria-label={pictures.enlarge}
        onClose={() => setOpen(false)}
        className="m-0 size-full max-h-none max-w-none bg-surface p-3"
      >
        {open && (
          <div className="flex h-full flex-col gap-3">
            <div className="flex flex-wrap gap-2">
              <Button onClick={() => dialog.current?.close()}>{pictures.close}</Button>
              {zoom < zooms.length - 1 && (
                <Button variant="quiet" onClick={() => setZoom(zoom + 1)}>
                  {pictures.closer}
                </Button>
              )}
              {zoom > 0 && (
                <Button variant="quiet" onClick={() => setZoom(zoom - 1)}>
                  {pictures.further}
                </Button>
              )}
            </div>
            <div
              tabIndex={0}
              role="group"
              aria-label={pictures.enlarge}
              className="min-h-0 flex-1 overflow-auto"
            >
              <div style={{ width: `${zooms[zoom]! * 100}%` }}>{children}</div>
            </div>
          </div>
        )}
      </dialog>
    </>
  )
}
