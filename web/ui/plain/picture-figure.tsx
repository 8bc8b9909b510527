import { clsx } from 'clsx'
import { Disclosure } from './disclosure.tsx'

/** A drawing with what it shows in words. */
export type Picture = { id: string; title: string; alt: string; svg: string }
type LanguageMarks = { lang?: string | undefined; dir?: 'ltr' | 'rtl' | 'auto' | undefined }

type PictureFigureProps = LanguageMarks & {
  picture: Picture
  /** What opens the words for the drawing. */
  summary: string
  /** What is to be known of the words, in the language of the page. */
  note?: string | undefined
  /** The same words in another language, below the first. */
  otherWords?: (Pick<Picture, 'title' | 'alt'> & LanguageMarks) | undefined
  className?: string | undefined
}

/** A drawing under its title. As an image it is only looked at: nothing in it can act or fetch. */
export function PictureFigure({
  picture,
  summary,
  lang,
  dir = 'auto',
  note,
  otherWords,
  className,
}: PictureFigureProps) {
  const { title, alt, svg } = picture
  const own = { lang, dir }
  return (
    <figure className={clsx('max-w-[28rem]', className)}>
      <img
        {...own}
        src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
        alt={alt}
        className="block w-full rounded-lg"
      />
      <figcaption {...own} className="mt-2 font-semibold">
        {title}
      </figcaption>
      <Disclosure summary={summary}>
        <p {...own}>{alt}</p>
        {note && <p className="mt-2 text-small text-muted">{note}</p>}
        {otherWords && (
          <div lang={otherWords.lang} dir={otherWords.dir ?? 'auto'} data-unspoken className="mt-3">
            <p className="font-semibold">{otherWords.title}</p>
            <p>{otherWords.alt}</p>
          </div>
        )}
      </Disclosure>
    </figure>
  )
}
