import { clsx } from 'clsx'
import words from '../../../build/content/page.product-pictures.json'
import list from '../../../content/screens/screens.json'

const files = import.meta.glob<string>('../../../content/screens/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
})

export type PictureName = keyof typeof words

type ProductPictureProps = {
  name: PictureName
  /** Seen before anybody scrolls: fetched at once. */
  eager?: boolean
  /** How wide it is drawn, as the attribute of that name has it. */
  sizes?: string
  className?: string
}

/**
 * A picture of the product as it is, taken from the demo by `npm run pictures`. Its place is kept before it comes, and
 * it is framed by what it is seen in: a window, a phone, a tablet or a sheet of paper.
 */
export function ProductPicture({ name, eager = false, sizes, className }: ProductPictureProps) {
  const { device, width, height } = list.pictures.find((picture) => picture.name === name)!
  const frame = frames[device as keyof typeof frames]
  return (
    <div className={clsx('mx-auto overflow-hidden', frame.look, className)}>
      {device === 'desk' && <WindowBar />}
      <picture>
        <source
          type="image/webp"
          srcSet={`${fileOf(name)} ${width}w, ${fileOf(`${name}-large`)} ${1.5 * width}w`}
          sizes={sizes ?? frame.sizes}
        />
        <img
          src={fileOf(name)}
          alt={words[name]}
          width={width}
          height={height}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : undefined}
          decoding="async"
          className={clsx('block h-auto w-full', frame.image)}
        />
      </picture>
    </div>
  )
}

const fileOf = (name: string) => files[`../../../content/screens/${name}.webp`]!

/** Hairlines alone: the frame tells what it is seen in and no more. */
const frames = {
  desk: {
    look: 'w-full rounded-lg border border-line bg-surface print:max-w-[12cm]',
    image: '',
    sizes: '(min-width: 72rem) 69rem, 100vw',
  },
  phone: {
    look: 'w-full max-w-72 rounded-[2rem] border border-line bg-surface p-2 print:max-w-[4.8cm]',
    image: 'rounded-[1.5rem] border border-line',
    sizes: '17rem',
  },
  tablet: {
    look: 'w-full max-w-2xl rounded-[1.25rem] border border-line bg-surface p-3 print:max-w-[8cm]',
    image: 'rounded-md border border-line',
    sizes: '(min-width: 44rem) 40rem, 100vw',
  },
  sheet: {
    look: 'w-full max-w-md rounded-sm border border-line bg-surface print:max-w-[7cm]',
    image: '',
    sizes: '(min-width: 30rem) 28rem, 100vw',
  },
}

const WindowBar = () => (
  <div aria-hidden className="flex h-8 items-center gap-1.5 border-b border-line bg-paper px-3">
    {[0, 1, 2].map((dot) => (
      <span key={dot} className="size-2.5 rounded-full border border-line bg-surface" />
    ))}
  </div>
)
