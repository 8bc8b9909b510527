import { clsx } from 'clsx'
import { Disclosure } from './disclosure.tsx'

/** A drawing with what it shows in words. */
export type Picture = { id: string; title: string; alt: string; svg: string }

type PictureFigureProps = {
  picture: Picture
  /** What opens the words for the drawing. */
  summary: string
  /** Of the drawing's own words. */
  lang?: string | undefined
  dir?: 'ltr' | 'rtl' | 'auto' | undefined
  className?: string | undefined
}

/** A drawing under its title. As an image it is only looked at: nothing in it can act or fetch. */
export function PictureFigure({ picture, summary, lang, dir = 'auto', className }: PictureFigureProps) {
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
      </Disclosure>
    </figure>
  )
}
