import { clsx } from 'clsx'
import type { Tooth } from '../../../contract/teeth.ts'

type Shape = 'incisor' | 'canine' | 'premolar' | 'molar'

/** Drawn as an upper tooth seen from the cheek, crown below; a lower tooth is the same upside down. */
const outline: Record<Shape, string> = {
  incisor:
    'M8.3 20C8.6 13 9.8 4 12 4s3.4 9 3.7 16c1 3 1.5 8 1 11-.2 1.2-1 1.5-2 1.5H9.3c-1 0-1.8-.3-2-1.5-.5-3 0-8 1-11Z',
  canine:
    'M8 20c.3-7 1.6-17 4-17s3.7 10 4 17c1.2 3 1.7 7 .7 10-.8 1.5-3.2 2.2-4.7 4-1.5-1.8-3.9-2.5-4.7-4-1-3-.5-7 .7-10Z',
  premolar:
    'M7.3 20C7.6 13 9.3 4 12 4s4.4 9 4.7 16c1.6 2.5 2.3 7.5 1.3 10.5-.5 1.6-2 2-3 1.8-1.2-.2-2-.8-3-.8s-1.8.6-3 .8c-1 .2-2.5-.2-3-1.8-1-3-.3-8 1.3-10.5Z',
  molar:
    'M4 19.5C3 13 4.5 4 7 4c2 0 2.5 7 3.5 10.5.5 1.2 2.5 1.2 3 0C14.5 11 15 4 17 4c2.5 0 4 9 3 15.5 1.8 3 2 8.5.5 11.5-.8 1.6-2.5 2-4 1.6-1.6-.4-2.7-1.1-4.5-1.1s-2.9.7-4.5 1.1c-1.5.4-3.2 0-4-1.6-1.5-3-1.3-8.5.5-11.5Z',
}

function shapeOf({ fdi, baby }: Tooth): Shape {
  const positionInQuadrant = Number(fdi[1])
  if (positionInQuadrant <= 2) return 'incisor'
  if (positionInQuadrant === 3) return 'canine'
  return positionInQuadrant <= 5 && !baby ? 'premolar' : 'molar'
}

/** One tooth of the chart: decoration, its checkbox carries the name. */
export function ToothPicture({ tooth }: { tooth: Tooth }) {
  return (
    <svg
      viewBox="2 2 20 33"
      aria-hidden
      className={clsx('mx-auto block h-9', tooth.arch === 'lower' && '-scale-y-100', tooth.baby && 'h-7')}
    >
      <path
        d={outline[shapeOf(tooth)]}
        strokeWidth="1.3"
        strokeLinejoin="round"
        className="fill-surface stroke-field group-has-checked:fill-brand group-has-checked:stroke-brand"
      />
    </svg>
  )
}
