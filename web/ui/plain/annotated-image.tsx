import { clsx } from 'clsx'

/** A mark as it is drawn: its path, and where the sign with its number stands, in pixels of the image. */
export type ImageAnnotation = { path: string; sign: { x: number; y: number } }

/** How thick the lines are and how large a sign is, in pixels of the image; and in which colours. */
export type AnnotationStyle = {
  line: number
  edge: number
  sign: number
  ink: { line: string; edge: string }
}

type AnnotationLinesProps = { annotation: ImageAnnotation; number: number; style: AnnotationStyle }

/** One mark: a pale line on a dark one, and its number. */
export function AnnotationLines({ annotation: { path, sign }, number, style }: AnnotationLinesProps) {
  const { line, edge, ink } = style
  return (
    <>
      <path d={path} stroke={ink.edge} strokeWidth={edge} />
      <path d={path} stroke={ink.line} strokeWidth={line} />
      <circle
        cx={sign.x}
        cy={sign.y}
        r={style.sign}
        fill={ink.line}
        stroke={ink.edge}
        strokeWidth={edge / 4}
      />
      <text
        x={sign.x}
        y={sign.y}
        dy=".36em"
        textAnchor="middle"
        fontSize={style.sign * 1.3}
        fontWeight={700}
        fill={ink.edge}
      >
        {number}
      </text>
    </>
  )
}

type AnnotatedImageProps = {
  src: string
  alt: string
  width: number
  height: number
  annotations: readonly ImageAnnotation[]
  annotationStyle: AnnotationStyle
  lang?: string | undefined
  className?: string | undefined
}

/** An image with marks over it; what they say stands in words beside it. */
export function AnnotatedImage({
  src,
  alt,
  width,
  height,
  annotations,
  annotationStyle,
  lang,
  className,
}: AnnotatedImageProps) {
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
        {annotations.map((mark, nth) => (
          <AnnotationLines key={nth} annotation={mark} number={nth + 1} style={annotationStyle} />
        ))}
      </svg>
    </span>
  )
}
