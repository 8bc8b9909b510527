import { clsx } from 'clsx'

/** A mark as it is drawn: its path, and where the sign with its number stands, in pixels of the image. */
export type ImageMark = { path: string; sign: { x: number; y: number } }

/** How thick the lines are and how large a sign is, in pixels of the image; and in which colours. */
export type MarkLook = { line: number; edge: number; sign: number; ink: { line: string; edge: string } }

type MarkLinesProps = { mark: ImageMark; number: number; look: MarkLook }

/** One mark: a pale line on a dark one, and its number. */
export function MarkLines({ mark: { path, sign }, number, look }: MarkLinesProps) {
  const { line, edge, ink } = look
  return (
    <>
      <path d={path} stroke={ink.edge} strokeWidth={edge} />
      <path d={path} stroke={ink.line} strokeWidth={line} />
      <circle
        cx={sign.x}
        cy={sign.y}
        r={look.sign}
        fill={ink.line}
        stroke={ink.edge}
        strokeWidth={edge / 4}
      />
      <text
        x={sign.x}
        y={sign.y}
        dy=".36em"
        textAnchor="middle"
        fontSize={look.sign * 1.3}
        fontWeight={700}
        fill={ink.edge}
      >
        {number}
      </text>
    </>
  )
}

type MarkedImageProps = {
  src: string
  alt: string
  width: number
  height: number
  marks: readonly ImageMark[]
  look: MarkLook
  lang?: string | undefined
  className?: string | undefined
}

/** An image with marks over it; what they say stands in words beside it. */
export function MarkedImage({ src, alt, width, height, marks, look, lang, className }: MarkedImageProps) {
  return (
    <span className={clsx('relative block', className)}>
      <img {...{ src, width, height, lang }} alt={alt} className="block h-auto w-full rounded-lg" />
      <svg
        viewBox={`0 0 ${width} ${height}`}
        fill="none"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden
        className="pointer-events-none absolute inset-0 size-full"
      >
        {marks.map((mark, nth) => (
          <MarkLines key={nth} mark={mark} number={nth + 1} look={look} />
        ))}
      </svg>
    </span>
  )
}
